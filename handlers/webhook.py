"""Updates by webhook: https://core.telegram.org/bots/api#setwebhook."""

import asyncio
import hmac
import json
import logging
from urllib.parse import urlsplit

from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    TelegramAPIError,
    TelegramBadRequest,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)
from aiogram.methods import GetWebhookInfo, SetWebhook
from aiohttp import web

from bot.config import ConfigError
from bot.model.protocols import Clock
from bot.runtime.http import listening
from handlers.updates import Source, UpdateQueue

log = logging.getLogger(__name__)

HEADER = "X-Telegram-Bot-Api-Secret-Token"
HANDLING_SECONDS = 50.0
"""How long a request waits for its update to be handled before it is refused."""
READ_SECONDS = 10.0
"""How long a request may take to send its body."""
NOTE_SECONDS = 60.0
"""How often refused requests are logged at most."""
CHECK_SECONDS = 60.0
LONGEST_PAUSE = 60.0


class Webhook(Source):
    """Receives updates over HTTP; confirms each with status 200 once it is handled.

    Telegram sends updates of one person one after another and repeats unconfirmed ones, so their
    order is kept, and updates that a killed process was handling are sent again.
    """

    def __init__(
        self,
        bot: Bot,
        updates_: UpdateQueue,
        clock: Clock,
        *,
        url: str,
        secret: str,
        host: str,
        port: int,
        routes: list[web.RouteDef],
    ) -> None:
        self._bot = bot
        self._updates = updates_
        self._clock = clock
        self._url = url
        self._secret = secret.encode()
        self._host = host
        self._port = port
        self._routes = [web.post(urlsplit(url).path or "/", self._brought), *routes]
        self._open = asyncio.Event()
        self._closing = asyncio.Event()
        self._server: asyncio.Task[None] | None = None
        self._trouble: str | None = "the webhook is not set yet"
        self._refused = 0
        self._noted = float("-inf")

    def problem(self) -> str | None:
        """Return what is wrong with the webhook, None where nothing is."""
        return self._trouble

    async def run(self) -> None:
        """Listen, and keep the webhook set, until cancelled.

        Raises:
            ConfigError: the port is taken, or Telegram refuses the address.
            TelegramUnauthorizedError: the token was revoked.
        """
        self._server = asyncio.create_task(self._listen())
        announcing = asyncio.create_task(self._announce())
        try:
            await asyncio.wait({self._server, announcing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            announcing.cancel()
            self._closing.set()
        for task in (self._server, announcing):
            if task.done() and not task.cancelled() and (error := task.exception()):
                raise error

    async def finish(self, seconds: float) -> None:
        """Answer open requests within `seconds`; Telegram keeps other updates."""
        await self._updates.finish(seconds)
        if self._server:
            await asyncio.wait({self._server})

    async def _listen(self) -> None:
        async with listening(self._routes, self._host, self._port, "WEBHOOK_PORT"):
            self._open.set()
            await self._closing.wait()

    async def _announce(self) -> None:
        """Set the webhook, and set it again whenever another program has changed it."""
        await self._open.wait()
        failures = 0
        while True:
            try:
                await self._ensure_set()
            except TelegramUnauthorizedError:
                raise
            except TelegramBadRequest as error:
                raise ConfigError(f"WEBHOOK_URL: Telegram says {error.message}") from error
            except AiogramError as error:
                pause = min(LONGEST_PAUSE, 2.0 ** min(failures, 10))
                failures += 1
                if isinstance(error, TelegramRetryAfter):
                    pause = error.retry_after
                cause = type(error).__name__
                if isinstance(error, TelegramAPIError):
                    cause = error.message
                log.warning('webhook_failed retry_seconds=%.0f error="%s"', pause, cause)
                await self._clock.sleep(pause)
            else:
                failures, self._trouble = 0, None
                await self._clock.sleep(CHECK_SECONDS)

    async def _ensure_set(self) -> None:
        first = self._trouble is not None
        if not first:
            info = await self._bot(GetWebhookInfo(), request_timeout=10)
            if _plain(info.url) == _plain(self._url):
                return
            self._trouble = "the webhook was taken away"
            log.error(
                "webhook_taken: ANOTHER PROCESS with this token has changed the webhook: stop it. "
                "Setting the webhook again"
            )
        call = SetWebhook(
            url=self._url,
            secret_token=self._secret.decode(),
            allowed_updates=self._updates.kinds,
        )
        await self._bot(call, request_timeout=10)
        log.info("webhook_set port=%d", self._port)

    async def _brought(self, request: web.Request) -> web.Response:
        given = request.headers.get(HEADER, "").encode("utf-8", "surrogateescape")
        if not hmac.compare_digest(given, self._secret):
            self._note_refusal()
            return web.Response(status=401)
        try:
            async with asyncio.timeout(READ_SECONDS):
                body = await request.read()
        except TimeoutError:
            return web.Response(status=408)
        update = self._updates.read(_parsed(body))
        if update is None:
            # A refusal would have it sent again, before all others of that person.
            return web.Response()
        if self._closing.is_set():
            return web.Response(status=503)
        task = self._updates.take(update)
        if task is None:
            return web.Response()
        await asyncio.wait({task}, timeout=HANDLING_SECONDS)
        handled = task.done() and not task.cancelled()
        return web.Response(status=200 if handled else 503)

    def _note_refusal(self) -> None:
        self._refused += 1
        now = self._clock.now()
        # Once a minute, so that scanners of the network do not fill the log.
        if abs(now - self._noted) >= NOTE_SECONDS:
            log.warning("updates_refused reason=secret count=%d", self._refused)
            self._refused, self._noted = 0, now


def _parsed(body: bytes) -> object:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _plain(url: str) -> str:
    return url.lower().rstrip("/")
