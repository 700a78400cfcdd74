"""The outbox: brings every slot's message to its wanted screen with as few calls as it can."""

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from aiogram import Bot
from aiogram.exceptions import TelegramRetryAfter
from aiogram.methods import DeleteEphemeralMessage, DeleteMessage, SendChatAction, SendMessage

from bot.delivery import messages
from bot.delivery.errors import CALL_ERRORS, Meaning, meaning, words
from bot.delivery.pacing import Bucket, Pace, Steady
from bot.delivery.parsing import readers
from bot.delivery.post import Post
from bot.ports import Clock, Delivery, Screen, Slot, SlotKind, Urgency
from bot.storage import slots
from bot.storage.database import Database
from bot.storage.errors import FAILURES

log = logging.getLogger(__name__)

CALL_SECONDS = 20
"""How long a call may take; a message sent by one that was given up may be sent twice."""
LONGEST_PAUSE = 60.0
MOST_NOTES = 5
"""So many notes may wait in one chat: whoever floods it with commands holds nobody up for long."""
LONGEST_DEBT = 10.0
"""Seconds by which messages for one person may delay what their group sees."""


@dataclass(slots=True)
class _Chat:
    """A chat has one call at a time; after trouble it is left alone until `paused_until`."""

    chat_id: int
    bucket: Bucket
    busy: bool = False
    failures: int = 0
    paused_until: float = 0.0
    flooded_until: float = 0.0


