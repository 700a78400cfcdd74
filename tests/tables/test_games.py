"""Whole games by the buttons that are shown."""

import asyncio
import contextlib
import itertools
import random
import sqlite3

import pytest

from bot.model.screen import SlotKind, Urgency
from engine.record import replay, state_of
from tests.tables.world import ANNA, BORIS, GENA, GROUP, VOVA, again, some_moves, stored_game


@pytest.mark.parametrize(
    ("people", "computers", "options"),
    [
        ((ANNA, BORIS), 0, ()),
        ((ANNA, BORIS, GENA), 1, (("game", 1),)),
        ((ANNA, BORIS), 2, (("game", 2), ("deck", 2))),
        ((ANNA,), 3, (("deck", 0), ("throwers", 1), ("first", 1))),
    ],
)
async def test_a_game_is_played_from_lobby_to_result(world, people, computers, options):
    game_id = await world.deal(*people, computers=computers, options=options)
    await world.play_out(*people, chance=random.Random(7))
    stored = await stored_game(world, game_id)
    assert stored.status == "over"
    rows = await world.db.all("SELECT * FROM results WHERE game_id = ?", (game_id,))
    assert {row["user_id"] for row in rows} == {person.user_id for person in people}
    boards = {GROUP} if len(people) > 1 else {ANNA.user_id}
    assert {row["board"] for row in rows} == boards
    assert {row["seat"] for row in rows} == set(range(len(people)))
    again_buttons = [b.data for row in world.table_screen().keyboard for b in row if b.data]
    assert f"g:{game_id}:again" in again_buttons


async def test_a_deal_posts_everybodys_hand_and_the_table_anew(world):
    world.delivery.log.clear()
    game_id = await world.deal(ANNA, BORIS, computers=1)
    repost = [s for s in world.delivery.log if s.repost and s.slot.key == game_id]
    kinds = [(s.slot.kind, s.slot.chat_id) for s in repost if s.slot.kind is not SlotKind.LOBBY]
    assert sorted(kinds) == [
        (SlotKind.HAND, ANNA.user_id),
        (SlotKind.HAND, BORIS.user_id),
        (SlotKind.TABLE, GROUP),
    ]
    live = world.live()
    for shown in repost:
        if shown.slot.kind is SlotKind.HAND:
            awaited = live.seat_of(shown.slot.chat_id) in live.game.awaited
            assert (shown.urgency is Urgency.AWAITED) == awaited


async def test_alone_against_computers_there_is_a_hand_and_no_table(world):
    place = world.place(ANNA.user_id)
    await world.tables.play(place, ANNA)
    await world.lobby(ANNA, "bot", chat_id=1)
    await world.lobby(ANNA, "deal", chat_id=1)
    game_id = world.game_id(1)
    await world.play_out(ANNA, chance=random.Random(3), chat_id=1)
    assert world.delivery.last(SlotKind.TABLE) is None
    row = await world.db.one("SELECT * FROM results WHERE game_id = ?", (game_id,))
    assert (row["board"], row["seats"]) == (ANNA.user_id, 3)


async def test_computers_move_after_a_moment_and_pass_at_once(world):
    game_id = await world.deal(ANNA, computers=3)
    await world.play_out(ANNA, chance=random.Random(2))
    stored = await stored_game(world, game_id)
    pauses: dict[str, set[float]] = {"pass": set(), "else": set()}
    for before, action in itertools.pairwise(stored.actions):
        if action.actor_kind == "bot":
            verb = action.text.split()[1]
            pauses["pass" if verb == "pass" else "else"].add(action.at - before.at)
    assert pauses == {"pass": {0.0}, "else": {1.0}}


async def test_each_action_is_kept_before_anybody_sees_it(world):
    show = world.delivery.show
    differences = set()

    def checked(slot, screen, urgency, *, repost=False):
        if world.live() is not None:
            with contextlib.closing(sqlite3.connect(world.path)) as conn:
                kept = conn.execute("SELECT COUNT(*) FROM actions").fetchone()[0]
            differences.add(world.live().step - kept)
        show(slot, screen, urgency, repost=repost)

    world.delivery.show = checked
    await world.deal(ANNA, BORIS)
    await some_moves(world, (ANNA, BORIS), 20)
    assert differences == {0}


async def test_presses_all_at_once_leave_what_the_record_says(world):
    await world.deal(ANNA, BORIS, VOVA, options=(("game", 2),))
    people, chance = (ANNA, BORIS, VOVA), random.Random(6)
    while world.live() is not None and world.live().step < 60:
        pressed = [(person, move) for person in people for move in world.moves(person)]
        chance.shuffle(pressed)
        answers = await asyncio.gather(*(world.press(*press) for press in pressed[:12]))
        assert len(answers) == len(pressed[:12])
        if world.live() is not None:
            record = (await stored_game(world, 1)).record()
            assert state_of(world.live().game) == replay(record)


async def test_play_again_goes_on_with_the_series(world):
    first = await world.deal(ANNA, BORIS, VOVA)
    await world.play_out(ANNA, BORIS, VOVA, chance=random.Random(5))
    stored = await stored_game(world, first)
    durak = stored.result["durak"]
    assert durak is not None
    answer = await world.press(VOVA, again(first), GROUP)
    assert answer.text
    second = await stored_game(world, world.game_id())
    assert (second.series_id, second.number) == (stored.series_id, 2)
    assert second.deal.seats == stored.deal.seats
    assert (second.deal.dealer, second.deal.leader) == (durak, (durak + 1) % 3)
    assert second.deal.seed != stored.deal.seed
    twice = await world.press(ANNA, again(first), GROUP)
    assert "играют" in twice.text
    assert world.game_id() == second.game_id


async def test_only_those_who_played_deal_the_next_game(world):
    first = await world.deal(ANNA, BORIS)
    await world.play_out(ANNA, BORIS, chance=random.Random(5))
    await world.press(VOVA, again(first), GROUP)
    assert world.game_id() is None


async def test_where_somebody_is_out_of_reach_the_next_game_starts_in_the_lobby(world):
    first = await world.deal(ANNA, BORIS)
    await world.play_out(ANNA, BORIS, chance=random.Random(5))
    await world.tables.chat_events.unreachable(BORIS.user_id)
    await world.press(ANNA, again(first), GROUP)
    assert world.game_id() is None
    assert [who.waiting for who in world.table().lobby.seats] == [False, True]


async def test_two_tables_of_one_person_do_not_cross(world):
    other = -200
    first = await world.deal(ANNA, BORIS)
    second = await world.deal(ANNA, VOVA, chat_id=other)
    chance = random.Random(4)
    hands = [(ANNA, first), (ANNA, second), (BORIS, first), (VOVA, second)]
    for _ in range(150):
        person, game_id = chance.choice(hands)
        await world.press(person, chance.choice(world.moves(person, game_id)))
    kept = {game_id: await stored_game(world, game_id) for game_id in (first, second)}
    assert min(len(game.actions) for game in kept.values()) > 10
    assert {action.actor_id for action in kept[first].actions} == {1, 2}
    assert {action.actor_id for action in kept[second].actions} == {1, 3}
