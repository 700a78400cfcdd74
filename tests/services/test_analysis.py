"""«Разбор»: for who has played, when all is over, in one message in private."""

import asyncio
import random

import pytest

from bot.model.buttons import AnalysisPress, GamePress, HistoryPress, decode
from bot.model.screen import SlotKind
from bot.services.analysis import SECONDS, Analysis
from bot.workers.pool import WorkerLost, WorkerPool, WorkersBusy
from tests.tables.test_thinking import HERS
from tests.tables.world import ANNA, BORIS


class Here(WorkerPool):
    """Does the work at once, and lets so many seconds pass with each piece of it."""

    def __init__(self, clock, takes=0.1, busy=False, lost=False, lost_first=0):
        super().__init__(1, 0)
        self.lost_first = lost_first
        self.clock, self.takes, self.busy, self.lost = clock, takes, busy, lost
        self.asked = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def run(self, work, *args, wait=None, limit=None):
        if self.busy:
            raise WorkersBusy
        self.asked += 1
        await self.gate.wait()
        self.clock.time += self.takes
        if self.asked <= self.lost_first:
            raise WorkerLost
        if work.__name__ == "judge":
            if self.lost:
                raise WorkerLost
            args = (*args[:2], 0.002)
        return work(*args)


@pytest.fixture
async def over(world):
    """A game of Аня's against a computer that has been played to its end."""
    await world.meet(ANNA, BORIS)
    await world.tables.play(world.place(HERS), ANNA)
    await world.lobby(ANNA, "deal", chat_id=HERS)
    game = world.game_id(HERS)
    await world.play_out(ANNA, chance=random.Random(3), chat_id=HERS)
    return game


def analysis(world, **how):
    return Analysis(world.db, world.delivery, world.clock, Here(world.clock, **how), world.painter)


def shown(world):
    """The screens of the message, one after another."""
    log = world.delivery.log
    return [s.screen for s in log if s.slot.kind is SlotKind.ANALYSIS]


def told(world):
    return [screen.text for screen in shown(world)]


def presses(screen):
    return [decode(button.data) for row in screen.keyboard for button in row]


async def test_the_end_of_a_game_offers_it(world, over):
    data = [button.data for row in world.hand(ANNA).keyboard for button in row]
    assert AnalysisPress(over) in [decode(one) for one in data if one]


async def test_it_tells_how_far_it_is_and_then_what_was_found(world, over):
    house = analysis(world)
    answer = await house.press(world.place(HERS), ANNA, AnalysisPress(over))
    assert answer.text == "Смотрю партию, разбор придёт сюда"
    await house.tasks.idle()
    plots = [
        (chat, sent.kind) for chat, _, sent, _ in world.delivery.sent if "chance" in sent.filename
    ]
    assert plots == [(ANNA.user_id, "photo")]
    first, *between, last = told(world)
    assert first == "🔍 Смотрю партию…"
    assert between[0].startswith("🔍 Смотрю партию: 0 из ")
    assert last.startswith("<b>🔍 Разбор партии</b>\nРешений с выбором: ")
    assert {s.slot.chat_id for s in world.delivery.log if s.slot.kind is SlotKind.ANALYSIS} == {1}
    assert world.delivery.forgotten[-1].kind is SlotKind.ANALYSIS
    assert "Лучше: " in last
    assert last.count("Шанс остаться в дураках") <= 3


async def test_one_at_a_time(world, over):
    workers = Here(world.clock)
    house = Analysis(world.db, world.delivery, world.clock, workers, world.painter)
    workers.gate.clear()
    await house.press(world.place(HERS), ANNA, AnalysisPress(over))
    answer = await house.press(world.place(HERS), ANNA, AnalysisPress(over))
    assert answer.text.startswith("Думаю")
    workers.gate.set()
    await house.tasks.idle()


async def test_it_ends_in_time_and_says_what_it_had_no_time_for(world, over):
    house = analysis(world, takes=SECONDS / 3)
    await house.press(world.place(HERS), ANNA, AnalysisPress(over))
    await house.tasks.idle()
    assert "Решений с выбором: 2" in told(world)[-1]
    assert "Времени хватило не на все" in told(world)[-1]


async def test_where_all_are_busy_it_says_so(world, over):
    house = analysis(world, busy=True)
    await house.press(world.place(HERS), ANNA, AnalysisPress(over))
    await house.tasks.idle()
    assert told(world)[-1].startswith("Сейчас все думают")
    assert [presses(screen) for screen in shown(world)][-1] == [AnalysisPress(over)]


async def test_where_every_process_is_lost_it_does_not_say_that_there_was_no_choice(world, over):
    house = analysis(world, lost=True)
    await house.press(world.place(HERS), ANNA, AnalysisPress(over))
    await house.tasks.idle()
    assert told(world)[-1].startswith("Сейчас все думают")


@pytest.mark.parametrize(
    ("times", "ends"), [(1, "<b>🔍 Разбор партии</b>"), (2, "Сейчас все думают")]
)
async def test_a_process_lost_in_the_first_step_has_one_more_chance(world, over, times, ends):
    house = analysis(world, lost_first=times)
    await house.press(world.place(HERS), ANNA, AnalysisPress(over))
    await house.tasks.idle()
    assert told(world)[-1].startswith(ends)
    assert [text for text in told(world) if text == "🔍 Смотрю партию…"] == ["🔍 Смотрю партию…"]


async def test_from_it_one_goes_on_to_the_next_game_or_takes_the_record_along(world, over):
    house = analysis(world)
    await house.press(world.place(HERS), ANNA, AnalysisPress(over))
    await house.tasks.idle()
    assert presses(shown(world)[-1]) == [
        GamePress(over, "again"),
        HistoryPress("file", game=over),
    ]


async def test_nobody_else_is_told_anything(world, over):
    house = analysis(world)
    for person, game in ((BORIS, over), (ANNA, over + 1), (ANNA, 2**70)):
        answer = await house.press(world.place(HERS), person, AnalysisPress(game))
        assert answer.text == "Эту партию не разобрать"
    await world.tables.play(world.place(HERS), ANNA)
    await world.lobby(ANNA, "deal", chat_id=HERS)
    answer = await house.press(world.place(HERS), ANNA, AnalysisPress(world.game_id(HERS)))
    assert answer.text == "Эту партию не разобрать"
    assert told(world) == []
