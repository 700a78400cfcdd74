"""The calls of one message: send, edit, delete, and the handling of their errors."""

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
"""Time limit of a call."""


class Sender:
    """Makes calls to Telegram; errors that concern a whole chat go to `chat_events`.

    `on_shown` is called for each screen shown, with its urgency and the time it was wanted at.
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
        """Make one call.

        Raises: CALL_ERRORS.
        """
        return await self._bot(method, request_timeout=CALL_SECONDS)

    async def deliver(self, chat: ChatQueue, message: OutgoingMessage) -> None:
        """Send, edit or delete a message as wanted; what may be retried stays wanted."""
        if message.removing:
            message.mark_stale()
        since, message.since = message.since, None
        if taken := message.take():
            screen, resend = taken
            urgency = message.urgency
            try:
                await self._display(chat, message, screen, resend)
            except CALL_ERRORS as error:
                lost = isinstance(screen, Attachment) and perhaps_done(error)
                again = self._backoff.penalize(chat, error) and not lost
                if not again and _may_retry_when_open(message, error):
                    again = chat.held = True
                if again:
                    message.put_back(screen, resend)
                    message.since = since
                    self._chat_events.read(message.slot, error)
                    return
                await self._give_up(message, error, screen)
            else:
                self._backoff.succeeded(chat)
                if since is not None:
                    self._on_shown(urgency, since)
        await self.save(message)
        await self._delete_stale(chat, message)

    async def find_duplicate(self, chat: ChatQueue) -> None:
        """Try one candidate of a lost send; delete it if it is ours."""
        candidate = chat.duplicates.candidates[-1]
        own = False
        try:
            own = await self._is_own(chat.chat_id, candidate)
            if own:
                await self.call(methods.delete(Slot(SlotKind.NOTE, 0, chat.chat_id), candidate))
        except CALL_ERRORS as error:
            if self._backoff.penalize(chat, error):
                return
            log.info("duplicate_not_deleted chat=%d error=%s", chat.chat_id, words(error))
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
        self, chat: ChatQueue, message: OutgoingMessage, screen: Screen | Attachment, resend: bool
    ) -> None:
        """Edit or send."""
        if isinstance(screen, Attachment):
            sent = await self.call(methods.send_file(message.slot, screen))
            chat.duplicates.sent(sent.message_id)
            return
        before = message.shown
        if before and not resend and await self._edit(message, before.message_id, screen):
            # An ephemeral message may have been replaced meanwhile, at a press.
            if message.shown is before:
                message.set_shown(before.message_id, screen)
        elif not message.alone:
            send = methods.send(message.slot.chat_id, message.slot.thread_id, screen)
            message.set_shown(await self._send(chat, send), screen)

    async def _edit(self, message: OutgoingMessage, message_id: int, screen: Screen) -> bool:
        """Edit the message; return False if it is gone."""
        before = message.shown
        try:
            await self.call(methods.edit(message.slot, message_id, screen))
        except CALL_ERRORS as error:
            match meaning(error):
                case Meaning.NOT_MODIFIED:
                    return True
                case Meaning.GONE:
                    # Not stale: it does not exist or can't be deleted.
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
        """Store what is shown: after a restart the same message is edited."""
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
                log.info(
                    "stale_message_not_deleted slot=%s error=%s", message.slot.name, words(error)
                )
                if not await self._strip_stale(chat, message, error):
                    return
            message.stale.pop(0)

    async def _strip_stale(
        self, chat: ChatQueue, message: OutgoingMessage, refusal: Exception
    ) -> bool:
        """Remove the buttons of a message too old to be deleted; return False to retry later.

        Telegram deletes no message after 48 hours, but edits a bot's own ones for ever.
        """
        if message.alone or meaning(refusal) is not Meaning.UNDELETABLE:
            return True
        try:
            await self.call(methods.strip(message.slot.chat_id, message.stale[0]))
        except CALL_ERRORS as error:
            return not self._backoff.penalize(chat, error)
        return True

    async def _give_up(
        self, message: OutgoingMessage, error: Exception, screen: Screen | Attachment
    ) -> None:
        private, means = message.slot.chat_id > 0, meaning(error)
        if isinstance(screen, Attachment) and means is not Meaning.UNREACHABLE:
            # A chat that refuses pictures may still take text.
            log.info(
                "attachment_not_sent chat=%d kind=%s error=%s",
                message.slot.chat_id,
                screen.kind,
                words(error),
            )
        elif private and means is Meaning.UNREACHABLE:
            log.info(
                "private_chat_unreachable chat=%d error=%s", message.slot.chat_id, words(error)
            )
            await self._chat_events.unreachable(message.slot.chat_id)
        elif not self._chat_events.read(message.slot, error):
            log.error("slot_not_shown slot=%s error=%s", message.slot.name, words(error))


def _may_retry_when_open(message: OutgoingMessage, error: Exception) -> bool:
    """Return whether a group is closed and the screen should be shown once it opens.

    `ChatEventReader` reports the chat as closed; its listener releases it later.
    """
    shut = meaning(error) in (Meaning.UNREACHABLE, Meaning.MUTED)
    return shut and message.slot.chat_id < 0 and not (message.brief or message.alone)
