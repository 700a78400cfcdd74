"""A world with a test clock, served over HTTP, and an aiogram bot in it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiohttp.test_utils import TestClient, TestServer

from bot.sandbox.server import create_app
from bot.sandbox.world import World

ANYA, BORIS, VOVA, GENA = 1001, 1002, 1003, 1004
DACHA = -2001


@dataclass
class Clock:
    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Telegram:
    """The served world, as people and as the bot see it."""

    world: World
    clock: Clock
    client: TestClient
    url: str

    async def call(self, method: str, **params):
        """A Bot API request with a JSON body; the parsed answer."""
        async with self.client.post(f"/bot{self.world.token}/{method}", json=params) as response:
            body = await response.json()
            assert body["ok"] == (response.status == 200)
            return body

    async def ok(self, method: str, **params):
        body = await self.call(method, **params)
        assert body["ok"], body
        return body["result"]

    async def refused(self, method: str, **params) -> str:
        """The description of the error that this request must give, after its code."""
        body = await self.call(method, **params)
        assert not body["ok"], body
        return f"{body['error_code']} {body['description']}"

    async def post(self, path: str, **body):
        async with self.client.post(f"/world/{path}", json=body) as response:
            return response.status, await response.json()

    async def do(self, path: str, **body):
        status, answer = await self.post(path, **body)
        assert status == 200, answer
        return answer

    async def get(self, path: str):
        async with self.client.get(f"/world{path}") as response:
            assert response.status == 200
            return await response.json()

    async def updates(self) -> list[dict]:
        """All that waits for the bot, confirmed at once."""
        found = await self.ok("getUpdates")
        if found:
            await self.ok("getUpdates", offset=found[-1]["update_id"] + 1)
        return found


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def telegram(clock: Clock) -> AsyncIterator[Telegram]:
    world = World(clock)
    async with TestClient(TestServer(create_app(world, answer_seconds=0.05))) as client:
        yield Telegram(world, clock, client, str(client.make_url("")).rstrip("/"))


@pytest.fixture
async def bot(telegram: Telegram) -> AsyncIterator[Bot]:
    session = AiohttpSession(api=TelegramAPIServer.from_base(telegram.url))
    async with Bot(telegram.world.token, session=session).context() as bot:
        yield bot
