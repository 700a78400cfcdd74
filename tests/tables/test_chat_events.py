"""Chats move, lose topics, shut the bot out and let it in; people leave them."""

import asyncio
import itertools
import random
from dataclasses import replace

import pytest

from bot.model.screen import SlotKind
from bot.storage import chats, people
from bot.storage.messages import ShownMessage, put_all
from bot.tables.mailbox import Mailbox, held
from engine import Verb
from tests.tables.world import (
    ANNA,
    BORIS,
    GENA,
    GROUP,
    VOVA,
    again,
    do,
    first_legal,
    kept,
    move,
    some_moves,
    stored_game,
)

NEW = -1000000000200


def tables_shown(world, chat_id):
    return [
        shown
        for shown in world.delivery.log
        if shown.slot.kind is SlotKind.TABLE and shown.slot.chat_id == chat_id
    ]


async def test_a_game_goes_along_when_its_chat_moves(world):
    game_id = await world.deal(ANNA, BORIS)
    await some_moves(world, [ANNA, BORIS], 3)
    await world.tables.chat_events.moved(GROUP, NEW)
    assert world.delivery.moves == [(GROUP, NEW)]
    assert world.game_id(NEW) == game_id and world.game_id(GROUP) is None
    assert tables_shown(world, NEW)
    before = len(await kept(world))
    live = world.live(NEW)
    action = live.game.legal()[0]
    await world.press([ANNA, BORIS][action.seat], move(live, action), NEW)
    assert len(await kept(world)) == before + 1


async def test_settings_and_scores_go_along(world):
    await world.deal(ANNA, BORIS)
    await chats.set_language(world.db, GROUP, "en", 0)
    await world.play_out(ANNA, BORIS, chance=random.Random(3))
    await world.tables.chat_events.moved(GROUP, NEW)
    chat = await chats.get(world.db, NEW)
    assert chat is not None and chat.language == "en"
    rows = await world.db.all("SELECT user_id, board FROM results")
    assert {(row["user_id"], row["board"]) for row in rows} == {(1, NEW), (2, NEW)}


async def test_the_next_game_is_dealt_in_the_new_chat(world):
    game_id = await world.deal(ANNA, BORIS)
    await world.play_out(ANNA, BORIS, chance=random.Random(3))
    await world.tables.chat_events.moved(GROUP, NEW)
    await world.press(ANNA, again(game_id), NEW)
    assert world.game_id(NEW) == game_id + 1


async def test_moving_again_does_nothing(world):
    game_id = await world.deal(ANNA, BORIS)
    for _ in range(3):
        await world.tables.chat_events.moved(GROUP, NEW)
    assert world.game_id(NEW) == game_id
    assert len(tables_shown(world, NEW)) == 1


async def test_both_signals_at_once_are_one_move(world):
    game_id = await world.deal(ANNA, BORIS)
    moved = world.tables.chat_events.moved
    await asyncio.gather(moved(GROUP, NEW), moved(GROUP, NEW))
    assert world.game_id(NEW) == game_id
    assert len(tables_shown(world, NEW)) == 1


async def test_a_lobby_goes_along(world):
    await world.tables.play(world.place(), ANNA)
    await world.tables.chat_events.moved(GROUP, NEW)
    lobby = world.table(NEW).lobby
    assert lobby is not None
    await world.lobby(BORIS, "join", chat_id=NEW)
    assert len(world.table(NEW).lobby.seats) == 2


OLD = -700


async def a_lobby_in_a_group_that_moved(world):
    """It has become the supergroup NEW, and nobody has said so."""
    await chats.seen(world.db, OLD, "group", "Дача", 0)
    await world.tables.play(world.place(OLD), ANNA)
    world.delivery.new_ids[OLD] = NEW
    return world.lobby_id(OLD)


