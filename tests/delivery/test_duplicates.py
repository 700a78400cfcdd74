"""A message whose sending was cut off is sent again, and its duplicate is deleted."""

from datetime import UTC, datetime

import pytest
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramBadRequest,
    TelegramNetworkError,
    TelegramServerError,
)
from aiogram.types import Chat, Message
from aiohttp import ClientConnectorError

from bot.delivery.duplicates import MOST_CANDIDATES, Duplicates
from tests.delivery.conftest import ANYA, TABLE, bad, hand

LOST = [
    lambda method: TelegramNetworkError(method, "Request timeout error"),
    lambda method: TelegramServerError(method, "Bad Gateway"),
    lambda method: ClientDecodeError("no JSON", ValueError("x"), "<html>"),
]


async def lose(harness, slot, trouble, *, posted, others=0):
    """A send is cut off; Telegram has `posted` it or not, and others write so many messages."""
    harness.telegram.troubles.append(trouble)
    await harness.shown(slot, "one", repost=True)
    harness.telegram._last += posted + others
    await harness.after(1)
    return harness.telegram.told()


@pytest.mark.parametrize("trouble", LOST)
async def test_what_was_posted_after_all_is_stripped_and_deleted(harness, trouble):
    await harness.shown(hand(ANYA), "zero")
    assert await lose(harness, hand(ANYA), trouble, posted=1) == [
        ("sendMessage", "one"),
        ("deleteMessage", 101),
        ("editMessageReplyMarkup", 102),
        ("deleteMessage", 102),
    ]
    assert await harness.shown(hand(ANYA), "two") == [("editMessageText", "two")]


async def test_what_people_wrote_is_never_deleted(harness):
    await harness.shown(TABLE, "zero")
    trouble = bad("message can't be edited")
    harness.telegram.troubles += []
    harness.telegram.troubles.append(LOST[0])
    await harness.shown(TABLE, "one", repost=True)
    harness.telegram._last += 3
    harness.telegram.troubles += [None, None, trouble, bad("message to edit not found"), trouble]
    await harness.after(1)
    told = harness.telegram.told()
    assert told[2:] == [("editMessageReplyMarkup", number) for number in (104, 103, 102)]


async def test_a_search_broken_off_goes_on(harness):
    await harness.shown(TABLE, "zero")
    harness.telegram.troubles.append(LOST[0])
    await harness.shown(TABLE, "one", repost=True)
    harness.telegram._last += 1
    harness.telegram.troubles += [None, None, LOST[1]]
    await harness.after(1)
    harness.telegram.calls.clear()
    await harness.after(1)
    assert harness.telegram.told() == [("editMessageReplyMarkup", 102), ("deleteMessage", 102)]


async def test_who_was_never_reached_has_posted_nothing(harness):
    def unreached(method):
        error = TelegramNetworkError(method, "no connection")
        error.__cause__ = ClientConnectorError(None, OSError())  # type: ignore[arg-type]
        return error

    told = await lose(harness, TABLE, unreached, posted=0, others=2)
    assert told == [("sendMessage", "one")]


async def test_a_refusal_is_no_doubt(harness):
    harness.telegram.troubles.append(lambda method: TelegramBadRequest(method, "Bad Request: no"))
    await harness.shown(TABLE, "one")
    harness.telegram._last += 3
    harness.telegram.calls.clear()
    assert await harness.shown(TABLE, "two") == [("sendMessage", "two")]


async def test_an_edit_of_unknown_outcome_is_repeated(harness):
    await harness.shown(TABLE, "one")
    harness.telegram.troubles.append(LOST[0])
    assert await harness.shown(TABLE, "two") == [("editMessageText", "two")]
    harness.telegram.troubles.append(bad("message is not modified"))
    await harness.after(1)
    assert harness.telegram.told() == [("editMessageText", "two")]
    assert await harness.shown(TABLE, "three") == [("editMessageText", "three")]


async def test_nothing_is_sought_where_no_id_is_known(harness):
    """Whatever is there may be a good message of an earlier process."""
    assert await lose(harness, TABLE, LOST[0], posted=1, others=2) == [("sendMessage", "one")]


async def test_ids_are_known_from_what_people_write(harness):
    chat = Chat(id=TABLE.chat_id, type="supergroup")
    message = Message(message_id=100, date=datetime.now(UTC), chat=chat, text="/play")

    async def handle(event, data):
        return event

    assert await harness.delivery.hear(handle, message, {}) is message
    assert await lose(harness, TABLE, LOST[0], posted=1) == [
        ("sendMessage", "one"),
        ("editMessageReplyMarkup", 101),
        ("deleteMessage", 101),
    ]


def test_only_the_nearest_are_suspected():
    duplicates = Duplicates()
    duplicates.unconfirmed(1)
    duplicates.sent(10_000)
    assert duplicates.candidates == list(range(10_000 - MOST_CANDIDATES, 10_000))


def test_as_many_are_sought_as_may_be_lost():
    duplicates = Duplicates()
    duplicates.unconfirmed(10)
    duplicates.unconfirmed(10)
    duplicates.sent(15)
    for own in (False, True, True):
        duplicates.tried(duplicates.candidates[-1], own=own)
    assert not duplicates.candidates and not duplicates.lost


def test_a_message_that_arrived_is_no_suspect_of_the_next_search():
    duplicates = Duplicates()
    duplicates.unconfirmed(10)
    duplicates.sent(12)
    duplicates.unconfirmed(12)
    duplicates.sent(15)
    assert duplicates.candidates == [11, 13, 14]


def test_nothing_in_between_is_nothing_lost():
    duplicates = Duplicates()
    duplicates.unconfirmed(10)
    duplicates.sent(11)
    assert not duplicates.candidates and not duplicates.lost


def test_a_suspect_may_be_cleared_while_it_is_tried():
    duplicates = Duplicates(newest=5, lost=1, candidates=[6, 7])
    duplicates.candidates.clear()
    duplicates.tried(7, own=False)
    assert (duplicates.lost, duplicates.candidates) == (0, [])
