"""Parsing of requests: methods, parameters, bodies."""

import json

import pytest
from aiohttp import FormData

from tests.sandbox.conftest import DACHA, Telegram


async def test_an_unknown_method_is_not_found(telegram: Telegram):
    assert await telegram.refused("sendCards", chat_id=DACHA) == "404 Not Found"


async def test_a_wrong_token_is_unauthorized(telegram: Telegram):
    async with telegram.client.post("/bot42:wrong/getMe") as response:
        assert response.status == 401
        body = await response.json()
        assert body == {"ok": False, "error_code": 401, "description": "Unauthorized"}


async def test_unknown_parameters_are_refused(telegram: Telegram):
    words = await telegram.refused("sendMessage", chat_id=DACHA, text="x", cards=6)
    assert words == '400 Bad Request: unknown parameter "cards" in sendMessage'
    words = await telegram.refused(
        "sendMessage", chat_id=DACHA, text="x", link_preview_options={"off": True}
    )
    assert words == '400 Bad Request: unknown field "off" in LinkPreviewOptions'


async def test_missing_parameters_are_named(telegram: Telegram):
    assert await telegram.refused("sendMessage", text="x") == "400 Bad Request: chat_id is empty"
    words = await telegram.refused("deleteMessage", chat_id=DACHA)
    assert words == '400 Bad Request: parameter "message_id" is required'


async def test_what_is_not_played_says_so(telegram: Telegram):
    words = await telegram.refused("sendDice", chat_id=DACHA)
    assert words == "400 Bad Request: the sandbox does not support the method sendDice"
    words = await telegram.refused("sendMessage", chat_id=DACHA, text="x", message_effect_id="5046")
    assert 'does not support the parameter "message_effect_id"' in words
    words = await telegram.refused("sendMessage", chat_id=DACHA, text="*x*", parse_mode="Markdown")
    assert "does not support parse_mode Markdown" in words
    words = await telegram.refused("sendMessage", chat_id=DACHA, text="x", message_thread_id=5)
    assert words == "400 Bad Request: message thread not found"


PARAMS = {
    "chat_id": str(DACHA),
    "text": "<b>x</b>",
    "parse_mode": "HTML",
    "disable_notification": "true",
    "reply_markup": json.dumps({"inline_keyboard": [[{"text": "x", "callback_data": "1"}]]}),
}


@pytest.mark.parametrize("how", ["query", "form", "multipart"])
async def test_every_kind_of_body_is_read(telegram: Telegram, how: str):
    """Objects are JSON inside a field, numbers and truths are words."""
    url = f"/bot{telegram.world.token}/sendmessage"
    form = FormData(PARAMS, default_to_multipart=how == "multipart")
    sent = {"params": PARAMS} if how == "query" else {"data": form}
    async with telegram.client.post(url, **sent) as response:
        result = (await response.json())["result"]
    assert result["text"] == "x" and result["entities"][0]["type"] == "bold"
    assert result["reply_markup"]["inline_keyboard"][0][0]["callback_data"] == "1"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"disable_notification": "maybe"}, "must be of type Boolean"),
        ({"reply_parameters": {"message_id": "5"}}, "must be of type Integer"),
        ({"reply_parameters": []}, "must be of type Object"),
        ({"entities": {}}, "must be of type Array"),
        ({"text": 5}, "must be of type String"),
        ({"chat_id": [5]}, "must be of type Integer or String"),
    ],
)
async def test_wrong_types_are_refused(telegram: Telegram, given: dict, words: str):
    assert words in await telegram.refused("sendMessage", **{"chat_id": DACHA, "text": "x"} | given)


async def test_calls_are_logged(telegram: Telegram):
    await telegram.ok("sendMessage", chat_id=DACHA, text="x")
    await telegram.refused("sendMessage", chat_id=5, text="x")
    calls = await telegram.get("/calls")
    assert [(call["method"], call["chat_id"], call["status"]) for call in calls] == [
        ("sendMessage", DACHA, 200),
        ("sendMessage", 5, 400),
    ]
    assert calls[1]["description"] == "Bad Request: chat not found"
    assert await telegram.get("/calls?since=1") == {"next": 2, "calls": calls[1:]}
    assert await telegram.get("/calls?since=2") == {"next": 2, "calls": []}
