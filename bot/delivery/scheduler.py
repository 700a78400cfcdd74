"""The queue of all chats: in which of them something may be done now, the most urgent first."""

import heapq
import itertools
from collections.abc import Callable

from bot.delivery.backoff import Backoff
from bot.delivery.chat_queue import ChatQueue, Ticket
from bot.delivery.message import OutgoingMessage
from bot.delivery.rate_limits import Bucket


class Scheduler:
    """Chats are looked at when something about them has changed, or their time has come.

    `total` is the bucket of all chats together; `settle` is told what needs nothing any more.
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
        """Something about a chat has changed."""
        self._changed.add(chat)

    def next(self, now: float) -> Ticket | float | None:
        """What is to be begun at once, counted already; or the seconds until something may be,
        None where nothing waits for its time."""
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
        """Give a chat its place among those that may be served, or the time when it may."""
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
        """The first in the queue; or the seconds until all chats together may be written to."""
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
    """What is begun counts against the limits, and keeps its chat busy."""
    chat, message = ticket.chat, ticket.message
    if ticket.costs:
        chat.bucket.take(now)
        total.take(now)
        if message is not None:
            message.called_at = now
    chat.busy, chat.ticket = True, None
