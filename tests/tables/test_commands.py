"""Leaving, stopping, and showing things again."""

import random

from bot.model.buttons import GamePress
from bot.model.screen import SlotKind
from bot.screens.text import message
from bot.storage import chats, people
from tests.readers import RU
from tests.tables.world import ANNA, BORIS, GENA, GROUP, VOVA, some_moves, stored_game


async def leave(world, person, verb="leave"):
    await world.tables.leave(world.place(), person)
    return await world.press(person, GamePress(world.game_id(), verb), GROUP)


async def test_leaving_asks_first_and_only_the_one_who_asked_answers(world):
    await world.deal(ANNA, BORIS, VOVA)
    await world.tables.leave(world.place(), ANNA)
    question = [s.slot for s in world.delivery.log if s.slot.kind is SlotKind.NOTE][-1]
    other = await world.press(BORIS, GamePress(1, "leave"), GROUP)
    assert other.text == message("toast-not-asked", RU)
    assert world.live().game.state.resigned == []
    stays = await world.press(ANNA, GamePress(1, "stay"), GROUP)
    assert stays.text == message("toast-stays", RU)
    assert question in world.delivery.removed
    late = await world.press(ANNA, GamePress(1, "leave"), GROUP)
    assert late.text == message("toast-old-button", RU)


async def test_who_leaves_is_shown_no_more_and_the_others_play_on(world):
    await world.deal(ANNA, BORIS, VOVA)
    assert (await leave(world, ANNA)).text == message("toast-left-game", RU)
    hers = world.hand(ANNA)
    await world.play_out(BORIS, VOVA, chance=random.Random(1))
    assert world.hand(ANNA) is hers
    rows = await world.db.all("SELECT user_id, lost, place FROM results ORDER BY user_id")
    assert [row["user_id"] for row in rows] == [1, 2, 3]
    assert (rows[0]["lost"], rows[0]["place"]) == (1, 3)
    await world.press(ANNA, GamePress(1, "again"), GROUP)
    assert world.game_id() is None
    await world.press(BORIS, GamePress(1, "again"), GROUP)
    second = await stored_game(world, 2)
    assert [who.user_id for who in second.deal.seats] == [2, 3]
    assert (second.number, second.deal.leader) == (1, None)


async def test_when_all_people_have_left_the_computers_play_out_at_once(world):
    await world.deal(ANNA, computers=3)
    await leave(world, ANNA)
    assert world.game_id() is None
    assert (await stored_game(world, 1)).status == "over"


async def test_a_void_game_is_dealt_again_among_the_rest(world):
    await world.tables.play(world.place(), ANNA)
    await world.lobby(BORIS, "join")
    await world.lobby(VOVA, "join")
    world.table().lobby.rules["leaver"] = "restart"
    await world.lobby(ANNA, "deal")
    await leave(world, BORIS)
    assert (await stored_game(world, 1)).status == "void"
    second = await stored_game(world, world.game_id())
    assert [who.user_id for who in second.deal.seats] == [1, 3]
    assert second.deal.leader is None
    (row,) = await world.db.all("SELECT * FROM results")
    assert (row["user_id"], row["lost"], row["place"]) == (BORIS.user_id, 1, 3)
    assert message("note-dealt-again", RU) in world.delivery.notes()[-1]
    assert world.hand(VOVA, 2) is not None


async def test_the_host_or_an_admin_stops_a_game(world):
    await world.deal(ANNA, BORIS)
    await world.tables.stop(world.place(), BORIS)
    assert message("toast-host-only", RU) in world.delivery.notes()[-1]
    assert world.game_id() is not None
    await world.tables.stop(world.place(), ANNA)
    assert (await stored_game(world, 1)).status == "stopped"
    assert await world.db.all("SELECT * FROM results") == []
    await world.advance(1000)
    await world.deal(ANNA, BORIS)
    await world.tables.stop(world.place(is_admin=True), GENA)
    assert (await stored_game(world, 2)).status == "stopped"


async def test_when_the_host_has_left_the_next_person_may_stop(world):
    await world.deal(ANNA, BORIS, VOVA)
    await leave(world, ANNA)
    await world.restart()
    await world.tables.stop(world.place(), ANNA)
    assert world.game_id() is not None
    await world.tables.stop(world.place(), BORIS)
    assert world.game_id() is None


async def test_stop_closes_a_lobby(world):
    await world.tables.play(world.place(), ANNA)
    await world.tables.stop(world.place(), BORIS)
    assert world.table().lobby is not None
    await world.tables.stop(world.place(), ANNA)
    assert world.table().lobby is None


