"""Has pictures drawn in a process of its own; where that fails there is none."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from bot.drawing import orders
from bot.drawing.orders import Played, Portrait
from bot.workers.pool import WorkerLost, WorkerPool, WorkersBusy

log = logging.getLogger(__name__)

_WAIT, _LIMIT = 60.0, 60.0
"""Seconds that a picture may wait to be begun, and take. A first plot measures all fonts."""


class Painter:
    """Every picture is a PNG; None where none could be drawn, which is in the log."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers

    async def pogony(self, portraits: Sequence[Portrait]) -> bytes | None:
        """These people in the straps of their ranks."""
        return await self._paint(orders.pogony, tuple(portraits))

    async def rating(
        self, games: Sequence[Played], title: str, held: str, lost: str
    ) -> bytes | None:
        """A person's rating and results; see `bot.drawing.plots.rating`."""
        return await self._paint(orders.rating, tuple(games), title, held, lost)

    async def chance(
        self, points: Sequence[float], title: str, below: str, marks: Sequence[int] = ()
    ) -> bytes | None:
        """How likely a defeat was; see `bot.drawing.plots.chance`."""
        return await self._paint(orders.chance, tuple(points), title, below, tuple(marks))

    async def _paint(self, work: Callable[..., bytes], *what: object) -> bytes | None:
        try:
            return await self._workers.run(work, *what, wait=_WAIT, limit=_LIMIT)
        except (WorkersBusy, WorkerLost) as error:
            log.warning("a picture was not drawn: %s", type(error).__name__)
        except Exception as error:
            # Whatever a library makes of what it was given; only where it happened is told.
            log.warning("a picture could not be drawn: %s", type(error).__name__)
        return None
