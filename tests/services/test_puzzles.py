"""`/puzzle`: right and wrong are told, a streak is kept, old buttons do nothing."""

import asyncio

import pytest

from bot.model.buttons import PuzzlePress
from bot.model.screen import SlotKind
from bot.services.puzzles import Puzzles
from bot.storage import privacy
from bot.storage import puzzles as kept
from engine import Verb
from engine.cards import CARDS
from engine.puzzles.attempt import position, solution
from engine.puzzles.book import GRADES, puzzles
from tests.services.test_analysis import Here
from tests.tables.world import ANNA, BORIS, presses

BOOK = {puzzle.id: puzzle for puzzle in puzzles()}


class Desk:
    """Аня's puzzles."""

    def __init__(self, world, **how):
        self.world = world
        self.workers = Here(world.clock, **how)
        self.table = Puzzles(world.db, world.delivery, world.clock, self.workers, "durak_bot")

    @property
    def screen(self):
        return self.world.delivery.last(SlotKind.PUZZLE, ANNA.user_id)

    async def player(self):
        return await kept.get(self.world.db, ANNA.user_id)

    async def ask(self):
        await self.table.show(self.world.place(ANNA.user_id), ANNA)
        return BOOK[(await self.player()).puzzle]

    async def press(self, verb, action=None):
        player = await self.player()
        move = (action.verb, action.cards) if action else ()
        press = PuzzlePress(verb, player.puzzle, len(player.line), *move)
        assert press in presses(self.screen)
        return await self.hers(press)

    async def hers(self, press):
        return await self.table.press(self.world.place(ANNA.user_id), ANNA, press)

    async def best(self):
        player = await self.player()
        return solution(BOOK[player.puzzle], player.line)[0]

    async def solve(self):
        while not (await self.player()).done:
            await self.press("move", await self.best())


@pytest.fixture
async def desk(world):
    await world.meet(ANNA, BORIS)
    return Desk(world)


async def test_a_puzzle_is_solved_move_by_move_and_counted(desk):
    puzzle = await desk.ask()
    assert puzzle.grade == 1
    assert "🧩 Задача ★☆☆☆☆" in desk.screen.text
    assert "верный ход только один" in desk.screen.text
    answer = await desk.press("move", puzzle.good)
    assert answer.text == "Верно!"
    await desk.solve()
    assert "✅ Решено!\n" in desk.screen.text
    assert "Подряд: 1 · лучшее: 1" in desk.screen.text
    assert [button.text for row in desk.screen.keyboard for button in row] == ["Ещё задачу"]
    await desk.press("next")
    assert (await desk.player()).puzzle != puzzle.id


async def test_a_wrong_move_ends_the_streak_and_what_was_right_is_told(desk):
    await desk.ask()
    await desk.solve()
    await desk.press("next")
    player = await desk.player()
    puzzle = BOOK[player.puzzle]
    wrong = next(a for a in puzzle.game().legal_for(puzzle.seat) if a != puzzle.good)
    answer = await desk.press("move", wrong)
    assert answer.text == "Мимо"
    assert "❌ Мимо" in desk.screen.text
    assert "Верно — " in desk.screen.text
    assert "Подряд: 0 · лучшее: 1" in desk.screen.text
    again = await desk.hers(PuzzlePress("hint", puzzle.id, 0))
    assert again.text == "Это старая кнопка, на столе уже другое"


async def test_a_hint_says_what_is_right_and_the_streak_does_not_grow(desk):
    await desk.ask()
    answer = await desk.press("hint")
    assert answer.text.startswith("Лучше так: ")
    await desk.solve()
    player = await desk.player()
    assert (player.done, player.streak) == (True, 0)
    assert "✅ Решено! С подсказкой в счёт не идёт" in desk.screen.text


async def test_it_stays_where_it_was_over_a_restart(desk, world):
    puzzle = await desk.ask()
    answer = await desk.press("move", puzzle.good)
    assert answer.text
    before = await desk.player()
    other = Desk(world)
    assert (await other.ask()).id == puzzle.id or before.done
    assert await other.player() == before or before.done


@pytest.fixture
def few(monkeypatch):
    """A book of twelve puzzles, among them of every grade."""
    chosen = [next(p for p in BOOK.values() if p.grade == grade) for grade in GRADES]
    chosen += [p for p in BOOK.values() if p not in chosen][: 12 - len(chosen)]
    monkeypatch.setattr("bot.services.puzzles.puzzles", lambda: tuple(chosen))
    return {puzzle.id for puzzle in chosen}


async def test_none_comes_twice_before_all_have_come(few, desk):
    first = await desk.ask()
    seen = [first.id]
    for _ in range(len(few) - 1):
        await desk.press("next")
        seen.append((await desk.player()).puzzle)
        desk.world.clock.time += 1
    assert sorted(seen) == sorted(few)
    await desk.press("next")
    assert (await desk.player()).puzzle == first.id


async def test_a_longer_streak_brings_harder_ones(few, desk):
    first = await desk.ask()
    await kept.begin(
        desk.world.db, BORIS.user_id, kept.PuzzleProgress(first.id, streak=12, best=12)
    )
    await desk.table.press(desk.world.place(BORIS.user_id), BORIS, PuzzlePress("next", first.id, 0))
    harder = await kept.get(desk.world.db, BORIS.user_id)
    assert harder is not None
    assert BOOK[harder.puzzle].grade == 5


async def test_old_and_forged_buttons_change_nothing(desk):
    puzzle = await desk.ask()
    before = await desk.player()
    stale = PuzzlePress("move", puzzle.id, 3, puzzle.good.verb, puzzle.good.cards)
    other = PuzzlePress("next", "00000000", 0)
    for press in (stale, other):
        assert (await desk.hers(press)).text.startswith("Это старая кнопка")
    hand = puzzle.game().hand(puzzle.seat)
    foreign = next(card for card in CARDS if card not in hand)
    forged = PuzzlePress("move", puzzle.id, 0, Verb.LEAD, (foreign,))
    answer = await desk.hers(forged)
    assert answer.text.startswith("Не понимаю")
    assert await desk.player() == before


async def test_where_all_processes_are_busy_nothing_is_lost(desk, world):
    puzzle = await desk.ask()
    busy = Desk(world, busy=True)
    answer = await busy.press("move", puzzle.good)
    assert answer.text.startswith("Не успеваю")
    assert (await desk.player()).line == ()


@pytest.mark.parametrize("how", ["right", "wrong", "hint"])
async def test_who_is_forgotten_while_a_press_is_thought_about_stays_forgotten(desk, world, how):
    puzzle = await desk.ask()
    await desk.press("move", puzzle.good)
    desk.workers.gate.clear()
    move = None
    if how != "hint":
        best = await desk.best()
        player = await desk.player()
        own = position(puzzle, player.line).legal_for(puzzle.seat)
        move = best if how == "right" else next(a for a in own if a != best)
    pressed = asyncio.create_task(desk.press("move" if move else "hint", move))
    while desk.workers.asked < 2:
        await asyncio.sleep(0)
    await privacy.erase(world.db, ANNA.user_id)
    shown = len(world.delivery.log)
    desk.workers.gate.set()
    assert (await pressed).text.startswith("Это старая кнопка")
    assert await privacy.rows_of(world.db, ANNA.user_id) == {}
    assert len(world.delivery.log) == shown


async def test_in_a_group_it_leads_to_private(desk, world):
    await desk.table.show(world.place(), ANNA)
    assert "личке" in world.delivery.notes()[-1]
    assert await desk.player() is None
