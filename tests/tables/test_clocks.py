"""Deadlines: rings, expired clocks, the absent and their return, what ends by itself."""

import pytest

from bot.model.buttons import GamePress, RemovePress
from bot.model.lobby_options import CLOCKS
from bot.model.screen import SlotKind
from bot.screens.text import message
from bot.storage import games
from bot.tables.deadlines import throws
from bot.tables.presenter import hand_slot
from engine import Verb
from tests.readers import EN, RU
from tests.tables.world import (
    ANNA,
    BORIS,
    GENA,
    GROUP,
    VOVA,
    do,
    first_legal,
    kept,
    person_on,
    presses,
    stored_game,
)

OFF, HALF, ONE, TWO, DAY = ((("clock", index),) for index in range(len(CLOCKS)))


def awaited(world):
    (seat,) = world.live().game.awaited
    return seat


async def to_a_thrower(world):
    """Play on until somebody is asked to throw or pass."""
    while not any(throws(world.live(), seat) for seat in world.live().game.awaited):
        legal = world.live().game.legal()
        verb = Verb.BEAT if any(action.verb is Verb.BEAT for action in legal) else Verb.TAKE
        await do(world, first_legal(world, Verb.LEAD, verb))


def rings(world):
    return [s.slot.chat_id for s in world.delivery.log if s.repost and s.slot.kind is SlotKind.HAND]


async def kinds(world):
    return [action.actor_kind for action in (await stored_game(world, 1)).actions]


async def test_a_deadline_is_shown_as_a_moment_and_not_counted_down(world):
    await world.deal(ANNA, BORIS)
    until = int(world.clock.now()) + 120
    entity = f'<tg-time unix="{until}" format="T">'
    assert entity in world.table_screen().text and entity in world.hand(ANNA).text
    shown = len(world.delivery.log)
    await world.advance(59)
    assert len(world.delivery.log) == shown


@pytest.mark.parametrize(("options", "seconds"), [(HALF, 30), (ONE, 60), (TWO, 120), (DAY, 86400)])
async def test_a_lead_whose_time_is_up_plays_the_cheapest_card(world, options, seconds):
    await world.deal(ANNA, BORIS, options=options)
    seat = awaited(world)
    trump = world.live().game.view(None).trump
    hand = world.live().game.view(seat).hand
    await world.advance(seconds - 1)
    assert await kept(world) == []
    await world.advance(1.5)
    card = min(hand, key=lambda card: (card.suit == trump, card >> 2))
    played = (await kept(world))[0].split()
    assert played[:2] == [str(seat), "lead"]
    assert "A23456789TJQKA".index(played[2][0]) == "A23456789TJQKA".index(str(card)[0])
    assert await kinds(world) == ["clock"]


async def test_a_defender_takes_and_a_thrower_passes_for_the_bout(world):
    await world.deal(ANNA, BORIS, VOVA)
    await do(world, first_legal(world, Verb.LEAD))
    defender = awaited(world)
    await world.advance(120)
    assert (await kept(world))[1] == f"{defender} take"
    await to_a_thrower(world)
    thrower = awaited(world)
    assert world.live().deadlines[thrower].until == world.clock.now() + 30
    await world.advance(30)
    assert (await kept(world))[-1] == f"{thrower} pass"
    assert (await kinds(world))[1] == (await kinds(world))[-1] == "clock"


async def test_with_the_clock_off_nobody_is_hurried(world):
    await world.deal(ANNA, BORIS, options=OFF)
    assert "tg-time" not in world.table_screen().text
    await world.advance(20 * 3600)
    assert await kept(world) == []


async def test_alone_against_computers_there_is_no_clock(world):
    await world.deal(ANNA, chat_id=1)
    await world.advance(3000)
    assert world.live(1).game.awaited == (0,)
    assert "clock" not in await kinds(world)


async def test_the_phone_rings_when_half_the_time_has_gone(world):
    await world.deal(ANNA, BORIS)
    person = person_on(awaited(world))
    world.delivery.log.clear()
    await world.advance(59)
    assert rings(world) == []
    await world.advance(2)
    assert rings(world) == [person.user_id]