async def test_a_lobby_goes_along_though_nobody_said_that_the_chat_moved(world):
    await world.meet(ANNA, BORIS)
    lobby = await a_lobby_in_a_group_that_moved(world)
    await world.tables.play(world.place(NEW), BORIS)
    assert world.lobby_id(NEW) == lobby
    await world.lobby(BORIS, "join", chat_id=NEW)
    assert len(world.table(NEW).lobby.seats) == 2
    rows = await world.db.all("SELECT * FROM lobbies WHERE closed_at IS NULL")
    assert len(rows) == 1


async def test_a_supergroup_of_another_name_is_taken_for_no_group(world):
    await world.meet(ANNA, BORIS)
    lobby = await a_lobby_in_a_group_that_moved(world)
    await world.tables.play(replace(world.place(NEW), title="Работа"), BORIS)
    assert world.lobby_id(OLD) == lobby
    assert world.lobby_id(NEW) != lobby


async def test_presses_under_way_are_not_lost(world):
    await world.deal(ANNA, BORIS)
    lead = first_legal(world, Verb.LEAD)
    presser = [ANNA, BORIS][lead.seat]
    pressing = asyncio.ensure_future(world.press(presser, move(world.live(), lead)))
    moving = asyncio.ensure_future(world.tables.chat_events.moved(GROUP, NEW))
    await asyncio.sleep(0)
    again = asyncio.ensure_future(world.tables.table(world.place(NEW), ANNA))
    await asyncio.gather(pressing, moving, again)
    assert await kept(world) == [str(lead)]
    assert world.delivery.last(SlotKind.TABLE, NEW) is not None


async def test_a_lobby_opened_in_the_new_chat_before_is_kept_beside_the_game(world):
    game_id = await world.deal(ANNA, BORIS)
    await world.tables.play(world.place(NEW), VOVA)
    await world.tables.chat_events.moved(GROUP, NEW)
    assert world.table(NEW).lobby is not None
    live = world.tables.index.of_game(game_id).live
    lead = live.game.legal()[0]
    await world.press([ANNA, BORIS][lead.seat], move(live, lead), NEW)
    assert await kept(world) == [str(lead)]
    await world.lobby(VOVA, "cancel", chat_id=NEW)
    await world.tables.stop(world.place(NEW), ANNA)
    assert (await stored_game(world, game_id)).status == "stopped"


async def test_commands_while_a_chat_moves_are_one_rooms(world):
    """/play comes from the new id before anybody has said that the chat moved."""
    await world.tables.play(world.place(), ANNA)
    moving = asyncio.ensure_future(world.tables.chat_events.moved(GROUP, NEW))
    playing = [
        asyncio.ensure_future(world.tables.play(world.place(NEW), person))
        for person in (BORIS, VOVA)
    ]
    await asyncio.gather(moving, *playing)
    rows = await world.db.all("SELECT * FROM lobbies WHERE closed_at IS NULL")
    assert len(rows) == 1
    await world.lobby(BORIS, "join", chat_id=NEW)
    assert len(world.table(NEW).lobby.seats) == 2


async def test_moved_while_the_process_was_down(world):
    game_id = await world.deal(ANNA, BORIS)
    await world.restart()
    await world.tables.chat_events.moved(GROUP, NEW)
    await world.restart()
    assert world.game_id(NEW) == game_id
    assert tables_shown(world, NEW)


async def test_two_lanes_that_become_one_do_their_work_in_turn():
    done = []
    first, second = Mailbox(), Mailbox()

    def work(name):
        async def doing():
            done.append(f"{name} begins")
            await asyncio.sleep(0)
            done.append(f"{name} ends")

        return doing

    async with held([first, second]):
        first.post(work("a"))
        second.post(work("b"))
        first.absorb(second)
        first.post(work("c"))
    await first.idle()
    assert done == [f"{name} {what}" for name in "abc" for what in ("begins", "ends")]


async def topic_game(world, thread_id):
    place = {"thread_id": thread_id}
    await world.tables.play(world.place(**place), ANNA)
    await world.lobby(BORIS, "join", **place)
    await world.lobby(ANNA, "deal", **place)
    return world.tables.index.at(GROUP, thread_id)


