"""The outbox: shows the latest wanted screen of every slot with few calls."""

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from aiogram import Bot
from aiogram.exceptions import TelegramMigrateToChat
from aiogram.methods import SendChatAction
from aiogram.types import CallbackQuery, Message, TelegramObject

from bot.delivery import avatars, methods
from bot.delivery.backoff import Backoff
from bot.delivery.chat_events import ChatEventReader
from bot.delivery.chat_queue import ChatQueue, Ticket
from bot.delivery.errors import CALL_ERRORS, Meaning, meaning, words
from bot.delivery.message import OutgoingMessage, belongs_to_slot
from bot.delivery.message_store import MessageStore
from bot.delivery.rate_limits import RateLimits
from bot.delivery.scheduler import Scheduler
from bot.delivery.sender import Sender
from bot.model.protocols import ChatEvents, Clock, Delivery
from bot.model.screen import Attachment, Screen, Slot, SlotKind, Urgency
from bot.runtime.bucket import MonotonicTime
from bot.runtime.metrics import Metrics
from bot.runtime.tasks import Nursery
from bot.storage import messages
from bot.storage.database import Database

log = logging.getLogger(__name__)

Handler = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]

MOST_NOTES = 5
"""How many notes, and how many files, may wait in one chat.

A person who floods it with commands delays the others only briefly.
"""
STUCK_SECONDS = 120.0
"""Time without a screen shown, while messages wait, after which delivery counts as stuck."""
LONGEST_DEBT = 10.0
"""Seconds by which ephemeral messages may delay what their group sees."""
MOST_QUEUES = 4096
"""Beyond so many chats, those at rest are forgotten."""


