"""What screens show of games, lobbies and cuts besides views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.model.scores import RankChange
from engine import Rules
from engine.proof import Link

LobbyPage = Literal["open", "game", "seats"]
"""What a lobby shows: who sits and all that can be done, the choice of rules, or a row a seat."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """The person or computer on a seat; `user_id` is None for a computer.

    `level` is the level of a computer, one of `engine.ai.levels.LEVELS`, None to leave it out.
    """

    name: str
    user_id: int | None
    level: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether a computer plays the seat."""
        return self.user_id is None


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What screens show of a game besides its view.

    `chat_title` is empty in a solo game, and `topic` where there is none or its name is unknown.
    `number` tells apart live games that a person plays in chats of the same name. `chat_url` links
    to the table's message, if it has a link, and `bot_url` to the private chat with the bot.

    `until` are the deadlines of awaited seats in Unix seconds, `missed` the seats that let their
    last decision pass, and `away` those for whom a computer plays, with `votes` and votes needed
    to take each out. `paused` means that all are away, `slow` that people have days to think.

    Once the game is over, `ranks` are the ranks it has changed, and `seeds` the seeds of its deals
    if they can be checked.
    """

    game_id: int
    seats: tuple[SeatInfo, ...]
    solo: bool
    chat_title: str
    chat_url: str | None
    bot_url: str
    topic: str = ""
    number: int = 1
    until: Mapping[int, float] = field(default_factory=dict)
    missed: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    votes: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    paused: bool = False
    slow: bool = False
    ranks: tuple[RankChange, ...] = ()
    seeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LobbySeatInfo:
    """A seat in a lobby; `waiting` until its person has pressed Start in private."""

    name: str
    user_id: int | None
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class LobbyInfo:
    """A lobby as its screen shows it, turned to one of its pages.

    `clock` is the time for a decision in seconds, 0 for no limit; `level` is the level of its
    computers, one of `engine.ai.levels.LEVELS`.
    """

    lobby_id: int
    host_id: int
    seats: tuple[LobbySeatInfo, ...]
    rules: Rules
    solo: bool
    page: LobbyPage
    bot_url: str
    clock: int = 0
    level: str = "amateur"


@dataclass(frozen=True, slots=True)
class PastGame:
    """An ended game as it is listed and replayed.

    `ended_at` is in Unix seconds; `result` is that of the record (docs/record.md), None where the
    game was stopped.
    """

    info: GameInfo
    rules: Rules
    ended_at: float
    result: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A position in a replay: after action `step` of `last`, 0 being the deal.

    `back` and `on` are the steps where the previous and the next bout begin, `page` the page of the
    list to return to. `closed` are the seats whose hands are not shown; `by` is the kind of actor
    of the last action.
    """

    step: int
    last: int
    back: int
    on: int
    page: int
    closed: frozenset[int] = frozenset()
    by: str = "person"


@dataclass(frozen=True, slots=True)
class CutInfo:
    """A deck to be cut, or cut already, as its screens show it.

    `deck` is the number of its cards, `commitment` the hash that was promised. The `cutter` has
    until `until` (Unix seconds). `chat_title` is the chat of the game, for the private message;
    `redeal` means that its game is on. Once cut, `depth` is the number of cards, and `drawn` tells
    that no person chose it; `called_off` means that the deal was given up. `link` is the place of
    its seed in the chain of the table, None if it has none.
    """

    deal_id: int
    seats: tuple[SeatInfo, ...]
    dealer: int
    cutter: int
    deck: int
    commitment: str
    until: float = 0.0
    chat_title: str = ""
    redeal: bool = False
    depth: int | None = None
    drawn: bool = False
    called_off: bool = False
    link: Link | None = None