async def test_a_table_is_shown_in_its_topic(world):
    await topic_game(world, 5)
    assert {shown.slot.thread_id for shown in tables_shown(world, GROUP)} == {5}


async def test_a_deleted_topics_game_goes_on_in_general(world):
    table = await topic_game(world, 5)
    world.delivery.log.clear()
    await world.tables.chat_events.topic_gone(GROUP, 5)
    await world.tables.chat_events.topic_gone(GROUP, 5)
    assert [shown.slot.thread_id for shown in tables_shown(world, GROUP)] == [0]
    assert len(world.delivery.notes()) == 1
    world.delivery.log.clear()
    await world.tables.table(world.place(), ANNA)
    assert [shown.repost for shown in tables_shown(world, GROUP)] == [True]
    await world.tables.stop(world.place(), ANNA)
    assert table.game_id is None


async def test_a_deleted_topic_stays_deleted_after_a_restart(world):
    await topic_game(world, 5)
    await world.tables.chat_events.topic_gone(GROUP, 5)
    await world.restart()
    assert {shown.slot.thread_id for shown in tables_shown(world, GROUP)} == {0}


async def test_a_topic_that_is_written_in_is_there_again(world):
    await topic_game(world, 5)
    await world.tables.chat_events.topic_gone(GROUP, 5)
    world.delivery.log.clear()
    await world.tables.table(world.place(thread_id=5), ANNA)
    assert {shown.slot.thread_id for shown in tables_shown(world, GROUP)} == {5}


async def test_each_topic_has_a_game_of_its_own_and_the_board_is_the_chats(world):
    one, other = await topic_game(world, 5), await topic_game(world, 6)
    assert one.game_id != other.game_id
    await world.tables.stop(world.place(thread_id=6), ANNA)
    assert one.game_id is not None and other.game_id is None


async def test_a_deleted_topic_does_not_disturb_generals_own_game(world):
    await world.deal(ANNA, BORIS)
    general = world.game_id()
    await topic_game(world, 5)
    await world.tables.chat_events.topic_gone(GROUP, 5)
    await world.tables.stop(world.place(), ANNA)
    assert (await stored_game(world, general)).status == "stopped"
    assert world.tables.index.at(GROUP, 5).game_id is not None


@pytest.mark.parametrize("why", ["muted", "removed"])
async def test_a_shut_chat_is_left_alone_and_its_players_hear_it_once(world, why):
    await world.deal(ANNA, BORIS)
    for _ in range(3):
        await world.tables.chat_events.shut(GROUP, why)
    assert world.delivery.held == {GROUP}
    for person in (ANNA, BORIS):
        (words,) = world.delivery.notes(person.user_id)
        assert "Дача" in words
    await do(world, first_legal(world, Verb.LEAD))
    assert len(await kept(world)) == 1


async def test_a_chat_stays_shut_over_a_restart(world):
    await world.deal(ANNA, BORIS)
    await world.tables.chat_events.shut(GROUP, "removed")
    world.delivery.held.clear()
    await world.restart()
    assert world.delivery.held == {GROUP}


async def test_back_in_the_chat_the_table_is_posted_anew(world):
    await world.deal(ANNA, BORIS)
    await world.tables.chat_events.shut(GROUP, "removed")
    world.delivery.log.clear()
    await world.tables.chat_events.opened(GROUP)
    assert world.delivery.held == set()
    assert [shown.repost for shown in tables_shown(world, GROUP)] == [True]


async def test_a_muted_chat_is_tried_again_once_a_minute(world):
    await world.deal(ANNA, BORIS)
    await world.tables.chat_events.shut(GROUP, "muted")
    await world.tables.table(world.place(), ANNA)
    assert world.delivery.held == {GROUP}
    await world.advance(61)
    await world.tables.table(world.place(), ANNA)
    assert world.delivery.held == set()
    world.delivery.log.clear()
    await world.tables.chat_events.shut(GROUP, "muted")
    assert world.delivery.notes(ANNA.user_id) == []


