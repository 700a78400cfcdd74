"""Every press is carried out once and answered once, whatever is in it."""

from unittest.mock import Mock

import pytest

from bot.model.buttons import CardPress, GamePress, LobbyPress, encode
from bot.model.screen import Answer
from bot.sandbox import people
from bot.storage import people as people_stored
from engine import Card
from tests.handlers.conftest import ANYA, BORIS, DACHA, GENA
from tests.readers import EN


async def test_a_press_is_one_call_and_its_answer(house):
    house.tables.answer = Answer("Почему бы и нет", alert=True)
    press = CardPress(3, 0, 2, Card.parse("6S"))
    answer = await house.press(BORIS, encode(press))
    assert answer == {"answered": True, "text": "Почему бы и нет", "show_alert": True}
    called, (place, person, pressed, query_id) = await house.tables.next()
    assert (called, pressed, person.user_id, place.chat_id) == ("press", press, BORIS, DACHA)
    assert query_id in house.world.queries
    assert not place.is_admin
    assert len(await house.called("answerCallbackQuery")) == 1
    assert await house.called("getChatAdministrators") == []


async def test_letting_somebody_new_in_costs_no_transaction(house, db, monkeypatch):
    await house.press(ANYA, encode(LobbyPress(1, "join")))
    begin = Mock(side_effect=db.transaction)
    monkeypatch.setattr(db, "transaction", begin)
    await house.press(BORIS, encode(LobbyPress(1, "join")))
    assert not begin.called
    known = await people_stored.get(db, BORIS)
    assert known is not None and not known.can_write


async def test_an_answer_may_lead_to_the_private_chat(house):
    url = "https://t.me/durak_sandbox_bot?start=hand"
    house.tables.answer = Answer(url=url)
    assert (await house.press(BORIS, "g:1:mine"))["url"] == url


@pytest.mark.parametrize(
    ("verb", "admin"), [("join", False), ("leave", False), ("deal", True), ("cancel", True)]
)
async def test_lobby_buttons_for_admins_tell_who_is_one(house, verb, admin):
    await house.press(ANYA, encode(LobbyPress(1, verb)))
    _, (place, *_) = await house.tables.next()
    assert place.is_admin is admin


@pytest.mark.parametrize(
    "data", ["x", "m:1:2", "g:1:steal", "s:de", "l:-1:join::0", "🃏" * 16, f"d:{2**63}"]
)
async def test_a_forged_press_is_answered_and_goes_no_further(house, data):
    answer = await house.press(BORIS, data)
    assert answer["answered"]
    assert answer["text"]
    assert house.tables.calls.empty()


async def test_a_press_that_fails_is_answered_too(house, caplog):
    house.tables.fault = ZeroDivisionError("oops")
    answer = await house.press(GENA, encode(GamePress(1, "mine")))
    assert "try again" in answer["text"]
    assert "ZeroDivisionError" in caplog.text
    assert len(await house.called("answerCallbackQuery")) == 1


async def test_an_answer_that_is_too_long_is_cut(house):
    house.tables.answer = Answer("😀" * 150)
    answer = await house.press(BORIS, "g:1:mine")
    assert answer["text"] == "😀" * 99 + "…"


async def test_a_press_too_old_to_be_answered_is_no_fault(house, caplog):
    people.press(house.world, BORIS, DACHA, 1, "g:1:mine", force=True)
    house.world.queries.clear()
    assert (await house.tables.next())[0] == "press"
    await house.press(BORIS, "g:1:mine")
    assert "ERROR" not in [record.levelname for record in caplog.records]


async def test_a_language_button_in_a_group_is_for_admins(house):
    answer = await house.press(BORIS, "s:en")
    assert answer["show_alert"]
    assert (await house.press(ANYA, "s:en"))["text"] == "English it is."
    assert (await house.tables.next())[0] == "language_chosen"
    await house.press(BORIS, "g:1:mine")
    _, (place, *_) = await house.tables.next()
    assert place.reader == EN


async def test_presses_keep_their_order(house):
    for who in (ANYA, BORIS):
        await house.press(who, "g:0:mine")
        await house.tables.next()
    for number in range(1, 40):
        who = (ANYA, BORIS)[number % 2]
        people.press(house.world, who, DACHA, 1, f"g:{number}:mine", force=True)
    seen = [(await house.tables.next())[1][2].game for _ in range(1, 40)]
    assert seen == list(range(1, 40))


@pytest.mark.parametrize("kind", ["500", "502", "502_after", "429", "cut_before", "cut_after"])
async def test_an_answer_is_tried_again_while_telegram_fails(house, kind):
    fault = {"rate": 1, "kinds": [kind], "times": 2, "methods": ["answerCallbackQuery"]}
    await house.do("faults", **fault, retry_after=1)
    answer = await house.press(ANYA, encode(GamePress(7, "again")))
    assert answer["answered"]
