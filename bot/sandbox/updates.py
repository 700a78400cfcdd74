"""The bot's queue of updates (https://core.telegram.org/bots/api#getting-updates)."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.sandbox.faults import Faults
from bot.sandbox.model import Json

# Undelivered presses expire soon; other updates are kept for a day.
PRESS_LIFETIME = 150.0
LIFETIME = 24 * 3600.0
_OPT_IN = frozenset({"chat_member", "message_reaction", "message_reaction_count"})


@dataclass(slots=True, eq=False)
class Waiting:
    """An update, its expiry, its person, and whether it is delivered again."""

    update: Json
    until: float
    user_id: int
    again: bool = False

    @property
    def id(self) -> int:
        """The update_id."""
        number: int = self.update["update_id"]
        return number


@dataclass(frozen=True, slots=True)
class _Held:
    due: float
    user_id: int
    kind: str
    payload: Json


class Updates:
    """A queue of updates until they are confirmed; faults repeat and delay them.

    Updates of one person stay in order: none overtakes a delayed one.
    """

    def __init__(
        self, clock: Callable[[], float], faults: Faults, first_id: int = 700_000_001
    ) -> None:
        self._clock = clock
        self._faults = faults
        self._next_id = first_id
        self._waiting: list[Waiting] = []
        self._held: list[_Held] = []
        self.allowed: frozenset[str] | None = None
        self.listeners: list[Callable[[], None]] = []

    def put(self, kind: str, payload: Json) -> None:
        """Queue an update, if its kind is among the allowed updates."""
        if kind not in self.allowed if self.allowed else kind in _OPT_IN:
            return
        user_id = (payload.get("from") or payload["chat"])["id"]
        earlier = max((one.due for one in self._held if one.user_id == user_id), default=0.0)
        due = max(self._clock() + self._faults.late(), earlier)
        if due > self._clock():
            self._held.append(_Held(due, user_id, kind, payload))
        else:
            self._queue(user_id, kind, payload)
        self.nudge()

    def nudge(self) -> None:
        """Wake all listeners, so that they check for updates."""
        for listener in list(self.listeners):
            listener()

    def _queue(self, user_id: int, kind: str, payload: Json) -> None:
        lifetime = PRESS_LIFETIME if kind == "callback_query" else LIFETIME
        update = {"update_id": self._next_id, kind: payload}
        until, again = self._clock() + lifetime, self._faults.twice()
        self._waiting.append(Waiting(update, until, user_id, again))
        self._next_id += 1

    def take(self, offset: int, limit: int) -> list[Json]:
        """Return up to `limit` updates from `offset` on; earlier ones are confirmed.

        A negative offset keeps only that many of the last ones.
        """
        waiting = self.ready()
        if offset < 0:
            waiting = waiting[offset:]
        elif offset > 0:
            again = [item for item in waiting if item.id < offset and item.again]
            waiting = again + [item for item in waiting if item.id >= offset]
            for item in again:
                item.again = False
        self._waiting = waiting
        return [item.update for item in waiting[:limit]]

    def ready(self) -> list[Waiting]:
        """Return all updates that can be delivered now, in order."""
        now = self._clock()
        due = [one for one in self._held if one.due <= now]
        self._held = [one for one in self._held if one.due > now]
        for one in sorted(due, key=lambda one: one.due):
            self._queue(one.user_id, one.kind, one.payload)
        self._waiting = [item for item in self._waiting if item.until > now]
        return list(self._waiting)

    def confirm(self, item: Waiting) -> None:
        """Remove a delivered update, unless it is to be delivered again."""
        if item.again:
            item.again = False
        elif item in self._waiting:
            self._waiting.remove(item)

    def next_due(self) -> float | None:
        """Return the seconds until the next delayed update, None if there is none."""
        return max(0.0, min(one.due for one in self._held) - self._clock()) if self._held else None

    def clear(self) -> None:
        """Delete all updates; their numbering goes on."""
        self._waiting = []
        self._held = []

    def __len__(self) -> int:
        return len(self._waiting) + len(self._held)