async def test_a_chat_where_something_is_on_is_tried_again_by_itself_ever_less_often(world):
    await world.deal(ANNA, BORIS)
    tries = []
    await world.tables.chat_events.shut(GROUP, "muted")
    for minute in range(16):
        await world.advance(60)
        if GROUP not in world.delivery.held:
            tries.append(minute)
            await world.tables.chat_events.shut(GROUP, "muted")
    assert len(tries) == 4
    pauses = [later - earlier for earlier, later in itertools.pairwise(tries)]
    assert pauses == sorted(pauses) and pauses[0] < pauses[-1]
    assert len(world.delivery.notes(ANNA.user_id)) == 1


async def test_nobody_tries_a_shut_chat_where_nothing_is_on(world):
    await world.tables.chat_events.shut(GROUP, "removed")
    await world.advance(3600)
    assert world.delivery.held == {GROUP}


async def test_a_shut_chat_in_which_an_end_waits_is_tried_again_for_some_hours(world):
    await world.tables.chat_events.shut(GROUP, "muted")
    world.delivery.waiting = {GROUP}
    tries = 0
    for _ in range(24 * 60):
        await world.advance(60)
        if GROUP not in world.delivery.held:
            tries += 1
            await world.tables.chat_events.shut(GROUP, "muted")
    assert tries == 6


async def test_words_from_a_chat_show_that_the_bot_is_in_it(world):
    await world.tables.chat_events.shut(GROUP, "removed")
    await world.tables.play(world.place(), ANNA)
    assert world.delivery.held == set()


async def test_who_leaves_the_chat_plays_on_and_one_line_says_so(world):
    await world.deal(ANNA, BORIS, VOVA)
    for _ in range(2):
        await world.tables.chat_events.gone(GROUP, BORIS)
    (words,) = world.delivery.notes()
    assert "Борис" in words
    assert BORIS.user_id in world.live().people_in


async def test_who_leaves_the_chat_leaves_its_lobby(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    await world.tables.chat_events.gone(GROUP, BORIS)
    assert [seat.user_id for seat in world.table().lobby.seats] == [ANNA.user_id]
    await world.tables.chat_events.gone(GROUP, GENA)
    assert world.table().lobby is not None


async def test_who_blocks_the_bot_hears_in_the_group_how_to_play_on(world):
    await world.deal(ANNA, BORIS)
    for _ in range(3):
        await world.tables.chat_events.unreachable(BORIS.user_id)
    await world.settle()
    (words,) = world.delivery.notes()
    assert "Борис" in words and "Мои карты" in words
    lead = first_legal(world, Verb.LEAD)
    await world.press([ANNA, BORIS][lead.seat], move(world.live(), lead), GROUP)
    assert len(await kept(world)) == 1


async def test_who_unblocks_the_bot_has_the_hand_again(world):
    await world.deal(ANNA, BORIS)
    await world.tables.chat_events.unreachable(BORIS.user_id)
    world.delivery.log.clear()
    await world.tables.started(BORIS)
    assert world.hand(BORIS) is not None
    boris = await people.get(world.db, BORIS.user_id)
    assert boris is not None and boris.can_write


async def test_blocking_in_a_solo_game_says_nothing_anywhere(world):
    await world.tables.play(world.place(ANNA.user_id), ANNA)
    await world.lobby(ANNA, "deal", chat_id=ANNA.user_id)
    world.delivery.log.clear()
    await world.tables.chat_events.unreachable(ANNA.user_id)
    await world.settle()
    assert world.delivery.log == []


async def test_slots_of_the_old_chat_are_forgotten(world):
    game_id = await world.deal(ANNA, BORIS)
    await put_all(world.db, [ShownMessage(f"table:{game_id}:{GROUP}", GROUP, 9, "x")], 0)
    await world.tables.chat_events.moved(GROUP, NEW)
    assert await world.db.all("SELECT * FROM slots") == []
