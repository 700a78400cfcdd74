"""The system clock, and named alarms that can be reset or cancelled."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

from bot.model.protocols import Clock
from bot.runtime.tasks import Nursery

Call = Callable[[], Coroutine[Any, Any, None]]


class SystemClock(Clock):
    """The time of the machine."""

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Sleep for so many seconds."""
        await asyncio.sleep(seconds)


class Alarms:
    """Scheduled calls, at most one waiting for each name."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[Hashable, asyncio.Task[None]] = {}
        self._sleeps, self._calls = Nursery(), Nursery()

    def set(self, name: Hashable, seconds: float, call: Call) -> None:
        """Schedule `call` in so many seconds; it replaces the alarm of that name."""
        self.cancel(name)
        sleep = self._wait(name, seconds, call)
        self._waiting[name] = self._sleeps.spawn(sleep, name=f"alarm {name}")

    def cancel(self, name: Hashable) -> None:
        """Cancel an alarm; a call that is already running goes on."""
        task = self._waiting.pop(name, None)
        if task is not None:
            task.cancel()

    async def _wait(self, name: Hashable, seconds: float, call: Call) -> None:
        await self._clock.sleep(max(seconds, 0))
        del self._waiting[name]
        self._calls.spawn(call(), name=f"alarm {name}")

    async def idle(self) -> None:
        """Wait until no call is running."""
        await self._calls.idle()

    async def close(self) -> None:
        """Cancel all alarms and wait for the running calls."""
        self._waiting.clear()
        await self._sleeps.close()
        await self.idle()
