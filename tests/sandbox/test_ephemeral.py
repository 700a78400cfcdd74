"""https://core.telegram.org/bots/api#ephemeral-messages-and-commands"""

from typing import Any

import pytest

from tests.sandbox.conftest import ANYA, BORIS, DACHA, Telegram

BUTTON = {"inline_keyboard": [[{"text": "x", "callback_data": "1"}]]}
TOO_OLD = "400 Bad Request: query is too old and response timeout expired or query ID is invalid"


async def press(telegram: Telegram, person: int = BORIS) -> str:
    """Somebody presses a button of a new table; the id of the query."""
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="Стол", reply_markup=BUTTON)
    await telegram.do("press", person=person, chat=DACHA, message_id=sent["message_id"], data="1")
    return (await telegram.updates())[-1]["callback_query"]["id"]


def hand(receiver: int = BORIS, query: str | None = None, **more: Any) -> dict:
    asked: dict = {"receiver_user_id": receiver}
    if query is not None:
        asked["callback_query_id"] = query
    return {"chat_id": DACHA, "text": "Карты", "ephemeral_message_parameters": asked} | more


async def seen(telegram: Telegram, person: int) -> list[str]:
    messages = (await telegram.get(f"/view?person={person}"))["chats"][0]["messages"]
    return [message["text"] for message in messages if message["message_id"] == 0]


async def test_only_its_receiver_sees_it(telegram: Telegram):
    sent = await telegram.ok("sendMessage", **hand(query=await press(telegram)))
    assert sent["message_id"] == 0 and sent["receiver_user"]["id"] == BORIS
    assert await seen(telegram, BORIS) == ["Карты"]
    assert await seen(telegram, ANYA) == []


async def test_it_needs_a_press_of_that_member_within_15_seconds(telegram: Telegram):
    query = await press(telegram)
    words = await telegram.refused("sendMessage", **hand(ANYA, query))
    assert words == "400 Bad Request: QUERY_ID_INVALID"
    words = await telegram.refused("sendMessage", **hand(777, query))
    assert words == "400 Bad Request: USER_NOT_PARTICIPANT"
    assert await telegram.refused("sendMessage", **hand(query="5")) == TOO_OLD
    assert await telegram.refused("sendMessage", **hand()) == "400 Bad Request: BOT_NOT_ADMIN"
    telegram.clock.now += 15
    await telegram.ok("answerCallbackQuery", callback_query_id=query)
    await telegram.ok("sendMessage", **hand(query=query))
    telegram.clock.now += 0.1
    assert await telegram.refused("sendMessage", **hand(query=query)) == TOO_OLD


async def test_an_administrator_may_at_any_time(telegram: Telegram):
    await telegram.do("member", chat=DACHA, person=42, status="administrator")
    await telegram.ok("sendMessage", **hand())
    assert await seen(telegram, BORIS) == ["Карты"]


async def test_there_are_none_in_private_chats(telegram: Telegram):
    await telegram.do("start", person=BORIS)
    words = await telegram.refused("sendMessage", **hand(chat_id=BORIS))
    assert words == "400 Bad Request: BOT_NOT_ADMIN"


async def test_it_is_shorter_than_other_messages(telegram: Telegram):
    query = await press(telegram)
    words = await telegram.refused("sendMessage", **hand(query=query, text="x" * 1025))
    assert words == "400 Bad Request: message is too long"
    await telegram.ok("sendMessage", **hand(query=query, text="x" * 1024))


async def test_an_ephemeral_command_can_be_answered_for_15_seconds(telegram: Telegram):
    """Nobody else sees the command, and a reply to it must be ephemeral too."""
    command = {"command": "hand", "description": "Карты", "is_ephemeral": True}
    await telegram.ok("setMyCommands", commands=[command])
    sent = await telegram.do("send", person=BORIS, chat=DACHA, text="/hand")
    assert sent["message_id"] == 0 and await seen(telegram, ANYA) == []
    reply: dict[str, Any] = {
        "reply_parameters": {"ephemeral_message_id": sent["ephemeral_message_id"]}
    }
    [update] = await telegram.updates()
    assert update["message"]["receiver_user"]["id"] == 42
    words = await telegram.refused("sendMessage", **hand(ANYA, **reply))
    assert words == "400 Bad Request: message to be replied not found"
    await telegram.ok("sendMessage", **hand(**reply))
    words = await telegram.refused("sendMessage", chat_id=DACHA, text="x", **reply)
    assert "must be an ephemeral message" in words
    telegram.clock.now += 15.1
    words = await telegram.refused("sendMessage", **hand(**reply))
    assert words == "400 Bad Request: message to be replied not found"


async def test_it_is_edited_and_deleted_by_its_own_methods(telegram: Telegram):
    sent = await telegram.ok("sendMessage", **hand(query=await press(telegram)))
    identifier = sent["ephemeral_message_id"]
    message = {"chat_id": DACHA, "receiver_user_id": BORIS, "ephemeral_message_id": identifier}
    telegram.clock.now += 3600
    assert await telegram.ok("editEphemeralMessageText", **message, text="Другие")
    words = await telegram.refused("editEphemeralMessageText", **message, text="Другие")
    assert words.startswith("400 Bad Request: message is not modified")
    assert await telegram.ok("editEphemeralMessageReplyMarkup", **message, reply_markup=BUTTON)
    assert await seen(telegram, BORIS) == ["Другие"]
    assert await telegram.ok("deleteEphemeralMessage", **message)
    assert await seen(telegram, BORIS) == []
    words = await telegram.refused("deleteEphemeralMessage", **message)
    assert words == "400 Bad Request: message to delete not found"


@pytest.mark.parametrize("wrong", [{"receiver_user_id": ANYA}, {"ephemeral_message_id": 77}])
async def test_edits_must_name_the_message_and_its_receiver(telegram: Telegram, wrong: dict):
    sent = await telegram.ok("sendMessage", **hand(query=await press(telegram)))
    identifier = sent["ephemeral_message_id"]
    message = {"chat_id": DACHA, "receiver_user_id": BORIS, "ephemeral_message_id": identifier}
    words = await telegram.refused("editEphemeralMessageText", **message | wrong, text="x")
    assert words == "400 Bad Request: message to edit not found"
    words = await telegram.refused(
        "editMessageText", chat_id=DACHA, message_id=sent["message_id"], text="x"
    )
    assert words == "400 Bad Request: message to edit not found"


async def test_its_buttons_are_pressed_by_its_receiver_alone(telegram: Telegram):
    asked = hand(query=await press(telegram), reply_markup=BUTTON)
    identifier = (await telegram.ok("sendMessage", **asked))["ephemeral_message_id"]
    button = {"chat": DACHA, "message_id": 0, "ephemeral_message_id": identifier, "data": "1"}
    status, _ = await telegram.post("press", person=ANYA, **button)
    assert status == 400
    await telegram.do("press", person=BORIS, **button)
    [update] = await telegram.updates()
    message = update["callback_query"]["message"]
    assert (message["message_id"], message["ephemeral_message_id"]) == (0, identifier)
    assert message["receiver_user"]["id"] == BORIS
