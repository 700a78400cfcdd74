"""A hand in the group: sent at a press, brought up to date by edits, gone when Telegram says so."""

import asyncio

from aiogram.exceptions import TelegramRetryAfter

from bot.model.screen import Urgency
from bot.storage import slots
from tests.delivery.conftest import ALONE, ANYA, GROUP, TABLE, Outbox, bad, screen


async def opened(outbox):
    assert await outbox.delivery.show_alone(ALONE, "q", screen("hand"))
    outbox.telegram.calls.clear()


async def test_a_screen_for_one_replaces_the_one_before(outbox):
    for _ in range(2):
        assert await outbox.delivery.show_alone(ALONE, "q", screen("hand"))
    await outbox.settle()
    assert outbox.telegram.told() == [
        ("sendMessage", "hand"),
        ("sendMessage", "hand"),
        ("deleteEphemeralMessage", None),
    ]


async def test_a_screen_for_one_that_fails_says_so(outbox):
    outbox.telegram.troubles.append(bad("query is too old"))
    assert not await outbox.delivery.show_alone(ALONE, "q", screen("hand"))


async def test_a_screen_for_one_does_not_break_into_a_pause(outbox):
    outbox.telegram.troubles.append(lambda method: TelegramRetryAfter(method, "Too Many", 7))
    await outbox.shown(TABLE, "one")
    assert not await outbox.delivery.show_alone(ALONE, "q", screen("hand"))
    assert outbox.telegram.told() == []


async def test_a_screen_for_one_is_edited_while_it_lives(outbox):
    await opened(outbox)
    assert outbox.delivery.alone(ALONE.key) == [ALONE]
    assert await outbox.shown(ALONE, "hand") == []
    outbox.show(ALONE, "new hand", Urgency.AWAITED)
    await outbox.settle()
    (call,) = outbox.telegram.calls
    assert call.__api_method__ == "editEphemeralMessageText"
    assert (call.chat_id, call.receiver_user_id) == (GROUP, ANYA)
    assert (call.ephemeral_message_id, call.text) == (101, "new hand")


async def test_a_screen_for_one_that_has_vanished_is_not_sent_anew(outbox, db):
    await opened(outbox)
    outbox.telegram.troubles.append(bad("message to edit not found"))
    assert len(await outbox.shown(ALONE, "new hand")) == 1
    assert outbox.delivery.alone(ALONE.key) == []
    assert await slots.load_all(db) == {}
    assert await outbox.shown(ALONE, "newer hand") == []


async def test_nobody_is_shown_a_hand_in_the_group_unasked(outbox):
    assert await outbox.shown(ALONE, "hand") == []


async def test_an_edit_under_way_does_not_hide_the_message_sent_meanwhile(outbox):
    await opened(outbox)
    outbox.telegram.open.clear()
    outbox.show(ALONE, "two")
    await outbox.settle()
    again = asyncio.create_task(outbox.delivery.show_alone(ALONE, "q", screen("three")))
    await outbox.settle()
    outbox.telegram.open.set()
    assert await again
    await outbox.settle()
    assert outbox.telegram.told()[2:] == [("deleteEphemeralMessage", None)]
    assert await outbox.shown(ALONE, "three") == []


async def test_after_a_restart_a_hand_in_the_group_is_edited_still(outbox, db):
    await opened(outbox)
    second = Outbox(db)
    await second.start()
    try:
        assert second.delivery.alone(ALONE.key) == [ALONE]
        assert await second.shown(ALONE, "new") == [("editEphemeralMessageText", "new")]
    finally:
        await second.stop()


async def test_a_hand_in_the_group_is_taken_away(outbox, db):
    await opened(outbox)
    outbox.delivery.remove(ALONE)
    await outbox.settle()
    assert outbox.telegram.told() == [("deleteEphemeralMessage", None)]
    assert outbox.delivery.alone(ALONE.key) == []
    assert await slots.load_all(db) == {}
