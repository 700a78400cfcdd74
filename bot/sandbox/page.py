"""HTTP API of the world: what the page and tests do as people, in JSON."""

import asyncio
from contextlib import suppress
from mimetypes import guess_type

from aiohttp import WSMsgType, web

from bot.sandbox import asked, files, people, views
from bot.sandbox.api import Api
from bot.sandbox.errors import WorldError
from bot.sandbox.model import Json, Query
from bot.sandbox.world import Event, World

_CHANGEABLE = ("first_name", "language_code")


class Page:
    """Routes under /world; an error is a 400 with {"error": words}."""

    def __init__(self, world: World, api: Api, answer_seconds: float) -> None:
        self._world = world
        self._api = api
        self._answer_seconds = answer_seconds
        self._sockets: set[web.WebSocketResponse] = set()

    def routes(self) -> list[web.RouteDef]:
        """Return all routes, to be added to an application."""
        actions: dict[str, asked.Action] = {
            "people": self._add_person,
            "groups": self._add_group,
            "send": self._send,
            "press": self._press,
            "start": self._start,
            "block": self._block,
            "unblock": self._unblock,
            "member": self._member,
            "reset": self._reset,
        }
        return [
            web.get("/world", self._show_world),
            web.get("/world/view", self._show_view),
            web.get("/world/calls", self._show_calls),
            web.get("/world/file/{id}", self._file),
            web.get("/world/ws", self._socket),
            web.post(r"/world/people/{id:\d+}", self._change_person),
            *(web.post(f"/world/{name}", asked.posted(action)) for name, action in actions.items()),
        ]

    async def close(self, _app: web.Application) -> None:
        """Close the websockets of all pages."""
        for socket in list(self._sockets):
            await socket.close()

    async def _show_world(self, request: web.Request) -> web.Response:
        return web.json_response(views.world(self._world, self._api.online))

    async def _show_view(self, request: web.Request) -> web.Response:
        return await asked.answered(self._view(request))

    async def _view(self, request: web.Request) -> Json:
        return views.view(self._world, _asked_person(self._world, request))

    async def _show_calls(self, request: web.Request) -> web.Response:
        since = request.query.get("since")
        if since is not None and not since.isdigit():
            return web.json_response({"error": "since must be a number"}, status=400)
        count, calls = self._api.calls(int(since or 0))
        return web.json_response(calls if since is None else {"next": count, "calls": calls})

    async def _file(self, request: web.Request) -> web.Response:
        identifier = request.match_info["id"]
        stored = self._world.files.get(identifier)
        if stored is None:
            raise web.HTTPNotFound
        kind, _ = guess_type(stored.path(identifier))
        return web.Response(body=stored.content, content_type=kind or "application/octet-stream")

    async def _add_person(self, body: Json) -> Json:
        name = asked.text(body, "first_name")
        return views.person(people.add_person(self._world, name, body.get("language_code") or "ru"))

    async def _change_person(self, request: web.Request) -> web.Response:
        async def change(body: Json) -> Json:
            changes = {key: asked.text(body, key) for key in _CHANGEABLE if key in body}
            if "last_name" in body:
                changes["last_name"] = str(body["last_name"] or "")
            person_id = int(request.match_info["id"])
            person = people.change_person(self._world, person_id, changes)
            if "photo" in body:
                files.set_photo(self._world, person, str(body["photo"] or ""))
            return views.person(person)

        return await asked.posted(change)(request)

    async def _add_group(self, body: Json) -> Json:
        title, creator = asked.text(body, "title"), asked.number(body, "creator")
        group = people.add_group(self._world, title, creator, asked.numbers(body, "members"))
        return {"id": group.id, "title": group.title}

    async def _send(self, body: Json) -> Json:
        person, chat = asked.number(body, "person"), asked.number(body, "chat")
        text, reply = asked.text(body, "text"), body.get("reply_to")
        thread, mask = body.get("thread") or 0, body.get("as") or ""
        sent = people.send(self._world, person, chat, text, reply, thread, mask)
        extra = {"ephemeral_message_id": sent.ephemeral_id} if sent.ephemeral_id else {}
        return {"message_id": sent.id, **extra}

    async def _press(self, body: Json) -> Json:
        query = people.press(
            self._world,
            asked.number(body, "person"),
            asked.number(body, "chat"),
            body.get("message_id") or 0,
            asked.text(body, "data"),
            body.get("ephemeral_message_id") or 0,
            bool(body.get("force")),
        )
        return await self._answer(query, body.get("wait"))

    async def _answer(self, query: Query, seconds: float | None) -> Json:
        answered = asyncio.Event()
        query.on_answer = answered.set
        with suppress(TimeoutError):
            async with asyncio.timeout(self._answer_seconds if seconds is None else seconds):
                await answered.wait()
        return query.answer or {"answered": False, "show_alert": False}

    async def _start(self, body: Json) -> Json:
        payload = body.get("payload") or ""
        return {"message_id": people.start(self._world, asked.number(body, "person"), payload).id}

    async def _block(self, body: Json) -> Json:
        people.set_blocked(self._world, asked.number(body, "person"), True)
        return {}

    async def _unblock(self, body: Json) -> Json:
        people.set_blocked(self._world, asked.number(body, "person"), False)
        return {}

    async def _member(self, body: Json) -> Json:
        chat, person = asked.number(body, "chat"), asked.number(body, "person")
        people.set_member(self._world, chat, person, asked.text(body, "status"))
        return {}

    async def _reset(self, body: Json) -> Json:
        self._world.reset()
        return {}

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        try:
            person_id = _asked_person(self._world, request)
        except WorldError as error:
            return web.json_response({"error": str(error)}, status=400)
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        frames: asyncio.Queue[Json] = asyncio.Queue()
        frames.put_nowait({"type": "view", **views.view(self._world, person_id)})

        def listen(event: Event) -> None:
            if event.kind == "world":
                frames.put_nowait({"type": "world", **views.world(self._world, self._api.online)})
            elif frame := views.frame(self._world, event, person_id):
                frames.put_nowait(frame)

        self._world.listeners.append(listen)
        self._sockets.add(socket)
        sender = asyncio.create_task(_pump(socket, frames))
        try:
            async for message in socket:
                if message.type == WSMsgType.ERROR:
                    break
        finally:
            sender.cancel()
            self._sockets.discard(socket)
            self._world.listeners.remove(listen)
        return socket


async def _pump(socket: web.WebSocketResponse, frames: asyncio.Queue[Json]) -> None:
    with suppress(ConnectionError):
        while True:
            await socket.send_json(await frames.get())


def _asked_person(world: World, request: web.Request) -> int:
    given = request.query.get("person", "")
    if not given.isdigit() or int(given) not in world.people:
        raise WorldError(f"nobody has the id {given}")
    return int(given)
