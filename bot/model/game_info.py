"""What screens say of games, lobbies and cuts besides views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.model.scores import RankChange
from engine import Rules


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits on a seat: a name as people gave it, and the person; None for a computer.

    A computer plays at a `level`, one of `engine.ai.levels.LEVELS`; None where that is not told.
    """

    name: str
    user_id: int | None
    level: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether a computer plays it."""
        return self.user_id is None


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What screens say of a game besides its view.

    `chat_title` is empty in a solo game, `topic` where there is none or its name is not known;
    `number` tells games from each other that somebody plays in chats of one name. `chat_url` leads
    to the group where it has a public or message link, `bot_url` to the private chat with the bot.

    `until` are the deadlines of those who are awaited (Unix seconds, by seat); `missed` the seats
    that have let the last one pass;
    `away` those for whom a computer plays; `votes` for each of these how many want them out and
    how many it takes. `paused`: all are away; `slow`: there are days to think.
    `ranks` are those that the game has changed, once it is over.

    `seeds` are those of its deals, in a game that has ended and whose deal can be checked.
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
    """A seat before the game; `waiting` until the person has pressed Start in private."""

    name: str
    user_id: int | None
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class LobbyInfo:
    """A lobby as its screen shows it; `choosing` while the rules are being chosen.

    `clock` is how many seconds somebody will have to think, 0 for ever; `level` how well
    computers play, one of `engine.ai.levels.LEVELS`.
    """

    lobby_id: int
    host_id: int
    seats: tuple[LobbySeatInfo, ...]
    rules: Rules
    solo: bool
    choosing: bool
    bot_url: str
    clock: int = 0
    level: str = "amateur"


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that has ended, as it is listed and looked back on.

    `result` is as a record's (docs/record.md), None where the game was stopped.
    """

    info: GameInfo
    rules: Rules
    ended_at: float
    result: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """Where somebody looks at a past game: after action `step` of `last`, 0 being the deal.

    `back` and `on` are the steps where the bout before and the next one begin, `page` is that of
    the list it was chosen from. `closed` are the seats whose hands are not shown; `by` is who did
    the last action.
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
    """A deck that is to be cut, or has been, as it is shown; `commitment` is what was promised.

    `cutter` has until `until` (Unix seconds). `chat_title` is where it is played, for who reads it
    in private; `redeal` in a game that is on. Once it is cut, `depth` says by how many cards, and
    `drawn` that nobody chose them; `called_off`: it never was.
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
