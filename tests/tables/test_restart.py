"""It lasts: restarts in the middle, rings, a disk that fails, records that no longer play."""

import asyncio
import random
import sqlite3
from functools import cache

import pytest

from bot.model.buttons import MovePress
from bot.screens.text import message
from bot.storage import games, messages
from bot.storage.messages import ShownMessage
from engine import Game, Rules, Verb
from engine.proof import LINKS, cut_deck, earlier
from engine.record import state_of
from tests.readers import RU
from tests.tables.world import (
    ANNA,
    BORIS,
    GROUP,
    HALF,
    VOVA,
    again,
    do,
    first_legal,
    kept,
    move,
    person_on,
    some_moves,
    stored_game,
)

NO_CLOCK = (("clock", 0),)


async def test_a_game_goes_on_after_a_restart_with_the_same_hands_and_buttons(world):
    await world.deal(ANNA, BORIS, VOVA)
    await some_moves(world, (ANNA, BORIS, VOVA), 25)
    state, table = state_of(world.live().game), world.table_screen()
    hands = {person.user_id: world.hand(person) for person in (ANNA, BORIS, VOVA)}
    old = next(
        (person_on(a.seat), move(world.live(), a))
        for a in world.live().game.legal()
        if a.seat in world.live().game.awaited
    )
    await world.restart()
    assert state_of(world.live().game) == state
    assert world.table_screen() == table
    assert {p.user_id: world.hand(p) for p in (ANNA, BORIS, VOVA)} == hands
    assert (await world.press(*old)).text == ""
    assert len(await kept(world)) > 25


async def test_computers_go_on_after_a_restart(world):
    await world.deal(ANNA, computers=2)
    while world.live().game.awaited == (0,):
        await do(world, first_legal(world, *Verb))
    step = world.live().step
    await world.restart()
    await world.advance(1)
    assert world.live().step > step


async def test_a_table_that_is_touched_is_resumed_before_the_others(world):
    for person in (ANNA, BORIS):
        await world.deal(person, computers=1, chat_id=person.user_id)
    await world.advance(5)
    live = world.live(BORIS.user_id)
    action = next(a for a in live.game.legal() if a.seat == live.seat_of(BORIS.user_id))
    press = move(live, action)
    await world.close()
    await world.open(resumed=False)
    first, free = world.table(ANNA.user_id), asyncio.Event()
    first.mailbox.post(free.wait)
    assert (await world.press(BORIS, press)).text == ""
    assert world.live(BORIS.user_id).step > live.step
    assert first.live is None
    free.set()
    await world.tables.resumed()
    assert first.live is not None


