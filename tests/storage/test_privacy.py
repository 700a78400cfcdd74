"""A person is erased everywhere, and the data of others stays the same."""

import re
from dataclasses import replace

import pytest

from bot.storage import (
    chats,
    deadlines,
    games,
    history,
    lobbies,
    messages,
    people,
    privacy,
    puzzles,
    recount,
)
from bot.storage.games import GameEnd, Seat, StoredAction
from bot.storage.lobbies import LobbySeat
from bot.storage.messages import ShownMessage
from tests.storage.scored import outcome, play_many

ME, NAME = 777_000_111, "Зебра"
NO_PERSON = {
    "game_id", "table_id", "series_id", "lobby_id", "deal_id", "thread_id", "message_id",
    "update_id",
}  # fmt: skip
"""Ids of other things than people and chats."""


async def columns(db):
    found = []
    for table in await db.all("SELECT name FROM sqlite_master WHERE type = 'table'"):
        for column in await db.all(f"PRAGMA table_info({table['name']})"):
            found.append((table["name"], column["name"]))
    return found


async def traces(db, *words):
    """Where one of these stands, in any column of any table; not within a longer word or number."""
    found = []
    for table, column in await columns(db):
        for word in words:
            rows = await db.all(
                f"SELECT CAST({column} AS TEXT) AS kept FROM {table} WHERE kept LIKE ?",
                (f"%{word}%",),
            )
            whole = re.compile(rf"(?<![0-9a-z]){re.escape(str(word))}(?![0-9a-z])", re.IGNORECASE)
            if any(whole.search(row["kept"]) for row in rows):
                found.append((table, column))
    return found


async def play(db, deal, how="over", **changes):
    game = await games.create_game(db, replace(deal, **changes), 1.0)
    await games.append_action(db, game.game_id, games.NewAction(0, "0 lead 6S", 2.0, "person", ME))
    if how != "live":
        end = GameEnd("over", outcome())
        await games.append_action(
            db, game.game_id, games.NewAction(1, "1 take", 3.0, "person", 2, end=end)
        )
    return game.game_id


@pytest.fixture
async def known(db, deal):
    """Somebody of whom something is kept in every table that holds people; their games."""
    await people.seen(db, ME, NAME, "zebra_user", "ru", 1.0)
    await people.seen(db, 2, "Борис", "boris", "ru", 1.0)
    await chats.seen(db, -100, "group", "Дача", 1.0)
    await chats.seen(db, ME, "private", NAME, 1.0)
    solo = (await chats.ensure_table(db, ME, "solo")).table_id
    group = deal.table_id
    me, boris, robot = Seat(ME, NAME), Seat(2, "Борис"), Seat(None, "Бот", "amateur")
    for table, seats in ((group, (me, boris)), (solo, (me, robot)), (group, (me, robot))):
        lobby_seats = [LobbySeat(who.user_id, who.name) for who in seats]
        lobby = await lobbies.open_lobby(db, table, ME, {}, lobby_seats, 1.0)
        await lobbies.close_lobby(db, lobby.lobby_id, 2.0)
    together = await play(db, deal, seats=(me, boris), host_id=ME)
    alone = await play(db, deal, table_id=solo, seats=(me, robot), host_id=ME)
    among = await play(db, deal, seats=(robot, me))
    live = await play(db, deal, "live", seats=(me, boris, Seat(3, "Вова")), host_id=ME)
    await deadlines.vote(db, live, 1, ME)
    await puzzles.begin(db, ME, puzzles.PuzzleProgress("some"))
    await puzzles.put(db, ME, puzzles.PuzzleProgress("some"), True, 1.0)
    for name, chat in ((f"history:0:{ME}", ME), (f"alone:{live}:-100:{ME}", -100)):
        await messages.put_all(db, [ShownMessage(name, chat, 5, "digest")], 1.0)
    await messages.put_all(db, [ShownMessage(f"table:{live}:-100", -100, 6, "digest")], 1.0)
    return {"together": together, "alone": alone, "among": among, "live": live}


