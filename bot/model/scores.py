"""What scores are told with: boards, somebody's statistics, ranks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.model.periods import Period

Order = Literal["defeats", "wins", "rating", "pogony"]
ORDERS: tuple[Order, ...] = ("defeats", "wins", "rating", "pogony")


@dataclass(frozen=True, slots=True)
class RankChange:
    """A person whose rank a game has changed: the seat, and the ranks (0..10) before and after."""

    seat: int
    user_id: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums of a person's games. `won` are first places, `durak` times left alone with cards,
    `lost` all defeats; `taken` and `beaten` bouts as defender; `hung` and `worn` pogony."""

    games: int = 0
    won: int = 0
    lost: int = 0
    durak: int = 0
    draws: int = 0
    taken: int = 0
    beaten: int = 0
    hung: int = 0
    worn: int = 0


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A person on a board: `number` counts from 1; `rating` as it is shown, None if there is none.

    `few`: they have played too little to stand above those who have played enough.
    """

    number: int
    user_id: int
    name: str
    totals: Totals
    rating: int | None
    few: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a board. `own` is the asker's row, on whichever page; None where they have none.

    `page` counts from 0, `pages` from 1; `enough` is how many games it takes to be ranked.
    """

    order: Order
    period: Period
    page: int
    pages: int
    rows: tuple[BoardRow, ...]
    own: BoardRow | None
    enough: int


Part = Literal["all", "here", "chats", "podkidnoy", "perevodnoy", "lively", "teams", "solo"]
PARTS: tuple[Part, ...] = (
    "all",
    "here",
    "chats",
    "podkidnoy",
    "perevodnoy",
    "lively",
    "teams",
    "solo",
)
"""Which of a person's games are looked at: those between people, of one chat, of each chat, by
one kind of rules, or with computers alone."""


@dataclass(frozen=True, slots=True)
class Past:
    """A game between people in somebody's history; `at` is when it ended (Unix seconds).

    `rating` is as it was shown after it, None where the game did not count for it.
    """

    at: float
    rating: int | None
    place: int
    seats: int
    lost: bool


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody, or a chat, that games were shared with."""

    name: str
    games: int
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Personal:
    """Statistics of a person over some of their games.

    `places` has how often each place was taken; `run` is the longest run of games without a
    defeat, `running` the one that still goes on. `chats` are filled in for the part "chats" only.
    """

    user_id: int
    name: str
    part: Part
    totals: Totals
    places: tuple[tuple[int, int], ...] = ()
    run: int = 0
    running: int = 0
    rating: int | None = None
    favourite: Companion | None = None
    chats: tuple[Companion, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A person and their rank (0..10), reached by `worn` pogony."""

    user_id: int
    name: str
    rank: int
    worn: int


@dataclass(frozen=True, slots=True)
class Ranks:
    """The ranks of a board in its season, highest first; of past seasons the highest ones.

    `season` is a key of bot/model/periods.py.
    """

    season: str
    rows: tuple[Ranked, ...]
    past: tuple[tuple[str, tuple[Ranked, ...]], ...] = ()
