"""A stub of Telegram without checks and limits, and people who press its buttons.

It is as cheap as can be, so that a machine's time goes to the bot.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

Json = dict[str, Any]
ME = {"id": 42, "is_bot": True, "first_name": "Durak", "username": "durak_bench_bot"}


@dataclass
class Hand:
    """What one person's private chat shows: the newest message, its moves, and when it came."""

    message_id: int = 0
    moves: list[str] = field(default_factory=list)
    at: float = 0.0


@dataclass
class Stub:
    """The server. `latencies` are of answers to presses, `texts` what the answers said."""

    hands: dict[int, Hand] = field(default_factory=dict)
    calls: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    texts: Counter[str] = field(default_factory=Counter)
    url: str = ""
    polled: bool = False
    _updates: deque[Json] = field(default_factory=deque)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _pressed: dict[str, tuple[float, asyncio.Future[str]]] = field(default_factory=dict)
    _number: int = 0

    async def press(self, person: int, message_id: int, data: str) -> str:
        """Press a button in a private chat; the words of the answer."""
        update = self.pressed(person, message_id, data)
        answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._pressed[update["callback_query"]["id"]] = (time.monotonic(), answered)
        self.push(update)
        return await answered

    def push(self, *updates: Json) -> None:
        """Let the bot have these updates."""
        self._updates.extend(updates)
        self._news.set()

    def pressed(self, person: int, message_id: int, data: str) -> Json:
        """Return the update of a press in a private chat."""
        self._number += 1
        user = {"id": person, "is_bot": False, "first_name": f"П{person}", "language_code": "ru"}
        chat = {"id": person, "type": "private", "first_name": f"П{person}"}
        message = {"message_id": message_id, "date": 1, "chat": chat, "text": "-", "from": ME}
        callback = {"id": str(self._number), "from": user, "message": message, "chat_instance": "1"}
        return {"update_id": self._number, "callback_query": callback | {"data": data}}

    def written(self, person: int, text: str) -> Json:
        """Return the update of a message in a private chat."""
        self._number += 1
        user = {"id": person, "is_bot": False, "first_name": f"П{person}", "language_code": "ru"}
        chat = {"id": person, "type": "private", "first_name": f"П{person}"}
        entities = [{"type": "bot_command", "offset": 0, "length": len(text)}]
        message = {"message_id": self._number, "date": 1, "chat": chat, "from": user, "text": text}
        if text.startswith("/"):
            message["entities"] = entities
        return {"update_id": self._number, "message": message}

    async def quiet(self, seconds: float = 0.5) -> None:
        """Wait until no call has been made for so long."""
        before = -1
        while before != self.calls.total():
            before = self.calls.total()
            await asyncio.sleep(seconds)

    async def handle(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        given = await request.json()
        self.calls[method] += method != "getUpdates"
        result: Any = True
        if method == "getMe":
            result = ME
        elif method == "getUpdates":
            result = await self._poll(given.get("offset", 0), given.get("timeout", 0))
        elif method == "answerCallbackQuery":
            self._answer(given)
        elif method in ("sendMessage", "editMessageText"):
            result = self._show(given)
        return web.json_response({"ok": True, "result": result})

    async def _poll(self, offset: int, seconds: float) -> list[Json]:
        self.polled = True
        while self._updates and self._updates[0]["update_id"] < offset:
            self._updates.popleft()
        if not self._updates:
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), seconds)
            except TimeoutError:
                return []
        return list(itertools.islice(self._updates, 100))

    def _answer(self, given: Json) -> None:
        if given["callback_query_id"] not in self._pressed:
            return
        begun, answered = self._pressed.pop(given["callback_query_id"])
        self.latencies.append(time.monotonic() - begun)
        self.texts[given.get("text", "")] += 1
        answered.set_result(given.get("text", ""))

    def _show(self, given: Json) -> Json:
        chat, message_id = given["chat_id"], given.get("message_id", 0)
        if not message_id:
            self._number += 1
            message_id = self._number
        if chat > 0:
            rows = given.get("reply_markup", {}).get("inline_keyboard", [])
            moves = [b["callback_data"] for row in rows for b in row if _brings_on(b)]
            self.hands[chat] = Hand(message_id, moves, time.monotonic())
        kind = "private" if chat > 0 else "supergroup"
        return {
            "message_id": message_id,
            "date": 1,
            "chat": {"id": chat, "type": kind, "title": "x"},
            "text": given["text"],
        }


def _brings_on(button: Json) -> bool:
    data = button.get("callback_data", "")
    return bool(button.get("style")) or data.endswith(":again")


@asynccontextmanager
async def stub() -> AsyncIterator[Stub]:
    """One that runs."""
    served = Stub()
    app = web.Application()
    app.router.add_post("/bot{token}/{method}", served.handle)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    served.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield served
    finally:
        await runner.cleanup()
