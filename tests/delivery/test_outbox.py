"""The outbox: latest wins, few calls, and errors handled by their meaning."""

import pytest
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramForbiddenError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)

from bot.delivery.outbox import LONGEST_DEBT, MOST_NOTES
from bot.model.screen import Slot, SlotKind, Urgency
from bot.storage import messages
from tests.delivery.conftest import ALONE, ANYA, BORIS, GROUP, TABLE, Harness, bad, hand, screen


async def test_a_slot_is_sent_once_then_edited(harness):
    assert await harness.shown(TABLE, "one") == [("sendMessage", "one")]
    assert await harness.shown(TABLE, "two") == [("editMessageText", "two")]


async def test_the_message_of_a_slot_is_known(harness, db):
    assert harness.delivery.message(TABLE) is None
    await harness.shown(TABLE, "one")
    number = harness.delivery.message(TABLE)
    await harness.shown(TABLE, "two")
    assert number is not None and harness.delivery.message(TABLE) == number
    after_a_restart = Harness(db).delivery
    await after_a_restart.load()
    assert after_a_restart.message(TABLE) == number


async def test_an_equal_screen_costs_no_call(harness):
    await harness.shown(TABLE, "one")
    assert await harness.shown(TABLE, "one") == []


async def test_a_screen_that_is_wanted_no_more_is_never_shown(harness):
    await harness.shown(TABLE, "one")
    harness.show(TABLE, "two")
    assert await harness.shown(TABLE, "one") == []


async def test_while_a_call_is_under_way_only_the_latest_is_kept(harness):
    harness.telegram.open.clear()
    harness.show(TABLE, "one")
    await harness.settle()
    harness.show(TABLE, "two")
    harness.show(TABLE, "three")
    await harness.settle()
    assert harness.telegram.told() == [("sendMessage", "one")]
    harness.telegram.open.set()
    await harness.settle()
    assert harness.telegram.told() == [("editMessageText", "three")]


async def test_a_slow_chat_holds_no_other_up(harness):
    harness.telegram.open.clear()
    harness.show(TABLE, "table")
    harness.show(hand(ANYA), "hand")
    await harness.settle()
    assert len(harness.telegram.calls) == 2


async def test_who_must_act_is_served_first(paced):
    for _ in range(3):
        paced.show(hand(ANYA), "note", repost=True)
        await paced.settle()
    paced.telegram.calls.clear()
    for user, urgency in ((ANYA, Urgency.ONLOOKER), (BORIS, Urgency.AWAITED)):
        paced.show(hand(user), "hand", urgency)
    await paced.settle()
    assert [call.chat_id for call in paced.telegram.calls] == [BORIS]
    await paced.after(1)
    assert [call.chat_id for call in paced.telegram.calls][1] == ANYA


async def test_urgency_orders_one_chat_too(harness):
    harness.telegram.open.clear()
    harness.show(hand(ANYA), "first")
    await harness.settle()
    other = type(TABLE)(TABLE.kind, 8, ANYA)
    harness.show(other, "onlooker", Urgency.ONLOOKER)
    harness.show(hand(ANYA), "awaited", Urgency.AWAITED)
    harness.telegram.open.set()
    await harness.settle()
    assert [text for _, text in harness.telegram.told()] == ["first", "awaited", "onlooker"]


async def test_a_group_waits_when_its_burst_is_spent(paced):
    for number in range(5):
        assert await paced.shown(TABLE, f"screen {number}", urgency=Urgency.ACTED)
    assert await paced.shown(TABLE, "six", urgency=Urgency.ACTED) == []
    assert await paced.shown(TABLE, "seven", urgency=Urgency.ACTED) == []
    await paced.after(4)
    assert paced.telegram.told() == [("editMessageText", "seven")]


async def test_a_clock_set_back_delays_nothing(paced):
    for text in "123456":
        await paced.shown(TABLE, text, urgency=Urgency.ACTED)
    paced.clock.pass_by(-3600)
    assert await paced.shown(TABLE, "7", urgency=Urgency.ACTED) == []
    await paced.after(4)
    assert paced.telegram.told() == [("editMessageText", "7")]


async def test_a_flood_of_notes_holds_the_table_up_for_a_moment_only(paced):
    for number in range(50):
        note = Slot(SlotKind.NOTE, number, GROUP)
        paced.show(note, f"help {number}", repost=True)
        paced.delivery.forget(note)
    paced.show(TABLE, "table")
    for _ in range(2):
        await paced.settle()
        await paced.after(4)
    told = [text for _, text in paced.telegram.told()]
    assert told == [f"help {number}" for number in range(MOST_NOTES)] + ["table"]


async def test_screens_for_one_delay_the_table_for_a_moment_only(paced):
    shown = [
        await paced.delivery.show_alone(ALONE, str(number), screen("hand")) for number in range(50)
    ]
    assert True in shown and not shown[-1]
    paced.telegram.calls.clear()
    paced.show(TABLE, "table")
    await paced.after(LONGEST_DEBT + 4)
    assert ("sendMessage", "table") in paced.telegram.told()


