"""The calls of one message: send, edit, delete, and what is to be done when one of them fails."""

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
        store: MessageStore,
        backoff: Backoff,
        chat_events: ChatEventReader,
        on_shown: Callable[[Urgency, float], None],
    ) -> None:
        self._bot = bot
        self._store = store
        self._backoff = backoff
        self._chat_events = chat_events
        self._on_shown = on_shown
        self._response_types = response_types()

    async def call(self, method: Any) -> Any:
        """Make one call. Raises CALL_ERRORS."""
        return await self._bot(method, request_timeout=CALL_SECONDS)

    async def deliver(self, chat: ChatQueue, message: OutgoingMessage) -> None:
        """Bring a message to what is wanted; what did not work and may later is left in it."""
        if message.removing:
            message.mark_stale()
        since, message.since = message.since, None
        if taken := message.take():
            screen, anew = taken
            urgency = message.urgency
            try:
                await self._display(chat, message, screen, anew)
            except CALL_ERRORS as error:
                lost = isinstance(screen, Attachment) and perhaps_done(error)
                again = self._backoff.penalize(chat, error) and not lost
                if not again and _may_retry_when_open(message, error):
                    again = chat.held = True
                if again:
                    message.put_back(screen, anew)
                    message.since = since
                    self._chat_events.read(message.slot, error)
                    return
                await self._give_up(message, error, screen)
            else:
                chat.failures = 0
                if since is not None:
                    self._on_shown(urgency, since)
        await self.save(message)
        await self._delete_stale(chat, message)

    async def find_duplicate(self, chat: ChatQueue) -> None:
        """Try one message that may be a lost one of ours; delete it if it is."""
        candidate = chat.duplicates.candidates[-1]
        own = False
        try:
            own = await self._is_own(chat.chat_id, candidate)
            if own:
                await self.call(methods.delete(Slot(SlotKind.NOTE, 0, chat.chat_id), candidate))
        except CALL_ERRORS as error:
            if self._backoff.penalize(chat, error):
                return
            log.info("a message sent twice was not deleted: %s", words(error))
        chat.duplicates.tried(candidate, own=own)

    async def _is_own(self, chat_id: int, message_id: int) -> bool:
        try:
            await self.call(methods.strip(chat_id, message_id))
        except CALL_ERRORS as error:
            if meaning(error) in (Meaning.RETRY, Meaning.RATE_LIMITED):
                raise
            return meaning(error) is Meaning.NOT_MODIFIED
        return True

    async def _display(
        self, chat: ChatQueue, message: OutgoingMessage, screen: Screen | Attachment, anew: bool
    ) -> None:
        """Edit or send."""
        if isinstance(screen, Attachment):
            sent = await self.call(methods.send_file(message.slot, screen))
            chat.duplicates.sent(sent.message_id)
            return
        before = message.shown
        if before and not anew and await self._edit(message, before.message_id, screen):
            # A message for one may have been sent anew meanwhile, at a press.
            if message.shown is before:
                message.set_shown(before.message_id, screen)
        elif not message.alone:
            send = methods.send(message.slot.chat_id, message.slot.thread_id, screen)
            message.set_shown(await self._send(chat, send), screen)

    async def _edit(self, message: OutgoingMessage, message_id: int, screen: Screen) -> bool:
        """Edit the message; False if it is gone."""
        before = message.shown
        try:
            await self.call(methods.edit(message.slot, message_id, screen))
        except CALL_ERRORS as error:
            match meaning(error):
                case Meaning.NOT_MODIFIED:
                    return True
                case Meaning.GONE:
                    # Not stale: there is nothing to delete, or it can't be done.
                    if message.shown is before:
                        message.mark_gone()
                    return False
            raise
        return True

    async def _send(self, chat: ChatQueue, send: SendMessage) -> int:
        newest = chat.duplicates.newest
        try:
            message_id: int = (await self.call(send)).message_id
        except CALL_ERRORS as error:
            if perhaps_done(error):
                chat.duplicates.unconfirmed(newest)
            raise
        chat.duplicates.sent(message_id)
        return message_id

    async def save(self, message: OutgoingMessage) -> None:
        """Write down what is shown: after a restart the same message is edited."""
        if message.kept and message.shown:
            await self._store.keep(message.shown)
            message.stored = True
        elif message.stored and not message.kept:
            message.stored = False
            if not message.replaced:
                await self._store.drop(message.slot.name)

    async def _delete_stale(self, chat: ChatQueue, message: OutgoingMessage) -> None:
        while message.stale:
            try:
                await self.call(methods.delete(message.slot, message.stale[0]))
            except CALL_ERRORS as error:
                if self._backoff.penalize(chat, error):
                    return
                log.info("an old message was not deleted: %s", words(error))
            message.stale.pop(0)

    async def _give_up(
        self, message: OutgoingMessage, error: Exception, screen: Screen | Attachment
    ) -> None:
        private, means = message.slot.chat_id > 0, meaning(error)
        if isinstance(screen, Attachment) and means is not Meaning.UNREACHABLE:
            # Where no pictures are wanted, words may be.
            log.info(
                "chat %d: a %s was not sent: %s", message.slot.chat_id, screen.kind, words(error)
            )
        elif private and means is Meaning.UNREACHABLE:
            log.info("a private chat refuses the bot: %s", words(error))
            await self._chat_events.unreachable(message.slot.chat_id)
        elif not self._chat_events.read(message.slot, error):
            log.error("slot %s can't be shown: %s", message.slot.name, words(error))


def _may_retry_when_open(message: OutgoingMessage, error: Exception) -> bool:
    """Whether a group is shut, and the screen is one to be shown when it is open again.

    `News` sees to it that the chat is known to be shut, and opened some day.
    """
    shut = meaning(error) in (Meaning.UNREACHABLE, Meaning.MUTED)
    return shut and message.slot.chat_id < 0 and not (message.brief or message.alone)
