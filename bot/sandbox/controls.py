"""What befalls the world, over HTTP: limits, faults, groups that change. JSON in and out.

`POST /world/limits` (bot.sandbox.flood) and `POST /world/faults` (bot.sandbox.faults).
"""

from aiohttp import web

from bot.sandbox import asked
from bot.sandbox.faults import Plan
from bot.sandbox.flood import Limits
from bot.sandbox.model import Json
from bot.sandbox.world import World


class Controls:
    """Routes under /world; an error is a 400 with {"error": words}."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[web.RouteDef]:
        """All routes, to be added to an application."""
        return [
            web.post("/world/limits", asked.nullable(self._limits)),
            web.post("/world/faults", asked.nullable(self._faults)),
        ]

    async def _limits(self, body: Json | None) -> Json:
        self._world.flood.set(None if body is None else Limits.parse(body))
        return {}

    async def _faults(self, body: Json | None) -> Json:
        given = dict(body or {})
        seed = given.pop("seed", 0)
        self._world.faults.set(Plan.parse(given), seed)
        return {}
