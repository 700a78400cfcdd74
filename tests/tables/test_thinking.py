"""Computers that think: beside the lanes, for the position as it stands, and never for ever."""

import asyncio

import pytest

from bot.tables.thinking import Thinker
from bot.workers.pool import WorkerLost, WorkerPool, WorkersBusy
from engine import Action, Verb
from engine.ai.levels import LEVELS
from tests.tables.world import ANNA, stored_game

HERS = ANNA.user_id
MASTER = LEVELS.index("master")


async def solo(world, level=MASTER):
    """A game of Аня against a computer that leads first, and has begun to think where it does."""
    world.opponent.thinking = asyncio.Event()
    await world.meet(ANNA)
    for _ in range(20):
        await world.tables.play(world.place(HERS), ANNA)
        await world.lobby(ANNA, "set", "level", level, chat_id=HERS)
        await world.lobby(ANNA, "deal", chat_id=HERS)
        if world.live(HERS).game.awaited == (1,):
            await spin()
            return world.live(HERS)
        await world.tables.stop(world.place(HERS), ANNA)
    raise AssertionError("the computer never leads")


async def spin():
    for _ in range(20):
        await asyncio.sleep(0)


async def think_out(world):
    world.opponent.thinking.set()
    await world.settle()


async def test_a_level_that_searches_thinks_while_the_lane_goes_on(world):
    live = await solo(world)
    assert world.opponent.asked[-1] == "master"
    await world.tables.hand(world.place(HERS), ANNA)
    assert live.step == 0
    await think_out(world)
    assert live.step == 0
    await world.advance(1)
    assert live.step >= 1
    assert (await stored_game(world, live.game_id)).actions[0].actor_kind == "bot"


async def test_the_time_of_thinking_counts_as_the_human_moment(world):
    live = await solo(world)
    world.clock.time += 0.75
    await think_out(world)
    await world.advance(0.2)
    assert live.step == 0
    await world.advance(0.1)
    assert live.step >= 1


async def test_quick_levels_are_not_asked_to_think(world):
    live = await solo(world, LEVELS.index("novice"))
    assert world.opponent.asked == []
    await world.advance(1)
    assert live.step >= 1


async def test_what_was_thought_of_a_game_that_has_changed_is_dropped(world):
    live = await solo(world)
    await world.tables.stop(world.place(HERS), ANNA)
    await think_out(world)
    await world.advance(5)
    assert (await stored_game(world, live.game_id)).actions == ()


async def test_a_restart_in_the_middle_of_a_thought_begins_it_anew(world):
    await solo(world)
    asked = len(world.opponent.asked)
    world.clock.sleepers.clear()
    await world.restart()
    await spin()
    assert len(world.opponent.asked) == asked + 1
    await think_out(world)
    await world.advance(1)
    assert world.live(HERS).step >= 1


async def test_the_same_position_is_thought_about_once(world):
    await solo(world)
    asked = len(world.opponent.asked)
    await world.tables.language_chosen(world.place(HERS), ANNA)
    await spin()
    assert len(world.opponent.asked) == asked
    await think_out(world)
    await world.tables.language_chosen(world.place(HERS), ANNA)
    await world.advance(1)
    assert world.live(HERS).step >= 1
    assert world.opponent.asked[asked - 1 : asked + 1].count("master") >= 1


async def test_again_keeps_the_level_and_so_does_the_next_lobby(world):
    live = await solo(world)
    assert [who.level for who in live.stored.deal.seats] == [None, "master"]
    await world.tables.stop(world.place(HERS), ANNA)
    await world.tables.play(world.place(HERS), ANNA)
    assert world.table(HERS).lobby.level == "master"
    await world.lobby(ANNA, "deal", chat_id=HERS)
    assert world.live(HERS).level == "master"


async def test_a_level_that_is_none_changes_nothing(world):
    await world.meet(ANNA)
    await world.tables.play(world.place(HERS), ANNA)
    answer = await world.lobby(ANNA, "set", "level", len(LEVELS), chat_id=HERS)
    assert world.table(HERS).lobby.level == "amateur"
    assert "кнопк" in answer.text.lower()


class Outcome(WorkerPool):
    def __init__(self, outcome):
        super().__init__(1, 0)
        self.outcome = outcome

    async def run(self, work, *args, wait=None, limit=None):
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


@pytest.mark.parametrize(
    "outcome",
    [WorkersBusy(), WorkerLost(), RuntimeError("a mistake"), None, Action(1, Verb.TAKE)],
    ids=["busy", "lost", "mistaken", "silent", "illegal"],
)
async def test_where_thinking_fails_a_quick_level_plays(world, outcome):
    live = await solo(world)
    game = live.game
    thinker = Thinker(Outcome(outcome), None)
    chosen = await thinker.choose("master", game.view(1), game.legal_for(1))
    assert chosen in game.legal_for(1)
    assert await thinker.think("master", game.view(1), game.legal_for(1)) is None
    await think_out(world)


class Crowd(WorkerPool):
    """So many thoughts wait for each process; `given` are the seconds that the work got."""

    def __init__(self, waiting):
        super().__init__(1, 0)
        self.waiting, self.given = waiting, []

    @property
    def crowding(self):
        return self.waiting

    async def run(self, work, *args, wait=None, limit=None):
        self.given.append(args[3])
        return args[2][0]


@pytest.mark.parametrize(("waiting", "seconds"), [(0, 0.3), (2, 0.1), (100, 0.02)])
async def test_in_a_crowd_thoughts_are_shorter(world, waiting, seconds):
    live = await solo(world)
    crowd = Crowd(waiting)
    await Thinker(crowd, None).choose("master", live.game.view(1), live.game.legal_for(1))
    assert crowd.given == [pytest.approx(seconds)]
    await think_out(world)
