"""Mailboxes: work at one table runs one piece at a time, in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


class Mailbox:
    """A queue that runs pieces of work one at a time, in the order they were posted."""

    def __init__(self) -> None:
        self._last: asyncio.Task[Any] | None = None
        self._behind: asyncio.Task[Any] | None = None

    def post(self, work: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        """Queue `work` and return its task; its place is taken before this returns.

        Callers that await the task should shield it: work that has begun must be finished.
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
        """Merge with another mailbox while both are `held`: their work runs in turn.

        First what was posted here, then what was posted to `other`, then what is posted later.
        """
        assert self._last is not None and other._last is not None, "both are held"
        other._behind = self._last
        self.post(partial(_ended, other._last))

    @property
    def empty(self) -> bool:
        """Whether nothing is being done, and nothing waits."""
        return self._last is None or self._last.done()

    async def idle(self) -> None:
        """Wait until the queue is empty."""
        while self._last is not None and not self._last.done():
            await asyncio.wait([self._last])


@asynccontextmanager
async def held(mailboxes: Sequence[Mailbox]) -> AsyncIterator[None]:
    """Run the block while nothing else runs in these mailboxes.

    It waits for its turn in each. All places are taken at once, so two such blocks can't deadlock
    (unless one of them makes a mailbox `absorb` another).
    """
    done = asyncio.Event()
    begun = [asyncio.Event() for _ in mailboxes]
    for mailbox, event in zip(mailboxes, begun, strict=True):
        mailbox.post(partial(_hold, mailbox, event, done))
    try:
        for event in begun:
            await event.wait()
        yield
    finally:
        done.set()


async def _hold(mailbox: Mailbox, begun: asyncio.Event, done: asyncio.Event) -> None:
    begun.set()
    await done.wait()
    if mailbox._behind is not None:
        await _ended(mailbox._behind)


async def _ended(task: asyncio.Task[Any]) -> None:
    await asyncio.wait([task])
