"""Where updates come from: https://core.telegram.org/bots/api#getupdates."""

import asyncio
import logging
from contextlib import suppress
from typing import Any

from aiogram import Bot, Dispatcher
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

log = logging.getLogger(__name__)

POLL_SECONDS = 25
LONGEST_PAUSE = 60.0


class Poller:
    """Asks for updates and hands each to its handler, in their order, without waiting for it.

    aiogram's own polling never pauses for long and does not wait for its handlers at the end.
    """

    def __init__(self, bot: Bot, dispatcher: Dispatcher, clock: Clock) -> None:
        self._bot = bot
        self._dispatcher = dispatcher
        self._clock = clock
        self._kinds = dispatcher.resolve_used_update_types()
        self._offset: int | None = None
        self._failures = 0
        self._handling: set[asyncio.Task[Any]] = set()

    async def run(self) -> None:
        """Poll until cancelled. Raises TelegramUnauthorizedError when the token is withdrawn."""
        while True:
            try:
                updates = await self._ask(POLL_SECONDS)
            except TelegramUnauthorizedError:
                raise
            except AiogramError as error:
                await self._pause(error)
                continue
            self._failures = 0
            for update in updates:
                self._offset = update.update_id + 1
                task = asyncio.create_task(self._dispatcher.feed_update(self._bot, update))
                self._handling.add(task)
                task.add_done_callback(self._done)

    async def finish(self, seconds: float) -> None:
        """After `run`: let the handlers end, and tell Telegram what need not come again."""
        if self._handling:
            _, slow = await asyncio.wait(self._handling, timeout=seconds)
            for task in slow:
                task.cancel()
        if self._offset is not None:
            with suppress(AiogramError):
                await self._ask(0, limit=1)

    async def _ask(self, seconds: int, limit: int | None = None) -> list[Update]:
        call = GetUpdates(
            offset=self._offset, limit=limit, timeout=seconds, allowed_updates=self._kinds
        )
        return await self._bot(call, request_timeout=seconds + (10 if seconds else 2))

    async def _pause(self, error: AiogramError) -> None:
        self._failures += 1
        pause = min(LONGEST_PAUSE, 2.0 ** min(self._failures - 1, 10))
        if isinstance(error, TelegramRetryAfter):
            pause = error.retry_after
        if isinstance(error, TelegramConflictError):
            log.error(
                "ANOTHER PROCESS asks for updates with this token, and Telegram serves only one: "
                "stop the other one. Trying again in %.0f s. (%s)",
                pause,
                error.message,
            )
        else:
            what = error.message if isinstance(error, TelegramAPIError) else type(error).__name__
            log.warning("no updates: %s; trying again in %.0f s", what, pause)
        await self._clock.sleep(pause)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._handling.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("an update was lost", exc_info=error)
