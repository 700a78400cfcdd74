"""Computer opponents: a level chosen in the lobby, and thinking in workers."""

import random

from bot.model.buttons import HintPress, encode
from tests.e2e.players import ANYA, BORIS, DACHA
from tests.e2e.playing import begun, deal, gather, hand, meet, moves, play


async def test_a_game_against_a_master_whose_level_the_next_one_keeps(world, stage):
    anya = await world.phone(ANYA)
    await meet(anya)
    await anya.send("/play")
    await anya.press("Боты: любитель")
    await anya.sees("Боты: мастер")
    await anya.press("Раздаём")
    game = await begun([anya], set())
    assert "🤖 мастер" in hand(anya, game).text
    await play(anya, game, random.Random(4))
    stored = await stage.game()
    assert [seat.level for seat in stored.deal.seats] == [None, "master"]
    assert stored.status == "over"
    assert {action.actor_kind for action in stored.actions} == {"person", "bot"}
    await anya.press("Ещё партию")
    await begun([anya], {game})
    assert [seat.level for seat in (await stage.game()).deal.seats] == [None, "master"]


async def test_a_hint_when_playing_alone_and_none_between_people(world, stage):
    anya, boris = await world.phone(ANYA), await world.phone(BORIS)
    await meet(anya, boris)
    await anya.send("/play")
    await anya.press("Раздаём")
    game = await begun([anya], set())
    await anya.until(lambda: moves(hand(anya, game)), "it is not her turn")
    answer = await anya.press("Подсказка")
    assert answer.text.startswith("Лучше так: ")
    await gather(DACHA, [anya, boris])
    between = await deal(DACHA, [anya, boris])
    assert not hand(boris, between).button("Подсказка")
    shown = hand(anya, between)
    forged = await anya.press_data(
        anya.id, shown.key, encode(HintPress(between)), between, force=True
    )
    assert forged.text == "С людьми играем без подсказок"


async def test_a_game_is_analysed_in_private_when_it_is_over(world, stage):
    anya = await world.phone(ANYA)
    await meet(anya)
    await anya.send("/play")
    await anya.press("Раздаём")
    game = await begun([anya], set())
    await play(anya, game, random.Random(7))
    answer = await anya.press("Разбор")
    assert answer.text == "Смотрю партию, разбор придёт сюда"
    found = await anya.until(
        lambda: anya.last(holding="Решений с выбором"), "no analysis has come", 40
    )
    assert found.chat == ANYA
    assert "%" in found.text or "чистая игра" in found.text
