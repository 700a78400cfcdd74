"""The queue of one chat: what waits there, and when the next call may be made."""

from dataclasses import dataclass, field

from bot.delivery.duplicates import Duplicates
from bot.delivery.message import OutgoingMessage
from bot.model.screen import Urgency
from bot.runtime.bucket import Bucket

LONGEST_LAG = 10.0
"""Seconds after which a waiting message of a group becomes as urgent as any.

So hands that single people have open there do not starve the table that all see."""


@dataclass(frozen=True, slots=True, order=True)
class Ticket:
    """Work ready in a chat; smaller sorts first. No `message`: find a duplicate."""

    urgency: int
    order: int
    chat: "ChatQueue" = field(compare=False)
    message: OutgoingMessage | None = field(compare=False)

    @property
    def costs(self) -> bool:
        """Whether it counts against the rate limits; deletes do not."""
        return self.message is None or self.message.needs_showing


@dataclass(eq=False, slots=True)
class ChatQueue:
    """One chat: one call at a time, and none while `held` or until one of its pauses is over.

    `limited_until` is the end of a rate limit, `retry_at` that of the back-off after `failures`
    calls in a row that the network or the server failed (monotonic seconds). `spacing` is the
    minimum interval in seconds between edits of a message that nobody waits for. `ticket` and
    `alarm` are its current entries in the scheduler's heaps.
    """

    chat_id: int
    bucket: Bucket
    spacing: float
    busy: bool = False
    held: bool = False
    failures: int = 0
    limited_until: float = 0.0
    retry_at: float = 0.0
    messages: set[OutgoingMessage] = field(default_factory=set)
    duplicates: Duplicates = field(default_factory=Duplicates)
    ticket: Ticket | None = None
    alarm: float | None = None

    def resting(self, now: float) -> bool:
        """Return whether a new queue would be the same: no work, no pause, no debt."""
        works = self.busy or self.held or self.messages or self.ticket or self.alarm is not None
        pause = max(self.retry_at, self.limited_until)
        owes = self.failures or pause > now or not self.bucket.full(now)
        return not (works or owes or self.duplicates.lost or self.duplicates.candidates)

    def next(self, now: float) -> Ticket | float | None:
        """Return what is ready now, or the seconds until something is; None if empty."""
        if self.held:
            return None
        ready: list[Ticket] = []
        wait: float | None = None
        for message in self.messages:
            delay = self._delay(message, now)
            if delay > 0:
                wait = delay if wait is None else min(wait, delay)
            else:
                ready.append(Ticket(self._urgency(message, now), message.order, self, message))
        if ready or wait is not None:
            return min(ready) if ready else wait
        if not self.duplicates.candidates:
            return None
        return self._pause(now, self._reserved(Urgency.ONLOOKER, now)) or Ticket(
            Urgency.ONLOOKER + 1, 0, self, None
        )

    def _urgency(self, message: OutgoingMessage, now: float) -> Urgency:
        lags = self.chat_id < 0 and now - message.called_at > LONGEST_LAG
        return Urgency.AWAITED if lags else message.urgency

    def _delay(self, message: OutgoingMessage, now: float) -> float:
        if not message.needs_showing:
            return self._pause(now, 0.0)
        distance = message.called_at + self.spacing - now if message.patient else 0.0
        return self._pause(now, max(distance, self._reserved(message.urgency, now)))

    def _pause(self, now: float, delay: float) -> float:
        return max(self.limited_until - now, self.retry_at - now, delay)

    def _reserved(self, urgency: Urgency, now: float) -> float:
        """Return the seconds until the bucket allows a call.

        In a private chat the last token is reserved for when the person is awaited.
        """
        reserve = int(self.chat_id > 0 and urgency is not Urgency.AWAITED)
        return self.bucket.wait(now, reserve=reserve)
