from bot.storage import messages
from bot.storage.messages import ShownMessage


async def test_a_slot_keeps_its_latest_message(db):
    await messages.put_all(db, [ShownMessage("table:1:-1", -1, 10, "a")], 1.0)
    await messages.put_all(db, [ShownMessage("table:1:-1", -1, 11, "b")], 2.0)
    await messages.put_all(db, [ShownMessage("hand:1:2", 2, 12, "c")], 2.0)
    assert (await messages.load_all(db))["table:1:-1"] == ShownMessage("table:1:-1", -1, 11, "b")
    assert sorted(await messages.load_all(db)) == ["hand:1:2", "table:1:-1"]
    await messages.drop(db, "table:1:-1")
    assert sorted(await messages.load_all(db)) == ["hand:1:2"]
