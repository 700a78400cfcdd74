"""Errors become chat events, and chats that move or close lose no screen."""

import pytest
from aiogram.exceptions import TelegramForbiddenError, TelegramMigrateToChat

from bot.model.screen import Slot, SlotKind
from bot.storage import messages
from tests.delivery.conftest import ANYA, GROUP, TABLE, bad, hand

NEW = -1_000_000_000_200
TOPIC = Slot(SlotKind.TABLE, 8, GROUP, 5)


def note(number, chat_id=GROUP):
    return Slot(SlotKind.NOTE, number, chat_id)


def moved(method):
    return TelegramMigrateToChat(method, "group chat was upgraded", NEW)


def kicked(method):
    return TelegramForbiddenError(method, "Forbidden: bot was kicked from the group chat")


async def test_a_new_id_is_told_and_what_was_wanted_is_shown_there(harness):
    harness.telegram.troubles.append(moved)
    harness.show(TABLE, "one")
    await harness.settle()
    assert harness.news == [("moved", GROUP, NEW)]
    harness.show(note(1), "words")
    harness.delivery.forget(note(1))
    harness.delivery.move(GROUP, NEW)
    await harness.after(60)
    assert sorted(call.text for call in harness.telegram.calls) == ["one", "one", "words"]
    assert [call.chat_id for call in harness.telegram.calls] == [GROUP, NEW, NEW]


async def test_messages_of_the_old_id_are_forgotten(harness, db):
    await harness.shown(TABLE, "one")
    harness.delivery.move(GROUP, NEW)
    there = Slot(SlotKind.TABLE, 7, NEW)
    assert await harness.shown(there, "two") == [("sendMessage", "two")]
    assert there.name in await messages.load_all(db)


async def test_a_newer_screen_under_the_new_id_wins(harness):
    harness.telegram.open.clear()
    harness.show(TABLE, "old")
    harness.show(Slot(SlotKind.TABLE, 7, NEW), "new")
    harness.delivery.move(GROUP, NEW)
    harness.telegram.open.set()
    await harness.settle()
    assert [call.text for call in harness.telegram.calls if call.chat_id == NEW] == ["new"]


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
async def test_what_an_error_says_of_a_chat_is_told(harness, trouble, news):
    harness.telegram.troubles.append(trouble)
    await harness.shown(TOPIC, "one")
    assert harness.news == [news]
    assert harness.lost == []


@pytest.mark.parametrize("trouble", [kicked, bad("CHAT_WRITE_FORBIDDEN")])
async def test_a_last_screen_that_met_a_shut_chat_is_shown_when_it_is_open(harness, trouble):
    await harness.shown(TABLE, "one")
    harness.telegram.troubles.append(trouble)
    harness.show(TABLE, "the end")
    harness.delivery.forget(TABLE)
    await harness.settle()
    harness.delivery.hold(GROUP)
    await harness.after(60)
    harness.telegram.told()
    harness.delivery.release(GROUP)
    await harness.after(60)
    assert harness.telegram.told() == [("editMessageText", "the end")]


async def test_a_private_chat_is_told_of_as_before(harness):
    harness.telegram.troubles.append(kicked)
    await harness.shown(hand(ANYA), "one")
    assert (harness.lost, harness.news) == ([ANYA], [])


async def test_a_held_chat_gets_no_calls_and_then_its_last_screen(harness):
    await harness.shown(TABLE, "one")
    harness.delivery.hold(GROUP)
    assert await harness.shown(TABLE, "two") == []
    assert await harness.shown(note(1), "words") == []
    assert await harness.shown(TABLE, "three") == []
    assert await harness.shown(hand(ANYA), "mine") == [("sendMessage", "mine")]
    assert await harness.delivery.drain(1)
    harness.delivery.release(GROUP)
    await harness.settle()
    assert harness.telegram.told() == [("editMessageText", "three")]


async def test_a_table_without_its_topic_is_posted_in_the_chat(harness):
    await harness.shown(TOPIC, "one")
    harness.show(Slot(SlotKind.TABLE, 8, GROUP), "two", repost=True)
    await harness.settle()
    sent = [call for call in harness.telegram.calls if hasattr(call, "text")]
    assert [(call.message_thread_id, call.text) for call in sent] == [(None, "two")]


async def test_telegram_can_be_asked_where_a_group_is_now(harness):
    harness.telegram.troubles += [moved, kicked, None]
    assert [await harness.delivery.moved_to(GROUP) for _ in range(3)] == [NEW, None, None]
    assert harness.news == []


async def test_a_last_screen_waits_in_a_shut_chat_and_words_of_the_moment_do_not(harness):
    assert not harness.delivery.waits(GROUP)
    await harness.shown(TABLE, "one")
    assert not harness.delivery.waits(GROUP)
    harness.telegram.troubles.append(kicked)
    harness.show(TABLE, "the end")
    harness.delivery.forget(TABLE)
    await harness.settle()
    assert harness.delivery.waits(GROUP)
    harness.delivery.release(GROUP)
    await harness.after(60)
    assert not harness.delivery.waits(GROUP)


async def test_a_sign_that_an_answer_is_made_troubles_nobody(harness):
    harness.telegram.troubles.append(kicked)
    harness.delivery.typing(ANYA)
    await harness.settle()
    assert harness.telegram.told() == [("sendChatAction", None)]
    assert (harness.lost, harness.news, harness.delivery.depth) == ([], [], 0)
    assert await harness.delivery.drain(1)
    harness.delivery.hold(ANYA)
    harness.delivery.typing(ANYA)
    await harness.settle()
    assert harness.telegram.told() == []
