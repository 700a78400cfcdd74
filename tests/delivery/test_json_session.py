"""Calls as they go over the wire."""

import json

from aiogram import Bot

from bot.delivery import methods
from bot.delivery.json_session import JsonSession
from bot.model.screen import Button, Screen


async def test_a_call_is_one_json_object_of_what_it_says():
    screen = Screen("Козырь ♦️", ((Button("6♠️", data="x"),),))
    session = JsonSession()
    payload = session.build_form_data(Bot("1:a", session), methods.send(5, 0, screen))
    assert payload.content_type == "application/json"
    assert json.loads(payload.decode()) == {
        "chat_id": 5,
        "text": "Козырь ♦️",
        "parse_mode": "HTML",
        "link_preview_options": {"is_disabled": True},
        "reply_markup": {"inline_keyboard": [[{"text": "6♠️", "callback_data": "x"}]]},
    }
    assert "Козырь" in payload.decode()
