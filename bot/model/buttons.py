"""What a button carries; `bot.model.callback_data` has the form in which it does."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.people import LANGUAGES, RINGS, Language, Ring
from bot.model.periods import SEASONS, Period
from bot.model.scores import Order, Part
from engine import Card, Verb

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
