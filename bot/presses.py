"""What a button carries: dataclasses and their codec to callback data of at most 64 bytes.

Fields are joined by ``:``; numbers are decimal, cards in record notation run together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from bot.ports import LANGUAGES, RINGS, SEASONS, Language, Ring
from bot.score import ORDERS, PARTS, PERIODS, Order, Part, Period
from engine import Card, Verb

T = TypeVar("T", bound=str)

_LETTERS = {
    Verb.LEAD: "l",
    Verb.THROW: "t",
    Verb.BEAT: "b",
    Verb.TRANSFER: "r",
    Verb.SHOW: "s",
    Verb.TAKE: "k",
    Verb.PASS: "p",
    Verb.RETRACT: "u",
    Verb.REDEAL: "d",
    Verb.KEEP: "e",
}
_VERBS = {letter: verb for verb, letter in _LETTERS.items()}

LOBBY_VERBS = ("join", "leave", "bot", "unbot", "game", "set", "back", "deal", "cancel")
SWITCH = ("on", "off")
SETTINGS: dict[str, tuple[str, ...]] = {
    "pictures": SWITCH,
    "season": SEASONS,
    "proof": SWITCH,
    "hands": SWITCH,
    "ring": RINGS,
    "language": LANGUAGES,
}
"""What can be set by `/settings`, and to which values."""
PUZZLE_VERBS = ("move", "hint", "next")
GAME_VERBS = ("mine", "again", "leave", "stay", "here")
OWN_VERBS = ("export", "ask", "forget", "keep")
HISTORY_VERBS = ("list", "see", "file")
_LARGEST = 2**63 - 1
"""What the database can hold."""


class BadPress(ValueError):
    """Callback data that no button of ours has carried."""


@dataclass(frozen=True, slots=True)
class MovePress:
    """A card or a word of the hand: `verb` with its cards, on what the person saw.

    `game`, `deal` and `bout` say where the button stood, `seen` how many cards lay on the table
    (it counts for take and pass). A lead or throw of several equal cards has them all in `cards`.
    """

    game: int
    deal: int
    bout: int
    seen: int
    verb: Verb
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPress:
    """A card that no one action stood behind when it was shown: the press asks why not."""

    game: int
    deal: int
    bout: int
    card: Card


@dataclass(frozen=True, slots=True)
class AheadPress:
    """An answer given before the turn comes: "bout" (no more from me in this bout), "pass" (not
    to these `seen` cards), or "none" (I take that back)."""

    game: int
    deal: int
    bout: int
    seen: int
    kind: str


@dataclass(frozen=True, slots=True)
class LobbyPress:
    """A button of a lobby: one of `LOBBY_VERBS`; "set" names a rule key and the value's index."""

    lobby: int
    verb: str
    key: str = ""
    value: int = 0


@dataclass(frozen=True, slots=True)
class GamePress:
    """A button of a table or a question about a game: one of `GAME_VERBS`."""

    game: int
    verb: str


@dataclass(frozen=True, slots=True)
class HintPress:
    """What is best now, asked in a game against computers alone."""

    game: int


@dataclass(frozen=True, slots=True)
class AnalysisPress:
    """What has cost most in a past game, asked by one who played it."""

    game: int


@dataclass(frozen=True, slots=True)
class PuzzlePress:
    """A button of a puzzle in which `step` actions have been played: one of `PUZZLE_VERBS`.

    A "move" has its verb and cards; "hint" and "next" have none.
    """

    verb: str
    puzzle: str
    step: int
    move: Verb | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class RemovePress:
    """Out of the game with the absent person of a seat."""

    game: int
    seat: int


@dataclass(frozen=True, slots=True)
class RingPress:
    """When the person who pressed wants to be rung: one of `RINGS`."""

    ring: Ring


@dataclass(frozen=True, slots=True)
class LanguagePress:
    """A language chosen: for the group where it was pressed, or for the person in private."""

    language: Language


