"""Scores: boards, statistics of a person, ranks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.model.periods import Period

Order = Literal["defeats", "wins", "rating", "pogony"]
ORDERS: tuple[Order, ...] = ("defeats", "wins", "rating", "pogony")


@dataclass(frozen=True, slots=True)
class RankChange:
    """A change of a person's rank by a game; ranks are 0..10."""

    seat: int
    user_id: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over the games of a person.

    `won` counts first places, `durak` games lost as the durak, `lost` all defeats, `taken` and
    `beaten` bouts as defender, `hung` and `worn` pogony.
    """

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
    """A person on a board; `number` counts from 1, `rating` is as displayed or None.

    With `few` games they are listed below people who have played enough.
    """

    number: int
    user_id: int
    name: str
    totals: Totals
    rating: int | None
    few: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a board; `own` is the asker's row, on any page, None if there is none.

    `page` counts from 0, `pages` from 1; `enough` is the number of games needed to be ranked.
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
"""The games that statistics cover.

All between people, those of one chat, those of each chat, those by one kind of rules, or those
against computers alone.
"""


@dataclass(frozen=True, slots=True)
class Past:
    """A game between people in a person's history; `at` is its end in Unix seconds.

    `rating` is as displayed after it, None where the game was not rated.
    """

    at: float
    rating: int | None
    place: int
    seats: int
    lost: bool


@dataclass(frozen=True, slots=True)
class Companion:
    """A person, or a chat, that games were shared with."""

    name: str
    games: int
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Personal:
    """Statistics of a person over some of their games.

    `places` are pairs of a place and how often it was taken; `run` is the longest run of games
    without a defeat, `running` the current one. `chats` is for the part "chats" only.
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
    """The ranks of a board in a season, highest first, and the top of past seasons.

    Seasons are keys of `bot.model.periods`.
    """

    season: str
    rows: tuple[Ranked, ...]
    past: tuple[tuple[str, tuple[Ranked, ...]], ...] = ()