async def test_anew_posts_at_the_bottom_then_deletes_the_old(harness):
    await harness.shown(TABLE, "one")
    assert await harness.shown(TABLE, "one", repost=True) == [
        ("sendMessage", "one"),
        ("deleteMessage", 101),
    ]
    assert await harness.shown(TABLE, "two") == [("editMessageText", "two")]


async def test_anew_is_not_lost_when_something_newer_comes(harness):
    await harness.shown(TABLE, "one")
    harness.show(TABLE, "two", repost=True)
    assert (await harness.shown(TABLE, "three"))[0] == ("sendMessage", "three")


@pytest.mark.parametrize("text", ["message to edit not found", "message can't be edited"])
async def test_a_message_that_is_gone_is_sent_anew(harness, text):
    await harness.shown(TABLE, "one")
    harness.telegram.troubles.append(bad(text))
    assert await harness.shown(TABLE, "two") == [("editMessageText", "two"), ("sendMessage", "two")]
    assert (await harness.shown(TABLE, "three")) == [("editMessageText", "three")]


async def test_not_modified_is_a_success(harness):
    await harness.shown(TABLE, "one")
    harness.telegram.troubles.append(bad("message is not modified: specified new message content"))
    assert await harness.shown(TABLE, "two") == [("editMessageText", "two")]
    assert await harness.shown(TABLE, "two") == []


async def test_retry_after_is_obeyed_for_that_chat_alone(harness):
    harness.telegram.troubles.append(lambda method: TelegramRetryAfter(method, "Too Many", 7))
    assert await harness.shown(TABLE, "one") == [("sendMessage", "one")]
    assert await harness.shown(hand(ANYA), "hand") == [("sendMessage", "hand")]
    await harness.after(6.5)
    assert harness.telegram.told() == []
    await harness.after(1)
    assert harness.telegram.told() == [("sendMessage", "one")]


async def test_when_two_chats_are_told_to_wait_all_do(harness):
    harness.telegram.troubles += [lambda method: TelegramRetryAfter(method, "Too Many", 5)] * 2
    await harness.shown(TABLE, "table")
    await harness.shown(hand(ANYA), "hand")
    assert await harness.shown(hand(BORIS), "hand") == []
    await harness.after(5)
    assert len(harness.telegram.told()) == 3


TROUBLES = [
    lambda method: TelegramNetworkError(method, "Request timeout error"),
    lambda method: TelegramServerError(method, "Bad Gateway"),
    lambda method: ClientDecodeError("no JSON", ValueError("x"), "<html>"),
]


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_pauses_grow_while_telegram_is_in_trouble(harness, trouble):
    harness.telegram.troubles += [trouble] * 3
    await harness.shown(TABLE, "one")
    for pause in (1, 2, 4):
        await harness.after(pause - 0.5)
        assert harness.telegram.told() == []
        await harness.after(0.5)
        assert harness.telegram.told() == [("sendMessage", "one")]
    assert await harness.shown(TABLE, "two") == [("editMessageText", "two")]


async def test_after_trouble_the_newest_screen_is_shown(harness):
    harness.telegram.troubles.append(TROUBLES[0])
    await harness.shown(TABLE, "one")
    harness.show(TABLE, "two")
    await harness.after(1)
    assert harness.telegram.told() == [("sendMessage", "two")]


FORBIDDEN = [
    lambda method: TelegramForbiddenError(method, "Forbidden: bot was blocked by the user"),
    bad("chat not found"),
    bad("bot can't initiate conversation with a user"),
]


@pytest.mark.parametrize("refusal", FORBIDDEN)
async def test_a_private_chat_that_refuses_is_reported(harness, refusal):
    harness.telegram.troubles.append(refusal)
    assert len(await harness.shown(hand(ANYA), "one")) == 1
    assert harness.lost == [ANYA]
    assert await harness.shown(hand(ANYA), "two") == [("sendMessage", "two")]


async def test_a_group_that_refuses_is_no_lost_person(harness):
    harness.telegram.troubles.append(FORBIDDEN[0])
    await harness.shown(TABLE, "one")
    assert harness.lost == []
    harness.delivery.release(TABLE.chat_id)
    assert await harness.shown(TABLE, "two") == [("sendMessage", "two")]


async def test_an_unknown_refusal_is_given_up_but_the_next_screen_is_tried(harness, caplog):
    harness.telegram.troubles.append(bad("can't parse entities"))
    assert len(await harness.shown(TABLE, "my cards")) == 1
    await harness.after(100)
    assert harness.telegram.told() == []
    assert "can't parse entities" in caplog.text
    assert "my cards" not in caplog.text
    assert await harness.shown(TABLE, "two") == [("sendMessage", "two")]


async def test_a_fault_of_ours_stops_nothing(harness):
    harness.telegram.troubles.append(lambda method: ZeroDivisionError())
    await harness.shown(TABLE, "one")
    assert await harness.shown(TABLE, "two") == [("sendMessage", "two")]


