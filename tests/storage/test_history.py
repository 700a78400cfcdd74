"""Ended games of chats and of people."""

from dataclasses import replace

from bot.storage import chats, games, history
from bot.storage.games import GameEnd, Seat
from tests.storage.scored import outcome


async def played(db, deal, how="over", **changes):
    game = await games.create_game(db, replace(deal, **changes), 1.0)
    if how in ("over", "void"):
        end = GameEnd(how, outcome())
        await games.append_action(
            db, game.game_id, games.NewAction(0, "0 take", 2.0, "person", 1, end=end)
        )
    elif how != "live":
        await games.end_game(db, game.game_id, how, 3.0)
    return game.game_id


async def ids(found):
    return [game.game_id for game in await found]


async def test_a_chat_has_its_ended_games_of_all_topics_newest_first(db, deal):
    topic = await chats.ensure_table(db, -100, "group", 5)
    other = await chats.ensure_table(db, -200, "group")
    first = await played(db, deal)
    await played(db, deal, table_id=other.table_id)
    second = await played(db, deal, "stopped", table_id=topic.table_id)
    third = await played(db, deal, "void")
    await played(db, deal, "broken")
    await played(db, deal, "live")
    assert await ids(history.of_chat(db, -100, 0, 9)) == [third, second, first]
    assert await ids(history.of_chat(db, -100, 1, 1)) == [second]
    assert await ids(history.of_chat(db, -100, 3, 9)) == []


async def test_a_person_has_their_games_of_all_chats(db, deal):
    solo = await chats.ensure_table(db, 1, "solo")
    first = await played(db, deal)
    await played(db, deal, seats=(Seat(3, "Вова"), Seat(2, "Борис")))
    alone = await played(db, deal, table_id=solo.table_id, seats=(Seat(1, "Аня"), Seat(None, "Б")))
    await played(db, deal, "live")
    found = await history.of_person(db, 1, 0, 9)
    assert [(game.game_id, game.solo, len(game.seats)) for game in found] == [
        (alone, True, 2),
        (first, False, 3),
    ]


async def test_a_game_is_found_once_it_has_ended(db, deal):
    await chats.seen(db, -100, "group", "Дача", 1.0)
    over = await history.get(db, await played(db, deal))
    assert over is not None
    assert (over.chat_id, over.title, over.ended_at) == (-100, "Дача", 2.0)
    assert (over.rules["deck"], over.result) == (24, outcome())
    assert [seat.name for seat in over.seats] == ["Аня", "Борис", "Бот"]
    stopped = await history.get(db, await played(db, deal, "stopped"))
    assert stopped is not None and stopped.result is None
    for how in ("broken", "live"):
        assert await history.get(db, await played(db, deal, how)) is None
    assert await history.get(db, 99) is None


async def test_lists_are_read_by_indexes(db, deal):
    """Nothing is read of other chats' and other people's games."""
    asked = {
        "tables.chat_id = 1 ORDER BY game_id DESC": "games_by_table",
        "game_id IN (SELECT game_id FROM game_seats WHERE user_id = 1)": "game_seats_by_person",
    }
    for where, index in asked.items():
        plan = await db.all(f"EXPLAIN QUERY PLAN {history._GAMES} WHERE {where} LIMIT 6")
        steps = " ".join(row["detail"] for row in plan)
        assert index in steps, steps
        assert "SCAN" not in steps, steps
