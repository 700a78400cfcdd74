"""Draw pictures in a worker process."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from bot.drawing import orders
from bot.drawing.subjects import Played, Portrait
from bot.workers.pool import WorkerLost, WorkerPool, WorkersBusy

log = logging.getLogger(__name__)

_WAIT, _LIMIT = 60.0, 60.0
"""Seconds that a picture may wait to be started, and may take.

The first plot of a process scans all fonts.
"""


class Painter:
    """Draws PNG pictures; a failure is logged and returned as None."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers

    async def pogony(self, portraits: Sequence[Portrait]) -> bytes | None:
        """Draw people in the straps of their ranks; see `bot.drawing.portrait.draw`."""
        return await self._paint(orders.pogony, tuple(portraits))

    async def rating(
        self, games: Sequence[Played], title: str, held: str, lost: str
    ) -> bytes | None:
        """Plot a person's rating and results; see `bot.drawing.plots.rating`."""
        return await self._paint(orders.rating, tuple(games), title, held, lost)

    async def chance(
        self, points: Sequence[float], title: str, below: str, marks: Sequence[int] = ()
    ) -> bytes | None:
        """Plot the probability of a defeat; see `bot.drawing.plots.chance`."""
        return await self._paint(orders.chance, tuple(points), title, below, tuple(marks))

    async def _paint(self, work: Callable[..., bytes], *what: object) -> bytes | None:
        try:
            return await self._workers.run(work, *what, wait=_WAIT, limit=_LIMIT)
        except (WorkersBusy, WorkerLost) as error:
            log.warning("picture_failed error=%s", type(error).__name__)
        except Exception as error:
            # An error of a drawing library; its message may hold names, so only its type is logged.
            log.warning("picture_failed error=%s", type(error).__name__)
        return None
