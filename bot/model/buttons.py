"""All kinds of buttons, by what their callback data carries.

Letters and the order of fields never change, as old keyboards must go on working.
"""

from __future__ import annotations

from typing import Annotated, Literal, cast

from bot.model.button_codec import button, read, write
from bot.model.people import LANGUAGES, SETTINGS, Language, Ring
from bot.model.periods import Period
from bot.model.scores import Order, Part
from engine import Card, Verb

LobbyVerb = Literal[
    "join",
    "leave",
    "bot",
    "unbot",
    "game",
    "seats",
    "back",
    "set",
    "crown",
    "out",
    "deal",
    "cancel",
]
GameVerb = Literal["mine", "again", "leave", "stay", "here"]
PuzzleVerb = Literal["move", "hint", "next"]
HistoryVerb = Literal["list", "see", "file"]
OwnVerb = Literal["export", "ask", "forget", "keep"]
AheadKind = Literal["bout", "pass", "none"]


@button("m")
class MovePress:
    """A move from the hand: `verb` with its cards.

    `game`, `deal` and `bout` are those the button was shown in, `seen` the number of cards on the
    table then (it counts for take and pass). Equal cards led or thrown together are all in `cards`.
    """

    game: int
    deal: int
    bout: int
    seen: int
    verb: Verb
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        _check_cards(self.verb, self.cards)


@button("c")
class CardPress:
    """A card without exactly one legal action: asks why it can't be played."""

    game: int
    deal: int
    bout: int
    card: Card


@button("a")
class AheadPress:
    """A queued answer, given before being asked.

    The kind is "bout" (no more throwing in this bout), "pass" (nothing to these `seen` cards) or
    "none" (deletes the answer).
    """

    game: int
    deal: int
    bout: int
    seen: int
    kind: AheadKind


@button("l")
class LobbyPress:
    """A button of a lobby.

    "set" names a rule key and the value's index; "crown" (hand over 👑) and "out" (put out of the
    lobby) name a seat, see `bot.model.lobby_options.seat_mark`.
    """

    lobby: int
    verb: LobbyVerb
    key: str = ""
    value: int = 0


@button("g")
class GamePress:
    """A button of a table, or of a question about a game."""

    game: int
    verb: GameVerb


@button("h")
class HintPress:
    """Asks for a hint in a game against computers alone."""

    game: int


@button("z")
class AnalysisPress:
    """Asks for the analysis of a past game."""

    game: int


@button("q")
class PuzzlePress:
    """A button of a puzzle in which `step` actions have been played.

    Only "move" has a verb and cards.
    """

    verb: PuzzleVerb
    puzzle: str
    step: int
    move: Verb | None = None
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if (self.verb == "move") != (self.move is not None):
            raise ValueError(f"only a move has a verb of the game: {self.verb}")
        _check_cards(self.move, self.cards)


@button("x")
class RemovePress:
    """Takes, or votes to take, the absent person of a seat out of the game."""

    game: int
    seat: int


@button("r")
class RingPress:
    """Sets when the person is rung."""

    ring: Ring


@button("s")
class LanguagePress:
    """Sets the language of the group or, in private, of the person."""

    language: Annotated[Language, LANGUAGES]


@button("v")
class HistoryPress:
    """A button about past games.

    "see" shows `game` after `step` actions, "file" sends its record, and "list" shows the list;
    `page` is the page of the list, from 0.
    """

    verb: HistoryVerb
    page: int = 0
    game: int = 0
    step: int = 0


@button("y")
class OwnPress:
    """A button about the person's own data.

    "export" sends it as a file; "ask" asks whether to erase the person, which "forget" and "keep"
    answer.
    """

    verb: OwnVerb


@button("o")
class SettingPress:
    """Sets one of `SETTINGS` to one of its values."""

    key: str
    value: str

    def __post_init__(self) -> None:
        if self.key not in SETTINGS or self.value not in SETTINGS[self.key].values:
            raise ValueError(f"no setting: {self.key} {self.value}")


@button("t")
class TopPress:
    """A page (from 0) of a board of the chat; in private, of all chats."""

    order: Order
    period: Period
    page: int


@button("w")
class StatsPress:
    """A part of a person's statistics."""

    user_id: int
    part: Part


@button("d")
class PlotPress:
    """A picture of a person's rating and results."""

    user_id: int


@button("k")
class CutPress:
    """Cuts `depth` cards off the top of the pending deck of a deal."""

    deal: int
    depth: int


@button("p")
class ProofPress:
    """Asks whether a game was dealt as promised."""

    game: int


GamePresses = MovePress | CardPress | AheadPress | GamePress | RemovePress | HintPress | ProofPress
TablePress = GamePresses | LobbyPress | CutPress
ScorePress = TopPress | StatsPress | PlotPress
PastPress = HistoryPress | AnalysisPress | OwnPress
Press = TablePress | ScorePress | PastPress | PuzzlePress | LanguagePress | RingPress | SettingPress


def encode(press: Press) -> str:
    """Return the callback data of a press.

    Raises:
        ValueError: it is longer than Telegram takes.
    """
    return write(press)


def decode(data: str) -> Press:
    """Return the press that callback data carries.

    Raises:
        BadPress: it carries none; it may be forged.
    """
    return cast(Press, read(data))


def _check_cards(verb: Verb | None, cards: tuple[Card, ...]) -> None:
    """Check the number of cards of a verb.

    Raises:
        ValueError: it takes another number, or has no button.
    """
    needed = verb.cards_needed if verb else 0
    if verb in (Verb.LEAD, Verb.THROW):
        # One button plays equal cards together.
        needed = max(needed, len(cards))
    if len(cards) != needed or verb is Verb.RESIGN:
        raise ValueError(f"no button: {verb} of {len(cards)} cards")
