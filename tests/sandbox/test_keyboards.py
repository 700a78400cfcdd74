"""https://core.telegram.org/bots/api#inlinekeyboardbutton"""

import pytest

from tests.sandbox.conftest import ANYA, DACHA, Telegram


def keyboard(*buttons: dict) -> dict:
    return {"inline_keyboard": [list(buttons)]}


async def refusal(telegram: Telegram, markup: object) -> str:
    return await telegram.refused("sendMessage", chat_id=DACHA, text="x", reply_markup=markup)


CANNOT = "400 Bad Request: can't parse inline keyboard button: "


@pytest.mark.parametrize(
    ("button", "words"),
    [
        ({"text": "x"}, CANNOT + "Text buttons are unallowed in the inline keyboard"),
        (
            {"text": "x", "style": "primary"},
            CANNOT + "Text buttons are unallowed in the inline keyboard",
        ),
        (
            {"text": "x", "callback_data": "1", "url": "https://t.me/x"},
            CANNOT + "exactly one action must be used, found callback_data, url",
        ),
        (
            {"text": "x", "callback_data": "1", "disabled": {}},
            CANNOT + "exactly one action must be used, found callback_data, disabled",
        ),
        ({"text": "x", "callback_data": "ы" * 33}, "400 Bad Request: BUTTON_DATA_INVALID"),
        ({"text": "x", "callback_data": ""}, "400 Bad Request: BUTTON_DATA_INVALID"),
        ({"text": " ", "callback_data": "1"}, CANNOT + "text must be non-empty"),
        (
            {"callback_data": "1"},
            "400 Bad Request: can't parse InlineKeyboardButton: can't find field \"text\"",
        ),
        (
            {"text": "x", "callback_data": "1", "style": "purple"},
            CANNOT + "invalid style specified",
        ),
        (
            {"text": "x", "callback_data": "1", "color": "red"},
            '400 Bad Request: unknown field "color" in InlineKeyboardButton',
        ),
        (
            {"text": "x", "callback_data": 5},
            '400 Bad Request: field "callback_data" must be of type String',
        ),
        (
            {"text": "x", "url": "http://home/"},
            "400 Bad Request: inline keyboard button URL 'http://home/' is invalid: Wrong URL",
        ),
        ({"text": "x", "pay": True}, "400 Bad Request: the sandbox does not support pay buttons"),
    ],
)
async def test_bad_buttons_are_refused(telegram: Telegram, button: dict, words: str):
    assert await refusal(telegram, keyboard(button)) == words


async def test_good_buttons_are_kept_as_they_are(telegram: Telegram):
    """64 bytes of data, every style, disabled and url buttons."""
    buttons: list[dict] = [{"text": "x", "callback_data": "ы" * 32}]
    buttons += [
        {"text": s, "callback_data": s, "style": s} for s in ("primary", "success", "danger")
    ]
    buttons += [{"text": "x", "disabled": {}}, {"text": "x", "url": "https://t.me/x?start=1"}]
    sent = await telegram.ok(
        "sendMessage", chat_id=DACHA, text="x", reply_markup=keyboard(*buttons)
    )
    assert sent["reply_markup"] == keyboard(*buttons)


async def test_too_many_buttons_are_refused(telegram: Telegram):
    button = {"text": "x", "callback_data": "1"}
    assert "REPLY_MARKUP_TOO_LONG" in await refusal(telegram, keyboard(*[button] * 9))
    rows = {"inline_keyboard": [[button]] * 101}
    assert "REPLY_MARKUP_TOO_LONG" in await refusal(telegram, rows)


async def test_a_keyboard_of_no_buttons_is_none(telegram: Telegram):
    empty: dict = {"inline_keyboard": [[]]}
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x", reply_markup=empty)
    assert "reply_markup" not in sent


async def test_other_keyboards_and_broken_ones_are_refused(telegram: Telegram):
    assert "other keyboards" in await refusal(telegram, {"remove_keyboard": True})
    words = await refusal(telegram, "{")
    assert words == "400 Bad Request: can't parse reply keyboard markup JSON object"


async def test_a_disabled_button_cannot_be_pressed(telegram: Telegram):
    markup = keyboard({"text": "6♠️", "disabled": {}})
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x", reply_markup=markup)
    where = {"person": ANYA, "chat": DACHA, "message_id": sent["message_id"]}
    status, answer = await telegram.post("press", data="6s", **where)
    assert (status, answer) == (400, {"error": "no such button is there"})
