"""The local Telegram as an HTTP server: Bot API, world API and page.

Requests that can't be fulfilled are errors of the Bot API (ApiError) or of the world (WorldError),
see bot.sandbox.errors; neither leaves the server.
"""

import argparse
import asyncio
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.sandbox import faults, files
from bot.sandbox.api import Api
from bot.sandbox.controls import Controls
from bot.sandbox.errors import ApiError
from bot.sandbox.flood import Limits
from bot.sandbox.page import Page
from bot.sandbox.webhook import FIRST_PAUSE, Courier
from bot.sandbox.world import ANSWER_SECONDS, World

DEFAULT_PORT = 8080
LIMITS_HELP = "limit messages as Telegram does"
_STATIC = Path(__file__).with_name("static")
_UPLOAD_LIMIT = 50 * 2**20


def create_app(
    world: World,
    *,
    static: Path = _STATIC,
    answer_seconds: float = ANSWER_SECONDS,
    first_pause: float = FIRST_PAUSE,
) -> web.Application:
    """Return the application that serves a world.

    `/bot<token>/<method>` is the Bot API, `/world/…` the world API, `/` the page in `static`. A
    press waits `answer_seconds` for the bot's answer. An update that a webhook refused is retried
    after `first_pause` seconds, then with exponential back-off.
    """
    api = Api(world)
    page = Page(world, api, answer_seconds)
    app = web.Application(client_max_size=_UPLOAD_LIMIT)

    async def bot_call(request: web.Request) -> web.StreamResponse:
        if request.match_info["token"] != world.token:
            body = {"ok": False, "error_code": 401, "description": "Unauthorized"}
            return web.json_response(body, status=401)
        method, given = request.match_info["method"], await _given(request)
        kind = world.faults.draw(method)
        if kind is None:
            status, body = await api.call(method, given)
            return web.json_response(body, status=status)
        if kind in faults.BEFORE:
            api.fail(method, given, kind)
        return await world.faults.play(kind, request, lambda: api.call(method, given, kind))

    async def file(request: web.Request) -> web.Response:
        try:
            if request.match_info["token"] != world.token:
                raise ApiError(401, "Unauthorized")
            return web.Response(body=files.fetched(world, request.match_info["path"]).content)
        except ApiError as error:
            return web.json_response(error.body(), status=error.code)

    async def index(request: web.Request) -> web.FileResponse:
        return web.FileResponse(static / "index.html")

    async def fresh(request: web.Request, response: web.StreamResponse) -> None:
        # A cached page might use an old version of the world API.
        response.headers.setdefault("Cache-Control", "no-cache")

    app.router.add_route("*", "/bot{token}/{method}", bot_call)
    app.router.add_get("/file/bot{token}/{path:.+}", file)
    app.add_routes([*page.routes(), *Controls(world).routes()])
    app.router.add_get("/", index)
    app.router.add_static("/static/", static)
    app.cleanup_ctx.append(Courier(world, api.call, first_pause).serve)
    app.on_response_prepare.append(fresh)
    app.on_shutdown.append(page.close)
    return app


async def run_server(
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    *,
    world: World | None = None,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve until cancelled; `ready` is called with the address. Port 0 means any.

    Raises:
        OSError: the port is taken.
    """
    runner = web.AppRunner(
        create_app(world or World()), handler_cancellation=True, access_log=None, shutdown_timeout=1
    )
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        if ready:
            ready(f"http://{host}:{runner.addresses[0][1]}")
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()


def main_server(port: int, limits: bool = False) -> int:
    """Run the server until SIGTERM or Ctrl-C and print its address; return the status.

    With `limits` it enforces Telegram's rate limits.
    """
    world = World()
    world.flood.set(Limits() if limits else None)
    try:
        asyncio.run(_until_signal(port, world))
    except OSError as error:
        print(f"The sandbox can't listen on port {port}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


async def _until_signal(port: int, world: World) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    server = asyncio.create_task(
        run_server(
            port=port,
            world=world,
            ready=lambda address: print(f"Sandbox: {address}", flush=True),
        )
    )
    stopped = asyncio.create_task(stop.wait())
    await asyncio.wait({server, stopped}, return_when=asyncio.FIRST_COMPLETED)
    if server.done():
        server.result()
    server.cancel()
    await asyncio.wait({server})


async def _given(request: web.Request) -> dict[str, Any]:
    """Return the parameters of a call, from the query and the JSON or form body."""
    given: dict[str, Any] = dict(request.query)
    if request.content_type == "application/json":
        try:
            body = await request.json()
        except ValueError:
            body = None
        return given | (body if isinstance(body, dict) else {})
    return given | dict(await request.post())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Run the local Telegram without a bot.")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT)
    parser.add_argument("--limits", action="store_true", help=LIMITS_HELP)
    given = parser.parse_args()
    sys.exit(main_server(given.port, given.limits))