class TelegramDelivery(Delivery):
    """The only one that writes to Telegram unasked.

    `run` is the worker: it serves the most urgent slot whose chat may be written to, different
    chats at the same time. `on_unreachable` is told whose private chat refuses the bot.
    """

    def __init__(
        self,
        bot: Bot,
        db: Database,
        clock: Clock,
        pace: Pace,
        on_unreachable: Callable[[int], Awaitable[None]],
    ) -> None:
        self._bot = bot
        self._db = db
        self._clock = clock
        self._time = Steady(clock)
        self._pace = pace
        self._total = pace.total()
        self._on_unreachable = on_unreachable
        self._readers = readers()
        self._stored: dict[str, slots.Shown] = {}
        self._posts: dict[str, Post] = {}
        self._unsettled: set[Post] = set()
        self._chats: dict[int, _Chat] = {}
        self._calls: set[asyncio.Task[None]] = set()
        self._order = itertools.count()
        self._alone: dict[tuple[int, int], int] = {}
        self._paused_until = 0.0
        self._woken = asyncio.Event()
        self._quiet = asyncio.Event()
        self._quiet.set()

    async def load(self) -> None:
        """Learn which messages an earlier process left; before anything is shown."""
        self._stored = await slots.load_all(self._db)

    def show(self, slot: Slot, screen: Screen, urgency: Urgency, *, anew: bool = False) -> None:
        """See `Delivery.show`."""
        if slot.kind is SlotKind.NOTE and self._notes_in(slot.chat_id) >= MOST_NOTES:
            log.warning("chat %d: too many notes wait, one more is dropped", slot.chat_id)
            return
        post = self._post(slot)
        post.want(screen, urgency, anew)
        self._touch(post)

    def forget(self, slot: Slot) -> None:
        """See `Delivery.forget`."""
        post = self._post(slot)
        post.kept = False
        del self._posts[slot.name]
        self._touch(post)

    def remove(self, slot: Slot) -> None:
        """See `Delivery.remove`."""
        post = self._post(slot)
        post.remove()
        del self._posts[slot.name]
        self._touch(post)

    async def can_write(self, user_id: int) -> bool:
        """See `Delivery.can_write`; where Telegram can't be asked, the answer is no."""
        action = SendChatAction(chat_id=user_id, action="typing")
        try:
            await self._bot(action, request_timeout=CALL_SECONDS)
        except CALL_ERRORS as error:
            if meaning(error) is not Meaning.UNREACHABLE:
                log.warning("can't tell whether a person is reachable: %s", words(error))
            return False
        return True

    async def show_alone(
        self, chat_id: int, thread_id: int, user_id: int, query_id: str, screen: Screen
    ) -> bool:
        """See `Delivery.show_alone`; the one shown to this person before is deleted.

        Counts as a message of the chat but waits for nothing, since a press grows old.
        """
        chat, now = self._chat(chat_id), self._time.now()
        paused = max(chat.paused_until, self._paused_until) > now
        if paused or chat.bucket.wait(now) > LONGEST_DEBT:
            return False
        chat.bucket.take(now)
        call = messages.send_alone(chat_id, thread_id, user_id, query_id, screen)
        try:
            sent = await self._bot(call, request_timeout=CALL_SECONDS)
        except CALL_ERRORS as error:
            if isinstance(error, TelegramRetryAfter):
                self._slow_down(chat, error.retry_after)
            log.info("a message for one person was not sent: %s", words(error))
            return False
        before = self._alone.pop((chat_id, user_id), None)
        if sent.ephemeral_message_id is not None:
            self._alone[chat_id, user_id] = sent.ephemeral_message_id
        if before is not None:
            await self._delete_alone(chat_id, user_id, before)
        return True

    async def run(self) -> None:
        """Serve until cancelled; calls under way are left to `close`."""
        while True:
            self._woken.clear()
            delay = self._serve_ready()
            await self._wait(delay)

    async def drain(self, seconds: float) -> bool:
        """Wait, `run` still running, until all is shown; False if that takes longer than this."""
        try:
            async with asyncio.timeout(seconds):
                await self._quiet.wait()
        except TimeoutError:
            log.warning("%d messages are left unsent", len(self._unsettled))
            return False
        return True

    async def close(self) -> None:
        """Give up the calls under way."""
        for call in self._calls:
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    def _post(self, slot: Slot) -> Post:
        post = self._posts.get(slot.name)
        if post is None:
            shown = self._stored.pop(slot.name, None)
            post = self._posts[slot.name] = Post(slot, shown, stored=shown is not None)
        return post

    def _notes_in(self, chat_id: int) -> int:
        return sum(
            post.slot.kind is SlotKind.NOTE and post.slot.chat_id == chat_id
            for post in self._unsettled
        )

    def _chat(self, chat_id: int) -> _Chat:
        if chat_id not in self._chats:
            self._chats[chat_id] = _Chat(chat_id, self._pace.chat(chat_id))
        return self._chats[chat_id]

    def _touch(self, post: Post) -> None:
        if post not in self._unsettled:
            post.order = next(self._order)
            self._unsettled.add(post)
        self._quiet.clear()
        self._woken.set()

    async def _wait(self, delay: float | None) -> None:
        waits: list[asyncio.Task[Any]] = [asyncio.create_task(self._woken.wait())]
        if delay is not None:
            waits.append(asyncio.create_task(self._clock.sleep(delay)))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    def _serve_ready(self) -> float | None:
        """Begin all calls that may be made now; the seconds until another may, None: none waits."""
        now = self._time.now()
        delays = []
        for post in sorted(self._unsettled, key=lambda post: (post.urgency, post.order)):
            chat = self._chat(post.slot.chat_id)
            if chat.busy:
                continue
            if post.settled:
                self._unsettled.discard(post)
                continue
            if delay := self._delay(chat, post, now):
                delays.append(delay)
                continue
            self._begin(chat, post, now)
        if not self._unsettled and not self._calls:
            self._quiet.set()
        return min(delays, default=None)

    def _delay(self, chat: _Chat, post: Post, now: float) -> float:
        pause = max(chat.paused_until, self._paused_until) - now
        if not post.needs_showing:
            return max(pause, 0.0)
        return max(pause, chat.bucket.wait(now), self._total.wait(now))

    def _begin(self, chat: _Chat, post: Post, now: float) -> None:
        if post.needs_showing:
            chat.bucket.take(now)
            self._total.take(now)
        chat.busy = True
        call = asyncio.create_task(self._serve(chat, post))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        call.add_done_callback(lambda _: self._woken.set())

    async def _serve(self, chat: _Chat, post: Post) -> None:
        try:
            await self._bring(chat, post)
        except Exception as error:
            # A fault of ours: it must not stop the outbox, nor be tried for ever.
            log.error("a message was given up: %s", type(error).__name__, exc_info=error)
            post.wanted, post.anew = None, False
            post.stale.clear()
        finally:
            chat.busy = False

    async def _bring(self, chat: _Chat, post: Post) -> None:
        if post.removing:
            post.vanish()
        if taken := post.take():
            screen, anew = taken
            try:
                post.shows(await self._display(post, screen, anew), screen)
            except CALL_ERRORS as error:
                if self._pause(chat, error):
                    post.put_back(screen, anew)
                    return
                await self._give_up(post, error)
            else:
                chat.failures = 0
        await self._keep(post)
        await self._sweep(chat, post)

    async def _display(self, post: Post, screen: Screen, anew: bool) -> int:
        """Edit or send; the id of the message that shows the screen."""
        chat_id = post.slot.chat_id
        if post.shown and not anew:
            message_id = post.shown.message_id
            try:
                edited = messages.edit(chat_id, message_id, screen)
                await self._bot(edited, request_timeout=CALL_SECONDS)
            except CALL_ERRORS as error:
                match meaning(error):
                    case Meaning.SAME:
                        return message_id
                    case Meaning.GONE:
                        # Not stale: there is nothing to delete, or it can't be done.
                        post.shown = None
                    case _:
                        raise
            else:
                return message_id
        return await self._send(messages.send(chat_id, post.slot.thread_id, screen))

    async def _send(self, call: SendMessage) -> int:
        return (await self._bot(call, request_timeout=CALL_SECONDS)).message_id

    async def _keep(self, post: Post) -> None:
        """Write down what is shown: after a restart the same message is edited."""
        try:
            if post.kept and post.shown:
                await slots.put(self._db, post.shown, self._clock.now())
                post.stored = True
            elif post.stored and not post.kept:
                post.stored = False
                if post.slot.name not in self._posts:
                    await slots.drop(self._db, post.slot.name)
        except FAILURES as error:
            log.error("which message shows a slot was not written down: %s", error)

    async def _sweep(self, chat: _Chat, post: Post) -> None:
        while post.stale:
            call = DeleteMessage(chat_id=chat.chat_id, message_id=post.stale[0])
            try:
                await self._bot(call, request_timeout=CALL_SECONDS)
            except CALL_ERRORS as error:
                if self._pause(chat, error):
                    return
                log.info("an old message was not deleted: %s", words(error))
            post.stale.pop(0)

    async def _delete_alone(self, chat_id: int, user_id: int, message_id: int) -> None:
        call = DeleteEphemeralMessage(
            chat_id=chat_id, receiver_user_id=user_id, ephemeral_message_id=message_id
        )
        with suppress(*CALL_ERRORS):
            await self._bot(call, request_timeout=CALL_SECONDS)

    def _pause(self, chat: _Chat, error: Exception) -> bool:
        """Leave the chat alone for a while if that may help; False if it can't."""
        if isinstance(error, TelegramRetryAfter):
            self._slow_down(chat, error.retry_after)
            return True
        if meaning(error) is not Meaning.AGAIN:
            return False
        chat.failures += 1
        pause = min(LONGEST_PAUSE, 2.0 ** min(chat.failures - 1, 10))
        chat.paused_until = self._time.now() + pause
        log.warning("chat %d: %s; again in %.0f s", chat.chat_id, words(error), pause)
        return True

    def _slow_down(self, chat: _Chat, seconds: float) -> None:
        now = self._time.now()
        log.warning("chat %d: too many calls; Telegram says wait %g s", chat.chat_id, seconds)
        # Where a second chat is told so as well, it is the whole bot that is too fast.
        if any(c.flooded_until > now for c in self._chats.values() if c is not chat):
            self._paused_until = max(self._paused_until, now + seconds)
        chat.flooded_until = chat.paused_until = now + seconds

    async def _give_up(self, post: Post, error: Exception) -> None:
        private = post.slot.chat_id > 0
        if private and meaning(error) is Meaning.UNREACHABLE:
            log.info("a private chat refuses the bot: %s", words(error))
            await self._on_unreachable(post.slot.chat_id)
        else:
            log.error("slot %s can't be shown: %s", post.slot.name, words(error))
