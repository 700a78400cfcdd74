"""Fairness between people: their updates are handled round-robin."""

from __future__ import annotations

import asyncio
from collections import Counter, deque

AT_ONCE, AT_ONCE_EACH = 64, 4
"""How many updates are handled concurrently, of all people and of one person."""
TURN_SECONDS = 0.5
"""A handler that takes longer, perhaps since Telegram is slow, no longer counts as one of them."""


class PersonQueues:
    """Grants turns: those of a person in order, people round-robin.

    A turn is granted at once while fewer than `AT_ONCE` are active, and fewer than `AT_ONCE_EACH`
    of that person.
    """

    def __init__(self) -> None:
        self._queues: dict[int, deque[QueuedUpdate]] = {}
        self._active: Counter[int] = Counter()

    @property
    def waiting(self) -> int:
        """Return how many turns are not granted yet."""
        return sum(map(len, self._queues.values()))

    def queue(self, person_id: int) -> QueuedUpdate:
        """Queue a turn of a person."""
        turn = QueuedUpdate(self, person_id)
        self._queues.setdefault(person_id, deque()).append(turn)
        self._grant()
        return turn

    def end(self, turn: QueuedUpdate) -> None:
        """End or cancel a turn, and grant the next; a second call does nothing."""
        if turn.active:
            turn.active = False
            self._active[turn.person_id] -= 1
            if not self._active[turn.person_id]:
                del self._active[turn.person_id]
            self._grant()
        elif turn in (queue := self._queues.get(turn.person_id, deque())):
            queue.remove(turn)
            if not queue:
                del self._queues[turn.person_id]

    def _grant(self) -> None:
        while self._active.total() < AT_ONCE:
            able = (one for one in self._queues if self._active[one] < AT_ONCE_EACH)
            person_id = next(able, None)
            if person_id is None:
                return
            queue = self._queues.pop(person_id)
            turn = queue.popleft()
            if queue:
                self._queues[person_id] = queue
            self._active[person_id] += 1
            turn.grant()


class QueuedUpdate:
    """A turn of a person for one update: queued, then active, then over."""

    def __init__(self, queues: PersonQueues, person_id: int) -> None:
        self.person_id = person_id
        self.active = False
        self._queues = queues
        self._granted = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None

    async def granted(self) -> None:
        """Wait until it is granted."""
        await self._granted.wait()

    def grant(self) -> None:
        """Grant it; it is active for `TURN_SECONDS` at most."""
        self.active = True
        self._granted.set()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(TURN_SECONDS, self._queues.end, self)

    def end(self) -> None:
        """End it, or cancel it if it is not granted yet."""
        if self._timer is not None:
            self._timer.cancel()
        self._queues.end(self)
