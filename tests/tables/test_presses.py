"""What a press on a hand does, and what it must not do."""

import asyncio
import itertools
import random
from dataclasses import replace

import pytest

from bot.model.buttons import AheadPress, CardPress, GamePress, MovePress
from bot.model.screen import SlotKind
from bot.screens.text import message, refusal
from bot.storage import queued_answers
from engine import Action, Reason, Verb
from tests.readers import RU
from tests.tables.world import (
    ANNA,
    BORIS,
    GROUP,
    VOVA,
    do,
    first_legal,
    kept,
    move,
    person_on,
    stored_game,
)

THREE = (ANNA, BORIS, VOVA)


async def lead(world):
    """The first bout begins; its lead, defender, and the third seat."""
    action = first_legal(world, Verb.LEAD)
    await do(world, action)
    view = world.live().game.view(None)
    third = ({0, 1, 2} - {view.lead, view.defender}).pop()
    return view.lead, view.defender, third


async def test_two_presses_at_once_are_one_action_and_a_refusal(world):
    await world.deal(*THREE)
    action = first_legal(world, Verb.LEAD)
    person, press = person_on(action.seat), move(world.live(), action)
    answers = await asyncio.gather(world.press(person, press), world.press(person, press))
    assert await kept(world) == [str(action)]
    assert [answer.text for answer in answers] == ["", refusal(Reason.LED_ALREADY, RU)]


async def test_take_and_pass_are_meant_for_the_cards_that_were_seen(world):
    await world.deal(*THREE)
    _, defender, _ = await lead(world)
    take = move(world.live(), Action(defender, Verb.TAKE))
    answer = await world.press(person_on(defender), replace(take, seen=take.seen + 1))
    assert answer.text == message("toast-old-button", RU)
    assert len(await kept(world)) == 1
    await world.press(person_on(defender), take)
    assert (await kept(world))[-1] == f"{defender} take"


@pytest.mark.parametrize("change", [{"bout": 1}, {"deal": 1}])
async def test_an_old_button_changes_nothing_and_shows_the_hand(world, change):
    await world.deal(*THREE)
    action = first_legal(world, Verb.LEAD)
    person = person_on(action.seat)
    world.delivery.log.clear()
    answer = await world.press(person, replace(move(world.live(), action), **change))
    assert answer.text == message("toast-old-button", RU)
    assert await kept(world) == []
    assert [shown.slot.chat_id for shown in world.delivery.log] == [person.user_id]


async def test_a_button_of_another_game_is_refused(world):
    await world.deal(*THREE)
    action = first_legal(world, Verb.LEAD)
    press = move(world.live(), action)
    unknown = await world.press(ANNA, replace(press, game=10**30))
    assert unknown.text == message("toast-old-button", RU)
    await world.tables.stop(world.place(), ANNA)
    over = await world.press(person_on(action.seat), press)
    assert over.text == message("toast-game-over", RU)


async def test_nobody_plays_for_others(world):
    await world.deal(ANNA, BORIS)
    action = first_legal(world, Verb.LEAD)
    press = move(world.live(), action)
    assert (await world.press(VOVA, press)).text == message("toast-not-in-game", RU)
    other = (ANNA, BORIS)[1 - action.seat]
    assert (await world.press(other, press)).text
    assert await kept(world) == []


async def test_equal_cards_are_laid_one_after_another(world):
    await world.deal(*THREE)
    game = world.live().game
    while True:
        lead_seat = game.awaited[0]
        hand = game.hand(lead_seat)
        pair = next((p for p in itertools.combinations(hand, 2) if p[0].rank == p[1].rank), None)
        if pair and not game.table:
            break
        await do(world, random.Random(len(game.actions)).choice(game.legal()))
    before = len(await kept(world))
    view = game.view(lead_seat)
    press = MovePress(1, view.deal, view.bout, 0, Verb.LEAD, pair)
    answer = await world.press(person_on(lead_seat), press)
    assert (await kept(world))[before:] == [
        f"{lead_seat} lead {pair[0]}",
        f"{lead_seat} throw {pair[1]}",
    ]
    assert answer.text == ""


async def test_the_second_card_may_be_refused_alone(world):
    await world.deal(*THREE)
    game = world.live().game
    seat = game.awaited[0]
    first = game.hand(seat)[0]
    other = next(card for card in game.hand(seat) if card.rank != first.rank)
    press = MovePress(1, 0, 0, 0, Verb.LEAD, (first, other))
    answer = await world.press(person_on(seat), press)
    assert answer.text == refusal(Reason.WRONG_RANK, RU)
    assert await kept(world) == [f"{seat} lead {first}"]


async def test_a_card_that_cannot_be_played_says_why(world):
    await world.deal(*THREE)
    lead_seat = world.live().game.awaited[0]
    other = (lead_seat + 1) % 3
    hand = world.live().game.hand(other)
    answer = await world.press(person_on(other), CardPress(1, 0, 0, hand[0]))
    assert answer.text == refusal(Reason.NOT_TO_LEAD, RU)
    foreign = world.live().game.hand(lead_seat)[0]
    answer = await world.press(person_on(other), CardPress(1, 0, 0, foreign))
    assert answer.text == refusal(Reason.NO_SUCH_CARD, RU)
    assert await kept(world) == []


async def test_a_card_shown_without_a_move_is_not_played(world):
    await world.deal(*THREE)
    seat = world.live().game.awaited[0]
    card = world.live().game.hand(seat)[0]
    answer = await world.press(person_on(seat), CardPress(1, 0, 0, card))
    assert answer.text == message("toast-can-now", RU)
    assert await kept(world) == []


