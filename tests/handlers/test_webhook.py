"""Updates that are brought: only by who knows the secret, with a yes only when they are handled."""

import asyncio
import logging
import socket
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest, TelegramNetworkError
from aiogram.methods import GetWebhookInfo, SetWebhook
from aiohttp import ClientSession

from bot.config import ConfigError
from bot.runtime.http import HealthChecks, health_routes
from handlers.webhook import HEADER, Webhook
from tests.handlers.test_updates import Hands, an_intake, update

SECRET = "only-Telegram-knows"
URL = "https://durak.example.org/updates"


class Clock:
    """Sleeps until told to wake; stands still until it is set."""

    def __init__(self):
        self.time = 1000.0
        self.pauses: asyncio.Queue[Any] = asyncio.Queue()

    def now(self):
        return self.time

    async def sleep(self, seconds):
        woken = asyncio.Event()
        await self.pauses.put((seconds, woken))
        await woken.wait()


class Telegram:
    """Remembers the calls; `answers` are raised or returned, then all is well."""

    def __init__(self):
        self.calls = []
        self.url = ""
        self.errors = []

    async def __call__(self, call, request_timeout):
        self.calls.append(call)
        if self.errors:
            raise self.errors.pop(0)
        if isinstance(call, SetWebhook):
            self.url = call.url
        return SimpleNamespace(url=self.url)


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class House:
    def __init__(self, session):
        self.session = session
        self.hands = Hands()
        self.telegram = Telegram()
        self.clock = Clock()
        telegram: Any = self.telegram
        clock: Any = self.clock
        self.port = free_port()
        self.intake = an_intake(self.hands, self.telegram)
        self.checkup = HealthChecks()
        self.webhook = Webhook(
            telegram,
            self.intake,
            clock,
            url=URL,
            secret=SECRET,
            host="127.0.0.1",
            port=self.port,
            routes=health_routes(self.checkup),
        )

    async def bring(self, what, secret=SECRET, path="/updates"):
        """The status of the answer."""
        body = what if isinstance(what, str) else what.model_dump_json(exclude_unset=True)
        headers = {HEADER: secret} if secret is not None else {}
        url = f"http://127.0.0.1:{self.port}{path}"
        async with self.session.post(url, data=body, headers=headers) as response:
            return response.status

    @asynccontextmanager
    async def open(self):
        running = asyncio.create_task(self.webhook.run())
        await self.clock.pauses.get()
        yield self
        running.cancel()
        await asyncio.wait([running])
        await self.webhook.finish(1)


@pytest.fixture
async def house():
    async with ClientSession() as session:
        yield House(session)


async def test_telegram_is_told_where_with_what_secret_and_of_which_kinds(house):
    assert house.webhook.problem() == "the webhook is not set yet"
    async with house.open():
        assert house.webhook.problem() is None
        (call,) = house.telegram.calls
        assert (call.url, call.secret_token) == (URL, SECRET)
        assert call.allowed_updates == ["message"]
        assert call.drop_pending_updates is None


@pytest.mark.parametrize("secret", [None, "", "only-telegram-knows", "тайна", SECRET + "x"])
async def test_strangers_are_kept_out(house, secret):
    async with house.open():
        assert await house.bring(update(1), secret) == 401
        assert house.hands.begun == []


async def test_other_paths_are_not_there(house):
    async with house.open():
        assert await house.bring(update(1), path="/") == 404


async def test_yes_is_said_when_it_is_handled_and_not_before(house):
    async with house.open():
        house.hands.free.clear()
        brought = asyncio.create_task(house.bring(update(1)))
        again = asyncio.create_task(house.bring(update(1)))
        while not house.hands.begun:
            await asyncio.wait([brought], timeout=0.01)
        assert not brought.done()
        house.hands.free.set()
        assert await brought == await again == await house.bring(update(1)) == 200
        assert house.hands.begun == [1]


async def test_what_takes_too_long_is_brought_again(house, monkeypatch):
    monkeypatch.setattr("handlers.webhook.HANDLING_SECONDS", 0.01)
    async with house.open():
        house.hands.free.clear()
        assert await house.bring(update(1)) == 503
        house.hands.free.set()
        while await house.bring(update(1)) == 503:
            pass
        assert house.hands.begun == [1]


