"""What is written down of shown messages: at once where they are, a little later how they look."""

from bot.delivery.ledger import SOON
from bot.storage import slots
from tests.delivery.conftest import ANYA, TABLE, hand, screen


async def written(db, slot):
    shown = await slots.get(db, slot.name)
    return shown and (shown.message_id, shown.digest)


async def test_a_new_message_is_written_at_once(outbox, db):
    await outbox.shown(TABLE, "one")
    assert await written(db, TABLE) == (101, screen("one").digest)


async def test_new_looks_are_written_together_a_little_later(outbox, db):
    for text in ("one", "two", "three"):
        await outbox.shown(TABLE, text)
        await outbox.shown(hand(ANYA), text)
    assert await written(db, TABLE) == (101, screen("one").digest)
    await outbox.after(SOON)
    await outbox.delivery._ledger.close()
    assert await written(db, TABLE) == (101, screen("three").digest)
    assert await written(db, hand(ANYA)) == (102, screen("three").digest)


async def test_looks_that_are_unwritten_at_the_end_are_written_then(outbox, db):
    for text in ("one", "two"):
        await outbox.shown(TABLE, text)
    await outbox.stop()
    assert await written(db, TABLE) == (101, screen("two").digest)


async def test_a_forgotten_slot_is_not_written_again(outbox, db):
    for text in ("one", "two"):
        await outbox.shown(TABLE, text)
    outbox.delivery.forget(TABLE)
    await outbox.settle()
    await outbox.stop()
    assert await slots.load_all(db) == {}
