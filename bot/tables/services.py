"""The record of services that all collaborators of tables share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.model.protocols import Clock, Delivery, Opponent
from bot.runtime.clock import Alarms
from bot.runtime.tasks import Nursery
from bot.storage.database import Database
from bot.tables.commit import Commit
from bot.tables.presenter import Presenter
from bot.tables.rank_pictures import RankPictures
from bot.tables.table import TableIndex
from bot.tables.thinking import Thoughts


@dataclass(frozen=True, slots=True)
class TableServices:
    """What collaborators of tables share.

    `seed` returns a fresh secret, for a chain or for a single deal. `ai_pause` is the least time a
    computer takes for a move, and `ring_after` the time after which an awaited person without a
    clock is rung, both in seconds. `tasks` holds background work: thoughts and rank pictures.
    """

    db: Database
    clock: Clock
    alarms: Alarms
    tasks: Nursery
    index: TableIndex
    commit: Commit
    delivery: Delivery
    presenter: Presenter
    opponent: Opponent
    thoughts: Thoughts
    rank_pictures: RankPictures
    seed: Callable[[], str]
    ai_pause: float
    ring_after: float

    def now(self) -> float:
        """Return the current time in Unix seconds."""
        return self.clock.now()
