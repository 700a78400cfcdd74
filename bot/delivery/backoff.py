"""Back-off: pause one chat after an error, all chats after rate limits in several."""

import logging

from aiogram.exceptions import TelegramRetryAfter

from bot.delivery.chat_queue import ChatQueue
from bot.delivery.errors import Meaning, meaning, words
from bot.delivery.rate_limits import MonotonicTime

log = logging.getLogger(__name__)

LONGEST_PAUSE = 60.0
"""Upper bound of the exponential back-off, in seconds."""


class Backoff:
    """Pauses per chat; until `until` (monotonic seconds) every chat is paused."""

    def __init__(self, time: MonotonicTime) -> None:
        self._time = time
        self._flooded: dict[int, float] = {}
        self.until = 0.0

    def is_paused(self, chat: ChatQueue) -> bool:
        """Return whether a chat may not be called now."""
        return max(chat.paused_until, self.until) > self._time.now()

    def penalize(self, chat: ChatQueue, error: Exception) -> bool:
        """Pause the chat if a later retry may succeed; return False if it can't."""
        if isinstance(error, TelegramRetryAfter):
            self._flood(chat, error.retry_after)
            return True
        if meaning(error) not in (Meaning.RETRY, Meaning.MOVED):
            return False
        chat.failures += 1
        pause = min(LONGEST_PAUSE, 2.0 ** min(chat.failures - 1, 10))
        chat.paused_until = self._time.now() + pause
        log.warning(
            "call_failed chat=%d retry_after=%.0f error=%s", chat.chat_id, pause, words(error)
        )
        return True

    def _flood(self, chat: ChatQueue, seconds: float) -> None:
        now = self._time.now()
        log.warning("rate_limited chat=%d retry_after=%g", chat.chat_id, seconds)
        self._flooded = {chat_id: end for chat_id, end in self._flooded.items() if end > now}
        # If another chat is limited too, the limit is the bot's as a whole.
        if self._flooded.keys() - {chat.chat_id}:
            self.until = max(self.until, now + seconds)
        self._flooded[chat.chat_id] = chat.paused_until = now + seconds