@dataclass(frozen=True, slots=True)
class HistoryPress:
    """A button about past games: one of `HISTORY_VERBS`.

    "see" shows `game` after so many actions, "file" gives its record; `page` (from 0) is that of
    the list, to which "list" leads.
    """

    verb: str
    page: int = 0
    game: int = 0
    step: int = 0


@dataclass(frozen=True, slots=True)
class OwnPress:
    """A button about what is kept of the person who pressed: one of `OWN_VERBS`.

    "export" gives it as a file, "ask" asks whether to forget the person, the others answer that.
    """

    verb: str


@dataclass(frozen=True, slots=True)
class SettingPress:
    """A button of `/settings`: one of `SETTINGS` is to have this value of its from now on."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class TopPress:
    """A board of the chat where it was pressed; in private, of all chats. `page` counts from 0."""

    order: Order
    period: Period
    page: int


@dataclass(frozen=True, slots=True)
class StatsPress:
    """A part of a person's statistics."""

    user_id: int
    part: Part


@dataclass(frozen=True, slots=True)
class PlotPress:
    """A picture of a person's rating and results."""

    user_id: int


@dataclass(frozen=True, slots=True)
class CutPress:
    """So many cards off the top of a deck that waits for its cut."""

    deal: int
    depth: int


@dataclass(frozen=True, slots=True)
class ProofPress:
    """A question whether a game was dealt as it was promised."""

    game: int


GamePresses = MovePress | CardPress | AheadPress | GamePress | RemovePress | HintPress | ProofPress
TablePress = GamePresses | LobbyPress | CutPress
ScorePress = TopPress | StatsPress | PlotPress
PastPress = HistoryPress | AnalysisPress | OwnPress
Press = TablePress | ScorePress | PastPress | PuzzlePress | LanguagePress | RingPress | SettingPress


def encode(press: Press) -> str:
    """The callback data of a press, at most 64 bytes of ASCII."""
    if isinstance(press, MovePress):
        cards = "".join(map(str, press.cards))
        head = f"m:{press.game}:{press.deal}:{press.bout}:{press.seen}"
        return f"{head}:{_LETTERS[press.verb]}{cards}"
    if isinstance(press, CardPress):
        return f"c:{press.game}:{press.deal}:{press.bout}:{press.card}"
    if isinstance(press, AheadPress):
        return f"a:{press.game}:{press.deal}:{press.bout}:{press.seen}:{press.kind}"
    if isinstance(press, LobbyPress):
        return f"l:{press.lobby}:{press.verb}:{press.key}:{press.value}"
    if isinstance(press, LanguagePress):
        return f"s:{press.language}"
    if isinstance(press, RingPress):
        return f"r:{press.ring}"
    if isinstance(press, PuzzlePress):
        move = _LETTERS[press.move] if press.move else ""
        what = move + "".join(map(str, press.cards))
        return f"q:{press.verb}:{press.puzzle}:{press.step}:{what}"
    if isinstance(press, AnalysisPress):
        return f"z:{press.game}"
    if isinstance(press, HintPress):
        return f"h:{press.game}"
    if isinstance(press, SettingPress):
        return f"o:{press.key}:{press.value}"
    if isinstance(press, TopPress):
        return f"t:{press.order}:{press.period}:{press.page}"
    if isinstance(press, StatsPress):
        return f"w:{press.user_id}:{press.part}"
    if isinstance(press, PlotPress):
        return f"d:{press.user_id}"
    if isinstance(press, RemovePress):
        return f"x:{press.game}:{press.seat}"
    if isinstance(press, HistoryPress):
        return f"v:{press.verb}:{press.page}:{press.game}:{press.step}"
    if isinstance(press, OwnPress):
        return f"y:{press.verb}"
    if isinstance(press, CutPress):
        return f"k:{press.deal}:{press.depth}"
    if isinstance(press, ProofPress):
        return f"p:{press.game}"
    return f"g:{press.game}:{press.verb}"


