"""Games that rest cost nothing until somebody touches them."""

from engine import Verb
from tests.tables.world import ANNA, BORIS, VOVA, do, first_legal, kept, move, person_on

THREE = (ANNA, BORIS, VOVA)
NO_CLOCK = (("clock", 0),)
HOUR = 3600.0


async def dealt(world, options=NO_CLOCK):
    await world.meet(*THREE)
    await world.deal(*THREE, options=options)
    return first_legal(world, Verb.LEAD)


async def test_a_game_that_rests_leaves_the_memory_and_comes_back_at_a_press(world):
    lead = await dealt(world)
    press = move(world.live(), lead)
    await world.advance(HOUR / 2)
    assert world.live() is not None
    await world.advance(HOUR)
    assert world.game_id() and world.live() is None
    assert (await world.press(person_on(lead.seat), press)).text == ""
    assert await kept(world) == [str(lead)]
    assert world.live() is not None


async def test_a_game_that_slept_before_the_start_is_not_loaded_by_it(world):
    lead = await dealt(world)
    press = move(world.live(), lead)
    await world.advance(2 * HOUR)
    await world.restart()
    assert world.game_id() and world.live() is None and not world.delivery.log
    assert (await world.press(person_on(lead.seat), press)).text == ""
    assert world.hand(person_on(lead.seat))


async def test_a_game_touched_shortly_before_the_start_is_shown(world):
    lead = await dealt(world)
    await do(world, lead)
    await world.advance(HOUR / 2)
    await world.restart()
    assert world.live() is not None and world.table_screen()


async def test_a_game_whose_clock_runs_never_sleeps_through_it(world):
    await dealt(world, options=(("clock", 4),))
    await world.advance(2 * HOUR)
    await world.restart()
    assert world.live() is not None