async def test_after_a_restart_the_same_messages_are_edited(db):
    first = Harness(db)
    await first.start()
    await first.shown(TABLE, "one")
    await first.shown(hand(ANYA), "hand")
    await first.stop()
    second = Harness(db)
    await second.start()
    try:
        assert await second.shown(TABLE, "one") == []
        second.show(hand(ANYA), "other hand")
        await second.settle()
        (call,) = second.telegram.calls
        assert (call.chat_id, call.message_id) == (ANYA, 102)
    finally:
        await second.stop()


async def test_a_forgotten_slot_still_gets_its_last_screen(harness, db):
    await harness.shown(TABLE, "one")
    harness.show(TABLE, "last")
    harness.delivery.forget(TABLE)
    await harness.settle()
    assert harness.telegram.told() == [("editMessageText", "last")]
    assert await messages.load_all(db) == {}
    assert await harness.shown(TABLE, "a new life") == [("sendMessage", "a new life")]


async def test_two_notes_in_one_slot_are_both_said(harness):
    for text in ("one", "two"):
        harness.show(TABLE, text, repost=True)
        harness.delivery.forget(TABLE)
    await harness.settle()
    assert harness.telegram.told() == [("sendMessage", "one"), ("sendMessage", "two")]


async def test_removing_deletes_the_message(harness, db):
    await harness.shown(TABLE, "one")
    harness.delivery.remove(TABLE)
    await harness.settle()
    assert harness.telegram.told() == [("deleteMessage", 101)]
    assert await messages.load_all(db) == {}


async def test_removing_what_is_being_sent_deletes_it(harness, db):
    harness.telegram.open.clear()
    harness.show(TABLE, "one")
    await harness.settle()
    harness.delivery.remove(TABLE)
    harness.telegram.open.set()
    await harness.settle()
    assert harness.telegram.told() == [("sendMessage", "one"), ("deleteMessage", 101)]
    assert await messages.load_all(db) == {}


async def test_removing_what_was_never_shown_costs_nothing(harness):
    harness.show(TABLE, "one")
    harness.delivery.remove(TABLE)
    await harness.settle()
    assert harness.telegram.told() == []


async def test_whether_a_person_can_be_written_to_is_asked_by_typing(harness):
    assert await harness.delivery.can_write(ANYA)
    assert harness.telegram.told() == [("sendChatAction", None)]
    harness.telegram.troubles.append(FORBIDDEN[2])
    assert not await harness.delivery.can_write(ANYA)


async def test_draining_waits_for_what_is_under_way(harness):
    assert await harness.delivery.drain(0)
    harness.telegram.open.clear()
    harness.show(TABLE, "one")
    await harness.settle()
    assert not await harness.delivery.drain(0)
    harness.telegram.open.set()
    assert await harness.delivery.drain(5)


async def test_it_is_told_when_what_had_to_wait_was_shown(harness):
    assert harness.delivery.late(TABLE) == 0.0
    await harness.shown(TABLE, "one")
    assert harness.delivery.late(TABLE) == 0.0
    harness.telegram.open.clear()
    harness.show(TABLE, "two")
    await harness.settle()
    await harness.after(20)
    assert harness.delivery.late(TABLE) is None
    harness.telegram.open.set()
    await harness.settle()
    assert harness.delivery.late(TABLE) == harness.clock.now()
    late = harness.clock.now()
    await harness.after(20)
    await harness.shown(TABLE, "three")
    assert harness.delivery.late(TABLE) == late


async def test_a_message_that_was_pressed_is_changed_in_place(harness):
    harness.telegram.open.clear()
    for text in ("one", "two", "three"):
        harness.delivery.redraw(GROUP, 55, screen(text))
        await harness.settle()
    harness.telegram.open.set()
    await harness.settle()
    assert [text for _, text in harness.telegram.told()] == ["one", "three"]
    assert await messages.load_all(harness.delivery._db) == {}
    harness.delivery.hold(GROUP)
    harness.delivery.redraw(GROUP, 55, screen("four"))
    await harness.settle()
    assert harness.telegram.told() == []


async def test_a_table_is_redrawn_by_no_forged_button(harness):
    await harness.shown(TABLE, "table")
    ((name, shown),) = (await messages.load_all(harness.delivery._db)).items()
    assert name == TABLE.name
    for message_id in (shown.message_id, 0):
        harness.delivery.redraw(GROUP, message_id, screen("board"))
    await harness.settle()
    assert harness.telegram.told() == []
    harness.delivery.redraw(GROUP, shown.message_id + 1, screen("board"))
    await harness.settle()
    assert harness.telegram.told() == [("editMessageText", "board")]


async def test_queues_of_chats_at_rest_are_forgotten(db, monkeypatch):
    monkeypatch.setattr("bot.delivery.outbox.MOST_QUEUES", 3)
    harness = Harness(db)
    await harness.start()
    harness.delivery.hold(-1)
    for chat_id in range(1, 30):
        await harness.shown(Slot(SlotKind.HAND, 1, chat_id), "one")
        await harness.after(60)
    assert harness.delivery.queues <= 7
    harness.show(Slot(SlotKind.TABLE, 1, -1), "held")
    await harness.after(60)
    assert ("sendMessage", "held") not in harness.telegram.told()
    assert await harness.shown(Slot(SlotKind.HAND, 1, 1), "two") == [("editMessageText", "two")]
    await harness.stop()