async def test_each_chooses_when_to_be_rung(world):
    await world.deal(ANNA, BORIS)
    lead, defender = person_on(awaited(world)), person_on(1 - awaited(world))
    answer = await world.tables.choose_ring(defender, "now")
    assert answer.text == message("toast-ring-now", RU)
    await world.tables.choose_ring(lead, "never")
    world.delivery.log.clear()
    await world.advance(100)
    assert rings(world) == []
    await do(world, first_legal(world, Verb.LEAD))
    assert rings(world) == [defender.user_id]
    await world.restart()
    await world.advance(100)
    assert rings(world) == []


async def away(world):
    """A game of three in which the lead has let two decisions pass; their seat."""
    await world.deal(ANNA, BORIS, VOVA)
    seat = awaited(world)
    while seat not in world.live().away:
        if seat in world.live().game.awaited:
            await world.advance(121)
        else:
            await do(world, first_legal(world, Verb.TAKE, Verb.PASS, Verb.LEAD))
    return seat


async def test_after_two_in_a_row_a_bot_plays_the_seat_and_says_so(world):
    seat = await away(world)
    name = person_on(seat).name
    assert f"💤 \u2068{name}\u2069 не у стола: играет бот" in world.table_screen().text
    assert "За тебя играет бот" in world.hand(person_on(seat)).text
    while "autopilot" not in await kinds(world):
        if seat in world.live().game.awaited:
            await world.advance(1)
        else:
            await do(world, first_legal(world, Verb.TAKE, Verb.PASS, Verb.LEAD))
    assert seat in world.live().away


async def test_one_press_takes_the_seat_back(world):
    seat = await away(world)
    game_id = world.game_id()
    assert GamePress(game_id, "here") in presses(world.hand(person_on(seat)))
    answer = await world.press(person_on(seat), GamePress(game_id, "here"))
    assert answer.text == message("toast-here", RU)
    assert world.live().away == () and "💤" not in world.table_screen().text
    assert not any(isinstance(press, RemovePress) for press in presses(world.table_screen()))


async def test_any_press_takes_the_seat_back(world):
    seat = await away(world)
    await world.press(person_on(seat), next(iter(world.moves(person_on(seat)))))
    assert world.live().away == ()


async def test_a_move_in_time_is_no_absence(world):
    await world.deal(ANNA, BORIS)
    await world.advance(121)
    assert world.live().misses
    seat = next(iter(world.live().misses))
    await world.press(person_on(seat), GamePress(1, "mine"))
    assert world.live().misses == {}


async def test_when_all_are_away_the_game_waits_for_a_press(world):
    await world.deal(ANNA, BORIS, computers=1)
    await world.advance(1200)
    assert world.live().paused and world.game_id() == 1
    done = len(await kept(world))
    assert "Все отошли" in world.table_screen().text
    await world.restart()
    await world.advance(3000)
    assert len(await kept(world)) == done
    await world.press(BORIS, GamePress(1, "here"))
    assert not world.live().paused and "Все отошли" not in world.table_screen().text
    await world.advance(600)
    assert len(await kept(world)) > done


async def test_the_host_or_an_admin_removes_an_absent_player_at_once(world):
    seat = await away(world)
    live = world.live()
    host = ANNA if seat else GENA
    answer = await world.press(host, RemovePress(1, seat), GROUP, is_admin=host is GENA)
    assert answer.text == message("toast-removed", host.reader)
    assert seat in live.game.state.resigned
    action = next(a for a in (await stored_game(world, 1)).actions if "resign" in a.text)
    assert (action.actor_kind, action.actor_id) == ("person", host.user_id)


async def test_others_vote(world):
    await world.deal(GENA, ANNA, BORIS, VOVA)
    live = world.live()
    world.live().misses[0] = 2
    others = (ANNA, BORIS, VOVA)
    assert live.votes_on(0) == (0, 2)
    first = await world.press(others[0], RemovePress(1, 0), GROUP)
    assert first.text == message("toast-vote", RU, votes=1, needed=2)
    again = await world.press(others[0], RemovePress(1, 0), GROUP)
    assert again.text == first.text
    assert "Убрать: \u2068Gena\u2069 (1 из 2)" in [
        b.text for row in world.table_screen().keyboard for b in row
    ]
    done = await world.press(others[1], RemovePress(1, 0), GROUP)
    assert done.text == message("toast-removed", RU)
    action = next(a for a in (await stored_game(world, 1)).actions if a.text == "0 resign")
    assert (action.actor_kind, action.actor_id) == ("person", others[1].user_id)


