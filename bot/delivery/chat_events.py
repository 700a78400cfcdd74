"""What errors say of whole chats, told to whoever must know; no call waits for that."""

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
    """Reads errors of groups, and tells `told`."""

    def __init__(self, told: ChatEvents) -> None:
        self._told = told
        self._tasks = Nursery()

    def read(self, slot: Slot, error: Exception) -> bool:
        """Tell what an error says of a slot's group or topic; False if it says nothing."""
        news = self._of(slot, error)
        if news is None:
            return False
        log.info("chat %d: %s", slot.chat_id, words(error))
        self._tasks.spawn(news, name=f"chat event chat={slot.chat_id}")
        return True

    async def unreachable(self, user_id: int) -> None:
        """Tell whose private chat refuses the bot."""
        await self._told.unreachable(user_id)

    async def close(self) -> None:
        """Tell nothing more."""
        await self._tasks.close()

    def _of(self, slot: Slot, error: Exception) -> Coroutine[Any, Any, None] | None:
        if slot.chat_id > 0:
            return None
        if isinstance(error, TelegramMigrateToChat):
            return self._told.moved(slot.chat_id, error.migrate_to_chat_id)
        match meaning(error):
            case Meaning.NO_TOPIC if slot.thread_id:
                return self._told.topic_gone(slot.chat_id, slot.thread_id)
            case Meaning.MUTED:
                return self._told.shut(slot.chat_id, "muted")
            case Meaning.UNREACHABLE:
                return self._told.shut(slot.chat_id, "removed")
        return None
