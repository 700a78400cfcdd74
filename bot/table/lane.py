"""A lane: what happens at one place happens one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Lane:
    """Does pieces of work one at a time, in the order in which they were handed in."""

    def __init__(self) -> None:
        self._last: asyncio.Task[Any] | None = None

    def post(self, work: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        """Take a place in the queue for `work` at once; the task ends as the work does.

        Whoever waits for it should shield it: what was begun is committed and shown.
        """
        task = asyncio.create_task(self._after(self._last, work))
        self._last = task
        return task

    async def _after(
        self, previous: asyncio.Task[Any] | None, work: Callable[[], Coroutine[Any, Any, T]]
    ) -> T:
        if previous is not None:
            await asyncio.wait([previous])
        return await work()

    async def idle(self) -> None:
        """Wait until nothing is left to do."""
        while self._last is not None and not self._last.done():
            await asyncio.wait([self._last])
