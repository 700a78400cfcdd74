"""Token buckets that are given the time and never sleep."""

import math

from pyrate_limiter import GCRA, Rate

from bot.model.protocols import Clock

_GCRA = GCRA()
_PERIOD = 1_000_000
"""Milliseconds over which a rate is counted: long, so that slow rates are integers too."""


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

    def full(self, now: float) -> bool:
        """Return whether the whole burst may be spent now."""
        return self.wait(now, reserve=self._rates[0].burst) == 0

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
