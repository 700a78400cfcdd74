"""What operators ask the bot over HTTP: /healthz, /readyz and /metrics."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from bot.config import ConfigError
from bot.runtime.metrics import CONTENT_TYPE, Metrics

Check = Callable[[], str | Awaitable[str | None] | None]
CHECK_SECONDS = 5.0


class HealthChecks:
    """What has to work for the bot to be ready; before anything is named it is still starting."""

    def __init__(self) -> None:
        self._checks: dict[str, Check] = {}

    def look_at(self, name: str, check: Check) -> None:
        """Ask this from now on, too: it tells what is wrong, None where nothing is."""
        self._checks[name] = check

    async def problems(self) -> list[str]:
        """A line for everything that is wrong, or doesn't say in time that nothing is."""
        found = [] if self._checks else ["starting"]
        for name, check in self._checks.items():
            try:
                async with asyncio.timeout(CHECK_SECONDS):
                    wrong = check()
                    if isinstance(wrong, Awaitable):
                        wrong = await wrong
            except TimeoutError:
                wrong = "does not answer"
            if wrong:
                found.append(f"{name}: {wrong}")
        return found


def health_routes(checkup: HealthChecks) -> list[web.RouteDef]:
    """/healthz answers as long as the process does, /readyz with 503 and lines if it isn't well."""

    async def alive(request: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def ready(request: web.Request) -> web.Response:
        if wrong := await checkup.problems():
            return web.Response(status=503, text="".join(f"{line}\n" for line in wrong))
        return web.Response(text="ready\n")

    return [web.get("/healthz", alive), web.get("/readyz", ready)]


def metrics_routes(metrics: Metrics) -> list[web.RouteDef]:
    """/metrics, as Prometheus reads it."""

    async def text(request: web.Request) -> web.Response:
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    return [web.get("/metrics", text)]


@asynccontextmanager
async def listening(
    routes: list[web.RouteDef], host: str, port: int, setting: str
) -> AsyncIterator[web.BaseSite]:
    """Serve these routes there while the block runs.

    Raises ConfigError, which names the setting of the port, where that can't be listened on.
    """
    app = web.Application()
    app.add_routes(routes)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=3)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            why = error.strerror or str(error)
            raise ConfigError(f"{setting}: can't listen on {host}:{port}: {why}") from error
        yield site
    finally:
        await runner.cleanup()
