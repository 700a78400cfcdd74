"""Updates that are asked for: https://core.telegram.org/bots/api#getupdates."""

import asyncio
import logging
from contextlib import suppress

from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    TelegramAPIError,
    TelegramConflictError,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.methods import GetUpdates
from aiogram.types import Update

from bot.ports import Clock
from handlers.intake import Intake, Source

log = logging.getLogger(__name__)

POLL_SECONDS = 25
LONGEST_PAUSE = 60.0
SOONEST, LATEST = 0.005, 0.05
"""So many seconds the next poll waits for what came by the last one to be handled.

What is not handled by then comes again; the more often it does, the longer the wait.
"""
HELD_SECONDS = 5.0
"""An update is left with Telegram until it is handled, but not longer than this."""


class Poller(Source):
    """Asks for updates, and lets Telegram forget them when they are handled.

    So what a killed process was about to do comes again. aiogram's own polling confirms what it
    has only read, never pauses for long, and does not wait for its handlers at the end.
    """

    def __init__(self, bot: Bot, intake: Intake, clock: Clock) -> None:
        self._bot = bot
        self._intake = intake
        self._clock = clock
        self._next = 0
        self._held: dict[int, tuple[asyncio.Task[None], float]] = {}
        self._wait = SOONEST
        self._failures = 0
        self._trouble: str | None = "not asked for updates yet"

    def ailment(self) -> str | None:
        """What the last poll met, None where it went well."""
        return self._trouble

    async def run(self) -> None:
        """Poll until cancelled. Raises TelegramUnauthorizedError when the token is withdrawn."""
        # Telegram answers this at once, so that it is known from the start whether all is well.
        seconds = 0
        while True:
            try:
                updates = await self._ask(seconds)
            except TelegramUnauthorizedError:
                raise
            except AiogramError as error:
                await self._pause(error)
                continue
            self._failures, self._trouble, seconds = 0, None, POLL_SECONDS
            news = [self._take(update) for update in updates]
            self._wait = SOONEST if any(news) else min(LATEST, 2 * self._wait)
            if tasks := [task for task, _ in self._held.values()]:
                await asyncio.wait(tasks, timeout=self._wait)

    async def finish(self, seconds: float) -> None:
        """After `run`: let the handlers end, and tell Telegram what need not come again."""
        await self._intake.finish(seconds)
        if self._next:
            with suppress(AiogramError):
                await self._ask(0, limit=1)

    def _take(self, update: Update) -> bool:
        """Hand an update over; whether it came for the first time."""
        self._next = max(self._next, update.update_id + 1)
        known = update.update_id in self._held
        if not known and (task := self._intake.take(update)):
            now = asyncio.get_running_loop().time()
            self._held[update.update_id] = task, now + HELD_SECONDS
        return not known

    def _offset(self) -> int | None:
        """All before this are confirmed."""
        now = asyncio.get_running_loop().time()
        for number, (task, until) in list(self._held.items()):
            if until < now or (task.done() and not task.cancelled()):
                del self._held[number]
        return min(self._held, default=self._next) or None

    async def _ask(self, seconds: int, limit: int | None = None) -> list[Update]:
        call = GetUpdates(
            offset=self._offset(),
            limit=limit,
            timeout=seconds,
            allowed_updates=self._intake.kinds,
        )
        return await self._bot(call, request_timeout=seconds + (10 if seconds else 2))

    async def _pause(self, error: AiogramError) -> None:
        self._failures += 1
        pause = min(LONGEST_PAUSE, 2.0 ** min(self._failures - 1, 10))
        if isinstance(error, TelegramRetryAfter):
            pause = error.retry_after
        if isinstance(error, TelegramConflictError):
            self._trouble = "another process asks for updates with this token"
            log.error(
                "ANOTHER PROCESS asks for updates with this token, and Telegram serves only one: "
                "stop the other one. Trying again in %.0f s. (%s)",
                pause,
                error.message,
            )
        else:
            what = error.message if isinstance(error, TelegramAPIError) else type(error).__name__
            self._trouble = f"no updates: {what}"
            log.warning("no updates: %s; trying again in %.0f s", what, pause)
        await self._clock.sleep(pause)
