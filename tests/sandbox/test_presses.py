"""Presses and their answers: https://core.telegram.org/bots/api#answercallbackquery."""

import asyncio

import pytest

from tests.sandbox.conftest import ANYA, BORIS, DACHA, Telegram

TOO_OLD = "400 Bad Request: query is too old and response timeout expired or query ID is invalid"


async def pressed(telegram: Telegram, **more) -> dict:
    """A table with a button is posted, Boris presses it; the callback query."""
    markup = {"inline_keyboard": [[{"text": "x", "callback_data": "1"}]]}
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="Стол", reply_markup=markup)
    press = {"person": BORIS, "chat": DACHA, "message_id": sent["message_id"], "data": "1"}
    await telegram.do("press", **press | more)
    return (await telegram.updates())[-1]["callback_query"]


async def test_a_press_brings_its_message_and_person(telegram: Telegram):
    query = await pressed(telegram)
    assert (query["data"], query["from"]["first_name"]) == ("1", "Борис")
    assert query["message"]["text"] == "Стол" and query["chat_instance"]


async def test_an_unanswered_press_says_so(telegram: Telegram):
    markup = {"inline_keyboard": [[{"text": "x", "callback_data": "1"}]]}
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="Стол", reply_markup=markup)
    press = {"person": BORIS, "chat": DACHA, "message_id": sent["message_id"], "data": "1"}
    assert await telegram.do("press", **press) == {"answered": False, "show_alert": False}


async def test_a_press_is_answered_once_and_soon(telegram: Telegram):
    query = await pressed(telegram)
    answer = {"callback_query_id": query["id"]}
    telegram.clock.now += 15
    assert await telegram.ok("answerCallbackQuery", **answer, text="x" * 200)
    assert await telegram.refused("answerCallbackQuery", **answer) == TOO_OLD
    answer = {"callback_query_id": (await pressed(telegram))["id"]}
    telegram.clock.now += 15.1
    assert await telegram.refused("answerCallbackQuery", **answer) == TOO_OLD
    assert await telegram.refused("answerCallbackQuery", callback_query_id="5") == TOO_OLD


async def test_long_answers_and_foreign_links_are_refused(telegram: Telegram):
    answer = {"callback_query_id": (await pressed(telegram))["id"]}
    words = await telegram.refused("answerCallbackQuery", **answer, text="🂡" * 101)
    assert words == "400 Bad Request: MESSAGE_TOO_LONG"
    for url in (
        "https://example.org",
        "https://t.me/durak_sandbox_bot",
        "https://t.me/other_bot?start=x",
        f"https://t.me/durak_sandbox_bot?start={'x' * 65}",
    ):
        words = await telegram.refused("answerCallbackQuery", **answer, url=url)
        assert words == "400 Bad Request: URL_INVALID"


async def test_a_deep_link_is_a_good_answer(telegram: Telegram):
    markup = {"inline_keyboard": [[{"text": "x", "callback_data": "1"}]]}
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="Стол", reply_markup=markup)
    press = asyncio.create_task(
        telegram.do(
            "press", person=BORIS, chat=DACHA, message_id=sent["message_id"], data="1", wait=15
        )
    )
    [update] = await telegram.ok("getUpdates", timeout=5)
    url = "https://t.me/durak_sandbox_bot?start=seat_1"
    answer = {"callback_query_id": update["callback_query"]["id"], "url": url}
    assert await telegram.ok("answerCallbackQuery", **answer)
    assert await press == {"answered": True, "show_alert": False, "url": url}


@pytest.mark.parametrize(
    "wrong",
    [{"data": "2"}, {"message_id": 777}, {"person": 777}, {"chat": 5}, {"chat": ANYA}],
)
async def test_only_a_button_in_sight_can_be_pressed(telegram: Telegram, wrong: dict):
    query = await pressed(telegram)
    press = {"person": BORIS, "chat": DACHA, "data": "1"}
    press["message_id"] = query["message"]["message_id"]
    status, answer = await telegram.post("press", **press | wrong)
    assert status == 400 and answer["error"]
    assert await telegram.updates() == []


async def test_a_forged_press_is_delivered(telegram: Telegram):
    query = await pressed(telegram, data="forged", force=True)
    assert query["data"] == "forged" and query["message"]["text"] == "Стол"
    query = await pressed(telegram, message_id=777, force=True)
    assert query["message"]["date"] == 0 and query["message"]["message_id"] == 777


async def test_an_undelivered_press_is_lost_after_150_seconds(telegram: Telegram):
    markup = {"inline_keyboard": [[{"text": "x", "callback_data": "1"}]]}
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="Стол", reply_markup=markup)
    await telegram.do("press", person=BORIS, chat=DACHA, message_id=sent["message_id"], data="1")
    await telegram.do("send", person=ANYA, chat=DACHA, text="/play")
    telegram.clock.now += 151
    assert ["message" in update for update in await telegram.ok("getUpdates")] == [True]
    telegram.clock.now += 24 * 3600
    assert await telegram.ok("getUpdates") == []
