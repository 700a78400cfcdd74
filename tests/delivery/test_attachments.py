"""Attachments are sent at most once, with the lowest priority."""

from unittest.mock import Mock

import pytest
from aiogram.exceptions import TelegramMigrateToChat, TelegramNetworkError, TelegramServerError
from aiogram.methods import SendDocument, SendPhoto
from aiohttp import ClientConnectorError

from bot.delivery.outbox import MOST_NOTES
from bot.model.screen import Attachment, Button, Urgency
from tests.delivery.conftest import ANYA, GROUP, TABLE, bad

PHOTO = Attachment("photo", "a.png", b"picture", "<b>Аня</b>")
NEW = -1_000_000_000_200


def send(harness, attachment=PHOTO, chat_id=GROUP, thread_id=0):
    harness.delivery.send(chat_id, thread_id, attachment, Urgency.ONLOOKER)


async def sent(harness, *troubles):
    """The methods by which one picture was tried, within an hour of such troubles."""
    harness.telegram.troubles += troubles
    send(harness)
    await harness.settle()
    for _ in range(60):
        await harness.after(60)
    assert harness.delivery.depth == 0
    return [method for method, _ in harness.telegram.told()]


def unreached(method):
    error = TelegramNetworkError(method, "no route")
    error.__cause__ = ClientConnectorError(Mock(), OSError())
    return error


async def test_a_photo_and_a_document_say_all(harness):
    button = Button("Ещё", data="x")
    send(harness, Attachment("photo", "a.png", b"picture", "<b>Аня</b>", ((button,),)), GROUP, 5)
    send(harness, Attachment("document", "game.txt", b"record"), ANYA)
    await harness.settle()
    by_kind = {type(call): call for call in harness.telegram.calls}
    photo, document = by_kind[SendPhoto], by_kind[SendDocument]
    assert (photo.chat_id, photo.message_thread_id, photo.caption) == (GROUP, 5, "<b>Аня</b>")
    assert photo.photo.data == b"picture" and photo.photo.filename == "a.png"
    assert photo.reply_markup.inline_keyboard[0][0].callback_data == "x"
    assert (document.chat_id, document.caption) == (ANYA, None)
    assert document.document.data == b"record" and document.reply_markup is None


async def test_it_waits_for_what_somebody_waits_for(harness):
    harness.telegram.open.clear()
    harness.show(TABLE, "one")
    await harness.settle()
    send(harness)
    harness.show(TABLE, "two", Urgency.AWAITED)
    harness.telegram.open.set()
    await harness.after(60)
    assert [method for method, _ in harness.telegram.told()] == [
        "sendMessage",
        "editMessageText",
        "sendPhoto",
    ]


async def test_it_counts_against_the_limits(paced):
    for _ in range(5):
        send(paced)
    await paced.settle()
    assert len(paced.telegram.told()) == 5
    send(paced)
    await paced.settle()
    assert paced.telegram.told() == []
    await paced.after(4)
    assert [method for method, _ in paced.telegram.told()] == ["sendPhoto"]


@pytest.mark.parametrize("trouble", [unreached, bad("Too Many Requests")])
async def test_what_surely_did_not_arrive(harness, trouble):
    """It is tried again where that may help."""
    tries = await sent(harness, trouble)
    assert tries == ["sendPhoto"] * (2 if trouble is unreached else 1)


@pytest.mark.parametrize("kind", [TelegramServerError, TelegramNetworkError])
async def test_what_may_have_arrived_is_not_sent_again(harness, kind):
    assert await sent(harness, lambda call: kind(call, "lost")) == ["sendPhoto"]
    assert await harness.shown(TABLE, "one") == [("sendMessage", "one")]


async def test_a_group_without_pictures_goes_on(harness):
    assert await sent(harness, bad("not enough rights to send photos to the chat")) == ["sendPhoto"]
    assert harness.news == []
    assert await harness.shown(TABLE, "one") == [("sendMessage", "one")]


async def test_a_chat_that_is_shut_gets_none(harness):
    harness.telegram.open.clear()
    harness.show(TABLE, "one")
    send(harness)
    harness.delivery.hold(GROUP)
    send(harness)
    harness.telegram.open.set()
    await harness.settle()
    harness.delivery.release(GROUP)
    await harness.after(60)
    assert "sendPhoto" not in dict(harness.telegram.told())


async def test_it_moves_along(harness):
    harness.telegram.troubles.append(lambda call: TelegramMigrateToChat(call, "upgraded", NEW))
    send(harness, thread_id=5)
    await harness.settle()
    assert harness.news == [("moved", GROUP, NEW)]
    harness.delivery.move(GROUP, NEW)
    await harness.after(60)
    assert [(call.chat_id, call.message_thread_id) for call in harness.telegram.calls] == [
        (GROUP, 5),
        (NEW, 5),
    ]


async def test_so_many_wait_and_no_more(harness):
    harness.telegram.open.clear()
    for _ in range(MOST_NOTES + 3):
        send(harness)
    harness.telegram.open.set()
    await harness.after(60)
    assert len(harness.telegram.told()) == MOST_NOTES