async def table_with_a_waiting_thrower(world):
    """Play by chance until, all being beaten, one may throw now and another could after that."""
    await world.deal(*THREE)
    chance = random.Random(11)
    while True:
        game = world.live().game
        view = game.view(None)
        passing = [a.seat for a in game.legal() if a.verb is Verb.PASS]
        if view.table and len(passing) == 1:
            ranks = {card.rank for pair in view.table for card in pair if card}
            later = [
                seat
                for seat in range(3)
                if seat not in (view.defender, passing[0])
                and any(card.rank in ranks for card in game.hand(seat))
                and seat not in view.out
            ]
            after = game.copy()
            after.apply(Action(passing[0], Verb.PASS))
            if later and later[0] in after.awaited:
                return passing[0], later[0]
        await do(world, chance.choice(game.legal()))


def ahead_press(live, kind):
    view = live.game.view(None)
    return AheadPress(live.game_id, view.deal, view.bout, view.seen, kind)


@pytest.mark.parametrize("kind", ["bout", "pass"])
async def test_an_answer_ahead_is_given_when_the_turn_comes(world, kind):
    now, later = await table_with_a_waiting_thrower(world)
    bout = world.live().game.view(None).bout
    answer = await world.press(person_on(later), ahead_press(world.live(), kind))
    assert answer.text == message("toast-kept-ahead", RU)
    before = len(await kept(world))
    await do(world, Action(now, Verb.PASS))
    assert (await kept(world))[before : before + 2] == [f"{now} pass", f"{later} pass"]
    stored = await stored_game(world, 1)
    assert (stored.actions[before + 1].actor_kind, stored.actions[before + 1].actor_id) == (
        "person",
        person_on(later).user_id,
    )
    if world.live().game.view(None).bout != bout:
        assert await queued_answers.of_game(world.db, 1) == []


async def test_an_answer_ahead_outlives_a_restart_and_can_be_taken_back(world):
    now, later = await table_with_a_waiting_thrower(world)
    await world.press(person_on(later), ahead_press(world.live(), "bout"))
    await world.restart()
    assert [(a.seat, a.kind) for a in await queued_answers.of_game(world.db, 1)] == [
        (later, "bout")
    ]
    assert world.live().queued[later].kind == "bout"
    answer = await world.press(person_on(later), ahead_press(world.live(), "none"))
    assert answer.text == message("toast-ahead-off", RU)
    before = len(await kept(world))
    await do(world, Action(now, Verb.PASS))
    assert len(await kept(world)) == before + 1
    assert world.live().game.awaited == (later,)


async def test_an_answer_ahead_passes_at_once_where_the_turn_has_come(world):
    now, _ = await table_with_a_waiting_thrower(world)
    before = len(await kept(world))
    answer = await world.press(person_on(now), ahead_press(world.live(), "bout"))
    assert answer.text == ""
    assert (await kept(world))[before] == f"{now} pass"


async def test_an_answer_to_other_cards_is_old(world):
    _, later = await table_with_a_waiting_thrower(world)
    press = ahead_press(world.live(), "pass")
    answer = await world.press(person_on(later), replace(press, seen=press.seen - 1))
    assert answer.text == message("toast-old-button", RU)
    assert await queued_answers.of_game(world.db, 1) == []


async def test_my_cards_are_shown_to_their_player_alone(world):
    await world.deal(ANNA, BORIS)
    mine = "g:1:mine"
    answer = await world.press(ANNA, mine, GROUP)
    assert (answer.text, answer.alert) == ("", False)
    slot, screen = world.delivery.shown_alone[-1]
    assert (slot.chat_id, slot.user_id) == (GROUP, ANNA.user_id)
    assert world.live().game.view(0).hand and screen.keyboard
    world.delivery.alone_works = False
    answer = await world.press(BORIS, mine, GROUP)
    assert answer.alert and answer.text
    answer = await world.press(VOVA, mine, GROUP)
    assert answer.text == message("toast-not-in-game", RU)
    assert len(world.delivery.shown_alone) == 2


async def test_a_hand_open_in_the_group_is_kept_up_to_date(world):
    """At its owner's press and when its owner is awaited; it goes when the game does."""
    game = await world.deal(*THREE)
    for person in THREE:
        await world.press(person, GamePress(game, "mine"), GROUP)
    open_hands = {slot.user_id: slot for slot in world.delivery.alone(game)}
    lead = first_legal(world, Verb.LEAD)
    world.delivery.log.clear()
    await do(world, lead)
    redrawn = {
        shown.slot.user_id: shown.screen
        for shown in world.delivery.log
        if shown.slot.kind is SlotKind.ALONE
    }
    live = world.live()
    wanted = {lead.seat, *live.game.awaited}
    assert set(redrawn) == {person_on(seat).user_id for seat in wanted} != set(open_hands)
    assert all(len(screen.text) < 1024 for screen in redrawn.values())
    await world.tables.stop(world.place(is_admin=True), ANNA)
    assert set(open_hands.values()) <= set(world.delivery.removed)


async def test_my_cards_asked_for_in_private_are_an_alert(world):
    """There is nobody to hide a message from there, and Telegram refuses to."""
    game = await world.deal(*THREE)
    answer = await world.press(BORIS, GamePress(game, "mine"), BORIS.user_id)
    assert answer.alert and len(answer.text) <= 200
    assert not world.delivery.shown_alone
