"""The calls of one post: send, edit, delete, and what is to be done when one of them fails."""

import logging
from collections.abc import Callable
from typing import Any

from aiogram import Bot
from aiogram.methods import SendMessage

from bot.delivery import methods
from bot.delivery.backoff import Backoff
from bot.delivery.chat_events import ChatEventReader
from bot.delivery.chat_queue import ChatQueue
from bot.delivery.errors import CALL_ERRORS, Meaning, meaning, perhaps_done, words
from bot.delivery.json_session import response_types
from bot.delivery.message import OutgoingMessage
from bot.delivery.message_store import MessageStore
from bot.model.screen import Attachment, Screen, Slot, SlotKind, Urgency

log = logging.getLogger(__name__)

CALL_SECONDS = 20
"""How long a call may take."""


class Sender:
    """Makes the calls of a chat, one after another; what they say of chats is told to `news`.

    `on_shown` is told of every screen: who it is for, and since when it was wanted.
    """

    def __init__(
        self,
        bot: Bot,
        ledger: MessageStore,
        brakes: Backoff,
        news: ChatEventReader,
        on_shown: Callable[[Urgency, float], None],
    ) -> None:
        self._bot = bot
        self._ledger = ledger
        self._brakes = brakes
        self._news = news
        self._on_shown = on_shown
        self._readers = response_types()

    async def call(self, method: Any) -> Any:
        """Make one call. Raises CALL_ERRORS."""
        return await self._bot(method, request_timeout=CALL_SECONDS)

    async def bring(self, chat: ChatQueue, post: OutgoingMessage) -> None:
        """Bring a post to what is wanted; what did not work and may later is left in it."""
        if post.removing:
            post.vanish()
        since, post.since = post.since, None
        if taken := post.take():
            screen, anew = taken
            urgency = post.urgency
            try:
                await self._display(chat, post, screen, anew)
            except CALL_ERRORS as error:
                lost = isinstance(screen, Attachment) and perhaps_done(error)
                again = self._brakes.press(chat, error) and not lost
                if not again and _waits_for_the_chat(post, error):
                    again = chat.held = True
                if again:
                    post.put_back(screen, anew)
                    post.since = since
                    self._news.read(post.slot, error)
                    return
                await self._give_up(post, error, screen)
            else:
                chat.failures = 0
                if since is not None:
                    self._on_shown(urgency, since)
        await self.keep(post)
        await self._sweep(chat, post)

    async def find_duplicate(self, chat: ChatQueue) -> None:
        """Try one message that may be a lost one of ours; delete it if it is."""
        suspect = chat.orphans.suspects[-1]
        own = False
        try:
            own = await self._is_own(chat.chat_id, suspect)
            if own:
                await self.call(methods.delete(Slot(SlotKind.NOTE, 0, chat.chat_id), suspect))
        except CALL_ERRORS as error:
            if self._brakes.press(chat, error):
                return
            log.info("a message sent twice was not deleted: %s", words(error))
        chat.orphans.tried(suspect, own=own)

    async def _is_own(self, chat_id: int, message_id: int) -> bool:
        try:
            await self.call(methods.strip(chat_id, message_id))
        except CALL_ERRORS as error:
            if meaning(error) in (Meaning.AGAIN, Meaning.SLOWER):
                raise
            return meaning(error) is Meaning.SAME
        return True

    async def _display(
        self, chat: ChatQueue, post: OutgoingMessage, screen: Screen | Attachment, anew: bool
    ) -> None:
        """Edit or send."""
        if isinstance(screen, Attachment):
            sent = await self.call(methods.send_file(post.slot, screen))
            chat.orphans.sent(sent.message_id)
            return
        before = post.shown
        if before and not anew and await self._edit(post, before.message_id, screen):
            # A message for one may have been sent anew meanwhile, at a press.
            if post.shown is before:
                post.shows(before.message_id, screen)
        elif not post.alone:
            send = methods.send(post.slot.chat_id, post.slot.thread_id, screen)
            post.shows(await self._send(chat, send), screen)

    async def _edit(self, post: OutgoingMessage, message_id: int, screen: Screen) -> bool:
        """Edit the message; False if it is gone."""
        before = post.shown
        try:
            await self.call(methods.edit(post.slot, message_id, screen))
        except CALL_ERRORS as error:
            match meaning(error):
                case Meaning.SAME:
                    return True
                case Meaning.GONE:
                    # Not stale: there is nothing to delete, or it can't be done.
                    if post.shown is before:
                        post.lose()
                    return False
            raise
        return True

    async def _send(self, chat: ChatQueue, send: SendMessage) -> int:
        newest = chat.orphans.newest
        try:
            message_id: int = (await self.call(send)).message_id
        except CALL_ERRORS as error:
            if perhaps_done(error):
                chat.orphans.doubt(newest)
            raise
        chat.orphans.sent(message_id)
        return message_id

    async def keep(self, post: OutgoingMessage) -> None:
        """Write down what is shown: after a restart the same message is edited."""
        if post.kept and post.shown:
            await self._ledger.keep(post.shown)
            post.stored = True
        elif post.stored and not post.kept:
            post.stored = False
            if not post.replaced:
                await self._ledger.drop(post.slot.name)

    async def _sweep(self, chat: ChatQueue, post: OutgoingMessage) -> None:
        while post.stale:
            try:
                await self.call(methods.delete(post.slot, post.stale[0]))
            except CALL_ERRORS as error:
                if self._brakes.press(chat, error):
                    return
                log.info("an old message was not deleted: %s", words(error))
            post.stale.pop(0)

    async def _give_up(
        self, post: OutgoingMessage, error: Exception, screen: Screen | Attachment
    ) -> None:
        private, means = post.slot.chat_id > 0, meaning(error)
        if isinstance(screen, Attachment) and means is not Meaning.UNREACHABLE:
            # Where no pictures are wanted, words may be.
            log.info("chat %d: a %s was not sent: %s", post.slot.chat_id, screen.kind, words(error))
        elif private and means is Meaning.UNREACHABLE:
            log.info("a private chat refuses the bot: %s", words(error))
            await self._news.unreachable(post.slot.chat_id)
        elif not self._news.read(post.slot, error):
            log.error("slot %s can't be shown: %s", post.slot.name, words(error))


def _waits_for_the_chat(post: OutgoingMessage, error: Exception) -> bool:
    """Whether a group is shut, and the screen is one to be shown when it is open again.

    `News` sees to it that the chat is known to be shut, and opened some day.
    """
    shut = meaning(error) in (Meaning.UNREACHABLE, Meaning.MUTED)
    return shut and post.slot.chat_id < 0 and not (post.brief or post.alone)
