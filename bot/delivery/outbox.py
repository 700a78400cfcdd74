"""The outbox: brings every slot's message to its wanted screen with as few calls as it can."""

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from aiogram import Bot
from aiogram.methods import SendChatAction
from aiogram.types import Message, TelegramObject

from bot.delivery import avatars, methods
from bot.delivery.backoff import Backoff
from bot.delivery.chat_events import ChatEventReader
from bot.delivery.chat_queue import ChatQueue, Ticket
from bot.delivery.errors import CALL_ERRORS, Meaning, meaning, words
from bot.delivery.message import OutgoingMessage, is_a_slots
from bot.delivery.message_store import MessageStore
from bot.delivery.rate_limits import RateLimits, Steady
from bot.delivery.scheduler import Scheduler
from bot.delivery.sender import Sender
from bot.model.protocols import ChatEvents, Clock, Delivery
from bot.model.screen import Attachment, Screen, Slot, SlotKind, Urgency
from bot.runtime.metrics import Metrics
from bot.runtime.tasks import Nursery
from bot.storage import messages
from bot.storage.database import Database

log = logging.getLogger(__name__)

Handler = Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]]

MOST_NOTES = 5
"""So many notes may wait in one chat, and so many files: whoever floods it with commands holds
nobody up for long."""
STUCK_SECONDS = 120.0
LONGEST_DEBT = 10.0
"""Seconds by which messages for one person may delay what their group sees."""


