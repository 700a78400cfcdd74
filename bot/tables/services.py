"""What everything at the tables works with: one record, handed to each collaborator."""

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
    """What collaborators share. `seed` gives a fresh secret for every deal.

    `ai_pause` (how long a computer takes over a move at least) and `ring_after` (after how long an
    awaited person without a clock is rung) are seconds. `tasks` holds what goes on beside the
    mailboxes: thoughts, and pictures of ranks.
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
        """Return the time, in Unix seconds."""
        return self.clock.now()
