"""A lane: what happens at one place happens one after another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


class Mailbox:
    """Does pieces of work one at a time, in the order in which they were handed in."""

    def __init__(self) -> None:
        self._last: asyncio.Task[Any] | None = None
        self._behind: asyncio.Task[Any] | None = None

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

    def absorb(self, other: Mailbox) -> None:
        """Two places have become one, while both lanes are `held`: their work is done in turn.

        First what this lane has been handed, then what `other` has, then what comes from now on.
        """
        assert self._last is not None and other._last is not None, "both are held"
        other._behind = self._last
        self.post(partial(_ended, other._last))

    async def idle(self) -> None:
        """Wait until nothing is left to do."""
        while self._last is not None and not self._last.done():
            await asyncio.wait([self._last])


@asynccontextmanager
async def held(lanes: Sequence[Mailbox]) -> AsyncIterator[None]:
    """While the block runs nothing else is done in these lanes; it waits for its turn in each.

    The places in all queues are taken at once, so that two such blocks never wait for each other
    (unless one of them makes a lane `absorb` another).
    """
    done = asyncio.Event()
    begun = [asyncio.Event() for _ in lanes]
    for lane, event in zip(lanes, begun, strict=True):
        lane.post(partial(_stand, lane, event, done))
    try:
        for event in begun:
            await event.wait()
        yield
    finally:
        done.set()


async def _stand(lane: Mailbox, begun: asyncio.Event, done: asyncio.Event) -> None:
    begun.set()
    await done.wait()
    if lane._behind is not None:
        await _ended(lane._behind)


async def _ended(task: asyncio.Task[Any]) -> None:
    await asyncio.wait([task])
