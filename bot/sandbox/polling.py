"""getUpdates: long polling, one poll at a time."""

import asyncio

from bot.sandbox.errors import ApiError
from bot.sandbox.model import Json
from bot.sandbox.world import Event, World

_OTHER_POLL = "other getUpdates request; make sure that only one bot instance is running"
_WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)
_ONLINE_SECONDS = 60.0
_LONGEST = 50


class Polling:
    """The current poll of the bot; another one or a webhook ends it with 409."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._poll: asyncio.Future[str] | None = None
        self._last = float("-inf")

    async def get_updates(self, params: Json) -> list[Json]:
        """Return the updates.

        Raises:
            ApiError: 409 if another poll or a webhook takes over.
        """
        updates = self._world.updates
        offset, limit = params.get("offset", 0), params.get("limit", 100)
        was_online = self.online
        self._last = self._world.clock()
        if self._world.hook:
            raise ApiError(409, _WEBHOOK_ACTIVE)
        if not was_online:
            self._world.notify(Event("world"))
        self.end(_OTHER_POLL)
        if "allowed_updates" in params:
            updates.allowed = frozenset(params["allowed_updates"]) or None
        loop = asyncio.get_running_loop()
        until = loop.time() + min(params.get("timeout", 0), _LONGEST)
        while not (ready := updates.take(offset, limit)) and loop.time() < until:
            if ended_by := await self._ended(until - loop.time()):
                raise ApiError(409, f"Conflict: terminated by {ended_by}")
        return ready

    def end(self, words: str) -> None:
        """End the waiting poll; `words` say what replaced it."""
        if self._poll and not self._poll.done():
            self._poll.set_result(words)

    async def _ended(self, seconds: float) -> str:
        """Wait for an update or the timeout; return what ended the poll, or ""."""
        poll: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._poll = poll

        def wake() -> None:
            if not poll.done():
                poll.set_result("")

        self._world.updates.listeners.append(wake)
        due = self._world.updates.next_due()
        try:
            async with asyncio.timeout(seconds if due is None else min(seconds, due)):
                return await poll
        except TimeoutError:
            return ""
        finally:
            poll.cancel()
            self._world.updates.listeners.remove(wake)
            self._last = self._world.clock()

    @property
    def online(self) -> bool:
        """Whether the bot polled within the last minute, or its webhook works."""
        if self._world.hook:
            return not self._world.hook.error
        if self._poll and not self._poll.done():
            return True
        return self._world.clock() - self._last <= _ONLINE_SECONDS
