"""Webhooks: https://core.telegram.org/bots/api#setwebhook."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.sandbox.server import create_app
from bot.sandbox.world import World
from tests.sandbox.conftest import ANYA, BORIS, DACHA, Clock, Telegram

SECRET = "X-Telegram-Bot-Api-Secret-Token"


@dataclass
class Receiver:
    """A bot's server: answers as told, keeps what came."""

    url: str = ""
    answers: list[web.Response] = field(default_factory=list)
    came: asyncio.Queue = field(default_factory=asyncio.Queue)

    async def take(self, request: web.Request) -> web.Response:
        update = await request.json()
        await self.came.put((update, request.headers.get(SECRET)))
        return self.answers.pop(0) if self.answers else web.Response()

    async def texts(self, count: int) -> list[str]:
        async with asyncio.timeout(10):
            return [(await self.came.get())[0]["message"]["text"] for _ in range(count)]


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    app = web.Application()
    app.router.add_post("/hook", receiver.take)
    async with TestServer(app) as server:
        receiver.url = str(server.make_url("/hook"))
        yield receiver


@pytest.fixture
async def telegram(clock: Clock) -> AsyncIterator[Telegram]:
    """As elsewhere, but what was not taken comes again at once."""
    world = World(clock)
    app = create_app(world, answer_seconds=0.05, first_pause=0.01)
    async with TestClient(TestServer(app)) as client:
        yield Telegram(world, clock, client, str(client.make_url("")).rstrip("/"))


async def say(telegram: Telegram, *texts: str, person: int = ANYA) -> None:
    for text in texts:
        await telegram.do("send", person=person, chat=DACHA, text=text)


async def test_updates_are_posted_with_the_secret(telegram: Telegram, receiver: Receiver):
    await say(telegram, "/before")
    assert await telegram.ok("setWebhook", url=receiver.url, secret_token="s-1")
    update, secret = await receiver.came.get()
    assert (update["message"]["text"], secret) == ("/before", "s-1")
    await say(telegram, "/a", "/b")
    assert await receiver.texts(2) == ["/a", "/b"]
    assert (await telegram.get(""))["bot"]["online"]


async def test_what_is_not_taken_comes_again_in_order(telegram: Telegram, receiver: Receiver):
    receiver.answers = [web.Response(status=500), web.Response(status=403)]
    await telegram.ok("setWebhook", url=receiver.url)
    await say(telegram, "/a", "/b")
    assert await receiver.texts(4) == ["/a", "/a", "/a", "/b"]


async def test_errors_are_told(telegram: Telegram, receiver: Receiver):
    await telegram.ok("setWebhook", url="http://127.0.0.1:1/", max_connections=1)
    await say(telegram, "/a")
    while "last_error_message" not in (info := await telegram.ok("getWebhookInfo")):
        pass
    assert (info["url"], info["max_connections"]) == ("http://127.0.0.1:1/", 1)
    assert info["pending_update_count"] == 1 and info["last_error_date"] == telegram.clock.now
    assert not (await telegram.get(""))["bot"]["online"]
    await telegram.ok("setWebhook", url=receiver.url)
    assert await receiver.texts(1) == ["/a"]


async def test_one_who_waits_holds_up_nobody_else(telegram: Telegram):
    """Order holds for a person, not between people."""
    came: asyncio.Queue[str] = asyncio.Queue()
    released = asyncio.Event()

    async def take(request: web.Request) -> web.Response:
        text = (await request.json())["message"]["text"]
        came.put_nowait(text)
        if text == "/a1":
            await released.wait()
        return web.Response()

    app = web.Application()
    app.router.add_post("/", take)
    async with TestServer(app) as server:
        await telegram.ok("setWebhook", url=str(server.make_url("/")))
        await say(telegram, "/a1", "/a2")
        await say(telegram, "/b", person=BORIS)
        async with asyncio.timeout(10):
            assert [await came.get(), await came.get()] == ["/a1", "/b"]
            released.set()
            assert await came.get() == "/a2"


async def test_an_answer_may_be_a_call(telegram: Telegram, receiver: Receiver):
    call = {"method": "sendMessage", "chat_id": DACHA, "text": "Сижу"}
    receiver.answers = [web.json_response(call)]
    await telegram.ok("setWebhook", url=receiver.url)
    await say(telegram, "/a", "/b")
    await receiver.texts(2)
    assert (await telegram.get("/calls"))[-1]["method"] == "sendMessage"


async def test_an_update_comes_twice_here_too(telegram: Telegram, receiver: Receiver):
    await telegram.do("faults", updates={"twice": 1})
    await telegram.ok("setWebhook", url=receiver.url)
    await say(telegram, "/a")
    first, second = await receiver.came.get(), await receiver.came.get()
    assert first == second


async def test_polls_and_webhooks_exclude_each_other(telegram: Telegram, receiver: Receiver):
    poll = asyncio.create_task(telegram.refused("getUpdates", timeout=30))
    while not (await telegram.get(""))["bot"]["online"]:
        assert not poll.done()
    await telegram.ok("setWebhook", url=receiver.url)
    assert await poll == "409 Conflict: terminated by setWebhook request"
    assert await telegram.refused("getUpdates") == (
        "409 Conflict: can't use getUpdates method while webhook is active; "
        "use deleteWebhook to delete the webhook first"
    )
    assert await telegram.ok("deleteWebhook")
    assert await telegram.ok("getUpdates") == []
    await telegram.ok("setWebhook", url=receiver.url)
    await telegram.ok("setWebhook", url="")
    assert (await telegram.ok("getWebhookInfo"))["url"] == ""


async def test_a_webhook_says_what_it_wants(telegram: Telegram, receiver: Receiver):
    await say(telegram, "/a")
    wanted = {"allowed_updates": ["my_chat_member"], "drop_pending_updates": True}
    await telegram.ok("setWebhook", url=receiver.url, **wanted)
    await say(telegram, "/b")
    await telegram.do("start", person=ANYA)
    await telegram.do("block", person=ANYA)
    update, _ = await receiver.came.get()
    assert update["my_chat_member"]["chat"]["id"] == ANYA
    assert (await telegram.ok("getWebhookInfo"))["allowed_updates"] == ["my_chat_member"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"url": "durak"}, "400 Bad Request: bad webhook: invalid webhook URL specified"),
        ({"secret_token": "пароль"}, "400 Bad Request: secret token contains unallowed characters"),
    ],
)
async def test_bad_webhooks_are_refused(telegram: Telegram, given: dict, words: str):
    refused = await telegram.refused("setWebhook", **{"url": "http://127.0.0.1:1/"} | given)
    assert refused == words
