"""Webhooks: updates are posted to the bot's own server.

https://core.telegram.org/bots/api#setwebhook. Like a self-hosted Bot API server, this one accepts
http addresses. An update that is refused (any status but 2xx) is retried with exponential
back-off, and no other update of the same person overtakes it. A method in the answer is performed.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import aiohttp
from aiohttp import web

from bot.sandbox.errors import bad_request
from bot.sandbox.model import Hook, Json
from bot.sandbox.updates import Waiting
from bot.sandbox.world import World

FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 60.0
_ANSWER_SECONDS = 60.0
_URL = re.compile(r"https?://\S+")
_SECRET = re.compile(r"[A-Za-z0-9_-]{0,256}")
_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
_Call = Callable[[str, Mapping[str, Any]], Awaitable[Any]]


def set_webhook(world: World, params: Json) -> bool:
    """setWebhook; an empty url removes it."""
    url, secret = params["url"], params.get("secret_token", "")
    if url and not _URL.fullmatch(url):
        raise bad_request("bad webhook: invalid webhook URL specified")
    if not _SECRET.fullmatch(secret):
        raise bad_request("secret token contains unallowed characters")
    if "certificate" in params or "ip_address" in params:
        raise bad_request("the sandbox does not support certificates and fixed addresses")
    if "allowed_updates" in params:
        world.updates.allowed = frozenset(params["allowed_updates"]) or None
    if params.get("drop_pending_updates"):
        world.updates.clear()
    world.hook = Hook(url, secret, params.get("max_connections", 40)) if url else None
    world.updates.nudge()
    return True


def delete_webhook(world: World, params: Json) -> bool:
    """deleteWebhook."""
    if params.get("drop_pending_updates"):
        world.updates.clear()
    world.hook = None
    world.updates.nudge()
    return True


def webhook_info(world: World, params: Json) -> Json:
    """getWebhookInfo."""
    hook = world.hook
    info: Json = {
        "url": hook.url if hook else "",
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates),
    }
    if hook:
        info["max_connections"] = hook.max_connections
        if hook.error:
            info |= {"last_error_date": int(hook.error_at), "last_error_message": hook.error}
    if world.updates.allowed:
        info["allowed_updates"] = sorted(world.updates.allowed)
    return info


class Courier:
    """Posts updates to the webhook, if there is one; one at a time for each person."""

    def __init__(self, world: World, call: _Call, first_pause: float = FIRST_PAUSE) -> None:
        self._world = world
        self._call = call
        self._first_pause = first_pause
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._wake = asyncio.Event()

    async def serve(self, _app: web.Application) -> AsyncIterator[None]:
        """Post updates while the application runs (an aiohttp cleanup context)."""
        self._world.updates.listeners.append(self._wake.set)
        async with aiohttp.ClientSession() as session:
            work = asyncio.create_task(self._work(session))
            yield
            tasks = [work, *self._busy.values()]
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _work(self, session: aiohttp.ClientSession) -> None:
        updates = self._world.updates
        while True:
            self._wake.clear()
            if hook := self._world.hook:
                for item in updates.ready():
                    if len(self._busy) < hook.max_connections and item.user_id not in self._busy:
                        work = self._deliver(session, hook, item)
                        self._busy[item.user_id] = asyncio.create_task(work)
            with suppress(TimeoutError):
                async with asyncio.timeout(updates.next_due() if hook else None):
                    await self._wake.wait()

    async def _deliver(self, session: aiohttp.ClientSession, hook: Hook, item: Waiting) -> None:
        pause = self._first_pause
        try:
            while self._world.hook is hook and item in self._world.updates.ready():
                if await self._posted(session, hook, item.update):
                    self._world.updates.confirm(item)
                    return
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
        finally:
            del self._busy[item.user_id]
            self._wake.set()

    async def _posted(self, session: aiohttp.ClientSession, hook: Hook, update: Json) -> bool:
        """Post an update; return whether it was accepted, and record the error if not."""
        headers = {_SECRET_HEADER: hook.secret} if hook.secret else {}
        timeout = aiohttp.ClientTimeout(_ANSWER_SECONDS)
        request = session.post(hook.url, json=update, headers=headers, timeout=timeout)
        answer: Any = None
        try:
            async with request as response:
                words = f"{response.status} {response.reason}"
                hook.error = "" if response.ok else f"Wrong response from the webhook: {words}"
                if response.ok and response.content_type == "application/json":
                    answer = await response.json()
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            hook.error = str(error) or "Connection timed out"
        if hook.error:
            hook.error_at = self._world.clock()
        elif isinstance(answer, dict) and isinstance(method := answer.pop("method", None), str):
            await self._call(method, answer)
        return not hook.error
