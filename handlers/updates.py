"""The queue of updates: each takes effect once, however often Telegram sends it."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from hashlib import sha256
from typing import Protocol

from aiogram import Bot, Dispatcher
from aiogram.methods import AnswerCallbackQuery
from aiogram.types import TelegramObject, Update
from pydantic import ValidationError

from bot.model.protocols import Clock
from bot.runtime.context import bind_update
from bot.runtime.metrics import Metrics
from bot.runtime.tasks import Nursery
from handlers.callback_answers import ANSWER_SECONDS, answer_press
from handlers.person_queues import PersonQueues, QueuedUpdate
from handlers.rate_limit import PersonRates, Verdict

log = logging.getLogger(__name__)

REMEMBERED = 16_384
"""The number of last updates by which repeated ones are recognised."""
_KIND = re.compile("[a-z_]{1,40}")


class Source(Protocol):
    """A source of updates."""

    async def run(self) -> None:
        """Receive updates until cancelled."""

    async def finish(self, seconds: float) -> None:
        """Let received updates be handled, for at most `seconds`; called after `run`."""

    def problem(self) -> str | None:
        """Return what keeps updates from coming, None where nothing does."""


class UpdateQueue:
    """Starts the handlers of updates: a person's in order, people by turns (see `PersonQueues`).

    A person beyond their rate (see `PersonRates`) is told so once, by `slow_down`; what they press
    and write after that is dropped. `kept` are updates whose effect an earlier process stored (see
    `bot.storage.updates`); they are not handled again.
    """

    def __init__(
        self,
        bot: Bot,
        dispatcher: Dispatcher,
        clock: Clock,
        metrics: Metrics,
        slow_down: Callable[[Update], Awaitable[None]],
        kept: Collection[tuple[int, str]] = (),
    ) -> None:
        self._bot = bot
        self._dispatcher = dispatcher
        self._metrics = metrics
        self._slow_down = slow_down
        self._kept = kept
        self._rates = PersonRates(clock)
        self._queues = PersonQueues()
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

    @property
    def waiting(self) -> int:
        """Return how many updates wait for their turn."""
        return self._queues.waiting

    def read(self, raw: object) -> Update | None:
        """Parse an update; log and count it and return None where that is not possible."""
        try:
            update = Update.model_validate(raw, context={"bot": self._bot})
        except ValidationError:
            update = None
        if update is None or _event(update) is None:
            self._metrics.update("unreadable")
            number, kind = _outline(raw)
            log.error("update_unreadable update=%s kind=%s", number, kind)
            return None
        return update

    def take(self, update: Update) -> asyncio.Task[None] | None:
        """Begin to handle an update; return its task, None if it is handled or dropped.

        The task never fails. It ends once the effects of the update are stored and a press is
        answered. If it is cancelled, the update was not handled and may be sent again.
        """
        number = update.update_id
        if number in self._handled:
            return None
        if number not in self._handling:
            verdict = self._judge(update)
            if verdict == "drop":
                self._metrics.dropped()
                self._note(number)
                return None
            turn = self._queues.queue(_person_id(update))
            work = self._handle(update, turn, verdict, self._rates.now())
            task = self._tasks.spawn(work, name=f"update {number}")
            self._handling[number] = task
            task.add_done_callback(lambda task: self._done(number, turn, task))
        return self._handling[number]

    async def finish(self, seconds: float) -> None:
        """Wait for the handlers; those that take longer than `seconds` are cancelled."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._tasks.idle()
        await self._tasks.close()

    def _judge(self, update: Update) -> Verdict:
        if not _may_drop(update) or (update.update_id, _what(update)) in self._kept:
            return "serve"
        return self._rates.judge(_person_id(update))

    async def _handle(
        self, update: Update, turn: QueuedUpdate, verdict: Verdict, came: float
    ) -> None:
        await turn.granted()
        what = _what(update)
        with bind_update(update.update_id, what):
            if (update.update_id, what) in self._kept:
                await self._repeated(update)
                return
            if verdict == "tell" or self._too_late(update, came):
                self._metrics.dropped()
            else:
                self._metrics.update(update.event_type)
            try:
                if verdict == "tell":
                    await self._slow_down(update)
                elif not self._too_late(update, came):
                    await self._dispatcher.feed_update(self._bot, update)
            except Exception as error:
                log.error("update_lost error=%s", type(error).__name__, exc_info=error)

    def _too_late(self, update: Update, came: float) -> bool:
        """Tell whether a press of a person beyond their rate is too old to be answered."""
        if update.callback_query is None or self._rates.now() - came <= ANSWER_SECONDS:
            return False
        return self._rates.beyond(_person_id(update))

    async def _repeated(self, update: Update) -> None:
        """Answer a press whose effect an earlier process stored, but could not confirm."""
        log.info("update_repeated")
        if query := update.callback_query:
            await answer_press(self._bot, AnswerCallbackQuery(callback_query_id=query.id))

    def _done(self, number: int, turn: QueuedUpdate, task: asyncio.Task[None]) -> None:
        turn.end()
        del self._handling[number]
        if not task.cancelled():
            self._note(number)

    def _note(self, number: int) -> None:
        self._handled[number] = None
        if len(self._handled) > REMEMBERED:
            del self._handled[next(iter(self._handled))]


def _event(update: Update) -> TelegramObject | None:
    """Return the event of an update, None if its kind is unknown."""
    try:
        return update.event
    except LookupError:
        return None


def _outline(raw: object) -> tuple[str, str]:
    """Return the number and the kind of an unreadable update, for the log."""
    if not isinstance(raw, dict):
        return "?", "?"
    number, kinds = raw.get("update_id"), [key for key in raw if key != "update_id"]
    known = isinstance(number, int)
    return str(number) if known else "?", ",".join(filter(_KIND.fullmatch, kinds)) or "?"


def _person_id(update: Update) -> int:
    """Return the id of the person, else of the chat.

    People who write in the name of a chat share the ids of Telegram's own accounts.
    """
    event = _event(update)
    for field in ("sender_chat", "from_user", "chat"):
        if (who := getattr(event, field, None)) is not None:
            return int(who.id)
    return 0


def _may_drop(update: Update) -> bool:
    """Tell whether an update asks the bot for something: a press, a command, a private message.

    Events of chats are sent once, so they are never dropped; other messages cost little.
    """
    if update.callback_query:
        return True
    message = update.message
    if message is None or message.from_user is None:
        return False
    command = message.forward_origin is None and (message.text or "").startswith("/")
    return command or message.chat.type == "private"


def _what(update: Update) -> str:
    """Return a fingerprint of an update to store, without ids of people in it."""
    if query := update.callback_query:
        what = query.id
    elif message := update.message:
        what = f"{message.chat.id}:{message.message_id}:{message.date.timestamp():.0f}"
    else:
        return ""
    return sha256(what.encode()).hexdigest()[:16]
