"""Every kind of button: what it carries, and so what its callback data is.

Letters and the order of fields stay as they are, for old keyboards go on working.
"""

from __future__ import annotations

from typing import Annotated, Literal, cast

from bot.model.button_codec import button, read, write
from bot.model.people import LANGUAGES, SETTINGS, Language, Ring
from bot.model.periods import Period
from bot.model.scores import Order, Part
from engine import Card, Verb

LobbyVerb = Literal["join", "leave", "bot", "unbot", "game", "set", "back", "deal", "cancel"]
GameVerb = Literal["mine", "again", "leave", "stay", "here"]
PuzzleVerb = Literal["move", "hint", "next"]
HistoryVerb = Literal["list", "see", "file"]
OwnVerb = Literal["export", "ask", "forget", "keep"]
AheadKind = Literal["bout", "pass", "none"]


@button("m")
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

    def __post_init__(self) -> None:
        _check_cards(self.verb, self.cards)


@button("c")
class CardPress:
    """A card that no one action stood behind when it was shown: the press asks why not."""

    game: int
    deal: int
    bout: int
    card: Card


@button("a")
class AheadPress:
    """An answer given before the turn comes: "bout" (no more from me in this bout), "pass" (not
    to these `seen` cards), or "none" (I take that back)."""

    game: int
    deal: int
    bout: int
    seen: int
    kind: AheadKind


@button("l")
class LobbyPress:
    """A button of a lobby: "set" names a rule key and the value's index."""

    lobby: int
    verb: LobbyVerb
    key: str = ""
    value: int = 0


@button("g")
class GamePress:
    """A button of a table or a question about a game."""

    game: int
    verb: GameVerb


@button("h")
class HintPress:
    """What is best now, asked in a game against computers alone."""

    game: int


@button("z")
class AnalysisPress:
    """What has cost most in a past game, asked by one who played it."""

    game: int


@button("q")
class PuzzlePress:
    """A button of a puzzle in which `step` actions have been played.

    A "move" has its verb and cards; "hint" and "next" have none.
    """

    verb: PuzzleVerb
    puzzle: str
    step: int
    move: Verb | None = None
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if (self.verb == "move") != (self.move is not None):
            raise ValueError(f"a move and nothing else has a verb of the game: {self.verb}")
        _check_cards(self.move, self.cards)


@button("x")
class RemovePress:
    """Out of the game with the absent person of a seat."""

    game: int
    seat: int


@button("r")
class RingPress:
    """When the person who pressed wants to be rung."""

    ring: Ring


@button("s")
class LanguagePress:
    """A language chosen: for the group where it was pressed, or for the person in private."""

    language: Annotated[Language, LANGUAGES]


@button("v")
class HistoryPress:
    """A button about past games.

    "see" shows `game` after so many actions, "file" gives its record; `page` (from 0) is that of
    the list, to which "list" leads.
    """

    verb: HistoryVerb
    page: int = 0
    game: int = 0
    step: int = 0


@button("y")
class OwnPress:
    """A button about what is kept of the person who pressed.

    "export" gives it as a file, "ask" asks whether to forget the person, the others answer that.
    """

    verb: OwnVerb


@button("o")
class SettingPress:
    """A button of `/settings`: one of `SETTINGS` is to have this value of its from now on."""

    key: str
    value: str

    def __post_init__(self) -> None:
        if self.key not in SETTINGS or self.value not in SETTINGS[self.key].values:
            raise ValueError(f"no setting: {self.key} {self.value}")


@button("t")
class TopPress:
    """A board of the chat where it was pressed; in private, of all chats. `page` counts from 0."""

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
    """So many cards off the top of a deck that waits for its cut."""

    deal: int
    depth: int


@button("p")
class ProofPress:
    """A question whether a game was dealt as it was promised."""

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
        BadPress: nothing of ours; it may be forged.
    """
    return cast(Press, read(data))


def _check_cards(verb: Verb | None, cards: tuple[Card, ...]) -> None:
    """Raise ValueError where a verb takes another number of cards, or has no button."""
    needed = verb.cards_needed if verb else 0
    if verb in (Verb.LEAD, Verb.THROW):
        # Equal cards are laid together, by one button.
        needed = max(needed, len(cards))
    if len(cards) != needed or verb is Verb.RESIGN:
        raise ValueError(f"no button: {verb} of {len(cards)} cards")
