"""The scheduler: picks the chat whose most urgent message may be sent now."""

import heapq
import itertools
from collections.abc import Callable

from bot.delivery.backoff import Backoff
from bot.delivery.chat_queue import ChatQueue, Ticket
from bot.delivery.message import OutgoingMessage
from bot.runtime.bucket import Bucket


class Scheduler:
    """A priority queue of chats, updated when a chat has changed or its alarm is due.

    `total` is the bucket of all chats together; `settle` is called for messages that are done.
    """

    def __init__(
        self, total: Bucket, backoff: Backoff, settle: Callable[[ChatQueue, OutgoingMessage], None]
    ) -> None:
        self._total = total
        self._backoff = backoff
        self._settle = settle
        self._changed: set[ChatQueue] = set()
        self._queue: list[Ticket] = []
        self._alarms: list[tuple[float, int, ChatQueue]] = []
        self._numbers = itertools.count()

    def mark_changed(self, chat: ChatQueue) -> None:
        """Note that something about a chat has changed."""
        self._changed.add(chat)

    def next(self, now: float) -> Ticket | float | None:
        """Return the next ticket to serve, or the seconds until there may be one.

        None if nothing waits for a time. The ticket is counted against the limits already.
        """
        self._wake(now)
        for chat in self._changed:
            self._requeue(chat, now)
        self._changed.clear()
        found = self._first(now)
        if isinstance(found, Ticket):
            _count(found, self._total, now)
            return found
        alarm = self._alarms[0][0] - now if self._alarms else None
        return min((delay for delay in (found, alarm) if delay is not None), default=None)

    def _wake(self, now: float) -> None:
        while self._alarms and self._alarms[0][0] <= now:
            at, _, chat = heapq.heappop(self._alarms)
            if chat.alarm == at:
                chat.alarm = None
                self._changed.add(chat)

    def _requeue(self, chat: ChatQueue, now: float) -> None:
        """Put a chat into the ready queue, or set its alarm."""
        chat.ticket = None
        if chat.busy:
            return
        for message in [message for message in chat.messages if message.settled]:
            self._settle(chat, message)
        found = chat.next(now)
        if isinstance(found, Ticket):
            chat.ticket = found
            heapq.heappush(self._queue, found)
        elif found is not None and (chat.alarm is None or chat.alarm > now + found):
            chat.alarm = now + found
            heapq.heappush(self._alarms, (chat.alarm, next(self._numbers), chat))

    def _first(self, now: float) -> Ticket | float | None:
        """Pop the first ticket, or return the seconds until the total limits allow one."""
        while self._queue:
            if (pause := self._backoff.until - now) > 0:
                return pause
            ticket = self._queue[0]
            if ticket.chat.ticket is ticket:
                if ticket.costs and (wait := self._total.wait(now)):
                    return wait
                return heapq.heappop(self._queue)
            heapq.heappop(self._queue)
        return None


def _count(ticket: Ticket, total: Bucket, now: float) -> None:
    """Count a ticket against the limits, and mark its chat as busy."""
    chat, message = ticket.chat, ticket.message
    if ticket.costs:
        chat.bucket.take(now)
        total.take(now)
        if message is not None:
            message.called_at = now
    chat.busy, chat.ticket = True, None
