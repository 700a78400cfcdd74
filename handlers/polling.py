"""Updates by long polling: https://core.telegram.org/bots/api#getupdates."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    TelegramAPIError,
    TelegramConflictError,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.methods import Response, TelegramMethod

from bot.model.protocols import Clock
from handlers.updates import Source, UpdateQueue

log = logging.getLogger(__name__)

POLL_SECONDS, ANSWER_SECONDS = 15, 5
"""How long Telegram may hold a poll without updates, and the answer may take after that.

A connection that hangs is noticed after the sum of both.
"""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 15.0
"""The first and the longest pause after failures in seconds; it doubles."""
SOONEST, LATEST = 0.005, 0.05
"""How many seconds, at least and at most, handlers have before the next poll.

Updates not handled by then are sent again. The wait doubles after a poll without new updates.
"""
HELD_SECONDS = 5.0
"""How long an update that is being handled stays unconfirmed."""


class GetRawUpdates(TelegramMethod[list[dict[str, Any]]]):
    """getUpdates that returns unparsed updates.

    Each is then parsed once, however often it is sent, and an unreadable one does not affect the
    others.
    """

    __returning__ = list[dict[str, Any]]
    __api_method__ = "getUpdates"

    offset: int | None = None
    limit: int | None = None
    timeout: int | None = None
    allowed_updates: list[str] | None = None


class Poller(Source):
    """Polls for updates, and confirms them once they are handled.

    Updates that a killed process was handling are therefore sent again. aiogram's own polling
    confirms updates it has only read, and does not wait for its handlers at the end.

    `recovered` is called when a poll succeeds after a failed one.
    """

    def __init__(
        self, bot: Bot, updates_: UpdateQueue, clock: Clock, recovered: Callable[[], None]
    ) -> None:
        self._bot = bot
        self._updates = updates_
        self._clock = clock
        self._recovered = recovered
        self._next = 0
        self._held: dict[int, tuple[asyncio.Task[None], float]] = {}
        self._idle = asyncio.Event()
        # Held because pydantic would build it again at every poll: bot.delivery.json_session.
        self._reader = Response[GetRawUpdates.__returning__]
        self._wait = SOONEST
        self._failures = 0
        self._trouble: str | None = "not asked for updates yet"

    def problem(self) -> str | None:
        """Return what was wrong with the last poll, None where nothing was."""
        return self._trouble

    async def run(self) -> None:
        """Poll until cancelled.

        Raises:
            TelegramUnauthorizedError: the token was revoked.
        """
        # The first poll is answered at once, so that problems are known from the start.
        seconds = 0
        while True:
            try:
                updates = await self._ask(seconds)
            except TelegramUnauthorizedError:
                raise
            except AiogramError as error:
                await self._pause(error)
                # A short poll tells at once that all is well; a long one detects another poller.
                seconds = POLL_SECONDS if isinstance(error, TelegramConflictError) else 0
                continue
            if self._failures:
                self._recovered()
            self._failures, self._trouble, seconds = 0, None, POLL_SECONDS
            new = [self._take(update) for update in updates]
            self._wait = SOONEST if any(new) else min(LATEST, 2 * self._wait)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._wait):
                    await self._handled()

    async def finish(self, seconds: float) -> None:
        """Let the handlers end within `seconds`, and confirm what they have handled."""
        await self._updates.finish(seconds)
        if self._next:
            with suppress(AiogramError):
                await self._ask(0, limit=1)

    async def _handled(self) -> None:
        """Wait until all unconfirmed updates are handled."""
        while not all(task.done() for task, _ in self._held.values()):
            self._idle.clear()
            await self._idle.wait()

    def _take(self, raw: dict[str, Any]) -> bool:
        """Begin to handle an update; tell whether it is new."""
        number: int = raw["update_id"]
        if number in self._held:
            return False
        self._next = max(self._next, number + 1)
        update = self._updates.read(raw)
        if update is not None and (task := self._updates.take(update)):
            now = asyncio.get_running_loop().time()
            self._held[number] = task, now + HELD_SECONDS
            task.add_done_callback(lambda _: self._idle.set())
        return True

    def _offset(self) -> int | None:
        """Return the id before which all updates are confirmed, None for the start."""
        now = asyncio.get_running_loop().time()
        for number, (task, until) in list(self._held.items()):
            if until < now or (task.done() and not task.cancelled()):
                del self._held[number]
        return min(self._held, default=self._next) or None

    async def _ask(self, seconds: int, limit: int | None = None) -> list[dict[str, Any]]:
        call = GetRawUpdates(
            offset=self._offset(),
            limit=limit,
            timeout=seconds,
            allowed_updates=self._updates.kinds,
        )
        return await self._bot(call, request_timeout=seconds + (ANSWER_SECONDS if seconds else 2))

    async def _pause(self, error: AiogramError) -> None:
        self._failures += 1
        first = 1.0 if isinstance(error, TelegramConflictError) else FIRST_PAUSE
        pause = min(LONGEST_PAUSE, first * 2.0 ** min(self._failures - 1, 10))
        if isinstance(error, TelegramRetryAfter):
            pause = error.retry_after
        if isinstance(error, TelegramConflictError):
            self._trouble = "another process asks for updates with this token"
            log.error(
                "updates_conflict: ANOTHER PROCESS asks for updates with this token, and Telegram "
                'serves only one: stop the other one. retry_seconds=%.0f error="%s"',
                pause,
                error.message,
            )
        else:
            cause = error.message if isinstance(error, TelegramAPIError) else type(error).__name__
            self._trouble = f"no updates: {cause}"
            log.warning('no_updates retry_seconds=%.1f error="%s"', pause, cause)
        await self._clock.sleep(pause)
