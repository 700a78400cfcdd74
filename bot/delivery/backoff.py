"""Back-off: pause one chat after an error, all chats after rate limits in several."""

import logging
from collections.abc import Callable

from aiogram.exceptions import TelegramRetryAfter

from bot.delivery.chat_queue import ChatQueue
from bot.delivery.errors import Meaning, meaning, words
from bot.runtime.bucket import MonotonicTime

log = logging.getLogger(__name__)

LONGEST_PAUSE = 60.0
"""Upper bound of the exponential back-off, in seconds."""
OUTAGE_FAILURES = 3
"""So many failures without a success between them mean that Telegram is out of reach."""


class Backoff:
    """Pauses per chat; until `until` (monotonic seconds) every chat is paused.

    `reschedule` is called for a chat whose pause has ended early.
    """

    def __init__(self, time: MonotonicTime, reschedule: Callable[[ChatQueue], None]) -> None:
        self._time = time
        self._reschedule = reschedule
        self._flooded: dict[int, float] = {}
        self._failing: set[ChatQueue] = set()
        self._failures = 0
        self.until = 0.0

    def is_paused(self, chat: ChatQueue) -> bool:
        """Return whether a chat may not be called now."""
        return max(chat.limited_until, chat.retry_at, self.until) > self._time.now()

    def penalize(self, chat: ChatQueue, error: Exception) -> bool:
        """Pause the chat if a later retry may succeed; return False if it can't."""
        if isinstance(error, TelegramRetryAfter):
            self._flood(chat, error.retry_after)
            return True
        if meaning(error) not in (Meaning.RETRY, Meaning.MOVED):
            return False
        chat.failures += 1
        pause = min(LONGEST_PAUSE, 2.0 ** min(chat.failures - 1, 10))
        chat.retry_at = self._time.now() + pause
        self._failing.add(chat)
        self._failures += 1
        log.warning(
            "call_failed chat=%d retry_after=%.0f error=%s", chat.chat_id, pause, words(error)
        )
        return True

    def succeeded(self, chat: ChatQueue) -> None:
        """Note that a call went well; the first one after an outage ends it for all chats."""
        self._failing.discard(chat)
        chat.failures = 0
        if self._failures >= OUTAGE_FAILURES:
            self.retry_all()
        self._failures = 0

    def retry(self, chat: ChatQueue) -> None:
        """End the back-off of a chat; a rate limit stays."""
        if chat in self._failing:
            self._failing.discard(chat)
            chat.failures, chat.retry_at = 0, 0.0
            self._reschedule(chat)

    def retry_all(self) -> None:
        """End the back-off of every chat: Telegram is in reach again."""
        for chat in list(self._failing):
            self.retry(chat)

    def _flood(self, chat: ChatQueue, seconds: float) -> None:
        now = self._time.now()
        log.warning("rate_limited chat=%d retry_after=%g", chat.chat_id, seconds)
        self._flooded = {chat_id: end for chat_id, end in self._flooded.items() if end > now}
        # If another chat is limited too, the limit is the bot's as a whole.
        if self._flooded.keys() - {chat.chat_id}:
            self.until = max(self.until, now + seconds)
        self._flooded[chat.chat_id] = chat.limited_until = now + seconds
