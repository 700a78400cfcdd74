"""What errors say of chats is told, and chats that move or close lose no screen."""

import pytest
from aiogram.exceptions import TelegramForbiddenError, TelegramMigrateToChat

from bot.model.screen import Slot, SlotKind
from bot.storage import slots
from tests.delivery.conftest import ANYA, GROUP, TABLE, bad, hand

NEW = -1_000_000_000_200
TOPIC = Slot(SlotKind.TABLE, 8, GROUP, 5)


def note(number, chat_id=GROUP):
    return Slot(SlotKind.NOTE, number, chat_id)


def moved(method):
    return TelegramMigrateToChat(method, "group chat was upgraded", NEW)


def kicked(method):
    return TelegramForbiddenError(method, "Forbidden: bot was kicked from the group chat")


async def test_a_new_id_is_told_and_what_was_wanted_is_shown_there(outbox):
    outbox.telegram.troubles.append(moved)
    outbox.show(TABLE, "one")
    await outbox.settle()
    assert outbox.news == [("moved", GROUP, NEW)]
    outbox.show(note(1), "words")
    outbox.delivery.forget(note(1))
    outbox.delivery.move(GROUP, NEW)
    await outbox.after(60)
    assert sorted(call.text for call in outbox.telegram.calls) == ["one", "one", "words"]
    assert [call.chat_id for call in outbox.telegram.calls] == [GROUP, NEW, NEW]


async def test_messages_of_the_old_id_are_forgotten(outbox, db):
    await outbox.shown(TABLE, "one")
    outbox.delivery.move(GROUP, NEW)
    there = Slot(SlotKind.TABLE, 7, NEW)
    assert await outbox.shown(there, "two") == [("sendMessage", "two")]
    assert there.name in await slots.load_all(db)


async def test_a_newer_screen_under_the_new_id_wins(outbox):
    outbox.telegram.open.clear()
    outbox.show(TABLE, "old")
    outbox.show(Slot(SlotKind.TABLE, 7, NEW), "new")
    outbox.delivery.move(GROUP, NEW)
    outbox.telegram.open.set()
    await outbox.settle()
    assert [call.text for call in outbox.telegram.calls if call.chat_id == NEW] == ["new"]


@pytest.mark.parametrize(
    ("trouble", "news"),
    [
        (bad("message thread not found"), ("topic gone", GROUP, 5)),
        (bad("TOPIC_CLOSED"), ("topic gone", GROUP, 5)),
        (bad("not enough rights to send text messages to the chat"), ("muted", GROUP)),
        (bad("CHAT_WRITE_FORBIDDEN"), ("muted", GROUP)),
        (bad("chat not found"), ("removed", GROUP)),
        (kicked, ("removed", GROUP)),
    ],
)
async def test_what_an_error_says_of_a_chat_is_told(outbox, trouble, news):
    outbox.telegram.troubles.append(trouble)
    await outbox.shown(TOPIC, "one")
    assert outbox.news == [news]
    assert outbox.lost == []


@pytest.mark.parametrize("trouble", [kicked, bad("CHAT_WRITE_FORBIDDEN")])
async def test_a_last_screen_that_met_a_shut_chat_is_shown_when_it_is_open(outbox, trouble):
    await outbox.shown(TABLE, "one")
    outbox.telegram.troubles.append(trouble)
    outbox.show(TABLE, "the end")
    outbox.delivery.forget(TABLE)
    await outbox.settle()
    outbox.delivery.hold(GROUP)
    await outbox.after(60)
    outbox.telegram.told()
    outbox.delivery.release(GROUP)
    await outbox.after(60)
    assert outbox.telegram.told() == [("editMessageText", "the end")]


async def test_a_private_chat_is_told_of_as_before(outbox):
    outbox.telegram.troubles.append(kicked)
    await outbox.shown(hand(ANYA), "one")
    assert (outbox.lost, outbox.news) == ([ANYA], [])


async def test_a_held_chat_gets_no_calls_and_then_its_last_screen(outbox):
    await outbox.shown(TABLE, "one")
    outbox.delivery.hold(GROUP)
    assert await outbox.shown(TABLE, "two") == []
    assert await outbox.shown(note(1), "words") == []
    assert await outbox.shown(TABLE, "three") == []
    assert await outbox.shown(hand(ANYA), "mine") == [("sendMessage", "mine")]
    assert await outbox.delivery.drain(1)
    outbox.delivery.release(GROUP)
    await outbox.settle()
    assert outbox.telegram.told() == [("editMessageText", "three")]


async def test_a_table_without_its_topic_is_posted_in_the_chat(outbox):
    await outbox.shown(TOPIC, "one")
    outbox.show(Slot(SlotKind.TABLE, 8, GROUP), "two", anew=True)
    await outbox.settle()
    sent = [call for call in outbox.telegram.calls if hasattr(call, "text")]
    assert [(call.message_thread_id, call.text) for call in sent] == [(None, "two")]
