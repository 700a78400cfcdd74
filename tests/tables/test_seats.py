"""The seat of a press is resolved once: every button of a game is refused for the same reasons."""

import pytest

from bot.model.buttons import AheadPress, CardPress, GamePress, MovePress
from bot.screens.text import message
from engine import Card, Verb
from tests.readers import EN, RU
from tests.tables.world import ANNA, BORIS, GENA, GROUP, VOVA

SIX = Card.parse("6S")
BUTTONS = [
    MovePress(1, 0, 0, 0, Verb.LEAD, (SIX,)),
    MovePress(1, 0, 0, 0, Verb.TAKE),
    CardPress(1, 0, 0, SIX),
    AheadPress(1, 0, 0, 0, "bout"),
    GamePress(1, "mine"),
    GamePress(1, "here"),
    GamePress(1, "leave"),
    GamePress(1, "stay"),
]


@pytest.fixture(params=BUTTONS, ids=repr)
def button(request):
    return request.param


async def test_who_has_no_seat_is_told_so(world, button):
    await world.deal(ANNA, BORIS, VOVA)
    answer = await world.press(GENA, button, GROUP)
    assert answer.text == message("toast-not-in-game", EN)


async def test_who_has_left_is_told_so(world, button):
    await world.deal(ANNA, BORIS, VOVA)
    await world.tables.leave(world.place(), VOVA)
    await world.press(VOVA, GamePress(1, "leave"), GROUP)
    answer = await world.press(VOVA, button, GROUP)
    assert answer.text == message("toast-already-gone", RU)


async def test_a_game_that_is_over_is_over_for_all_its_buttons(world, button):
    await world.deal(ANNA, BORIS, VOVA)
    await world.tables.stop(world.place(), ANNA)
    answer = await world.press(ANNA, button, GROUP)
    assert answer.text == message("toast-game-over", RU)
