"""An ephemeral hand in a group: sent at a press, then edited until it is gone."""

import asyncio

from aiogram.exceptions import TelegramRetryAfter

from bot.model.screen import Urgency
from bot.storage import messages
from tests.delivery.conftest import ALONE, ANYA, GROUP, TABLE, Harness, bad, screen


async def opened(harness):
    assert await harness.delivery.show_alone(ALONE, "q", screen("hand"))
    harness.telegram.calls.clear()


async def test_a_screen_for_one_replaces_the_one_before(harness):
    for _ in range(2):
        assert await harness.delivery.show_alone(ALONE, "q", screen("hand"))
    await harness.settle()
    assert harness.telegram.told() == [
        ("sendMessage", "hand"),
        ("sendMessage", "hand"),
        ("deleteEphemeralMessage", None),
    ]


async def test_a_screen_for_one_that_fails_says_so(harness):
    harness.telegram.troubles.append(bad("query is too old"))
    assert not await harness.delivery.show_alone(ALONE, "q", screen("hand"))


async def test_a_screen_for_one_does_not_break_into_a_pause(harness):
    harness.telegram.troubles.append(lambda method: TelegramRetryAfter(method, "Too Many", 7))
    await harness.shown(TABLE, "one")
    assert not await harness.delivery.show_alone(ALONE, "q", screen("hand"))
    assert harness.telegram.told() == []


async def test_a_screen_for_one_is_edited_while_it_lives(harness):
    await opened(harness)
    assert harness.delivery.alone(ALONE.key) == [ALONE]
    assert await harness.shown(ALONE, "hand") == []
    harness.show(ALONE, "new hand", Urgency.AWAITED)
    await harness.settle()
    (call,) = harness.telegram.calls
    assert call.__api_method__ == "editEphemeralMessageText"
    assert (call.chat_id, call.receiver_user_id) == (GROUP, ANYA)
    assert (call.ephemeral_message_id, call.text) == (101, "new hand")


async def test_a_screen_for_one_that_has_vanished_is_not_sent_anew(harness, db):
    await opened(harness)
    harness.telegram.troubles.append(bad("message to edit not found"))
    assert len(await harness.shown(ALONE, "new hand")) == 1
    assert harness.delivery.alone(ALONE.key) == []
    assert await messages.load_all(db) == {}
    assert await harness.shown(ALONE, "newer hand") == []


async def test_nobody_is_shown_a_hand_in_the_group_unasked(harness):
    assert await harness.shown(ALONE, "hand") == []


async def test_an_edit_under_way_does_not_hide_the_message_sent_meanwhile(harness):
    await opened(harness)
    harness.telegram.open.clear()
    harness.show(ALONE, "two")
    await harness.settle()
    again = asyncio.create_task(harness.delivery.show_alone(ALONE, "q", screen("three")))
    await harness.settle()
    harness.telegram.open.set()
    assert await again
    await harness.settle()
    assert harness.telegram.told()[2:] == [("deleteEphemeralMessage", None)]
    assert await harness.shown(ALONE, "three") == []


async def test_after_a_restart_a_hand_in_the_group_is_edited_still(harness, db):
    await opened(harness)
    second = Harness(db)
    await second.start()
    try:
        assert second.delivery.alone(ALONE.key) == [ALONE]
        assert await second.shown(ALONE, "new") == [("editEphemeralMessageText", "new")]
    finally:
        await second.stop()


async def test_a_hand_in_the_group_is_taken_away(harness, db):
    await opened(harness)
    harness.delivery.remove(ALONE)
    await harness.settle()
    assert harness.telegram.told() == [("deleteEphemeralMessage", None)]
    assert harness.delivery.alone(ALONE.key) == []
    assert await messages.load_all(db) == {}
