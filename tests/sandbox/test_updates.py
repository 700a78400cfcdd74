"""Long polling and privacy mode: https://core.telegram.org/bots/api#getupdates."""

import asyncio

import pytest

from tests.sandbox.conftest import ANYA, BORIS, DACHA, Telegram


async def say(telegram: Telegram, text: str, **more) -> dict:
    return await telegram.do("send", **{"person": ANYA, "chat": DACHA, "text": text} | more)


def numbers(updates: list[dict]) -> list[int]:
    return [update["update_id"] for update in updates]


async def test_updates_wait_until_an_offset_confirms_them(telegram: Telegram):
    for _ in range(3):
        await say(telegram, "/play")
    first, second, third = numbers(await telegram.ok("getUpdates"))
    assert (second, third) == (first + 1, first + 2)
    assert numbers(await telegram.ok("getUpdates", limit=1)) == [first]
    assert numbers(await telegram.ok("getUpdates", offset=second)) == [second, third]
    assert numbers(await telegram.ok("getUpdates")) == [second, third]
    assert numbers(await telegram.ok("getUpdates", offset=-1)) == [third]
    assert await telegram.ok("getUpdates", offset=third + 1) == []


async def test_a_long_poll_returns_as_soon_as_something_happens(telegram: Telegram):
    poll = asyncio.create_task(telegram.ok("getUpdates", timeout=30))
    while not (await telegram.get(""))["bot"]["online"]:
        assert not poll.done()
    await say(telegram, "/play")
    assert [update["message"]["text"] for update in await poll] == ["/play"]


async def test_a_second_poll_ends_the_first(telegram: Telegram):
    first = asyncio.create_task(telegram.call("getUpdates", timeout=30))
    while not (await telegram.get(""))["bot"]["online"]:
        assert not first.done()
    assert await telegram.ok("getUpdates") == []
    assert await first == {
        "ok": False,
        "error_code": 409,
        "description": "Conflict: terminated by other getUpdates request; "
        "make sure that only one bot instance is running",
    }


async def test_the_bot_is_online_for_a_minute_after_a_poll(telegram: Telegram):
    assert not (await telegram.get(""))["bot"]["online"]
    await telegram.ok("getUpdates")
    telegram.clock.now += 60
    assert (await telegram.get(""))["bot"]["online"]
    telegram.clock.now += 1
    assert not (await telegram.get(""))["bot"]["online"]


async def test_only_updates_that_were_asked_for_come(telegram: Telegram):
    await telegram.ok("getUpdates", allowed_updates=["callback_query", "my_chat_member"])
    await say(telegram, "/play")
    await telegram.do("block", person=ANYA)
    assert ["my_chat_member" in update for update in await telegram.updates()] == [True]
    info = await telegram.ok("getWebhookInfo")
    assert info["allowed_updates"] == ["callback_query", "my_chat_member"]
    await telegram.ok("getUpdates", allowed_updates=[])
    await say(telegram, "/play")
    assert len(await telegram.updates()) == 1


async def test_waiting_updates_can_be_dropped(telegram: Telegram):
    await say(telegram, "/play")
    assert (await telegram.ok("getWebhookInfo"))["pending_update_count"] == 1
    assert await telegram.ok("deleteWebhook", drop_pending_updates=True)
    assert await telegram.updates() == []


@pytest.mark.parametrize(
    ("text", "is_seen"),
    [
        ("/play", True),
        ("/play@durak_sandbox_bot", True),
        ("/play@other_bot", False),
        ("Привет", False),
        ("@durak_sandbox_bot привет", False),
        ("ну /play", False),
    ],
)
async def test_the_privacy_filter(telegram: Telegram, text: str, is_seen: bool):
    """In a group only commands reach the bot; in a private chat everything does."""
    await say(telegram, text)
    assert bool(await telegram.updates()) == is_seen
    await say(telegram, text, chat=ANYA)
    [update] = await telegram.updates()
    assert update["message"]["text"] == text
    commands = update["message"].get("entities", [])
    assert ("bot_command" in [entity["type"] for entity in commands]) == ("/play" in text)


async def test_replies_to_the_bot_reach_it(telegram: Telegram):
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="Стол")
    await say(telegram, "Хорошо", reply_to=sent["message_id"])
    [update] = await telegram.updates()
    assert update["message"]["reply_to_message"]["text"] == "Стол"
    theirs = await say(telegram, "Раз")
    await say(telegram, "Два", person=BORIS, reply_to=theirs["message_id"])
    assert await telegram.updates() == []


async def test_an_administrator_sees_everything(telegram: Telegram):
    await telegram.do("member", chat=DACHA, person=42, status="administrator")
    await say(telegram, "Привет")
    kinds = [set(update) - {"update_id"} for update in await telegram.updates()]
    assert kinds == [{"my_chat_member"}, {"message"}]
