"""The queue of updates: each takes effect once, however often Telegram sends it."""

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from hashlib import sha256
from typing import Protocol

from aiogram import Bot, Dispatcher
from aiogram.methods import AnswerCallbackQuery
from aiogram.types import Update

from bot.runtime.context import bind_update
from bot.runtime.metrics import Metrics
from bot.runtime.tasks import Nursery
from handlers.callback_answers import answer_press

log = logging.getLogger(__name__)

REMEMBERED = 16_384
"""The number of last updates by which repeated ones are recognised."""


class Source(Protocol):
    """A source of updates."""

    async def run(self) -> None:
        """Receive updates until cancelled."""

    async def finish(self, seconds: float) -> None:
        """Let received updates be handled, for at most `seconds`; called after `run`."""

    def problem(self) -> str | None:
        """Return what keeps updates from coming, None where nothing does."""


class UpdateQueue:
    """Starts the handlers of updates in the order of arrival, without waiting.

    `kept` are updates whose effect an earlier process stored (see `bot.storage.updates`); they are
    not handled again.
    """

    def __init__(
        self,
        bot: Bot,
        dispatcher: Dispatcher,
        metrics: Metrics,
        kept: Collection[tuple[int, str]] = (),
    ) -> None:
        self._bot = bot
        self._dispatcher = dispatcher
        self._metrics = metrics
        self._kept = kept
        self._handling: dict[int, asyncio.Task[None]] = {}
        self._tasks = Nursery()
        # An ordered set: the oldest are dropped first.
        self._handled: dict[int, None] = {}

    @property
    def kinds(self) -> list[str]:
        """The kinds of updates that have a handler, for `allowed_updates`.

        https://core.telegram.org/bots/api#getting-updates
        """
        return self._dispatcher.resolve_used_update_types()

    def take(self, update: Update) -> asyncio.Task[None] | None:
        """Begin to handle an update; return its task, None if it is handled already.

        The task never fails. It ends once the effects of the update are stored and a press is
        answered. If it is cancelled, the update was not handled and may be sent again.
        """
        number = update.update_id
        if number in self._handled:
            return None
        if number not in self._handling:
            task = self._tasks.spawn(self._handle(update), name=f"update {number}")
            self._handling[number] = task
            task.add_done_callback(lambda task: self._done(number, task))
        return self._handling[number]

    async def finish(self, seconds: float) -> None:
        """Wait for the handlers; those that take longer than `seconds` are cancelled."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._tasks.idle()
        await self._tasks.close()

    async def _handle(self, update: Update) -> None:
        what = _what(update)
        with bind_update(update.update_id, what):
            if (update.update_id, what) in self._kept:
                await self._repeated(update)
                return
            self._metrics.update(_kind(update))
            try:
                await self._dispatcher.feed_update(self._bot, update)
            except Exception as error:
                log.error("update_lost error=%s", type(error).__name__, exc_info=error)

    async def _repeated(self, update: Update) -> None:
        """Answer a press whose effect an earlier process stored, but could not confirm."""
        log.info("update_repeated")
        if query := update.callback_query:
            await answer_press(self._bot, AnswerCallbackQuery(callback_query_id=query.id))

    def _done(self, number: int, task: asyncio.Task[None]) -> None:
        del self._handling[number]
        if task.cancelled():
            return
        self._handled[number] = None
        if len(self._handled) > REMEMBERED:
            del self._handled[next(iter(self._handled))]


def _kind(update: Update) -> str:
    try:
        return update.event_type
    except LookupError:
        return "unknown"


def _what(update: Update) -> str:
    """Return a fingerprint of an update to store, without ids of people in it."""
    if query := update.callback_query:
        what = query.id
    elif message := update.message:
        what = f"{message.chat.id}:{message.message_id}:{message.date.timestamp():.0f}"
    else:
        return ""
    return sha256(what.encode()).hexdigest()[:16]
