"""What buttons carry: keyboards that are in chats already go on working."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from bot.model.button_codec import BadPress
from bot.model.buttons import LobbyPress, MovePress, Press, decode, encode
from engine import Card, Verb

GOLDEN = Path(__file__).parents[1] / "golden"


def lines(name):
    return [json.loads(line) for line in (GOLDEN / name).read_text().splitlines()]


BUTTONS = lines("buttons.jsonl")
"""Callback data, the kind of its button and its fields, as of the first codec."""


def plain(value):
    if isinstance(value, tuple):
        return list(map(plain, value))
    return str(value) if isinstance(value, Card) else value


@pytest.mark.parametrize("line", BUTTONS, ids=[line["data"] for line in BUTTONS])
def test_buttons_in_chats_are_read_and_written_as_ever(line):
    press = decode(line["data"])
    assert type(press).__name__ == line["button"]
    values = {field.name: plain(getattr(press, field.name)) for field in fields(press)}
    assert values == line["fields"]
    assert encode(press) == line["data"]
    assert len(line["data"].encode()) <= 64


def test_what_no_button_has_carried_is_refused():
    for data in lines("not_buttons.jsonl"):
        with pytest.raises(BadPress):
            decode(data)
            pytest.fail(f"taken for a button: {data!r}")


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
        "m:12:3:4:5:l",
        "m:12:3:4:5:b6S",
        "m:12:3:4:5:b6S7S8S",
        "m:12:3:4:5:k6S",
        "m:12:3:4:5:r6S6C",
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
        "y:\ud800",
        "h:²",
        f"h:{2**63}",
        f"h:{10**40}",
        "q:move:0a1b2c3d:2:",
        "q:move:0a1b2c3d:2:6S",
        "q:move:0a1b2c3d:2:b6S",
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
        f"l:7:set:{'deck' * 16}:0",
    ],
)
def test_what_no_button_carries_is_refused(data):
    with pytest.raises(BadPress):
        decode(data)


@pytest.mark.parametrize(
    ("verb", "cards"),
    [(Verb.BEAT, ("6S",)), (Verb.TAKE, ("6S",)), (Verb.RESIGN, ()), (Verb.LEAD, ())],
)
def test_no_move_has_too_few_or_too_many_cards(verb, cards):
    with pytest.raises(ValueError, match="no button"):
        MovePress(1, 0, 0, 0, verb, tuple(map(Card.parse, cards)))


def test_callback_data_is_as_long_as_telegram_takes():
    fits = LobbyPress(7, "set", "é" * 27, 1)
    assert len(encode(fits).encode()) == 64
    assert decode(encode(fits)) == fits
    with pytest.raises(ValueError, match="too long"):
        encode(LobbyPress(7, "set", "é" * 27, 10))


def test_each_kind_of_button_is_in_the_golden_file_with_each_of_its_words():
    assert {kind.__name__ for kind in get_args(Press)} == {line["button"] for line in BUTTONS}
    for kind in get_args(Press):
        found = [line["fields"] for line in BUTTONS if line["button"] == kind.__name__]
        for name, hint in get_type_hints(kind).items():
            if get_origin(hint) is Literal:
                assert {one[name] for one in found} == set(get_args(hint))
