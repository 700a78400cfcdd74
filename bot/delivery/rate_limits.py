"""Rate limits as token buckets.

Telegram's limits (https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this):
about one message a second in a chat with short bursts, 20 a minute in a group, about 30 a second
over all chats; edits count like messages.
"""

from dataclasses import dataclass

from bot.runtime.bucket import Bucket

_SPACING = 3.0


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits: calls a minute in a group, a second in a private chat and in total."""

    group_per_minute: float
    private_per_second: float
    total_per_second: float

    def chat(self, chat_id: int) -> Bucket:
        """Return a bucket for a chat; groups have negative ids.

        A group's burst and the refill of the same minute stay within the limit together.
        """
        if chat_id < 0:
            burst = max(1, int(self.group_per_minute / 4))
            rate = max(self.group_per_minute - burst, self.group_per_minute / 2) / 60
            return Bucket(rate, burst)
        return Bucket(self.private_per_second, max(1, int(3 * self.private_per_second)))

    def total(self) -> Bucket:
        """Return the bucket of all chats together; burst and refill stay within the limit."""
        burst = max(1, int(self.total_per_second / 5))
        return Bucket(max(self.total_per_second - burst, self.total_per_second / 2), burst)

    def spacing(self, chat_id: int) -> float:
        """Return the minimum seconds between edits of a message that nobody waits for.

        It allows a group's table the whole rate, and a hand in a private chat a third of it.
        """
        spacing = 60 / self.group_per_minute if chat_id < 0 else _SPACING / self.private_per_second
        return round(spacing, 3)