async def test_lobbies_are_there_after_a_restart(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    await world.lobby(ANNA, "set", "deck", 0)
    lobby = world.table().lobby
    await world.restart()
    assert world.table().lobby == lobby
    await world.lobby(ANNA, "deal")
    assert world.live().game.rules.deck == 24


async def test_who_is_awaited_is_rung_once_a_decision(world):
    await world.deal(ANNA, BORIS, options=NO_CLOCK)
    awaited = (ANNA, BORIS)[world.live().game.awaited[0]]
    world.delivery.log.clear()

    def rings():
        return [shown.slot.chat_id for shown in world.delivery.log if shown.repost]

    await world.advance(59)
    assert rings() == []
    await world.advance(2)
    assert rings() == [awaited.user_id]
    await world.advance(600)
    assert rings() == [awaited.user_id]
    await do(world, first_legal(world, Verb.LEAD))
    other = BORIS if awaited is ANNA else ANNA
    await world.advance(61)
    assert rings() == [awaited.user_id, other.user_id]


async def test_a_press_puts_the_ring_off(world):
    await world.deal(ANNA, BORIS)
    awaited = (ANNA, BORIS)[world.live().game.awaited[0]]
    await world.advance(40)
    await world.press(awaited, MovePress(1, 0, 0, 0, Verb.TAKE))
    world.delivery.log.clear()
    await world.advance(59)
    assert not any(shown.repost for shown in world.delivery.log)
    await world.advance(2)
    assert [s.slot.chat_id for s in world.delivery.log if s.repost] == [awaited.user_id]


async def test_a_restart_neither_forgets_a_ring_nor_rings_twice(world):
    await world.deal(ANNA, BORIS, options=NO_CLOCK)
    await world.advance(50)
    await world.restart()
    await world.advance(11)
    assert sum(shown.repost for shown in world.delivery.log) == 1
    await world.restart()
    await world.advance(300)
    assert not any(shown.repost for shown in world.delivery.log)


async def test_a_command_that_cannot_be_kept_is_to_be_sent_again(world, monkeypatch):
    async def full(*args, **kwargs):
        raise sqlite3.OperationalError("database or disk is full")

    await world.meet(ANNA)
    monkeypatch.setattr("bot.storage.lobbies.open_lobby", full)
    await world.tables.play(world.place(), ANNA)
    assert world.delivery.notes() == [message("answer-not-saved", RU)]
    assert "отправь команду ещё раз" in world.delivery.notes()[0]


async def test_what_cannot_be_kept_is_refused_and_nothing_is_lost(world, monkeypatch):
    await world.deal(ANNA, BORIS)
    action = first_legal(world, Verb.LEAD)
    person, press = (ANNA, BORIS)[action.seat], move(world.live(), action)
    table = world.table_screen()

    async def full(*args, **kwargs):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("bot.storage.games.append_action", full)
        world.delivery.log.clear()
        answer = await world.press(person, press)
        assert answer.text == message("toast-storage", RU)
        assert world.delivery.log == []
    assert await kept(world) == []
    assert (await world.press(person, press)).text == ""
    assert await kept(world) == [str(action)]
    assert world.table_screen() != table


async def test_a_computer_tries_again_when_its_move_could_not_be_kept(world, monkeypatch):
    await world.deal(ANNA, computers=1)
    if world.live().game.awaited == (0,):
        await do(world, first_legal(world, Verb.LEAD))
    step = world.live().step

    async def full(*args, **kwargs):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("bot.storage.games.append_action", full)
        await world.advance(3)
        assert len(await kept(world)) == step
    await world.advance(10)
    assert len(await kept(world)) > step


async def test_a_record_that_plays_no_more_ends_with_words(world):
    await world.deal(ANNA, BORIS)
    async with world.db.transaction() as conn:
        await conn.execute("INSERT INTO actions VALUES (1, 0, '0 dance', 0, 'person', 1)")
    await world.restart()
    assert (await stored_game(world, 1)).status == "broken"
    assert world.game_id() is None
    assert world.table_screen().text and world.hand(ANNA).text
    await world.tables.play(world.place(), ANNA)
    assert world.table().lobby is not None


async def test_the_end_that_a_crash_hid_is_shown(world):
    await world.deal(ANNA, BORIS)
    await world.play_out(ANNA, BORIS, chance=random.Random(8))
    table, hand = world.table_screen(), world.hand(ANNA)
    for name, chat in ((f"table:1:{GROUP}", GROUP), ("hand:1:1", 1)):
        await messages.put_all(world.db, [ShownMessage(name, chat, 5, "old")], 0)
    await world.restart()
    assert (world.table_screen(), world.hand(ANNA)) == (table, hand)
    assert await world.press(BORIS, again(1), GROUP)
    assert world.game_id() == 2


async def test_a_person_who_left_at_the_moment_of_a_crash_is_shown_that(world):
    await world.deal(ANNA, BORIS, VOVA)
    await world.tables.leave(world.place(), BORIS)
    await world.press(BORIS, "g:1:leave", GROUP)
    for person in (ANNA, BORIS):
        name = f"hand:1:{person.user_id}"
        await messages.put_all(world.db, [ShownMessage(name, person.user_id, 5, "old")], 0)
    await world.restart()
    assert not world.hand(BORIS).keyboard and world.hand(ANNA).keyboard
    assert [slot.chat_id for slot in world.delivery.forgotten[-1:]] == [BORIS.user_id]


@cache
def tip_with_a_redeal():
    """A chain by whose first link a seat of two is dealt six cards of one suit."""
    for number in range(100_000):
        tip = f"{number:064x}"
        deck = cut_deck(36, earlier(tip, LINKS - 1), HALF[36])
        game = Game.deal(Rules(redeal_one_suit=True), 2, 0, deck=deck)
        if any(a.verb is Verb.REDEAL for a in game.legal()):
            return tip
    raise AssertionError("no such chain")


@pytest.fixture(scope="module")
def redealt():
    return tip_with_a_redeal()


async def dealt_for_a_redeal(world, tip):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    table = world.table()
    table.lobby.rules["redeal_one_suit"] = True
    world.seeds = iter([tip])
    await world.lobby(ANNA, "deal")
    return (ANNA, BORIS)[world.live().game.awaited[0]]


async def test_a_redeal_is_dealt_at_once_and_kept(world, redealt):
    person = await dealt_for_a_redeal(world, redealt)
    await world.press(person, MovePress(1, 0, 0, 0, Verb.REDEAL))
    actions = (await stored_game(world, 1)).actions
    assert actions[0].text.endswith(" redeal")
    second = earlier(redealt, LINKS - 2)
    assert actions[1].text == " ".join(["deck", *map(str, cut_deck(36, second, HALF[36]))])
    assert (actions[1].actor_kind, actions[1].actor_id) == ("bot", None)
    assert world.live().game.view(None).deal == 1


async def test_a_redeal_is_dealt_after_a_crash_before_the_deck(world, redealt):
    person = await dealt_for_a_redeal(world, redealt)
    seat = (ANNA, BORIS).index(person)
    at = world.clock.now()
    await games.append_action(
        world.db, 1, games.NewAction(0, f"{seat} redeal", at, "person", person.user_id)
    )
    await world.restart()
    actions = await kept(world)
    assert len(actions) == 2 and actions[1].startswith("deck ")
    assert world.live().game.awaited
