"""Tables at which nothing is on are forgotten, and made again when they are needed."""

from tests.tables.world import ANNA, BORIS, GROUP


async def test_an_idle_table_is_forgotten_after_some_minutes(world):
    game_id = await world.deal(ANNA, BORIS)
    for chat_id in range(-400, -300):
        await world.tables.table(world.place(chat_id), ANNA)
    assert len(world.tables.index.all()) == 101
    await world.advance(300)
    (table,) = world.tables.index.all()
    assert (table.chat_id, table.game_id) == (GROUP, game_id)
    await world.tables.play(world.place(-400), ANNA)
    await world.advance(300)
    assert world.table(-400).lobby is not None


async def test_one_that_is_asked_for_stays_the_same(world):
    table = world.table(-400)
    for _ in range(5):
        await world.advance(60)
        assert world.table(-400) is table
