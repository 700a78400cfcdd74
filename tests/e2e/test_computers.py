"""Computers that think: their level is chosen in the lobby, and they think in other processes."""

import random

from tests.e2e.players import ANYA
from tests.e2e.playing import begun, meet, play


async def test_a_game_against_a_master_whose_level_the_next_one_keeps(world, stage):
    anya = await world.phone(ANYA)
    await meet(anya)
    await anya.send("/play")
    await anya.press("Боты: любитель")
    await anya.sees("Боты: мастер")
    await anya.press("Раздаём")
    game = await begun([anya], set())
    await anya.sees("боты: мастер")
    await play(anya, game, random.Random(4))
    stored = await stage.game()
    assert [seat.level for seat in stored.deal.seats] == [None, "master"]
    assert stored.status == "over"
    assert {action.actor_kind for action in stored.actions} == {"person", "bot"}
    await anya.press("Ещё партию")
    await begun([anya], {game})
    assert [seat.level for seat in (await stage.game()).deal.seats] == [None, "master"]