class Outbox(Delivery):
    """The queue of all outgoing messages; nothing else writes to Telegram unasked.

    `run` is the worker: it serves the most urgent slot whose chat may be called, different chats
    concurrently.
    """

    def __init__(
        self,
        bot: Bot,
        db: Database,
        clock: Clock,
        pace: RateLimits,
        metrics: Metrics,
    ) -> None:
        self._bot = bot
        self._db = db
        self._clock = clock
        self._time = MonotonicTime(clock)
        self._pace = pace
        self._backoff = Backoff(self._time, self._reschedule)
        self._scheduler = Scheduler(pace.total(), self._backoff, self._settle)
        self._chat_events = ChatEventReader()
        self._store = MessageStore(db, clock)
        self._sender = Sender(bot, self._store, self._backoff, self._chat_events, self._on_shown)
        self._metrics = metrics
        self._moved_at = self._time.now()
        self._stored: dict[str, messages.ShownMessage] = {}
        self._messages: dict[str, OutgoingMessage] = {}
        self._alone: dict[int, set[Slot]] = {}
        self._unsettled: set[OutgoingMessage] = set()
        self._chats: dict[int, ChatQueue] = {}
        self._sweep_at = MOST_QUEUES
        self._calls, self._sleeps = Nursery(), Nursery()
        self._order = itertools.count()
        self._files = itertools.count()
        self._woken = asyncio.Event()
        self._sleeper: asyncio.Task[None] | None = None
        self._sleeps_until = 0.0
        self._quiet = asyncio.Event()
        self._quiet.set()

    async def load(self) -> None:
        """Load the messages that an earlier process left, before anything is shown."""
        self._stored = await messages.load_all(self._db)
        for name in self._stored:
            if name.startswith(SlotKind.ALONE):
                slot = Slot.of_name(name)
                self._alone.setdefault(slot.key, set()).add(slot)

    def show(self, slot: Slot, screen: Screen, urgency: Urgency, *, repost: bool = False) -> None:
        """See `Delivery.show`."""
        if slot.kind is not SlotKind.NOTE or self._takes(slot):
            self._want(self._message_of(slot), screen, urgency, repost)

    def send(self, chat_id: int, thread_id: int, attachment: Attachment, urgency: Urgency) -> None:
        """See `Delivery.send`."""
        slot = Slot(SlotKind.FILE, next(self._files), chat_id, thread_id)
        if self._takes(slot):
            self._want(OutgoingMessage(slot, kept=False), attachment, urgency)

    def forget(self, slot: Slot) -> None:
        """See `Delivery.forget`."""
        if slot.name not in self._messages and slot.name not in self._stored:
            return
        message = self._message_of(slot)
        message.kept = False
        self._drop(message)

    def remove(self, slot: Slot) -> None:
        """See `Delivery.remove`."""
        message = self._message_of(slot)
        message.remove()
        self._drop(message)

    def redraw(self, chat_id: int, message_id: int, screen: Screen) -> None:
        """See `Delivery.redraw`; the latest screen that waits for a message wins."""
        chat, slot = self._chat(chat_id), Slot(SlotKind.NOTE, message_id, chat_id)
        kept = itertools.chain(
            self._stored.values(), (one.shown for one in self._messages.values())
        )
        if chat.held or not message_id or belongs_to_slot(chat_id, message_id, kept):
            return
        waiting = (message for message in chat.messages if message.slot == slot)
        shown = messages.ShownMessage(slot.name, chat_id, message_id, digest="")
        message = next(waiting, None) or OutgoingMessage(slot, shown, kept=False)
        message.want(screen, Urgency.ACTED, resend=False)
        if message.since is None:
            message.since = self._time.now()
        self._touch(message)

    def move(self, old_id: int, new_id: int) -> None:
        """See `Delivery.move`."""
        stored = self._stored.items()
        self._stored = {name: shown for name, shown in stored if shown.chat_id != old_id}
        chat = self._chats.pop(old_id, None)
        known = [message for message in self._messages.values() if message.slot.chat_id == old_id]
        waiting = [*chat.messages] if chat else []
        if chat:
            chat.messages.clear()
            chat.ticket = chat.alarm = None
            chat.duplicates.candidates.clear()
        for message in {*known, *waiting}:
            self._unsettled.discard(message)
            self._messages.pop(message.slot.name, None)
            self._store.discard(message.slot.name)
            self._transfer(message, replace(message.slot, chat_id=new_id))
        for slots_alone in self._alone.values():
            slots_alone -= {slot for slot in slots_alone if slot.chat_id == old_id}
        self._woken.set()

    def _transfer(self, message: OutgoingMessage, slot: Slot) -> None:
        """Show in `slot` what waits in a message, unless the slot is taken already."""
        if message.wanted is None or message.alone or slot.name in self._messages:
            return
        if isinstance(message.wanted, Attachment):
            self.send(slot.chat_id, slot.thread_id, message.wanted, message.urgency)
            return
        self.show(slot, message.wanted, message.urgency)
        if not message.kept:
            self.forget(slot)

    def hold(self, chat_id: int) -> None:
        """See `Delivery.hold`."""
        chat = self._chat(chat_id)
        chat.held = True
        for message in chat.messages:
            if message.brief:
                message.wanted = None
        self._reschedule(chat)

    def release(self, chat_id: int) -> None:
        """See `Delivery.release`."""
        chat = self._chat(chat_id)
        chat.held, chat.limited_until, chat.retry_at = False, 0.0, 0.0
        self._reschedule(chat)

    def late(self, slot: Slot) -> float | None:
        """See `Delivery.late`."""
        message = self._messages.get(slot.name)
        if message is None:
            return 0.0
        return message.late if message.waiting_since is None else None

    def message(self, slot: Slot) -> int | None:
        """See `Delivery.message`."""
        message = self._messages.get(slot.name)
        shown = message.shown if message is not None else self._stored.get(slot.name)
        return None if shown is None else shown.message_id

    async def can_write(self, user_id: int) -> bool | None:
        """See `Delivery.can_write`."""
        try:
            await self._sender.call(_typing(user_id))
        except CALL_ERRORS as error:
            if meaning(error) is Meaning.UNREACHABLE:
                return False
            log.warning("reachability_unknown error=%s", words(error))
            return None
        return True

    async def moved_to(self, chat_id: int) -> int | None:
        """See `Delivery.moved_to`."""
        try:
            await self._sender.call(_typing(chat_id))
        except TelegramMigrateToChat as error:
            return error.migrate_to_chat_id
        except CALL_ERRORS as error:
            log.info("chat_id_unknown chat=%d error=%s", chat_id, words(error))
        return None

    def waits(self, chat_id: int) -> bool:
        """See `Delivery.waits`."""
        chat = self._chats.get(chat_id)
        return chat is not None and any(one.wanted and not one.brief for one in chat.messages)

    def typing(self, user_id: int) -> None:
        """See `Delivery.typing`; it counts as no message."""
        chat = self._chat(user_id)
        if not (chat.held or self._backoff.is_paused(chat)):
            call = self._calls.spawn(self._type(user_id), name=f"typing chat={user_id}")
            call.add_done_callback(lambda _: self._woken.set())

    async def _type(self, user_id: int) -> None:
        with suppress(*CALL_ERRORS):
            await self._sender.call(_typing(user_id))

    async def avatar(self, user_id: int) -> bytes | None:
        """See `Delivery.avatar`."""
        return await avatars.fetch(self._bot, user_id)

    async def show_alone(self, slot: Slot, query_id: str, screen: Screen) -> bool:
        """See `Delivery.show_alone`; the one shown to this person before is deleted.

        It counts against the chat's limit but is not queued, since a callback query expires.
        """
        chat, now = self._chat(slot.chat_id), self._time.now()
        if chat.held or self._backoff.is_paused(chat) or chat.bucket.wait(now) > LONGEST_DEBT:
            return False
        chat.bucket.take(now)
        message = self._message_of(slot)
        message.wanted = None
        try:
            sent = await self._sender.call(methods.send_alone(slot, query_id, screen))
        except CALL_ERRORS as error:
            if meaning(error) is Meaning.RATE_LIMITED:
                self._backoff.penalize(chat, error)
                self._reschedule(chat)
            if message.shown is None:
                self._messages.pop(slot.name, None)
            log.info("ephemeral_not_sent chat=%d error=%s", slot.chat_id, words(error))
            return False
        if sent.ephemeral_message_id is not None:
            message.set_shown(sent.ephemeral_message_id, screen)
            message.kept = True
            self._messages[slot.name] = message
            self._alone.setdefault(slot.key, set()).add(slot)
            await self._sender.save(message)
            self._touch(message)
        return True

    def alone(self, game_id: int) -> list[Slot]:
        """See `Delivery.alone`."""
        return list(self._alone.get(game_id, ()))

    async def hear(self, handle: Handler, event: TelegramObject, data: dict[str, Any]) -> Any:
        """Note a message or a press: a middleware.

        A message tells which ids a chat has used, see bot.delivery.duplicates; a press that there
        is a person who waits, so the chat is tried again at once.
        """
        if isinstance(event, Message):
            self._chat(event.chat.id).duplicates.saw(event.message_id)
        elif isinstance(event, CallbackQuery) and event.message is not None:
            self._backoff.retry(self._chat(event.message.chat.id))
        return await handle(event, data)

    def retry(self) -> None:
        """Try all chats again at once: Telegram is in reach again."""
        self._backoff.retry_all()

    async def run(self, listener: ChatEvents) -> None:
        """Serve until cancelled; `close` ends the calls under way.

        `listener` is notified of what errors say about chats.
        """
        self._chat_events.listener = listener
        while True:
            self._woken.clear()
            if (delay := self._serve_ready()) is not None:
                self._wake_in(delay)
            await self._woken.wait()

    async def drain(self, seconds: float) -> bool:
        """Wait, while `run` goes on, until all is shown; return False after `seconds`."""
        for chat in self._chats.values():
            chat.spacing = 0.0
            self._reschedule(chat)
        try:
            async with asyncio.timeout(seconds):
                await self._quiet.wait()
        except TimeoutError:
            log.warning("drain_timed_out unsent=%d", len(self._unsettled))
            return False
        return True

    async def close(self) -> None:
        """Cancel the calls under way, and store what is shown."""
        await self._calls.close()
        await self._chat_events.close()
        await self._sleeps.close()
        await self._store.close()

    @property
    def queues(self) -> int:
        """How many chats have a queue."""
        return len(self._chats)

    @property
    def depth(self) -> int:
        """The number of messages that wait to be sent, edited or deleted."""
        return len(self._unsettled)

    def problem(self) -> str | None:
        """Return a sentence if messages wait but nothing was shown for long, else None."""
        stuck = self._time.now() - self._moved_at
        if not self._unsettled or stuck < STUCK_SECONDS:
            return None
        return f"{len(self._unsettled)} messages wait, and none was shown for {stuck:.0f} s"

    def _on_shown(self, urgency: Urgency, since: float) -> None:
        self._moved_at = self._time.now()
        self._metrics.shown(urgency.name.lower(), self._moved_at - since)

    def _message_of(self, slot: Slot) -> OutgoingMessage:
        message = self._messages.get(slot.name)
        if message is None:
            shown = self._stored.pop(slot.name, None)
            message = self._messages[slot.name] = OutgoingMessage(
                slot, shown, stored=shown is not None
            )
            for old in self._chat(slot.chat_id).messages:
                old.replaced |= old.slot.name == slot.name
        elif not message.alone:
            # The topic may have changed.
            message.slot = slot
        return message

    def _drop(self, message: OutgoingMessage) -> None:
        self._messages.pop(message.slot.name, None)
        if message.alone and (living := self._alone.get(message.slot.key)):
            living.discard(message.slot)
            if not living:
                del self._alone[message.slot.key]
        self._touch(message)

    def _takes(self, slot: Slot) -> bool:
        """Return whether one more note or file may wait in its chat."""
        chat = self._chat(slot.chat_id)
        if chat.held:
            return False
        if sum(message.slot.kind is slot.kind for message in chat.messages) >= MOST_NOTES:
            log.warning(
                "message_dropped chat=%d kind=%s reason=queue_full", slot.chat_id, slot.kind
            )
            return False
        return True

    def _want(
        self,
        message: OutgoingMessage,
        screen: Screen | Attachment,
        urgency: Urgency,
        resend: bool = False,
    ) -> None:
        message.want(screen, urgency, resend)
        message.start_waiting(self._clock.now())
        if message.since is None:
            message.since = self._time.now()
        self._touch(message)

    def _chat(self, chat_id: int) -> ChatQueue:
        if chat_id not in self._chats:
            if len(self._chats) >= self._sweep_at:
                self._drop_resting()
            bucket, spacing = self._pace.chat(chat_id), self._pace.spacing(chat_id)
            self._chats[chat_id] = ChatQueue(chat_id, bucket, spacing)
        return self._chats[chat_id]

    def _drop_resting(self) -> None:
        """Forget the queues of chats in which nothing was done lately."""
        now = self._time.now()
        self._chats = {key: chat for key, chat in self._chats.items() if not chat.resting(now)}
        self._sweep_at = max(MOST_QUEUES, 2 * len(self._chats))

    def _touch(self, message: OutgoingMessage) -> None:
        chat = self._chat(message.slot.chat_id)
        if not self._unsettled:
            self._moved_at = self._time.now()
        if message not in self._unsettled:
            message.order = next(self._order)
            self._unsettled.add(message)
            chat.messages.add(message)
        self._quiet.clear()
        self._reschedule(chat)

    def _reschedule(self, chat: ChatQueue) -> None:
        self._scheduler.mark_changed(chat)
        self._woken.set()

    def _wake_in(self, delay: float) -> None:
        """Wake the worker in `delay` seconds at the latest."""
        due = self._time.now() + delay
        if self._sleeper is not None and not self._sleeper.done():
            if self._sleeps_until <= due:
                return
            self._sleeper.cancel()
        self._sleeps_until = due
        self._sleeper = self._sleeps.spawn(self._clock.sleep(delay), name="outbox sleep")
        self._sleeper.add_done_callback(lambda _: self._woken.set())

    def _serve_ready(self) -> float | None:
        """Start all calls that are ready; return the seconds until the next, None if none."""
        now = self._time.now()
        while isinstance(found := self._scheduler.next(now), Ticket):
            serving = self._serve(found.chat, found.message)
            call = self._calls.spawn(serving, name=f"outbox chat={found.chat.chat_id}")
            call.add_done_callback(lambda _: self._woken.set())
        waiting = (self._chat(message.slot.chat_id) for message in self._unsettled)
        if not self._calls.running and all(chat.held for chat in waiting):
            self._quiet.set()
        return found

    def _settle(self, chat: ChatQueue, message: OutgoingMessage) -> None:
        message.wanted = message.since = None
        message.stop_waiting(self._clock.now())
        chat.messages.discard(message)
        self._unsettled.discard(message)

    async def _serve(self, chat: ChatQueue, message: OutgoingMessage | None) -> None:
        try:
            if message is None:
                await self._sender.find_duplicate(chat)
            else:
                await self._sender.deliver(chat, message)
                if message.alone and message.shown is None:
                    self._drop(message)
        except Exception as error:
            # A bug of ours must neither stop the outbox nor be retried for ever.
            log.error("delivery_failed chat=%d", chat.chat_id, exc_info=error)
            if message is not None:
                message.wanted, message.resend = None, False
                message.stale.clear()
            chat.duplicates.candidates.clear()
        finally:
            chat.busy = False
            self._reschedule(chat)


def _typing(chat_id: int) -> SendChatAction:
    return SendChatAction(chat_id=chat_id, action="typing")
