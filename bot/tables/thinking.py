"""Where computers think: the quick levels here and at once, the others in other processes."""

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
"""The levels whose choice takes so little time that it may be made on the loop."""
FALLBACK = "amateur"
SHORTEST_SECONDS = 0.02
WAIT_SECONDS = 5.0
"""How long a thought waits for a process to be free."""
PATIENCE_SECONDS = 6.0
"""On a busy machine a thought ends by then, as far as it has come."""
LONGEST_SECONDS = 10.0
"""No level thinks for so long; its process hangs, or the machine is swamped."""


_MEASURES = {"master": MASTER_SECONDS, "grandmaster": GRANDMASTER_SECONDS}


def quick(level: str | None, view: View, legal: Sequence[Action]) -> Action:
    """What a computer does without thinking, at this level or, where it is none, the fallback.

    For an awaited seat only.
    """
    action = levels.choose(level if level in QUICK else FALLBACK, view, legal)
    assert action is not None, "an awaited seat has something to do"
    return action


class Thinker(Opponent):
    """Thinks in `workers`; plays a quick level instead where they are busy or one is lost.

    `seconds` is how long the levels that search may think over a move, their own measure if None.
    Where thoughts wait already, each is the shorter: better than to wait or not to think at all.
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
            log.warning("no thought: %s", type(error).__name__)
        except Exception:
            log.exception("a thought failed: level %s", level)
        else:
            if action is not None and action in legal:
                return action
            log.error("not legal: level %s", level)
        return None


class Thoughts:
    """What is being thought about, at most one thing a game.

    Thinking goes on beside the lanes. What has been thought counts only if the game still stands
    as it did.
    """

    def __init__(self, tasks: Nursery) -> None:
        self._tasks = tasks
        self._on: dict[int, tuple[object, asyncio.Task[None]]] = {}

    def on(self, game_id: int, about: object) -> bool:
        """Whether this is what is, or was last, thought about in a game."""
        return game_id in self._on and self._on[game_id][0] == about

    def begin(self, game_id: int, about: object, thought: Coroutine[Any, Any, None]) -> None:
        """Think about a position; what was thought of before is off."""
        self.drop(game_id)
        self._on[game_id] = about, self._tasks.spawn(thought, name=f"thought game={game_id}")

    def drop(self, game_id: int) -> None:
        """Think no more about a game, and forget what was thought."""
        if game_id in self._on:
            self._on.pop(game_id)[1].cancel()
