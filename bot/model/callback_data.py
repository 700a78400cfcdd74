"""Presses as callback data of at most 64 bytes, and back.

Fields are joined by ``:``; numbers are decimal, cards in record notation run together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.model.buttons import (
    GAME_VERBS,
    HISTORY_VERBS,
    LOBBY_VERBS,
    OWN_VERBS,
    PUZZLE_VERBS,
    SETTINGS,
    AheadPress,
    AnalysisPress,
    CardPress,
    CutPress,
    GamePress,
    HintPress,
    HistoryPress,
    LanguagePress,
    LobbyPress,
    MovePress,
    OwnPress,
    PlotPress,
    Press,
    ProofPress,
    PuzzlePress,
    RemovePress,
    RingPress,
    SettingPress,
    StatsPress,
    TopPress,
)
from bot.model.people import LANGUAGES, RINGS
from bot.model.periods import PERIODS
from bot.model.scores import ORDERS, PARTS
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
_LARGEST = 2**63 - 1
"""What the database can hold."""


class BadPress(ValueError):
    """Callback data that no button of ours has carried."""


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
