"""HTTP endpoints for operators: /healthz, /readyz and /metrics."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from bot.config import ConfigError
from bot.runtime.connections import Connections
from bot.runtime.metrics import CONTENT_TYPE, Metrics

Check = Callable[[], str | Awaitable[str | None] | None]
CHECK_SECONDS = 5.0
"""Time limit of one check."""


class HealthChecks:
    """Readiness checks by name; while there are none, the bot is still starting."""

    def __init__(self) -> None:
        self._checks: dict[str, Check] = {}

    def look_at(self, name: str, check: Check) -> None:
        """Add a check, which returns its problem or None."""
        self._checks[name] = check

    async def problems(self) -> list[str]:
        """Return a line for each check that fails or exceeds the time limit."""
        found = [] if self._checks else ["starting"]
        for name, check in self._checks.items():
            try:
                async with asyncio.timeout(CHECK_SECONDS):
                    problem = check()
                    if isinstance(problem, Awaitable):
                        problem = await problem
            except TimeoutError:
                problem = "does not answer"
            if problem:
                found.append(f"{name}: {problem}")
        return found


def health_routes(checks: HealthChecks) -> list[web.RouteDef]:
    """Return /healthz (alive) and /readyz, which answers 503 with the problems if any."""

    async def alive(request: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def ready(request: web.Request) -> web.Response:
        if problems := await checks.problems():
            return web.Response(status=503, text="".join(f"{line}\n" for line in problems))
        return web.Response(text="ready\n")

    return [web.get("/healthz", alive), web.get("/readyz", ready)]


def metrics_routes(metrics: Metrics) -> list[web.RouteDef]:
    """Return /metrics in the Prometheus text format."""

    async def text(request: web.Request) -> web.Response:
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    return [web.get("/metrics", text)]


@asynccontextmanager
async def listening(
    routes: list[web.RouteDef], host: str, port: int, setting: str
) -> AsyncIterator[None]:
    """Serve these routes during the block, to a limited number of connections.

    Raises:
        ConfigError: the address can't be bound; the message names `setting`.
    """
    connections = Connections()
    app = web.Application(middlewares=[connections.middleware])
    app.add_routes(routes)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=3)
    await runner.setup()
    try:
        assert runner.server is not None
        factory = connections.limited(runner.server)
        try:
            server = await asyncio.get_running_loop().create_server(factory, host, port)
        except OSError as error:
            why = error.strerror or str(error)
            raise ConfigError(f"{setting}: can't listen on {host}:{port}: {why}") from error
        try:
            yield
        finally:
            server.close()
    finally:
        await runner.cleanup()
