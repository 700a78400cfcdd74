"""getUpdates: one poll at a time, until something comes."""

import asyncio

from bot.sandbox.errors import ApiError
from bot.sandbox.model import Json
from bot.sandbox.world import World

_CONFLICT = (
    "Conflict: terminated by other getUpdates request; "
    "make sure that only one bot instance is running"
)
_ONLINE_SECONDS = 60.0
_LONGEST = 50


class Polling:
    """The polls of the bot; a second one ends the first with 409."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._poll: asyncio.Future[bool] | None = None
        self._last = float("-inf")

    async def get_updates(self, params: Json) -> list[Json]:
        """The method's result; ApiError 409 when another poll takes over."""
        updates = self._world.updates
        offset, limit = params.get("offset", 0), params.get("limit", 100)
        self._last = self._world.clock()
        if self._poll and not self._poll.done():
            self._poll.set_result(False)
        if "allowed_updates" in params:
            updates.allowed = frozenset(params["allowed_updates"]) or None
        loop = asyncio.get_running_loop()
        until = loop.time() + min(params.get("timeout", 0), _LONGEST)
        while not (ready := updates.take(offset, limit)) and loop.time() < until:
            if not await self._woken(until - loop.time()):
                raise ApiError(409, _CONFLICT)
        return ready

    async def _woken(self, seconds: float) -> bool:
        """Wait for an update or the end of the time; False if another poll took over."""
        poll: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._poll = poll

        def wake() -> None:
            if not poll.done():
                poll.set_result(True)

        self._world.updates.on_put = wake
        due = self._world.updates.next_due()
        try:
            async with asyncio.timeout(seconds if due is None else min(seconds, due)):
                return await poll
        except TimeoutError:
            return True
        finally:
            poll.cancel()
            self._last = self._world.clock()

    @property
    def online(self) -> bool:
        """Whether the bot asks for updates now, or did within the last minute."""
        if self._poll and not self._poll.done():
            return True
        return self._world.clock() - self._last <= _ONLINE_SECONDS
