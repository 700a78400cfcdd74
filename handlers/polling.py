"""Updates that are asked for: https://core.telegram.org/bots/api#getupdates."""

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
from aiogram.types import Update
from pydantic import ValidationError

from bot.model.protocols import Clock
from handlers.updates import Source, UpdateQueue

log = logging.getLogger(__name__)

POLL_SECONDS, ANSWER_SECONDS = 15, 5
"""How long Telegram holds a poll that brings nothing, and how long its answer may take then.

A connection that hangs is noticed after both.
"""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 15.0
"""Seconds before the next try; they double with every failure."""
SOONEST, LATEST = 0.005, 0.05
"""So many seconds the next poll waits for what came by the last one to be handled.

What is not handled by then comes again; the more often it does, the longer the wait.
"""
HELD_SECONDS = 5.0
"""An update is left with Telegram until it is handled, but not longer than this."""


class GetRawUpdates(TelegramMethod[list[dict[str, Any]]]):
    """getUpdates, its updates left as they come.

    So each is read once, however often it comes, and one that can't be read keeps none of the
    others from being read.
    """

    __returning__ = list[dict[str, Any]]
    __api_method__ = "getUpdates"

    offset: int | None = None
    limit: int | None = None
    timeout: int | None = None
    allowed_updates: list[str] | None = None


class Poller(Source):
    """Asks for updates, and lets Telegram forget them when they are handled.

    So what a killed process was about to do comes again. aiogram's own polling confirms what it
    has only read, never pauses for long, and does not wait for its handlers at the end.

    `recovered` is called when a poll succeeds after others have failed.
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
                # Answered at once, it tells when all is well; another poller is met by long ones.
                seconds = POLL_SECONDS if isinstance(error, TelegramConflictError) else 0
                continue
            if self._failures:
                self._recovered()
            self._failures, self._trouble, seconds = 0, None, POLL_SECONDS
            news = [self._take(update) for update in updates]
            self._wait = SOONEST if any(news) else min(LATEST, 2 * self._wait)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._wait):
                    await self._handled()

    async def finish(self, seconds: float) -> None:
        """After `run`: let the handlers end, and tell Telegram what need not come again."""
        await self._updates.finish(seconds)
        if self._next:
            with suppress(AiogramError):
                await self._ask(0, limit=1)

    async def _handled(self) -> None:
        """Wait until all that is held has been handled."""
        while not all(task.done() for task, _ in self._held.values()):
            self._idle.clear()
            await self._idle.wait()

    def _take(self, raw: dict[str, Any]) -> bool:
        """Hand an update over; whether it came for the first time."""
        number: int = raw["update_id"]
        if number in self._held:
            return False
        self._next = max(self._next, number + 1)
        try:
            update = Update.model_validate(raw, context={"bot": self._bot})
        except ValidationError:
            log.error("an update was not understood")
            return True
        if task := self._updates.take(update):
            now = asyncio.get_running_loop().time()
            self._held[number] = task, now + HELD_SECONDS
            task.add_done_callback(lambda _: self._idle.set())
        return True

    def _offset(self) -> int | None:
        """All before this are confirmed."""
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
                "ANOTHER PROCESS asks for updates with this token, and Telegram serves only one: "
                "stop the other one. Trying again in %.0f s. (%s)",
                pause,
                error.message,
            )
        else:
            what = error.message if isinstance(error, TelegramAPIError) else type(error).__name__
            self._trouble = f"no updates: {what}"
            log.warning("no updates: %s; trying again in %.1f s", what, pause)
        await self._clock.sleep(pause)
