"""Puzzles in the private chat."""

from bot.model.buttons import PuzzlePress
from bot.storage import puzzles as kept
from bot.storage.database import Database
from engine.puzzles.attempt import solution
from engine.puzzles.book import puzzles
from tests.e2e.players import ANYA, DACHA
from tests.e2e.playing import meet

BOOK = {puzzle.id: puzzle for puzzle in puzzles()}


async def test_a_puzzle_is_solved_in_private_with_a_hint_and_the_next_one_comes(world, stage):
    anya = await world.phone(ANYA)
    await meet(anya)
    await anya.send("/puzzle", DACHA)
    await anya.sees("Задачи решаем в личке", DACHA)
    await anya.send("/puzzle")
    shown = await anya.sees("🧩 Задача")
    first = next(b.press for b in shown.buttons if isinstance(b.press, PuzzlePress))
    answer = await anya.press("Подсказка")
    assert answer.text.startswith("Лучше так: ")
    line: tuple[str, ...] = ()
    while "Решено" not in shown.text:
        best, _ = solution(BOOK[first.puzzle], line)
        button = next(
            b
            for b in shown.buttons
            if isinstance(b.press, PuzzlePress)
            and (b.press.move, b.press.cards) == (best.verb, best.cards)
        )
        assert (await anya.press_button(shown, button)).text == "Верно!"
        before = shown.version
        shown = await anya.until(
            lambda version=before: next(
                (m for m in anya.messages() if "🧩" in m.text and m.version > version), None
            ),
            "the puzzle stays as it was",
        )
        pressed = [b.press for b in shown.buttons if isinstance(b.press, PuzzlePress)]
        line = await kept_line(stage)
        assert pressed
    await anya.press("Ещё задачу")
    following = await anya.sees("верный ход только один")
    second = next(b.press for b in following.buttons if isinstance(b.press, PuzzlePress))
    assert second.puzzle != first.puzzle


async def kept_line(stage) -> tuple[str, ...]:
    db = await Database.open(stage.database)
    try:
        player = await kept.get(db, ANYA)
        assert player is not None
        return player.line
    finally:
        await db.close()
