"""An event at a table is one transaction: the action and all that belongs to it."""

import asyncio

import pytest

from bot.model.buttons import CutPress, GamePress, MovePress
from bot.runtime.context import bind_table, bind_update
from bot.services.directory import Directory
from bot.storage import deadlines, people, queued_answers
from bot.storage.database import Database
from engine import Action, Verb
from tests.readers import RU
from tests.tables.world import (
    ANNA,
    BORIS,
    GROUP,
    HALF,
    VOVA,
    do,
    first_legal,
    kept,
    move,
    person_on,
)

THREE = (ANNA, BORIS, VOVA)


@pytest.fixture
def transactions(monkeypatch):
    """The transactions begun since the list was last cleared."""
    begun = []
    transaction = Database.transaction

    def counted(self, **how):
        begun.append(self)
        return transaction(self, **how)

    monkeypatch.setattr(Database, "transaction", counted)
    return begun


async def thrower(world):
    """Play until a thrower is awaited; their seat."""
    live = world.live()
    while True:
        (seat,) = live.game.awaited
        view = live.game.view(seat)
        if view.table and seat != view.defender:
            return seat
        legal = live.game.legal_for(seat)
        beats = [action for action in legal if action.verb in (Verb.LEAD, Verb.BEAT, Verb.TAKE)]
        await do(world, beats[0])


async def test_a_card_that_is_pressed_is_one_transaction(world, transactions):
    await world.deal(*THREE)
    action = first_legal(world, Verb.LEAD)
    transactions.clear()
    await world.press(person_on(action.seat), move(world.live(), action))
    assert len(transactions) == 1
    assert (await deadlines.of_game(world.db, 1)).keys() == set(world.live().game.awaited)


async def test_a_cut_is_one_transaction_with_its_deal_and_who_is_awaited(world, transactions):
    world.cuts_at_once = False
    await world.deal(*THREE)
    pending = world.table().pending
    press = CutPress(pending.deal_id, HALF[36])
    transactions.clear()
    await world.press(person_on(pending.seat), press, GROUP)
    assert len(transactions) == 1
    assert (await deadlines.of_game(world.db, 1)).keys() == set(world.live().game.awaited)


async def test_a_thrower_whose_time_is_up_costs_two_transactions(world, transactions):
    await world.deal(*THREE)
    seat = await thrower(world)
    before = len(await kept(world))
    transactions.clear()
    await world.advance(31)
    actions = await kept(world)
    assert actions[before] == f"{seat} pass"
    assert len(transactions) <= 1 + len(actions) - before, "one more than the actions: the ring"
    assert (await deadlines.misses(world.db, 1))[seat] == 1
    assert (await deadlines.misses(world.db, 1)) == world.live().misses


async def test_a_return_is_one_transaction_with_who_is_awaited_then(world, transactions):
    await world.deal(*THREE)
    await world.advance(1000)
    away = world.live().away
    person = person_on(away[0])
    transactions.clear()
    await world.press(person, GamePress(1, "here"), GROUP)
    assert away[0] not in await deadlines.misses(world.db, 1)
    assert len(transactions) == 1
    assert await deadlines.of_game(world.db, 1) == world.live().deadlines


async def test_a_ring_at_once_is_kept_with_the_action_that_calls_for_it(world, transactions):
    await world.deal(*THREE)
    for person in THREE:
        await people.put(world.db, person.user_id, 0, ring="now")
    await world.restart()
    await world.advance(10)
    action = first_legal(world, Verb.LEAD)
    transactions.clear()
    await world.press(person_on(action.seat), move(world.live(), action))
    assert len(transactions) == 1
    (defender,) = world.live().game.awaited
    assert (await queued_answers.rung(world.db, 1))[defender] == world.live().step
    rung = [shown.slot.chat_id for shown in world.delivery.log if shown.repost]
    assert rung[-1] == person_on(defender).user_id


async def test_an_answer_ahead_is_one_transaction(world, transactions):
    await world.deal(*THREE)
    action = first_legal(world, Verb.LEAD)
    await do(world, action)
    view = world.live().game.view(None)
    third = ({0, 1, 2} - {view.lead, view.defender}).pop()
    transactions.clear()
    live = world.live()
    data = f"a:{live.game_id}:{view.deal}:{view.bout}:{view.seen}:bout"
    await world.press(person_on(third), data)
    assert Action(third, Verb.PASS) not in live.game.legal_for(third)
    assert len(transactions) == 1
    assert live.queued[third].kind == "bout"


async def join(world, user_id, transactions):
    """Somebody sits down, as the dispatcher lets them in; how many transactions that took."""
    directory = Directory(world.db, world.clock, RU.language)
    transactions.clear()
    with bind_update(user_id, "join"):
        person = await directory.person(user_id, "Новенький", None, "ru")
        await world.lobby(person, "join")
    assert (user_id, "join") in await world.db.kept_updates()
    return len(transactions)


async def test_a_join_is_one_transaction(world, transactions):
    await world.tables.play(world.place(), ANNA)
    assert await join(world, BORIS.user_id, transactions) == 1


async def test_a_join_of_somebody_new_is_one_transaction_with_who_they_are(world, transactions):
    await world.tables.play(world.place(), ANNA)
    assert await join(world, 77, transactions) == 1
    await world.settle()
    assert len(transactions) == 1
    (row,) = await world.db.all("SELECT name, can_write FROM people WHERE user_id = 77")
    assert tuple(row) == ("Новенький", 0)


async def test_who_turns_out_to_be_in_reach_is_one_transaction_more(world, transactions):
    told = asyncio.Event()

    async def can_write(user_id):
        await told.wait()
        return True

    world.delivery.can_write = can_write
    await world.tables.play(world.place(), ANNA)
    assert await join(world, 77, transactions) == 1
    told.set()
    await world.settle()
    assert len(transactions) == 2
    (row,) = await world.db.all("SELECT can_write FROM people WHERE user_id = 77")
    assert row["can_write"] and not world.table().lobby.seats[1].waiting


async def test_equal_cards_laid_together_are_one_transaction(world, transactions):
    await world.deal(*THREE)
    live = world.live()
    (seat,) = live.game.awaited
    view = live.game.view(seat)
    ranks = [card.rank for card in view.hand]
    pair = next(rank for rank in ranks if ranks.count(rank) > 1)
    cards = tuple(card for card in view.hand if card.rank == pair)[:2]
    press = MovePress(live.game_id, view.deal, view.bout, view.seen, Verb.LEAD, cards)
    transactions.clear()
    await world.press(person_on(seat), press)
    assert len(transactions) == 1
    assert await kept(world) == [f"{seat} lead {cards[0]}", f"{seat} throw {cards[1]}"]


async def test_a_return_alone_leaves_the_update_to_what_was_pressed(world):
    """A process that is killed between the two finds the update again, and plays the card."""
    await world.deal(*THREE)
    await world.advance(121)
    (seat,) = world.live().game.awaited
    (missed,) = await deadlines.misses(world.db, 1)
    with bind_update(7, "a") as update, bind_table(dict):
        await deadlines.returned(world.db, 1, missed, 0.0, [])
        assert not update.kept
        await deadlines.vote(world.db, 1, missed, 3)
        assert not update.kept
    person = person_on(seat)
    with bind_update(8, "b") as update:
        await world.press(person, move(world.live(), world.live().game.legal_for(seat)[0]))
        assert update.kept
