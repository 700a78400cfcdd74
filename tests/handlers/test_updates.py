"""An update has its effect once; what was not handled is not confirmed, and what was is."""

import asyncio
from hashlib import sha256
from typing import Any

import pytest
from aiogram.types import Update

from bot.runtime.context import bind_table, bind_update, current_update
from bot.runtime.metrics import Metrics
from bot.storage import people, updates
from handlers.polling import Poller
from handlers.updates import UpdateQueue


class Hands:
    """A dispatcher whose handlers wait until they are let go."""

    def __init__(self):
        self.begun = []
        self.errands = []
        self.told = []
        self.free = asyncio.Event()
        self.free.set()

    def resolve_used_update_types(self):
        return ["message"]

    async def tell(self, update):
        self.told.append(update.update_id)

    async def feed_update(self, bot, update):
        self.begun.append(update.update_id)
        self.errands.append(current_update())
        await self.free.wait()
        if update.update_id < 0:
            raise ValueError


def raw(number):
    chat = {"id": 1, "type": "private", "first_name": "A"}
    message = {"message_id": number, "date": 0, "chat": chat, "text": "hi"}
    return {"update_id": number, "message": message}


def update(number):
    return Update.model_validate(raw(number))


class Clock:
    """Stands still until it is set."""

    def __init__(self):
        self.time = 0.0

    def now(self):
        return self.time

    async def sleep(self, seconds):
        raise AssertionError("nothing here sleeps")


def an_intake(
    hands: Any, telegram: Any = None, kept: Any = (), clock: Any = None, told: Any = None
) -> Any:
    metrics = Metrics()
    intake = UpdateQueue(telegram, hands, clock or Clock(), metrics, told or hands.tell, kept)
    return intake


def a_poller(hands: Any, telegram: Any, clock: Any = None) -> Poller:
    return Poller(telegram, an_intake(hands, telegram), clock, lambda: None)


@pytest.fixture
def hands():
    return Hands()


async def test_a_repeated_update_is_handled_once(hands):
    updates_ = an_intake(hands)
    hands.free.clear()
    first = updates_.take(update(1))
    assert updates_.take(update(1)) is first
    hands.free.set()
    await first
    assert updates_.take(update(1)) is None
    assert hands.begun == [1]
    assert hands.errands[0].update_id == 1


async def test_one_that_fails_is_not_brought_for_ever(hands):
    updates_ = an_intake(hands)
    await updates_.take(update(-1))
    assert updates_.take(update(-1)) is None


async def test_one_that_is_cut_off_may_come_again(hands):
    updates_ = an_intake(hands)
    hands.free.clear()
    task = updates_.take(update(1))
    await asyncio.sleep(0)
    await updates_.finish(0)
    assert task.cancelled()
    assert updates_.take(update(1)) is not None


async def test_what_an_earlier_process_stored_is_not_done_again(hands):
    updates_ = an_intake(
        hands, kept={(1, sha256(b"1:1:0").hexdigest()[:16]), (2, "of another server")}
    )
    await updates_.take(update(1))
    await updates_.take(update(2))
    assert hands.begun == [2]


class Telegram:
    """Answers polls with what is not confirmed; None as an offset confirms nothing."""

    def __init__(self, *numbers, unreadable=()):
        self.waiting = list(numbers)
        self.unreadable = {n: {"update_id": n, "message": {"text": 3}} for n in unreadable}
        self.offsets = []
        self.polled = asyncio.Event()

    async def __call__(self, call, request_timeout):
        self.offsets.append(call.offset)
        self.waiting = [n for n in self.waiting if n >= (call.offset or 0)]
        self.polled.set()
        if not self.waiting and call.timeout:
            await asyncio.Event().wait()
        return [self.unreadable.get(n) or raw(n) for n in self.waiting]


async def polls(telegram, count):
    while len(telegram.offsets) < count:
        telegram.polled.clear()
        await telegram.polled.wait()


async def test_a_poll_confirms_what_is_handled_and_nothing_else(hands):
    telegram = Telegram(5, 6)
    poller = a_poller(hands, telegram)
    hands.free.clear()
    running = asyncio.create_task(poller.run())
    await polls(telegram, 3)
    assert set(telegram.offsets) == {None, 5}
    assert hands.begun == [5, 6]
    hands.free.set()
    while telegram.waiting:
        await polls(telegram, len(telegram.offsets) + 1)
    assert telegram.offsets[-1] == 7
    running.cancel()
    await asyncio.wait([running])
    assert poller.problem() is None


async def test_an_update_that_cannot_be_read_keeps_no_other_from_being_handled(hands, caplog):
    telegram = Telegram(5, 6, 7, unreadable=[6])
    poller = a_poller(hands, telegram)
    running = asyncio.create_task(poller.run())
    await polls(telegram, 2)
    running.cancel()
    await asyncio.wait([running])
    assert hands.begun == [5, 7]
    assert telegram.offsets[-1] == 8
    assert "update_unreadable update=6 kind=message" in caplog.text
    assert poller.problem() is None


async def test_an_update_whose_handler_hangs_holds_up_the_others_for_a_while_only(
    hands, monkeypatch
):
    monkeypatch.setattr("handlers.polling.HELD_SECONDS", -1)
    telegram = Telegram(5)
    poller = a_poller(hands, telegram)
    hands.free.clear()
    running = asyncio.create_task(poller.run())
    await polls(telegram, 2)
    assert telegram.offsets[1] == 6
    running.cancel()
    await asyncio.wait([running])


async def test_an_update_is_kept_with_its_effect_and_with_nothing_before_it(db):
    with bind_update(5, "what"):
        await people.seen(db, 1, "Аня", None, "ru", 0)
        assert await db.kept_updates() == frozenset()
        with bind_table(dict):
            with pytest.raises(RuntimeError):
                async with db.transaction():
                    raise RuntimeError
            assert await db.kept_updates() == frozenset()
            await people.set_can_write(db, 1, True, 0)
        assert await db.kept_updates() == {(5, "what")}
    with bind_update(5 + updates.KEPT, "later"), bind_table(dict):
        await people.set_can_write(db, 1, False, 0)
    assert await db.kept_updates() == {(5 + updates.KEPT, "later")}
