"""When to leave Telegram alone: one chat after trouble there, all after floods in several."""

import logging

from aiogram.exceptions import TelegramRetryAfter

from bot.delivery.chat_queue import ChatQueue
from bot.delivery.errors import Meaning, meaning, words
from bot.delivery.rate_limits import MonotonicTime

log = logging.getLogger(__name__)

LONGEST_PAUSE = 60.0


class Backoff:
    """Pauses by chat, and `until` when everything stands still."""

    def __init__(self, time: MonotonicTime) -> None:
        self._time = time
        self._flooded: dict[int, float] = {}
        self.until = 0.0

    def is_paused(self, chat: ChatQueue) -> bool:
        """Whether nothing may be written to a chat now."""
        return max(chat.paused_until, self.until) > self._time.now()

    def penalize(self, chat: ChatQueue, error: Exception) -> bool:
        """Leave the chat alone for a while if that may help; False if it can't."""
        if isinstance(error, TelegramRetryAfter):
            self._flood(chat, error.retry_after)
            return True
        if meaning(error) not in (Meaning.RETRY, Meaning.MOVED):
            return False
        chat.failures += 1
        pause = min(LONGEST_PAUSE, 2.0 ** min(chat.failures - 1, 10))
        chat.paused_until = self._time.now() + pause
        log.warning("chat %d: %s; again in %.0f s", chat.chat_id, words(error), pause)
        return True

    def _flood(self, chat: ChatQueue, seconds: float) -> None:
        now = self._time.now()
        log.warning("chat %d: too many calls; Telegram says wait %g s", chat.chat_id, seconds)
        self._flooded = {chat_id: end for chat_id, end in self._flooded.items() if end > now}
        # Where another chat is told so as well, it is the whole bot that is too fast.
        if self._flooded.keys() - {chat.chat_id}:
            self.until = max(self.until, now + seconds)
        self._flooded[chat.chat_id] = chat.paused_until = now + seconds
