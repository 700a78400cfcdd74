"""The real clock, and alarms that can be set again or called off."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import time
from collections.abc import Awaitable, Callable, Hashable

from bot.model.protocols import Clock

log = logging.getLogger(__name__)


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
        self._running: set[asyncio.Task[None]] = set()

    def set(self, name: Hashable, seconds: float, call: Callable[[], Awaitable[None]]) -> None:
        """Make `call` in so many seconds, instead of what was set under that name before."""
        self.cancel(name)
        # What will be done then is not done for the update that is being worked for now.
        self._waiting[name] = asyncio.create_task(
            self._wait(name, seconds, call), context=contextvars.Context()
        )

    def cancel(self, name: Hashable) -> None:
        """Call an alarm off; one that is being carried out already goes on."""
        task = self._waiting.pop(name, None)
        if task is not None:
            task.cancel()

    async def _wait(
        self, name: Hashable, seconds: float, call: Callable[[], Awaitable[None]]
    ) -> None:
        await self._clock.sleep(max(seconds, 0))
        task = self._waiting.pop(name)
        self._running.add(task)
        try:
            await call()
        except Exception:
            log.exception("an alarm failed: %s", name)
        finally:
            self._running.discard(task)

    async def idle(self) -> None:
        """Wait until no call is being made."""
        while self._running:
            await asyncio.wait(set(self._running))

    async def close(self) -> None:
        """Call all alarms off and wait for the calls being made."""
        for name in list(self._waiting):
            self.cancel(name)
        await self.idle()