async def test_nobody_who_is_there_is_removed_and_strangers_do_not_vote(world):
    seat = await away(world)
    other = (seat + 1) % 3
    stranger = await world.press(GENA, RemovePress(1, seat), GROUP)
    assert stranger.text == message("toast-not-in-game", EN)
    there = await world.press(person_on((seat + 2) % 3), RemovePress(1, other), GROUP)
    assert there.text == message("toast-not-away", RU)


async def test_a_restart_keeps_deadlines_misses_and_votes(world):
    seat = await away(world)
    voter = next(who for who in (BORIS, VOVA) if who is not person_on(seat))
    await world.press(voter, RemovePress(1, seat), GROUP)
    before = (dict(world.live().deadlines), dict(world.live().misses), dict(world.live().votes))
    await world.restart()
    live = world.live()
    assert (live.deadlines, live.misses, live.votes) == before


async def test_the_time_that_the_bot_was_down_is_given_back(world):
    await world.deal(ANNA, BORIS)
    await world.advance(100)
    await world.tables.close()
    await world.db.close()
    world.clock.sleepers.clear()
    world.clock.time += 5000
    await world.open()
    await world.advance(19)
    assert await kept(world) == []
    await world.advance(2)
    assert await kinds(world) == ["clock"]


async def test_a_kill_during_a_long_time_down_does_not_give_it_back_twice(world, monkeypatch):
    await world.deal(ANNA, BORIS)
    await world.advance(61)
    world.clock.time += 1000
    until = world.live().deadlines[awaited(world)].until

    async def no_last_beat(db, at):
        """A process that is killed writes none."""

    monkeypatch.setattr("bot.storage.heartbeat.beat", no_last_beat)
    for _ in range(4):
        await world.close()
        world.clock.sleepers.clear()
        await world.open()
    await world.close()
    world.clock.sleepers.clear()
    await world.open()
    assert 1000 <= world.live().deadlines[awaited(world)].until - until <= 1061


async def test_what_a_flood_held_up_counts_from_when_it_was_shown(world):
    await world.deal(ANNA, BORIS)
    seat = awaited(world)
    slot = hand_slot(1, person_on(seat).user_id)
    world.delivery.lates[slot] = None
    await world.advance(500)
    assert await kept(world) == []
    world.delivery.lates[slot] = world.clock.now()
    await world.advance(118)
    assert await kept(world) == []
    await world.advance(5)
    assert await kinds(world) == ["clock"]


async def test_a_lobby_nobody_fills_is_closed_with_words(world):
    await world.tables.play(world.place(), ANNA)
    await world.advance(1500)
    await world.lobby(BORIS, "join")
    await world.advance(1000)
    assert world.table().lobby is not None
    await world.advance(900)
    assert world.table().lobby is None
    closed = world.delivery.last(SlotKind.LOBBY)
    assert message("lobby-expired", RU) in closed.text and not closed.keyboard
    await world.tables.play(world.place(), BORIS)
    assert world.table().lobby is not None


@pytest.mark.parametrize("options", [OFF, DAY])
async def test_a_game_nobody_touches_ends_without_result(world, options, monkeypatch):
    monkeypatch.setattr("bot.tables.tables.HEARTBEAT_SECONDS", 1800.0)
    await world.deal(ANNA, BORIS, options=options)
    days = 1 if options == OFF else 2
    await world.advance(days * 86400 - 3600)
    assert world.game_id() == 1
    await world.advance(2 * 3600)
    stored = await stored_game(world, 1)
    assert (stored.status, stored.reason) == ("stopped", "expired")
    assert world.game_id() is None
    assert message("ended-expired", RU) in world.table_screen().text
    assert await games.live_games(world.db) == []


async def test_anybody_ends_a_game_an_hour_past_its_deadline(world):
    await world.deal(ANNA, BORIS)
    await world.advance(1200)
    assert world.live().paused
    await world.tables.stop(world.place(), VOVA)
    assert world.game_id() == 1
    await world.advance(3600)
    await world.tables.stop(world.place(), VOVA)
    assert (await stored_game(world, 1)).status == "stopped"


async def test_in_a_slow_game_a_missed_throw_in_is_no_absence(world):
    await world.deal(ANNA, BORIS, options=DAY)
    await to_a_thrower(world)
    await world.advance(31)
    assert (await kinds(world))[-1] == "clock"
    assert world.live().misses == {}