async def test_where_nothing_is_on_commands_say_so(world):
    place = world.place()
    for command in ("hand", "table", "leave", "stop"):
        await getattr(world.tables, command)(place, ANNA)
        assert message("toast-nothing-on", RU) in world.delivery.notes()[-1]
    await world.tables.rules(place, ANNA)
    assert len(world.delivery.notes()) == 5


async def test_table_and_hand_are_posted_anew(world):
    await world.deal(ANNA, BORIS)
    await some_moves(world, (ANNA, BORIS), 5)
    world.delivery.log.clear()
    await world.tables.table(world.place(), BORIS)
    await world.tables.hand(world.place(), BORIS)
    await world.tables.hand(world.place(1), ANNA)
    shown = [(s.slot.kind, s.slot.chat_id, s.repost) for s in world.delivery.log]
    assert shown == [
        (SlotKind.TABLE, GROUP, True),
        (SlotKind.HAND, 2, True),
        (SlotKind.HAND, 1, True),
    ]
    await world.tables.hand(world.place(), GENA)
    assert message("toast-not-in-game", RU) in world.delivery.notes()[-1]


async def test_play_during_a_game_says_so_and_shows_the_table(world):
    await world.deal(ANNA, BORIS)
    world.delivery.log.clear()
    await world.tables.play(world.place(), VOVA)
    assert [s.slot.kind for s in world.delivery.log] == [SlotKind.NOTE, SlotKind.TABLE]
    assert world.table().lobby is None


async def test_who_blocked_the_bot_gets_no_hand_until_they_start_it_again(world):
    await world.deal(ANNA, BORIS)
    await world.tables.chat_events.unreachable(BORIS.user_id)
    world.delivery.log.clear()
    await world.tables.hand(world.place(), BORIS)
    assert message("toast-cannot-write", RU) in world.delivery.notes()[-1]
    assert world.hand(BORIS) is None
    await world.tables.started(BORIS)
    assert world.hand(BORIS) is not None


async def test_a_table_in_a_topic_is_another_table(world):
    await world.deal(ANNA, BORIS)
    await world.tables.play(world.place(thread_id=7), VOVA)
    slot = [s.slot for s in world.delivery.log if s.slot.kind is SlotKind.LOBBY][-1]
    assert (slot.chat_id, slot.thread_id) == (GROUP, 7)
    assert world.game_id() is not None


async def test_after_closing_nothing_is_taken(world):
    await world.deal(ANNA, BORIS)
    await world.tables.close()
    answer = await world.press(ANNA, GamePress(1, "mine"), GROUP)
    assert answer.text == message("toast-storage", RU)


async def test_what_is_on_is_shown_in_the_language_that_was_chosen(world):
    await world.deal(ANNA, BORIS)
    await people.put(world.db, BORIS.user_id, 0, language="en")
    await world.tables.language_chosen(world.place(BORIS.user_id), BORIS)
    assert "Your cards" in world.hand(BORIS).text and "Твои карты" in world.hand(ANNA).text
    await chats.set_language(world.db, GROUP, "en", 0)
    await world.tables.language_chosen(world.place(), ANNA)
    assert "leads" in world.table_screen().text


async def test_in_private_each_question_about_leaving_names_its_chat(world):
    titles = {GROUP - n: f"Дача {n}" for n in range(1, 5)}
    for chat_id, title in titles.items():
        await chats.seen(world.db, chat_id, "supergroup", title, 0)
        await world.deal(ANNA, BORIS, chat_id=chat_id)
    private = world.place(ANNA.user_id)
    await world.tables.leave(private, ANNA)
    asked = world.delivery.notes(ANNA.user_id)
    assert [text.split("\n")[0] for text in asked] == [
        f"<b>\u2068{title}\u2069</b>" for title in titles.values()
    ]
    for chat_id, title in titles.items():
        leaves = chat_id == GROUP - 1
        press = GamePress(world.game_id(chat_id), "leave" if leaves else "stay")
        answer = await world.press(ANNA, press, ANNA.user_id)
        key = "toast-left-game-in" if leaves else "toast-stays-in"
        assert answer.text == message(key, RU, chat=title)


async def test_in_the_group_leaving_names_no_chat(world):
    await world.deal(ANNA, BORIS, VOVA)
    await world.tables.leave(world.place(), ANNA)
    assert "Дача" not in world.delivery.notes()[-1]


async def test_who_stands_up_in_private_is_told_where(world):
    await world.tables.play(world.place(), ANNA)
    await world.tables.leave(world.place(ANNA.user_id), ANNA)
    assert world.delivery.notes(ANNA.user_id) == [message("toast-left-in", RU, chat="Дача")]
    assert world.table().lobby is None
