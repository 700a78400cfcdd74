"""Hints: for who plays alone against computers, and for nobody else."""

import asyncio

from bot.model.buttons import HintPress
from engine import Verb
from tests.tables.test_thinking import HERS, solo, spin, think_out
from tests.tables.world import ANNA, BORIS


async def her_turn(world):
    """A game in which Аня has to decide something."""
    live = await solo(world)
    await think_out(world)
    while live.game.awaited != (0,):
        await world.advance(1)
    world.opponent.asked.clear()
    return live


async def test_a_hint_names_a_move_and_says_why(world):
    live = await her_turn(world)
    answer = await world.press(ANNA, HintPress(live.game_id))
    assert world.opponent.asked == ["grandmaster"]
    assert answer.text.startswith("Лучше так: ")
    assert " — " in answer.text


async def test_one_thinks_about_one_question_at_a_time_and_the_game_goes_on(world):
    live = await her_turn(world)
    world.opponent.thinking.clear()
    first = asyncio.create_task(world.press(ANNA, HintPress(live.game_id)))
    await spin()
    while not world.opponent.asked:
        await asyncio.sleep(0)
    second = await world.press(ANNA, HintPress(live.game_id))
    assert second.text.startswith("Думаю")
    step = live.step
    move = next(m for m in world.moves(ANNA) if m.verb in (Verb.TAKE, Verb.BEAT))
    await world.press(ANNA, move)
    assert live.step > step
    world.opponent.thinking.set()
    assert (await first).text.startswith("Лучше так: ")


async def test_there_is_none_while_others_are_awaited(world):
    live = await solo(world)
    answer = await world.press(ANNA, HintPress(live.game_id))
    assert answer.text == "Подсказка — когда твой ход"


async def test_there_is_none_in_a_group(world):
    await world.meet(ANNA, BORIS)
    game = await world.deal(ANNA, computers=1)
    assert "Подсказка" not in {b.text for row in world.hand(ANNA).keyboard for b in row}
    answer = await world.press(ANNA, HintPress(game))
    assert answer.text == "С людьми играем без подсказок"
    answer = await world.press(BORIS, HintPress(game))
    assert answer.text == "Ты не в этой игре"


async def test_a_hint_to_a_game_that_is_over(world):
    live = await her_turn(world)
    await world.tables.stop(world.place(HERS), ANNA)
    answer = await world.press(ANNA, HintPress(live.game_id))
    assert answer.text == "Эта партия уже кончилась"


async def test_where_it_could_not_be_thought_out_it_is_not_guessed(world):
    live = await her_turn(world)
    world.opponent.lost = True
    answer = await world.press(ANNA, HintPress(live.game_id))
    assert answer.text == "Мысль сбилась, подсказки не вышло: нажми ещё раз"
    world.opponent.lost = False
    answer = await world.press(ANNA, HintPress(live.game_id))
    assert answer.text.startswith("Лучше так: ")


async def test_a_long_thought_shows_a_sign_until_it_ends(world):
    live = await her_turn(world)
    world.opponent.thinking.clear()
    hint = asyncio.create_task(world.press(ANNA, HintPress(live.game_id)))
    while not world.opponent.asked:
        await asyncio.sleep(0)
    await world.advance(0.9)
    assert world.delivery.typed == []
    await world.advance(0.1)
    assert world.delivery.typed == [HERS]
    await world.advance(8)
    assert world.delivery.typed == [HERS] * 3
    world.opponent.thinking.set()
    await hint
    await world.advance(60)
    assert world.delivery.typed == [HERS] * 3
