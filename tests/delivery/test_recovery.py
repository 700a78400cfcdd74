"""After an outage the screens are right at once, and what can't be deleted loses its buttons."""

import pytest
from aiogram.exceptions import TelegramNetworkError, TelegramRetryAfter
from aiogram.types import CallbackQuery, Chat, Message, User

from tests.delivery.conftest import ANYA, BORIS, GROUP, TABLE, bad, hand


def down(method):
    return TelegramNetworkError(method, "connection refused")


def limited(method):
    return TelegramRetryAfter(method, "Too Many Requests", 40)


async def outage(harness, seconds=200):
    """Want a screen in three chats for so long, all calls failing."""
    harness.telegram.troubles.extend([down] * 1000)
    for slot in (TABLE, hand(ANYA), hand(BORIS)):
        harness.show(slot, "during")
    for _ in range(seconds):
        await harness.after(1)
    harness.telegram.troubles.clear()
    harness.telegram.calls.clear()


async def press(harness, chat_id):
    chat = Chat(id=chat_id, type="private" if chat_id > 0 else "supergroup")
    message = Message(message_id=1, date=0, chat=chat)  # type: ignore[arg-type]
    user = User(id=ANYA, is_bot=False, first_name="Аня")
    query = CallbackQuery(id="1", from_user=user, chat_instance="1", message=message)

    async def handle(event, data):
        return None

    await harness.delivery.hear(handle, query, {})
    await harness.settle()


def shown_in(harness):
    return {call.chat_id for call in harness.telegram.calls}


async def test_the_first_success_after_an_outage_ends_all_pauses(harness):
    await outage(harness)
    for _ in range(60):
        await harness.after(1)
        if harness.telegram.calls:
            break
    await harness.settle()
    assert shown_in(harness) == {GROUP, ANYA, BORIS}


async def test_a_press_ends_the_pause_of_its_chat_and_its_success_those_of_others(harness):
    await outage(harness)
    await press(harness, ANYA)
    assert shown_in(harness) == {GROUP, ANYA, BORIS}


async def test_a_poll_that_succeeds_ends_all_pauses(harness):
    await outage(harness)
    harness.delivery.retry()
    await harness.settle()
    assert shown_in(harness) == {GROUP, ANYA, BORIS}


async def test_one_chat_that_fails_is_not_tried_again_at_each_success_elsewhere(harness):
    harness.telegram.troubles.append(down)
    await harness.shown(TABLE, "fails")
    for number in range(5):
        await harness.shown(hand(ANYA), str(number))
    assert not [call for call in harness.telegram.calls if call.chat_id == GROUP]


async def test_no_press_ends_a_rate_limit(harness):
    harness.telegram.troubles.append(limited)
    await harness.shown(hand(ANYA), "limited")
    await press(harness, ANYA)
    harness.delivery.retry()
    await harness.after(39)
    assert harness.telegram.calls == []
    await harness.after(1)
    assert harness.telegram.told() == [("sendMessage", "limited")]


async def test_a_message_too_old_to_be_deleted_loses_its_buttons(harness):
    await harness.shown(TABLE, "old")
    harness.telegram.troubles.extend([None, bad("message can't be deleted for everyone")])
    told = await harness.shown(TABLE, "new", repost=True)
    assert [name for name, _ in told] == [
        "sendMessage",
        "deleteMessage",
        "editMessageReplyMarkup",
    ]
    assert told[1][1] == told[2][1] == 101


@pytest.mark.parametrize("trouble", [down, bad("message is not modified")])
async def test_buttons_of_an_old_message_go_however_that_fails_at_first(harness, trouble):
    await harness.shown(TABLE, "old")
    harness.delivery.remove(TABLE)
    refusal = bad("message can't be deleted for everyone")
    harness.telegram.troubles.extend([refusal, trouble, refusal])
    await harness.after(0)
    await harness.after(60)
    names = [name for name, _ in harness.telegram.told()]
    again = 1 if trouble is down else 0
    assert names == ["deleteMessage", "editMessageReplyMarkup"] * (1 + again)
    await harness.after(600)
    assert harness.telegram.calls == []
