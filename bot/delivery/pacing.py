"""How often to call: token buckets that are asked and told the time, and never wait themselves.

Telegram's limits (https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this):
about one message a second in a chat with short bursts, 20 a minute in a group, about 30 a second
over all chats; edits count like messages.
"""

from dataclasses import dataclass

from bot.ports import Clock

_ROUNDING = 1e-6


class Steady:
    """Time for measuring waits: where the machine's clock is set back, it goes on from there."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = clock.now()
        self._passed = 0.0

    def now(self) -> float:
        """Seconds since some moment; never fewer than before."""
        now = self._clock.now()
        self._passed += max(0.0, now - self._last)
        self._last = now
        return self._passed


class Bucket:
    """Lets `rate` calls a second through on average, and `burst` at once after a rest."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = float("-inf")

    def wait(self, now: float) -> float:
        """Seconds from `now` until a call may be made; 0 if it may be made at once."""
        # What is missing for a whole token by rounding alone is not worth a wait.
        return max(0.0, (1 - _ROUNDING - self._filled(now)) / self._rate)

    def take(self, now: float) -> None:
        """Count a call made now, even one made too early: later ones wait longer then."""
        self._tokens = self._filled(now) - 1
        self._at = now

    def _filled(self, now: float) -> float:
        return min(self._burst, self._tokens + (now - self._at) * self._rate)


@dataclass(frozen=True, slots=True)
class Pace:
    """What to stay within: calls a minute in one group, a second in a private chat and in all."""

    group_per_minute: float
    private_per_second: float
    total_per_second: float

    def chat(self, chat_id: int) -> Bucket:
        """The bucket of a chat; groups have negative ids.

        A group's burst and what trickles in after it keep within one minute's limit together.
        """
        if chat_id < 0:
            burst = max(1.0, self.group_per_minute / 4)
            rate = max(self.group_per_minute - burst, self.group_per_minute / 2) / 60
            return Bucket(rate, burst)
        return Bucket(self.private_per_second, max(1.0, 3 * self.private_per_second))

    def total(self) -> Bucket:
        """The bucket of all chats together."""
        return Bucket(self.total_per_second, max(1.0, self.total_per_second / 5))