async def test_what_can_not_be_read_holds_nobody_up_and_is_a_line_without_its_text(house, caplog):
    async with house.open():
        assert await house.bring("{") == 200
        assert await house.bring('{"update_id": 1, "callback_query": {"id": "секрет"}}') == 200
        assert await house.bring('{"update_id": 3, "news": {"text": "секрет"}}') == 200
        assert await house.bring(update(2)) == 200
    lines = [record.message for record in caplog.records if "unreadable" in record.message]
    assert lines == [
        "update_unreadable update=? kind=?",
        "update_unreadable update=1 kind=callback_query",
        "update_unreadable update=3 kind=news",
    ]
    assert "секрет" not in caplog.text
    assert house.hands.begun == [2]


async def test_refused_secrets_are_a_line_a_minute(house, caplog):
    async with house.open():
        for _ in range(5):
            assert await house.bring(update(1), "wrong") == 401
        house.clock.time += 60
        assert await house.bring(update(1), "wrong") == 401
    lines = [record.message for record in caplog.records if "updates_refused" in record.message]
    assert lines == [f"updates_refused reason=secret count={count}" for count in (1, 5)]


async def test_a_body_that_does_not_come_is_not_waited_for(house, monkeypatch):
    monkeypatch.setattr("handlers.webhook.READ_SECONDS", 0.01)
    async with house.open():
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        head = (
            f"POST /updates HTTP/1.1\r\nHost: x\r\n{HEADER}: {SECRET}\r\nContent-Length: 9\r\n\r\n"
        )
        writer.write(head.encode())
        assert await reader.readline() == b"HTTP/1.1 408 Request Timeout\r\n"
        writer.close()


async def test_what_is_being_done_at_the_end_is_answered_for(house):
    house.hands.free.clear()
    async with house.open():
        brought = asyncio.create_task(house.bring(update(1)))
        while not house.hands.begun:
            await asyncio.wait([brought], timeout=0.01)
        asyncio.get_running_loop().call_later(0.05, house.hands.free.set)
    assert await brought == 200
    with pytest.raises(OSError):
        await house.bring(update(2))


async def test_trouble_on_the_way_is_tried_again_slower_each_time(house):
    house.telegram.errors = [TelegramNetworkError(SetWebhook(url=URL), "no way")] * 2
    running = asyncio.create_task(house.webhook.run())
    for pause in (1, 2, 60):
        seconds, woken = await house.clock.pauses.get()
        assert seconds == pause
        woken.set()
    running.cancel()
    await asyncio.wait([running])


async def test_an_address_that_telegram_refuses_is_told(house):
    said = "Bad Request: bad webhook: An HTTPS URL must be provided for webhook"
    house.telegram.errors = [TelegramBadRequest(SetWebhook(url=URL), said)]
    with pytest.raises(ConfigError, match=r"WEBHOOK_URL: Telegram says .*HTTPS URL"):
        await house.webhook.run()
    await house.webhook.finish(1)


async def test_a_port_that_is_taken_is_told(house):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", house.port))
        taken.listen()
        with pytest.raises(ConfigError, match=f"WEBHOOK_PORT: can't listen on .*:{house.port}: "):
            await house.webhook.run()
    await house.webhook.finish(1)


async def test_a_webhook_that_another_program_took_away_is_set_again_loudly(house, caplog):
    running = asyncio.create_task(house.webhook.run())
    _, woken = await house.clock.pauses.get()
    woken.set()
    _, woken = await house.clock.pauses.get()
    assert "ANOTHER" not in caplog.text
    house.telegram.url = ""
    woken.set()
    await house.clock.pauses.get()
    kinds = [type(call) for call in house.telegram.calls]
    assert kinds == [SetWebhook, GetWebhookInfo, GetWebhookInfo, SetWebhook]
    assert [r.levelno for r in caplog.records if "ANOTHER PROCESS" in r.message] == [logging.ERROR]
    assert house.webhook.problem() is None
    running.cancel()
    await asyncio.wait([running])


async def test_health_is_told_on_the_same_port(house):
    async def ask(path):
        async with house.session.get(f"http://127.0.0.1:{house.port}{path}") as response:
            return response.status, await response.text()

    async with house.open():
        assert await ask("/healthz") == (200, "alive\n")
        assert await ask("/readyz") == (503, "starting\n")
        house.checkup.look_at("updates", house.webhook.problem)
        assert await ask("/readyz") == (200, "ready\n")
        assert (await ask("/metrics"))[0] == 404
