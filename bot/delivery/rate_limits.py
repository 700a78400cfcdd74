"""Rate limits as token buckets that are given the time and never sleep.

Telegram's limits (https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this):
about one message a second in a chat with short bursts, 20 a minute in a group, about 30 a second
over all chats; edits count like messages.
"""

import math
from dataclasses import dataclass

from pyrate_limiter import GCRA, Rate

from bot.model.protocols import Clock

_GCRA = GCRA()
_PERIOD = 1_000_000
"""Milliseconds over which a rate is counted: long, so that slow rates are integers too."""
_SPACING = 3.0


class MonotonicTime:
    """Monotonic time on top of a clock that may be set back."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = clock.now()
        self._passed = 0.0

    def now(self) -> float:
        """Return seconds since the creation; never less than before."""
        now = self._clock.now()
        self._passed += max(0.0, now - self._last)
        self._last = now
        return self._passed


class Bucket:
    """A token bucket: `rate` calls a second, `burst` (1 or more) after a rest."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rates = [Rate(max(1, round(rate * _PERIOD / 1000)), _PERIOD, int(burst))]
        self._state = _GCRA.initial(self._rates)

    def wait(self, now: float, *, reserve: int = 0) -> float:
        """Return the seconds from `now` until a call may be made, 0 if it may be made now.

        `reserve` is how many tokens that call must leave, at most the burst less one.
        """
        return self._wait(_milliseconds(now), 1 + min(reserve, self._rates[0].burst - 1)) / 1000

    def take(self, now: float) -> None:
        """Take a token now, even if there is none yet: later calls wait longer then."""
        at = _milliseconds(now)
        at += self._wait(at, 1)
        self._state, _ = _GCRA.step(self._rates, self._state, at, 1)

    def _wait(self, at: int, calls: int) -> int:
        return _GCRA.step(self._rates, self._state, at, calls)[1].retry_after_ms or 0


def _milliseconds(now: float) -> int:
    # Round down, but for the error of a float: no call may be early.
    return math.floor(now * 1000 + 0.001)


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
