"""Thinking of computers: quick levels on the event loop, others in workers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

from bot.model.protocols import Opponent
from bot.runtime.tasks import Nursery
from bot.workers.pool import WorkerLost, WorkerPool, WorkersBusy
from engine import Action, View
from engine.ai import levels
from engine.ai.thinking import GRANDMASTER_SECONDS, MASTER_SECONDS

log = logging.getLogger(__name__)

QUICK = ("novice", "amateur")
"""The levels that are fast enough to choose on the event loop."""
FALLBACK = "amateur"
SHORTEST_SECONDS = 0.02
WAIT_SECONDS = 5.0
"""How long a thought waits for a free worker."""
PATIENCE_SECONDS = 6.0
"""The longest a thought may take by the clock, on a busy machine."""
LONGEST_SECONDS = 10.0
"""After this long a worker is taken to hang."""


_MEASURES = {"master": MASTER_SECONDS, "grandmaster": GRANDMASTER_SECONDS}


def quick(level: str | None, view: View, legal: Sequence[Action]) -> Action:
    """Return the choice of a quick level, or of the fallback for another level.

    The seat must be awaited.
    """
    action = levels.choose(level if level in QUICK else FALLBACK, view, legal)
    assert action is not None, "an awaited seat has something to do"
    return action


class Thinker(Opponent):
    """Thinks in `workers`; chooses by a quick level where that fails.

    `seconds` is the time for a move of the levels that search, None for each level's own. It is
    shortened while other thoughts wait.
    """

    def __init__(self, workers: WorkerPool, seconds: float | None) -> None:
        self._workers = workers
        self._seconds = seconds

    async def choose(self, level: str, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions of the view's seat, which is awaited."""
        return await self.think(level, view, legal) or quick(FALLBACK, view, legal)

    async def think(self, level: str, view: View, legal: Sequence[Action]) -> Action | None:
        """The same, but None where the workers are busy, or the one that thought was lost."""
        seconds = (self._seconds or _MEASURES[level]) / (1 + self._workers.crowding)
        task = (level, view, tuple(legal), max(seconds, SHORTEST_SECONDS), PATIENCE_SECONDS)
        try:
            action = await self._workers.run(
                levels.choose, *task, wait=WAIT_SECONDS, limit=LONGEST_SECONDS
            )
        except (WorkersBusy, WorkerLost) as error:
            log.warning("thought_dropped level=%s error=%s", level, type(error).__name__)
        except Exception:
            log.exception("thought_failed level=%s", level)
        else:
            if action is not None and action in legal:
                return action
            log.error("not legal: level %s", level)
        return None


class Thoughts:
    """The thoughts in progress, at most one for each game.

    Thinking is done outside the mailboxes; a result counts only if the game has not moved on.
    """

    def __init__(self, tasks: Nursery) -> None:
        self._tasks = tasks
        self._on: dict[int, tuple[object, asyncio.Task[None]]] = {}

    def on(self, game_id: int, about: object) -> bool:
        """Tell whether `about` is the position of the game's current or last thought."""
        return game_id in self._on and self._on[game_id][0] == about

    def begin(self, game_id: int, about: object, thought: Coroutine[Any, Any, None]) -> None:
        """Begin a thought about a position, and cancel the previous one of the game."""
        self.drop(game_id)
        self._on[game_id] = about, self._tasks.spawn(thought, name=f"thought game={game_id}")

    def drop(self, game_id: int) -> None:
        """Cancel and forget the thought about a game."""
        if game_id in self._on:
            self._on.pop(game_id)[1].cancel()
