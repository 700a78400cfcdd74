"""Rate limits: sends and edits share a budget, and early retries are penalised.

Telegram publishes about 20 a minute in a group, one a second in a private chat with short bursts
and thirty a second over all (https://core.telegram.org/bots/faq#broadcasting-to-users). Deletes,
answers to callback queries and read-only methods are free.

`POST /world/limits {"group_per_minute"?, "private_per_second"?, "total_per_second"?}` sets a budget
(defaults are Telegram's numbers), `POST /world/limits null` removes it, as at the start.
"""

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.sandbox.errors import ApiError, WorldError
from bot.sandbox.model import Json

# A minute, less a tolerance for network jitter.
_MINUTE = 59.0
# Requests already under way when the first was refused are not penalised.
_GRACE = 0.5
_LONGEST = 3600.0
_PRIVATE_BURST = 5
_FREE = ("sendChatAction",)
_COUNTED = ("send", "edit", "copyMessage", "forwardMessage")


@dataclass(frozen=True, slots=True)
class Limits:
    """Messages a minute in a group, a second in a private chat, a second in total."""

    group_per_minute: float = 20
    private_per_second: float = 1
    total_per_second: float = 30

    @classmethod
    def parse(cls, given: Json) -> "Limits":
        """Return the limits of a /world/limits request.

        Raises:
            WorldError: a name is unknown or a value not above 0.
        """
        if unknown := given.keys() - cls.__slots__:
            raise WorldError(f"no such limit: {sorted(unknown)[0]}")
        for name, value in given.items():
            if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
                raise WorldError(f"{name} must be a number above 0")
        return cls(**given)


@dataclass(slots=True)
class _Count:
    """The usage of one chat (or of all together), and its current penalty."""

    sent: deque[float] = field(default_factory=deque)
    tokens: float = math.inf
    at: float = 0.0
    refused_at: float = -math.inf
    until: float = -math.inf
    penalty: float = 0.0


class Flood:
    """Counts messages per chat and in total; without limits everything passes."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.set(None)

    def set(self, limits: Limits | None) -> None:
        """Reset all counts and set the limits, or None for no limits."""
        self._limits = limits
        self._chats: dict[int | str, _Count] = {}
        self._all = _Count()

    def check(self, method: str, chat_id: int | str | None) -> None:
        """Count one request.

        Raises:
            ApiError: 429 with `retry_after` if it exceeds the budget.
        """
        if self._limits is None or chat_id is None or not _counts(method):
            return
        chat = self._chats.setdefault(chat_id, _Count())
        counts = (chat, self._all)
        for count in counts:
            self._check_penalty(count)
        waits = (self._wait(chat_id, chat), _tokens_wait(self._all, *self._total(), self._clock()))
        for count, wait in zip(counts, waits, strict=True):
            if wait > 0:
                raise self._refusal(count, wait)
        now = self._clock()
        for count in counts:
            count.sent.append(now)
            count.tokens -= 1
            count.penalty = 0.0

    def _check_penalty(self, count: _Count) -> None:
        """Raise ApiError 429 if `retry_after` is not over; double the penalty if ignored."""
        now = self._clock()
        if now >= count.until:
            return
        if now - count.refused_at <= _GRACE:
            raise _too_many(count.until - now)
        raise self._refusal(count, 2 * count.penalty)

    def _refusal(self, count: _Count, wait: float) -> ApiError:
        now = self._clock()
        count.penalty = min(float(math.ceil(wait)), _LONGEST)
        count.refused_at, count.until = now, now + count.penalty
        return _too_many(count.penalty)

    def _wait(self, chat_id: int | str, count: _Count) -> float:
        """Return the seconds until a chat accepts one more message."""
        assert self._limits is not None
        now = self._clock()
        if isinstance(chat_id, int) and chat_id > 0:
            rate = self._limits.private_per_second
            return _tokens_wait(count, rate, max(1.0, _PRIVATE_BURST * rate), now)
        most = max(1, int(self._limits.group_per_minute))
        while count.sent and count.sent[0] <= now - _MINUTE:
            count.sent.popleft()
        return 0.0 if len(count.sent) < most else count.sent[-most] + _MINUTE - now

    def _total(self) -> tuple[float, float]:
        assert self._limits is not None
        rate = self._limits.total_per_second
        return rate, max(1.0, rate)


def _tokens_wait(count: _Count, rate: float, burst: float, now: float) -> float:
    # Only groups use a sliding window.
    count.sent.clear()
    count.tokens = min(burst, count.tokens + max(0.0, now - count.at) * rate)
    count.at = now
    return 0.0 if count.tokens > 1 - 1e-6 else (1 - count.tokens) / rate


def _counts(method: str) -> bool:
    return method.startswith(_COUNTED) and method not in _FREE


def _too_many(seconds: float) -> ApiError:
    wait = max(1, math.ceil(seconds))
    return ApiError(429, f"Too Many Requests: retry after {wait}", retry_after=wait)
