from bot.storage import slots
from bot.storage.slots import Shown


async def test_a_slot_keeps_its_latest_message(db):
    await slots.put_all(db, [Shown("table:1", -1, 10, "a")], 1.0)
    await slots.put_all(db, [Shown("table:1", -1, 11, "b")], 2.0)
    await slots.put_all(db, [Shown("hand:1:2", 2, 12, "c")], 2.0)
    assert (await slots.load_all(db))["table:1"] == Shown("table:1", -1, 11, "b")
    assert sorted(await slots.load_all(db)) == ["hand:1:2", "table:1"]
    await slots.drop(db, "table:1")
    assert sorted(await slots.load_all(db)) == ["hand:1:2"]
