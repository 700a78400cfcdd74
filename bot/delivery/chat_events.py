"""Turn errors that concern a whole chat into `ChatEvents`, without blocking calls."""

import logging
from collections.abc import Coroutine
from typing import Any

from aiogram.exceptions import TelegramMigrateToChat

from bot.delivery.errors import Meaning, meaning, words
from bot.model.protocols import ChatEvents
from bot.model.screen import Slot
from bot.runtime.tasks import Nursery

log = logging.getLogger(__name__)


class ChatEventReader:
    """Reads errors of calls to chats and notifies `listener` in tasks of its own.

    The listener is set before the first call is made.
    """

    listener: ChatEvents

    def __init__(self) -> None:
        self._tasks = Nursery()

    def read(self, slot: Slot, error: Exception) -> bool:
        """Report what an error says of the slot's group or topic; return False if nothing."""
        event = self._event(slot, error)
        if event is None:
            return False
        log.info("chat_event chat=%d error=%s", slot.chat_id, words(error))
        self._tasks.spawn(event, name=f"chat event chat={slot.chat_id}")
        return True

    async def unreachable(self, user_id: int) -> None:
        """Report that a person's private chat refuses the bot."""
        await self.listener.unreachable(user_id)

    async def close(self) -> None:
        """Cancel the notifications under way."""
        await self._tasks.close()

    def _event(self, slot: Slot, error: Exception) -> Coroutine[Any, Any, None] | None:
        if slot.chat_id > 0:
            return None
        if isinstance(error, TelegramMigrateToChat):
            return self.listener.moved(slot.chat_id, error.migrate_to_chat_id)
        match meaning(error):
            case Meaning.NO_TOPIC if slot.thread_id:
                return self.listener.topic_gone(slot.chat_id, slot.thread_id)
            case Meaning.MUTED:
                return self.listener.shut(slot.chat_id, "muted")
            case Meaning.UNREACHABLE:
                return self.listener.shut(slot.chat_id, "removed")
        return None
