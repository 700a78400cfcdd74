"""Whole games by the buttons that are shown."""

import random

import pytest

from bot.ports import SlotKind, Urgency
from bot.storage import games
from tests.session.world import ANNA, BORIS, GENA, GROUP, VOVA, again


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
    stored = await games.load_game(world.db, game_id)
    assert stored.status == "over"
    rows = await world.db.all("SELECT * FROM results WHERE game_id = ?", (game_id,))
    assert {row["user_id"] for row in rows} == {person.user_id for person in people}
    assert {row["table_kind"] for row in rows} == {"group"}
    assert {row["seat"] for row in rows} == set(range(len(people)))
    again_buttons = [b.data for row in world.table().keyboard for b in row if b.data]
    assert f"g:{game_id}:again" in again_buttons


async def test_a_deal_posts_everybodys_hand_and_the_table_anew(world):
    world.delivery.log.clear()
    game_id = await world.deal(ANNA, BORIS, computers=1)
    anew = [s for s in world.delivery.log if s.anew and s.slot.key == game_id]
    kinds = [(s.slot.kind, s.slot.chat_id) for s in anew if s.slot.kind is not SlotKind.LOBBY]
    assert sorted(kinds) == [
        (SlotKind.HAND, ANNA.user_id),
        (SlotKind.HAND, BORIS.user_id),
        (SlotKind.TABLE, GROUP),
    ]
    live = world.live()
    for shown in anew:
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
    assert (row["table_kind"], row["seats"]) == ("solo", 3)


async def test_computers_move_after_a_moment_and_pass_at_once(world):
    await world.deal(ANNA, computers=3)
    chance = random.Random(2)
    for _ in range(400):
        live = world.live()
        if live is None:
            break
        if live.game.awaited == (0,):
            await world.press(ANNA, chance.choice(world.moves(ANNA)))
            continue
        step = live.step
        await world.advance(0.9)
        assert world.live().step == step
        await world.advance(0.2)
        assert world.live() is None or world.live().step > step
    else:
        raise AssertionError("the game does not end")
    stored = await games.load_game(world.db, 1)
    assert {action.actor_kind for action in stored.actions} == {"person", "bot"}


async def test_each_action_is_kept_before_anybody_sees_it(world, monkeypatch):
    await world.deal(ANNA, BORIS)
    show = world.delivery.show

    def checked(slot, screen, urgency, *, anew=False):
        live = world.live()
        if live is not None:
            kept.append((live.step, live.stored.game_id))
        show(slot, screen, urgency, anew=anew)

    kept = []
    world.delivery.show = checked
    chance = random.Random(1)
    for _ in range(20):
        kept.clear()
        person, move = chance.choice([(p, m) for p in (ANNA, BORIS) for m in world.moves(p)])
        await world.press(person, move)
        stored = await games.load_game(world.db, 1)
        assert all(step <= len(stored.actions) for step, _ in kept)


async def test_play_again_goes_on_with_the_series(world):
    first = await world.deal(ANNA, BORIS, VOVA)
    await world.play_out(ANNA, BORIS, VOVA, chance=random.Random(5))
    stored = await games.load_game(world.db, first)
    durak = stored.result["durak"]
    assert durak is not None
    answer = await world.press(VOVA, again(first), GROUP)
    assert answer.text
    second = await games.load_game(world.db, world.game_id())
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
    await world.tables.unreachable(BORIS.user_id)
    await world.press(ANNA, again(first), GROUP)
    assert world.game_id() is None
    assert [who.waiting for who in world.room().lobby.seats] == [False, True]


async def test_two_tables_of_one_person_do_not_cross(world):
    other = -200
    first = await world.deal(ANNA, BORIS)
    second = await world.deal(ANNA, VOVA, chat_id=other)
    for _ in range(30):
        for person, game_id in ((ANNA, first), (ANNA, second), (BORIS, first), (VOVA, second)):
            moves = world.moves(person, game_id)
            if moves and world.game_id(GROUP if game_id == first else other) == game_id:
                await world.press(person, moves[0])
    kept = {n: await games.load_game(world.db, n) for n in (first, second)}
    assert len(kept[first].actions) > 10 and len(kept[second].actions) > 10
    assert {a.actor_id for a in kept[first].actions} == {1, 2}
    assert {a.actor_id for a in kept[second].actions} == {1, 3}