def decode(data: str) -> Press:
    """The press that callback data carries.

    Raises:
        BadPress: nothing of ours; it may be forged.
    """
    kind, *fields = data.split(":")
    try:
        return _DECODERS[kind](*fields)
    except (KeyError, TypeError, ValueError) as error:
        raise BadPress(data) from error


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    number = int(text)
    if number > _LARGEST:
        raise ValueError(text)
    return number


def _move(game: str, deal: str, bout: str, seen: str, what: str) -> Press:
    texts = [what[at : at + 2] for at in range(1, len(what), 2)]
    cards = tuple(Card.parse(text) for text in texts)
    where = _number(game), _number(deal), _number(bout)
    return MovePress(*where, _number(seen), _VERBS[what[:1]], cards)


def _card(game: str, deal: str, bout: str, card: str) -> Press:
    return CardPress(_number(game), _number(deal), _number(bout), Card.parse(card))


def _ahead(game: str, deal: str, bout: str, seen: str, kind: str) -> Press:
    if kind not in ("bout", "pass", "none"):
        raise ValueError(kind)
    return AheadPress(_number(game), _number(deal), _number(bout), _number(seen), kind)


def _lobby(lobby: str, verb: str, key: str, value: str) -> Press:
    if verb not in LOBBY_VERBS:
        raise ValueError(verb)
    return LobbyPress(_number(lobby), verb, key, _number(value))


def _game(game: str, verb: str) -> Press:
    if verb not in GAME_VERBS:
        raise ValueError(verb)
    return GamePress(_number(game), verb)


def _analysis(game: str) -> Press:
    return AnalysisPress(_number(game))


def _puzzle(verb: str, puzzle: str, step: str, what: str) -> Press:
    if verb not in PUZZLE_VERBS or (verb == "move") != bool(what):
        raise ValueError(verb)
    cards = tuple(Card.parse(what[at : at + 2]) for at in range(1, len(what), 2))
    return PuzzlePress(verb, puzzle, _number(step), _VERBS[what[:1]] if what else None, cards)


def _hint(game: str) -> Press:
    return HintPress(_number(game))


def _remove(game: str, seat: str) -> Press:
    return RemovePress(_number(game), _number(seat))


def _history(verb: str, page: str, game: str, step: str) -> Press:
    if verb not in HISTORY_VERBS:
        raise ValueError(verb)
    return HistoryPress(verb, _number(page), _number(game), _number(step))


def _own(verb: str) -> Press:
    if verb not in OWN_VERBS:
        raise ValueError(verb)
    return OwnPress(verb)


def _cut(deal: str, depth: str) -> Press:
    return CutPress(_number(deal), _number(depth))


def _proof(game: str) -> Press:
    return ProofPress(_number(game))


def _ring(ring: str) -> Press:
    return RingPress(_one_of(RINGS, ring))


def _setting(key: str, value: str) -> Press:
    if value not in SETTINGS[key]:
        raise ValueError(value)
    return SettingPress(key, value)


def _language(language: str) -> Press:
    return LanguagePress(_one_of(LANGUAGES, language))


def _top(order: str, period: str, page: str) -> Press:
    return TopPress(_one_of(ORDERS, order), _one_of(PERIODS, period), _number(page))


def _stats(user_id: str, part: str) -> Press:
    return StatsPress(_number(user_id), _one_of(PARTS, part))


def _plot(user_id: str) -> Press:
    return PlotPress(_number(user_id))


def _one_of(known: tuple[T, ...], text: str) -> T:
    """The one that a text names; raises ValueError where none is called so."""
    for one in known:
        if one == text:
            return one
    raise ValueError(text)


_DECODERS: dict[str, Callable[..., Press]] = {
    "m": _move,
    "c": _card,
    "a": _ahead,
    "l": _lobby,
    "g": _game,
    "s": _language,
    "r": _ring,
    "x": _remove,
    "h": _hint,
    "q": _puzzle,
    "z": _analysis,
    "v": _history,
    "o": _setting,
    "t": _top,
    "w": _stats,
    "d": _plot,
    "y": _own,
    "k": _cut,
    "p": _proof,
}
