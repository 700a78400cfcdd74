"""Fault injection: what the bot receives, and what was performed."""

import asyncio

import aiohttp
import pytest

from tests.sandbox.conftest import ANYA, BORIS, DACHA, Telegram

SAY = {"chat_id": DACHA, "text": "x"}


async def plan(telegram: Telegram, kind: str, **more) -> None:
    """The next sendMessage meets this fault."""
    fault = {"rate": 1, "kinds": [kind], "methods": ["sendMessage"], "times": 1}
    assert await telegram.do("faults", **fault | more) == {}


async def said(telegram: Telegram) -> int:
    """How many messages the group shows."""
    view = await telegram.get(f"/view?person={ANYA}")
    return len(view["chats"][0]["messages"])


async def raw(telegram: Telegram) -> tuple[int, str, str]:
    url = f"/bot{telegram.world.token}/sendMessage"
    async with telegram.client.post(url, json=SAY) as response:
        return response.status, response.content_type, await response.text()


async def last_call(telegram: Telegram) -> tuple:
    call = (await telegram.get("/calls"))[-1]
    return call["status"], call["fault"], call.get("done")


@pytest.mark.parametrize(("kind", "done"), [("500", None), ("500_after", 200)])
async def test_an_error_before_or_after_the_deed(telegram: Telegram, kind: str, done: int | None):
    await plan(telegram, kind)
    assert await telegram.refused("sendMessage", **SAY) == "500 Internal Server Error"
    assert await said(telegram) == (1 if done else 0)
    assert await last_call(telegram) == (500, kind, done)
    await telegram.ok("sendMessage", **SAY)


async def test_a_flood_error_names_the_seconds(telegram: Telegram):
    await plan(telegram, "429", retry_after=7)
    body = await telegram.call("sendMessage", **SAY)
    assert (body["error_code"], body["parameters"]) == (429, {"retry_after": 7})
    assert await said(telegram) == 0


@pytest.mark.parametrize(("kind", "count"), [("502", 0), ("502_after", 1)])
async def test_a_gateway_answers_with_a_page(telegram: Telegram, kind: str, count: int):
    await plan(telegram, kind)
    status, content_type, body = await raw(telegram)
    assert (status, content_type) == (502, "text/html") and "Bad Gateway" in body
    assert await said(telegram) == count


@pytest.mark.parametrize(("kind", "count"), [("cut_before", 0), ("cut_after", 1)])
async def test_the_line_is_cut(telegram: Telegram, kind: str, count: int):
    await plan(telegram, kind)
    with pytest.raises(aiohttp.ClientConnectionError):
        await raw(telegram)
    assert await said(telegram) == count
    assert await last_call(telegram) == (0, kind, 200 if count else None)


@pytest.mark.parametrize(("kind", "count"), [("timeout", 0), ("timeout_after", 1)])
async def test_no_answer_comes(telegram: Telegram, kind: str, count: int):
    await plan(telegram, kind)
    waiting = asyncio.create_task(raw(telegram))
    while not await telegram.get("/calls"):
        assert not waiting.done()
    assert await said(telegram) == count
    assert not waiting.done()
    waiting.cancel()
    await plan(telegram, kind, hang=0)
    with pytest.raises(aiohttp.ClientConnectionError):
        await raw(telegram)


async def test_an_answer_is_delayed(telegram: Telegram):
    await plan(telegram, "delay", delay=0)
    assert (await telegram.ok("sendMessage", **SAY))["text"] == "x"
    assert await last_call(telegram) == (200, "delay", 200)


async def test_an_equal_seed_fails_equally(telegram: Telegram):
    async def row() -> list[int]:
        await telegram.do("faults", rate=0.5, kinds=["429", "500"], seed=5)
        return [(await telegram.call("getMe")).get("error_code", 200) for _ in range(40)]

    first = await row()
    assert set(first) == {200, 429, 500}
    assert await row() == first
    assert await telegram.updates() == [], "polls fail only where they are named"
    async with telegram.client.post("/world/faults", data="null") as response:
        assert response.status == 200
    assert all([(await telegram.call("getMe"))["ok"] for _ in range(40)])


async def test_updates_come_twice(telegram: Telegram):
    """The second time after it was confirmed, under the same number, once."""
    await telegram.do("faults", updates={"twice": 1})
    for text in ("/a", "/b"):
        await telegram.do("send", person=ANYA, chat=DACHA, text=text)
    first = await telegram.ok("getUpdates")
    assert [update["message"]["text"] for update in first] == ["/a", "/b"]
    after = first[-1]["update_id"] + 1
    assert await telegram.ok("getUpdates", offset=after) == first
    assert await telegram.ok("getUpdates", offset=after) == []


async def test_updates_come_late_but_in_order_for_each_person(telegram: Telegram):
    await telegram.do("faults", updates={"late": 1, "late_seconds": 5})
    await telegram.do("send", person=ANYA, chat=DACHA, text="/a1")
    await telegram.do("faults")
    await telegram.do("send", person=ANYA, chat=DACHA, text="/a2")
    await telegram.do("send", person=BORIS, chat=DACHA, text="/b")
    assert (await telegram.ok("getWebhookInfo"))["pending_update_count"] == 3
    [early] = await telegram.updates()
    assert early["message"]["text"] == "/b"
    telegram.clock.now += 5
    late = await telegram.updates()
    assert [update["message"]["text"] for update in late] == ["/a1", "/a2"]
    assert late[0]["update_id"] > early["update_id"]


async def test_a_long_poll_waits_for_what_is_late(telegram: Telegram):
    await telegram.do("faults", updates={"late": 1, "late_seconds": 60})
    await telegram.do("send", person=ANYA, chat=DACHA, text="/a")
    poll = asyncio.create_task(telegram.ok("getUpdates", timeout=30))
    while not (await telegram.get(""))["bot"]["online"]:
        assert not poll.done()
    telegram.clock.now += 60
    await telegram.do("send", person=BORIS, chat=DACHA, text="/b")
    assert [update["message"]["text"] for update in await poll] == ["/a"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"kinds": ["rain"]}, "no such fault: rain"),
        ({"kinds": "500"}, "kinds must be a list of words"),
        ({"methods": ["sendCards"]}, "methods has something that is no method"),
        ({"rate": 2}, "rate must be between 0 and 1"),
        ({"rate": "x"}, "rate must be a number, 0 or more"),
        ({"often": 1}, "faults know no often"),
        ({"updates": 1}, "updates must be an object"),
    ],
)
async def test_strange_plans_are_refused(telegram: Telegram, given: dict, words: str):
    assert await telegram.post("faults", **given) == (400, {"error": words})
