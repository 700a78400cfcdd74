"""HTTP API to control the world: rate limits, faults, changes of groups.

`POST /world/limits` (bot.sandbox.flood), `POST /world/faults` (bot.sandbox.faults), and
`POST /world/migrate`, `/world/topics`, `/world/rights`, `/world/delete` (bot.sandbox.groups).
"""

from aiohttp import web

from bot.sandbox import asked, groups
from bot.sandbox.faults import Plan
from bot.sandbox.flood import Limits
from bot.sandbox.model import Json
from bot.sandbox.world import World


class Controls:
    """Routes under /world; an error is a 400 with {"error": words}."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[web.RouteDef]:
        """Return all routes, to be added to an application."""
        return [
            web.post("/world/limits", asked.nullable(self._limits)),
            web.post("/world/faults", asked.nullable(self._faults)),
            web.post("/world/migrate", asked.posted(self._migrate)),
            web.post("/world/topics", asked.posted(self._add_topic)),
            web.post(r"/world/topics/{id:\d+}", self._change_topic),
            web.post("/world/rights", asked.posted(self._rights)),
            web.post("/world/delete", asked.posted(self._delete)),
        ]

    async def _limits(self, body: Json | None) -> Json:
        self._world.flood.set(None if body is None else Limits.parse(body))
        return {}

    async def _faults(self, body: Json | None) -> Json:
        given = dict(body or {})
        seed = given.pop("seed", 0)
        self._world.faults.set(Plan.parse(given), seed)
        return {}

    async def _migrate(self, body: Json) -> Json:
        signals = asked.words(body, "signals", groups.SIGNALS)
        if signals is None:
            signals = list(groups.SIGNALS)
        chat, is_forum = asked.number(body, "chat"), asked.flag(body, "is_forum")
        return {"id": groups.migrate(self._world, chat, signals, is_forum).id}

    async def _add_topic(self, body: Json) -> Json:
        chat, name = asked.number(body, "chat"), asked.text(body, "name")
        return {"id": groups.add_topic(self._world, chat, name).id}

    async def _change_topic(self, request: web.Request) -> web.Response:
        async def change(body: Json) -> Json:
            topic, chat = int(request.match_info["id"]), asked.number(body, "chat")
            closed, deleted = asked.flag(body, "closed"), asked.flag(body, "deleted")
            groups.change_topic(self._world, chat, topic, closed, deleted)
            return {}

        return await asked.posted(change)(request)

    async def _rights(self, body: Json) -> Json:
        chat = self._world.group(asked.number(body, "chat"))
        person = asked.number(body, "person") if "person" in body else 0
        chat.hidden_members = asked.flag(body, "hidden_members", chat.hidden_members)
        names = body.keys() - {"chat", "person", "hidden_members"}
        rights = {name: asked.flag(body, name) for name in names}
        groups.set_rights(self._world, chat.id, person, rights)
        return {}

    async def _delete(self, body: Json) -> Json:
        groups.delete(self._world, asked.number(body, "chat"), asked.flag(body, "told"))
        return {}