class Outbox(Delivery):
    """The only one that writes to Telegram unasked.

    `run` is the worker: it serves the most urgent slot whose chat may be written to, different
    chats at the same time. `told` hears what is found out about chats.
    """

    def __init__(
        self,
        bot: Bot,
        db: Database,
        clock: Clock,
        pace: RateLimits,
        told: ChatEvents,
        metrics: Metrics,
    ) -> None:
        self._bot = bot
        self._db = db
        self._clock = clock
        self._time = Steady(clock)
        self._pace = pace
        self._brakes = Backoff(self._time)
        self._turns = Scheduler(pace.total(), self._brakes, self._settle)
        self._news = ChatEventReader(told)
        self._ledger = MessageStore(db, clock)
        self._caller = Sender(bot, self._ledger, self._brakes, self._news, self._on_shown)
        self._metrics = metrics
        self._moved_at = self._time.now()
        self._stored: dict[str, messages.ShownMessage] = {}
        self._posts: dict[str, OutgoingMessage] = {}
        self._alone: dict[int, set[Slot]] = {}
        self._unsettled: set[OutgoingMessage] = set()
        self._chats: dict[int, ChatQueue] = {}
        self._calls, self._sleeps = Nursery(), Nursery()
        self._order = itertools.count()
        self._files = itertools.count()
        self._woken = asyncio.Event()
        self._sleeper: asyncio.Task[None] | None = None
        self._sleeps_until = 0.0
        self._quiet = asyncio.Event()
        self._quiet.set()

    async def load(self) -> None:
        """Learn which messages an earlier process left; before anything is shown."""
        self._stored = await messages.load_all(self._db)
        for name in self._stored:
            if name.startswith(SlotKind.ALONE):
                slot = Slot.of_name(name)
                self._alone.setdefault(slot.key, set()).add(slot)

    def show(self, slot: Slot, screen: Screen, urgency: Urgency, *, anew: bool = False) -> None:
        """See `Delivery.show`."""
        if slot.kind is not SlotKind.NOTE or self._takes(slot):
            self._want(self._post(slot), screen, urgency, anew)

    def send(self, chat_id: int, thread_id: int, attachment: Attachment, urgency: Urgency) -> None:
        """See `Delivery.send`."""
        slot = Slot(SlotKind.FILE, next(self._files), chat_id, thread_id)
        if self._takes(slot):
            self._want(OutgoingMessage(slot, kept=False), attachment, urgency)

    def forget(self, slot: Slot) -> None:
        """See `Delivery.forget`."""
        if slot.name not in self._posts and slot.name not in self._stored:
            return
        post = self._post(slot)
        post.kept = False
        self._drop(post)

    def remove(self, slot: Slot) -> None:
        """See `Delivery.remove`."""
        post = self._post(slot)
        post.remove()
        self._drop(post)

    def redraw(self, chat_id: int, message_id: int, screen: Screen) -> None:
        """See `Delivery.redraw`; of several screens that wait for one message the last is shown."""
        chat, slot = self._chat(chat_id), Slot(SlotKind.NOTE, message_id, chat_id)
        kept = itertools.chain(self._stored.values(), (one.shown for one in self._posts.values()))
        if chat.held or not message_id or is_a_slots(chat_id, message_id, kept):
            return
        waiting = (post for post in chat.posts if post.slot == slot)
        shown = messages.ShownMessage(slot.name, chat_id, message_id, digest="")
        post = next(waiting, None) or OutgoingMessage(slot, shown, kept=False)
        post.want(screen, Urgency.ACTED, anew=False)
        if post.since is None:
            post.since = self._time.now()
        self._touch(post)

    def move(self, old_id: int, new_id: int) -> None:
        """See `Delivery.move`."""
        stored = self._stored.items()
        self._stored = {name: shown for name, shown in stored if shown.chat_id != old_id}
        chat = self._chats.pop(old_id, None)
        known = [post for post in self._posts.values() if post.slot.chat_id == old_id]
        waiting = [*chat.posts] if chat else []
        if chat:
            chat.posts.clear()
            chat.ticket = chat.alarm = None
            chat.orphans.suspects.clear()
        for post in {*known, *waiting}:
            self._unsettled.discard(post)
            self._posts.pop(post.slot.name, None)
            self._ledger.leave(post.slot.name)
            self._take_along(post, replace(post.slot, chat_id=new_id))
        for slots_alone in self._alone.values():
            slots_alone -= {slot for slot in slots_alone if slot.chat_id == old_id}
        self._woken.set()

    def _take_along(self, post: OutgoingMessage, slot: Slot) -> None:
        """What waits to be shown is shown in this slot, unless that shows something already."""
        if post.wanted is None or post.alone or slot.name in self._posts:
            return
        if isinstance(post.wanted, Attachment):
            self.send(slot.chat_id, slot.thread_id, post.wanted, post.urgency)
            return
        self.show(slot, post.wanted, post.urgency)
        if not post.kept:
            self.forget(slot)

    def hold(self, chat_id: int) -> None:
        """See `Delivery.hold`."""
        chat = self._chat(chat_id)
        chat.held = True
        for post in chat.posts:
            if post.brief:
                post.wanted = None
        self._look_at(chat)

    def release(self, chat_id: int) -> None:
        """See `Delivery.release`."""
        chat = self._chat(chat_id)
        chat.held, chat.paused_until = False, 0.0
        self._look_at(chat)

    def late(self, slot: Slot) -> float | None:
        """See `Delivery.late`."""
        post = self._posts.get(slot.name)
        if post is None:
            return 0.0
        return post.late if post.waits_since is None else None

    def message(self, slot: Slot) -> int | None:
        """See `Delivery.message`."""
        post = self._posts.get(slot.name)
        shown = post.shown if post is not None else self._stored.get(slot.name)
        return None if shown is None else shown.message_id

    async def can_write(self, user_id: int) -> bool:
        """See `Delivery.can_write`; where Telegram can't be asked, the answer is no."""
        try:
            await self._caller.call(SendChatAction(chat_id=user_id, action="typing"))
        except CALL_ERRORS as error:
            if meaning(error) is not Meaning.UNREACHABLE:
                log.warning("can't tell whether a person is reachable: %s", words(error))
            return False
        return True

    async def avatar(self, user_id: int) -> bytes | None:
        """See `Delivery.avatar`."""
        return await avatars.fetch(self._bot, user_id)

    async def show_alone(self, slot: Slot, query_id: str, screen: Screen) -> bool:
        """See `Delivery.show_alone`; the one shown to this person before is deleted.

        Counts as a message of the chat but waits for nothing, since a press grows old.
        """
        chat, now = self._chat(slot.chat_id), self._time.now()
        if chat.held or self._brakes.hold(chat) or chat.bucket.wait(now) > LONGEST_DEBT:
            return False
        chat.bucket.take(now)
        post = self._post(slot)
        post.wanted = None
        try:
            sent = await self._caller.call(methods.send_alone(slot, query_id, screen))
        except CALL_ERRORS as error:
            if meaning(error) is Meaning.SLOWER:
                self._brakes.press(chat, error)
                self._look_at(chat)
            if post.shown is None:
                self._posts.pop(slot.name, None)
            log.info("a message for one person was not sent: %s", words(error))
            return False
        if sent.ephemeral_message_id is not None:
            post.shows(sent.ephemeral_message_id, screen)
            post.kept = True
            self._posts[slot.name] = post
            self._alone.setdefault(slot.key, set()).add(slot)
            await self._caller.keep(post)
            self._touch(post)
        return True

    def alone(self, game_id: int) -> list[Slot]:
        """See `Delivery.alone`."""
        return list(self._alone.get(game_id, ()))

    async def hear(self, handle: Handler, message: TelegramObject, data: dict[str, Any]) -> Any:
        """Middleware of messages: so far have the ids come in a chat (bot.delivery.duplicates)."""
        if isinstance(message, Message):
            self._chat(message.chat.id).orphans.saw(message.message_id)
        return await handle(message, data)

    async def run(self) -> None:
        """Serve until cancelled; calls under way are left to `close`."""
        while True:
            self._woken.clear()
            if (delay := self._serve_ready()) is not None:
                self._wake_in(delay)
            await self._woken.wait()

    async def drain(self, seconds: float) -> bool:
        """Wait, `run` still running, until all is shown; False if that takes longer than this."""
        for chat in self._chats.values():
            chat.spacing = 0.0
            self._look_at(chat)
        try:
            async with asyncio.timeout(seconds):
                await self._quiet.wait()
        except TimeoutError:
            log.warning("%d messages are left unsent", len(self._unsettled))
            return False
        return True

    async def close(self) -> None:
        """Give up the calls under way, and write down what is shown."""
        await self._calls.close()
        await self._news.close()
        await self._sleeps.close()
        await self._ledger.close()

    @property
    def depth(self) -> int:
        """How many messages wait to be sent, changed or deleted."""
        return len(self._unsettled)

    def problem(self) -> str | None:
        """Whether messages wait and nothing has been shown for long; None where all is well."""
        stuck = self._time.now() - self._moved_at
        if not self._unsettled or stuck < STUCK_SECONDS:
            return None
        return f"{len(self._unsettled)} messages wait, and none was shown for {stuck:.0f} s"

    def _on_shown(self, urgency: Urgency, since: float) -> None:
        self._moved_at = self._time.now()
        self._metrics.shown(urgency.name.lower(), self._moved_at - since)

    def _post(self, slot: Slot) -> OutgoingMessage:
        post = self._posts.get(slot.name)
        if post is None:
            shown = self._stored.pop(slot.name, None)
            post = self._posts[slot.name] = OutgoingMessage(slot, shown, stored=shown is not None)
            for old in self._chat(slot.chat_id).posts:
                old.replaced |= old.slot.name == slot.name
        elif not post.alone:
            # It may have another topic than before.
            post.slot = slot
        return post

    def _drop(self, post: OutgoingMessage) -> None:
        self._posts.pop(post.slot.name, None)
        if post.alone and (living := self._alone.get(post.slot.key)):
            living.discard(post.slot)
            if not living:
                del self._alone[post.slot.key]
        self._touch(post)

    def _takes(self, slot: Slot) -> bool:
        """Whether one more thing of the moment may wait in its chat."""
        chat = self._chat(slot.chat_id)
        if chat.held:
            return False
        if sum(post.slot.kind is slot.kind for post in chat.posts) >= MOST_NOTES:
            log.warning("chat %d: too many %ss wait, one is dropped", slot.chat_id, slot.kind)
            return False
        return True

    def _want(
        self,
        post: OutgoingMessage,
        screen: Screen | Attachment,
        urgency: Urgency,
        anew: bool = False,
    ) -> None:
        post.want(screen, urgency, anew)
        post.waits(self._clock.now())
        if post.since is None:
            post.since = self._time.now()
        self._touch(post)

    def _chat(self, chat_id: int) -> ChatQueue:
        if chat_id not in self._chats:
            bucket, spacing = self._pace.chat(chat_id), self._pace.spacing(chat_id)
            self._chats[chat_id] = ChatQueue(chat_id, bucket, spacing)
        return self._chats[chat_id]

    def _touch(self, post: OutgoingMessage) -> None:
        chat = self._chat(post.slot.chat_id)
        if not self._unsettled:
            self._moved_at = self._time.now()
        if post not in self._unsettled:
            post.order = next(self._order)
            self._unsettled.add(post)
            chat.posts.add(post)
        self._quiet.clear()
        self._look_at(chat)

    def _look_at(self, chat: ChatQueue) -> None:
        self._turns.look_at(chat)
        self._woken.set()

    def _wake_in(self, delay: float) -> None:
        """Go on in so many seconds at the latest."""
        due = self._time.now() + delay
        if self._sleeper is not None and not self._sleeper.done():
            if self._sleeps_until <= due:
                return
            self._sleeper.cancel()
        self._sleeps_until = due
        self._sleeper = self._sleeps.spawn(self._clock.sleep(delay), name="outbox sleep")
        self._sleeper.add_done_callback(lambda _: self._woken.set())

    def _serve_ready(self) -> float | None:
        """Begin all calls that may be made now; the seconds until another may, None: none waits."""
        now = self._time.now()
        while isinstance(found := self._turns.next(now), Ticket):
            serving = self._serve(found.chat, found.post)
            call = self._calls.spawn(serving, name=f"outbox chat={found.chat.chat_id}")
            call.add_done_callback(lambda _: self._woken.set())
        waiting = (self._chat(post.slot.chat_id) for post in self._unsettled)
        if not self._calls.running and all(chat.held for chat in waiting):
            self._quiet.set()
        return found

    def _settle(self, chat: ChatQueue, post: OutgoingMessage) -> None:
        post.wanted = post.since = None
        post.arrives(self._clock.now())
        chat.posts.discard(post)
        self._unsettled.discard(post)

    async def _serve(self, chat: ChatQueue, post: OutgoingMessage | None) -> None:
        try:
            if post is None:
                await self._caller.find_duplicate(chat)
            else:
                await self._caller.bring(chat, post)
                if post.alone and post.shown is None:
                    self._drop(post)
        except Exception as error:
            # A fault of ours: it must not stop the outbox, nor be tried for ever.
            log.error("a message was given up: %s", type(error).__name__, exc_info=error)
            if post is not None:
                post.wanted, post.anew = None, False
                post.stale.clear()
            chat.orphans.suspects.clear()
        finally:
            chat.busy = False
            self._look_at(chat)
