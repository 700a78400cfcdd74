"""The message store writes ids at once and content later."""

import asyncio

from bot.delivery.message_store import WRITE_DELAY, MessageStore
from bot.storage import messages
from bot.storage.messages import ShownMessage
from tests.delivery.conftest import ANYA, TABLE, StillClock, hand, screen


async def written(db, slot):
    shown = (await messages.load_all(db)).get(slot.name)
    return shown and (shown.message_id, shown.digest)


async def test_a_new_message_is_written_at_once(harness, db):
    await harness.shown(TABLE, "one")
    assert await written(db, TABLE) == (101, screen("one").digest)


async def test_new_looks_are_written_together_a_little_later(harness, db):
    for text in ("one", "two", "three"):
        await harness.shown(TABLE, text)
        await harness.shown(hand(ANYA), text)
    assert await written(db, TABLE) == (101, screen("one").digest)
    await harness.after(WRITE_DELAY)
    await harness.delivery._store.close()
    assert await written(db, TABLE) == (101, screen("three").digest)
    assert await written(db, hand(ANYA)) == (102, screen("three").digest)


async def test_looks_that_are_unwritten_at_the_end_are_written_then(harness, db):
    for text in ("one", "two"):
        await harness.shown(TABLE, text)
    await harness.stop()
    assert await written(db, TABLE) == (101, screen("two").digest)


async def test_a_forgotten_slot_is_not_written_again(harness, db):
    for text in ("one", "two"):
        await harness.shown(TABLE, text)
    harness.delivery.forget(TABLE)
    await harness.settle()
    await harness.stop()
    assert await messages.load_all(db) == {}


def keep_many(db):
    """Return a store, and tasks that keep one new message each in it."""
    store = MessageStore(db, StillClock())
    shown = [ShownMessage(f"hand:1:{user_id}", user_id, 5, "digest") for user_id in range(6)]
    return store, [asyncio.create_task(store.keep(one)) for one in shown]


async def begin(tasks):
    for _ in tasks:
        await asyncio.sleep(0)


async def test_new_messages_that_wait_are_written_together(db, monkeypatch):
    written, put_all = [], messages.put_all

    async def count(db, shown, at):
        written.append(len(shown))
        await put_all(db, shown, at)

    monkeypatch.setattr(messages, "put_all", count)
    async with db.transaction():
        _, tasks = keep_many(db)
        await begin(tasks)
    await asyncio.gather(*tasks)
    assert written == [1, 5]
    assert len(await messages.load_all(db)) == 6


async def test_what_was_being_written_when_all_is_given_up_is_written_at_the_end(db):
    async with db.transaction():
        store, tasks = keep_many(db)
        await begin(tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    await store.close()
    assert len(await messages.load_all(db)) == 6
