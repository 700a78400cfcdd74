"""Being forgotten at the tables: one leaves them, the others play on without noticing much."""

import random

import pytest

from bot.model.buttons import GamePress
from bot.model.people import Person
from bot.model.screen import SlotKind
from bot.runtime.context import bind_update
from bot.storage import games, people
from engine.state import DECK_DUE
from tests.readers import RU
from tests.screens.names_and_games import read
from tests.storage.test_privacy import ME, NAME, traces
from tests.tables.world import ANNA, BORIS, GROUP, stored_game

ZEBRA = Person(ME, NAME, RU)


@pytest.fixture
async def zebra(world):
    await world.meet(ZEBRA)
    return ZEBRA


async def gone(world, person=ZEBRA):
    """Forget a person as a press does; nothing of them may be left."""
    with bind_update(1, "what"):
        assert await world.tables.erasure.forget(person)
    await world.settle()
    assert await traces(world.db, ME, NAME) == []


async def test_a_game_goes_on_without_them(world, zebra):
    game_id = await world.deal(zebra, ANNA, BORIS)
    hand = next(slot for slot in world.delivery.wanted if slot.chat_id == ME)
    shown = len(world.delivery.log)
    await gone(world)
    assert hand in world.delivery.removed
    assert not [one for one in world.delivery.log[shown:] if one.slot.chat_id == ME]
    assert NAME not in world.table_screen().text and "Игрок 1: не в игре" in read(
        world.table_screen()
    )
    await world.play_out(ANNA, BORIS, chance=random.Random(1))
    game = await stored_game(world, game_id)
    assert game.status == "over" and game.result["places"][-1] == 0
    assert "Игрок 1 (уход — поражение)" in read(world.table_screen())
    assert await traces(world.db, ME, NAME) == []


async def test_who_is_out_already_is_forgotten_while_the_others_finish(world, zebra):
    await world.deal(zebra, ANNA, BORIS, options=(("deck", 0),))
    chance = random.Random(1)
    while 0 not in world.live().game.state.outs:
        await world.advance(1)
        offered = [(p, move) for p in (ZEBRA, ANNA, BORIS) for move in world.moves(p)]
        await world.press(*chance.choice(offered))
        assert world.live() is not None, "over too soon"
    await gone(world)
    assert "Игрок 1: 1-е место" in read(world.table_screen())
    await world.play_out(ANNA, BORIS, chance=random.Random(1))
    rows = await world.db.all("SELECT user_id FROM results ORDER BY user_id")
    assert len(rows) == 3 and rows[0]["user_id"] < 0
    await world.press(ANNA, GamePress(1, "again"), GROUP)
    again = await stored_game(world, world.game_id())
    assert [who.user_id for who in again.deal.seats] == [1, 2]
    assert (again.number, again.deal.leader) == (1, None)


async def test_past_games_keep_a_nameless_seat_and_the_others_their_score(world, zebra):
    await world.deal(zebra, ANNA)
    await world.play_out(zebra, ANNA, chance=random.Random(1))
    others = "SELECT * FROM results WHERE user_id = 1"
    before = [tuple(row) for row in await world.db.all(others)]
    record = (await stored_game(world, 1)).record()
    await gone(world)
    assert [tuple(row) for row in await world.db.all(others)] == before
    assert (await stored_game(world, 1)).record() == record
    await world.press(ANNA, GamePress(1, "again"), GROUP)
    assert world.game_id() is None
    assert [who.user_id for who in world.table().lobby.seats] == [1]


async def test_lobbies_are_left_and_games_against_computers_end(world, zebra):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(ZEBRA, "join")
    await world.tables.play(world.place(ME), ZEBRA)
    await world.lobby(ZEBRA, "deal", chat_id=ME)
    solo = world.game_id(ME)
    await gone(world)
    assert [who.user_id for who in world.table().lobby.seats] == [1]
    assert world.game_id(ME) is None
    assert await games.load_game(world.db, solo) is None
    await world.advance(100)
    assert await traces(world.db, ME, NAME) == []


async def test_a_deal_that_waits_for_its_cut_is_called_off(world, zebra):
    world.cuts_at_once = False
    for chat_id, others in ((GROUP, [ANNA]), (ME, [])):
        await world.deal(zebra, *others, chat_id=chat_id)
        assert world.table(chat_id).pending is not None
    await gone(world)
    assert world.table().pending is None and world.table(ME).pending is None
    assert world.game_id() is None and world.game_id(ME) is None
    assert await world.db.all("SELECT 1 FROM deals WHERE plan IS NOT NULL") == []


async def test_their_open_hand_and_question_are_taken_away(world, zebra):
    game_id = await world.deal(zebra, ANNA)
    await world.press(zebra, GamePress(game_id, "mine"), GROUP)
    await world.tables.leave(world.place(), zebra)
    asked = [one.slot for one in world.delivery.log if one.slot.kind is SlotKind.NOTE][-1]
    await gone(world)
    assert asked in world.delivery.removed
    assert any(slot.kind is SlotKind.ALONE for slot in world.delivery.removed)


async def test_while_a_deck_is_due_nothing_is_done(world, zebra):
    await world.deal(zebra, ANNA)
    world.live().game.state.phase = DECK_DUE
    assert not await world.tables.erasure.forget(zebra)
    assert await people.get(world.db, ME) is not None
    world.table().live = None


async def test_who_comes_again_is_new(world, zebra):
    await world.deal(zebra, ANNA)
    await world.play_out(zebra, ANNA, chance=random.Random(1))
    await gone(world)
    await world.meet(ZEBRA)
    assert await people.get(world.db, ME) is not None
    await world.press(zebra, GamePress(1, "again"), GROUP)
    assert world.game_id() is None
    assert await world.deal(zebra, ANNA) == 2


async def test_before_the_cut_they_stand_up(world, zebra):
    world.cuts_at_once = False
    await world.deal(zebra, ANNA, BORIS)
    assert world.table().pending is not None
    await gone(world)
    assert world.table().pending is None
    assert [seat.name for seat in world.table().lobby.seats] == ["Аня", "Борис"]
