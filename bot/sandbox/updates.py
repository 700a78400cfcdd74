"""The bot's queue of updates (https://core.telegram.org/bots/api#getting-updates)."""

from collections.abc import Callable

from bot.sandbox.model import Json

# An undelivered press is of no use soon; other updates are kept for a day.
PRESS_LIFETIME = 150.0
LIFETIME = 24 * 3600.0
_OPT_IN = frozenset({"chat_member", "message_reaction", "message_reaction_count"})


class Updates:
    """Updates wait here, in order, until a later poll confirms them with its offset."""

    def __init__(self, clock: Callable[[], float], first_id: int = 700_000_001) -> None:
        self._clock = clock
        self._next_id = first_id
        self._waiting: list[tuple[float, Json]] = []
        self.allowed: frozenset[str] | None = None
        self.on_put: Callable[[], None] | None = None

    def put(self, kind: str, payload: Json) -> None:
        """Queue an update of that kind, unless the bot has not asked for such ones."""
        if kind not in self.allowed if self.allowed else kind in _OPT_IN:
            return
        lifetime = PRESS_LIFETIME if kind == "callback_query" else LIFETIME
        update = {"update_id": self._next_id, kind: payload}
        self._waiting.append((self._clock() + lifetime, update))
        self._next_id += 1
        if self.on_put:
            self.on_put()

    def take(self, offset: int, limit: int) -> list[Json]:
        """Up to `limit` updates from `offset` on; those before it are forgotten.

        A negative offset keeps only that many of the last ones.
        """
        now = self._clock()
        waiting = [item for item in self._waiting if item[0] > now]
        if offset < 0:
            waiting = waiting[offset:]
        elif offset > 0:
            waiting = [item for item in waiting if item[1]["update_id"] >= offset]
        self._waiting = waiting
        return [update for _, update in waiting[:limit]]

    def clear(self) -> None:
        """Forget all updates; ids go on."""
        self._waiting = []

    def __len__(self) -> int:
        return len(self._waiting)
