"""The real clock, and alarms that can be set again or called off."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

from bot.model.protocols import Clock
from bot.runtime.tasks import Nursery

Call = Callable[[], Coroutine[Any, Any, None]]


class SystemClock(Clock):
    """The machine's time."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class Alarms:
    """Calls to be made later, at most one waiting for each name."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[Hashable, asyncio.Task[None]] = {}
        self._sleeps, self._calls = Nursery(), Nursery()

    def set(self, name: Hashable, seconds: float, call: Call) -> None:
        """Make `call` in so many seconds, instead of what was set under that name before."""
        self.cancel(name)
        sleep = self._wait(name, seconds, call)
        self._waiting[name] = self._sleeps.spawn(sleep, name=f"alarm {name}")

    def cancel(self, name: Hashable) -> None:
        """Call an alarm off; one that is being carried out already goes on."""
        task = self._waiting.pop(name, None)
        if task is not None:
            task.cancel()

    async def _wait(self, name: Hashable, seconds: float, call: Call) -> None:
        await self._clock.sleep(max(seconds, 0))
        del self._waiting[name]
        self._calls.spawn(call(), name=f"alarm {name}")

    async def idle(self) -> None:
        """Wait until no call is being made."""
        await self._calls.idle()

    async def close(self) -> None:
        """Call all alarms off and wait for the calls being made."""
        self._waiting.clear()
        await self._sleeps.close()
        await self.idle()
