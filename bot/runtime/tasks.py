"""The one place that starts background tasks; the linter forbids other starts (TID251)."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)


class Nursery:
    """Holds the background tasks of one component until they end.

    A component that starts tasks owns a nursery, and closes it when it is closed itself.
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def running(self) -> int:
        """How many tasks have not ended."""
        return len(self._tasks)

    def spawn(
        self, work: Coroutine[Any, Any, T], *, name: str, keep_context: bool = False
    ) -> asyncio.Task[T]:
        """Start `work`; it is kept until it ends, and a failure is logged under `name`.

        The task begins in an empty context: what goes on later is not part of the update that is
        being handled now. With `keep_context` it is part of it, for work that the caller waits for.
        """
        context = contextvars.copy_context() if keep_context else contextvars.Context()
        task = asyncio.create_task(work, name=name, context=context)
        self._tasks.add(task)
        # In the context of the task, so that the log line tells what the task worked for.
        task.add_done_callback(self._ended, context=context)
        return task

    async def idle(self) -> None:
        """Wait until no task is running, those included that are started meanwhile."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Cancel all tasks and wait until they have ended; more may be started later."""
        for task in self._tasks:
            task.cancel()
        await self.idle()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error('task_failed name="%s"', task.get_name(), exc_info=error)