async def test_neither_id_nor_name_is_left_in_any_column(db, known):
    before = {table for table, _ in await traces(db, ME, NAME, "zebra_user")}
    assert before >= {
        "people", "chats", "tables", "lobbies", "lobby_seats", "games", "game_seats", "actions",
        "votes", "puzzle_players", "puzzle_tries", "slots",
    }  # fmt: skip
    await privacy.erase(db, ME)
    assert await traces(db, ME, NAME, "zebra_user") == []
    assert await people.get(db, ME) is None


async def test_games_with_others_stay_whole_but_for_the_name(db, known):
    before = {
        name: await games.load_game(db, game_id)
        for name, game_id in known.items()
        if name in ("together", "live")
    }
    nobody = await privacy.erase(db, ME)
    assert nobody < 0
    for was in before.values():
        assert was is not None
        game = await games.load_game(db, was.game_id)
        assert game is not None and game.record() == was.record()
        gone, *others = game.deal.seats
        assert gone == Seat(nobody, "") and gone.forgotten
        assert others == list(was.deal.seats[1:])
        assert not any(who.forgotten for who in others)
        assert game.actions[0] == StoredAction("0 lead 6S", 2.0, "person", nobody)
        assert replace(game, deal=was.deal, actions=was.actions) == was
    assert set(await messages.load_all(db)) == {f"table:{known['live']}:-100"}


async def test_games_without_other_people_go(db, known):
    await privacy.erase(db, ME)
    for name in ("alone", "among"):
        assert await games.load_game(db, known[name]) is None
    rows = await db.all("SELECT DISTINCT game_id FROM actions ORDER BY game_id")
    assert [row["game_id"] for row in rows] == sorted([known["together"], known["live"]])
    assert [game.game_id for game in await history.of_chat(db, -100, 0, 9)] == [known["together"]]


SCORES = {
    "results": "game_id, user_id",
    "totals": "board, period, user_id",
    "ratings": "user_id",
    "straps": "game_id, number",
}


async def scores_of_others(db, user_id):
    """All that the score has of other people, whoever hung pogony on them."""
    found = {}
    for table, key in SCORES.items():
        rows = await db.all(
            f"SELECT * FROM {table} WHERE user_id != ? AND user_id > 0 ORDER BY {key}", (user_id,)
        )
        found[table] = [{**dict(row), "by_id": None} for row in rows]
    return found


async def test_the_others_keep_their_score_also_when_it_is_made_anew(db, tmp_path):
    await play_many(db, 60)
    before = await scores_of_others(db, 2)
    assert all(before.values())
    await privacy.erase(db, 2)
    assert await scores_of_others(db, 2) == before
    assert await recount.check(tmp_path / "durak.sqlite3") == []
    for table in SCORES:
        assert not await db.all(f"SELECT 1 FROM {table} WHERE user_id = 2"), table


async def test_two_who_are_forgotten_stay_two(db, known):
    first, second = await privacy.erase(db, ME), await privacy.erase(db, 2)
    assert first != second
    game = await games.load_game(db, known["together"])
    assert game is not None
    assert [who.user_id for who in game.deal.seats] == [first, second]


async def test_who_comes_again_is_new(db, known):
    await privacy.erase(db, ME)
    await people.seen(db, ME, "Зоя", None, "en", 9.0)
    assert await history.of_person(db, ME, 0, 9) == []
    kept = await privacy.rows_of(db, ME)
    assert [row["name"] for row in kept.pop("people")] == ["Зоя"]
    assert kept == {}


async def test_whoever_was_never_seen_can_be_forgotten(db, known):
    await privacy.erase(db, 999)
    assert await people.get(db, ME) is not None


async def test_a_person_is_shown_what_is_kept_of_them_alone(db, known):
    kept = await privacy.rows_of(db, ME)
    assert kept["people"][0]["username"] == "zebra_user"
    assert len(kept["game_seats"]) == 4
    assert all(row["user_id"] == ME for row in kept["game_seats"])
    assert "actions" not in kept


async def test_every_id_in_the_database_is_called_so_that_people_are_found(db):
    """A new table that calls a person otherwise would be forgotten by the forgetting."""
    known = {*NO_PERSON, *privacy.PERSON, *privacy.PLACE}
    named = {column for _, column in await columns(db) if column.endswith(("_id", "_by"))}
    assert named <= known
    holders = {table for table, column in await columns(db) if column in privacy.PERSON}
    assert {*privacy.OWN, "game_seats", "actions", "games", "results"} <= holders
