"""What buttons carry: keyboards that are in chats already go on working."""

import json
from dataclasses import fields
from pathlib import Path

import pytest

from bot.model.callback_data import BadPress, decode, encode
from engine import Card

GOLDEN = Path(__file__).parents[1] / "golden" / "buttons.jsonl"
"""Callback data, the kind of its button and the values of its fields, as of commit 028061e."""
BUTTONS = [json.loads(line) for line in GOLDEN.read_text().splitlines()]


def plain(value):
    if isinstance(value, tuple):
        return list(map(plain, value))
    return str(value) if isinstance(value, Card) else value


@pytest.mark.parametrize(("data", "kind", "values"), [(d, k, v) for d, k, *v in BUTTONS])
def test_buttons_in_chats_are_read_and_written_as_ever(data, kind, values):
    press = decode(data)
    assert type(press).__name__ == kind
    assert [plain(getattr(press, field.name)) for field in fields(press)] == values
    assert encode(press) == data


@pytest.mark.parametrize(
    "data",
    [
        "",
        ":",
        "?:1",
        "M:12:3:4:5:k",
        "m:12:3:4:5",
        "m:12:3:4:5:k:",
        "m:12:3:4:5:",
        "m:12:3:4:5:x",
        "m:12:3:4:5:l6",
        "m:12:3:4:5:l6S6",
        "m:12:3:4:5:l6s",
        "c:12:3:4:",
        "c:12:3:4:6S6C",
        "a:12:3:4:5:take",
        "l:7:sit::0",
        "l:7:join",
        "g:7:steal",
        "g::mine",
        "h:-1",
        "h:+1",
        "h: 1",
        "h:1 ",
        "h:1.0",
        "h:٣",
        "h:²",
        f"h:{2**63}",
        f"h:{10**40}",
        "q:move:0a1b2c3d:2:",
        "q:move:0a1b2c3d:2:6S",
        "q:hint:0a1b2c3d:2:l6S",
        "q:skip:0a1b2c3d:2:",
        "r:often",
        "s:de",
        "v:see:0:7",
        "o:season:on",
        "o:colour:on",
        "t:luck:ever:0",
        "t:wins:today:0",
        "w:1:best",
        "y:sell",
    ],
)
def test_what_no_button_carries_is_refused(data):
    with pytest.raises(BadPress):
        decode(data)
