"""The score: each game is counted once, and a recount yields the same."""

import asyncio
import itertools
import logging
import sqlite3
import sys
from dataclasses import replace

import aiosqlite
import pytest

from bot.__main__ import main
from bot.model.tally import PersonResult, Tally
from bot.storage import chat_moves, chats, games, recount, results
from bot.storage import migrate as migrations
from bot.storage.backup import back_up
from bot.storage.database import Database
from bot.storage.games import GameEnd
from bot.storage.privacy import erase
from tests.storage.scored import CHATS, meet, outcome, play_many

FIRST = Tally((PersonResult(1, 0, 1, won=True), PersonResult(2, 1, 2, 2, lost=True)))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "durak.sqlite3"


async def play(db, deal, tally=FIRST, at=10.0):
    """A game that is over, and has come to this."""
    game = await games.create_game(db, deal, at)
    end = GameEnd("over", outcome(), tally)
    await games.append_action(
        db, game.game_id, games.NewAction(0, "0 lead 9S", at, "person", 1, end=end)
    )
    return game.game_id


@pytest.mark.parametrize(
    ("number", "seed"), [(60, 1), pytest.param(1000, 2, marks=pytest.mark.soak)]
)
async def test_what_is_kept_is_what_the_records_come_to(db, path, number, seed):
    await play_many(db, number, seed)
    ends = await db.all("SELECT status, COUNT(*) AS games FROM games GROUP BY status")
    assert {row["status"] for row in ends} == {"over", "void", "stopped", "broken"}
    kinds = await db.all("SELECT DISTINCT kind FROM results")
    assert len(kinds) == 4
    assert (await db.all("SELECT COUNT(*) FROM results WHERE rating_after IS NOT NULL"))[0][0]
    assert (await db.all("SELECT COUNT(*) FROM straps"))[0][0]
    await chat_moves.move_chat(db, CHATS[0], CHATS[1])
    await erase(db, 3)
    assert await recount.check(path) == []


async def test_a_game_is_counted_once_and_in_the_transaction_of_its_end(db, deal):
    game_id = await play(db, deal)
    assert not await games.end_game(db, game_id, "stopped", 20.0)
    assert [tuple(row) for row in await db.all("SELECT game_id, counted FROM tallies")] == [
        (game_id, 1)
    ]
    twice = replace(FIRST, people=FIRST.people * 2)
    with pytest.raises(sqlite3.IntegrityError):
        await play(db, deal, twice)
    assert len(await db.all("SELECT * FROM tallies")) == 1
    assert len(await db.all("SELECT * FROM results")) == 2


@pytest.mark.parametrize("status", ["stopped", "void", "broken"])
async def test_without_a_result_only_those_who_left_have_lost(db, deal, status):
    game = await games.create_game(db, deal, 1.0)
    await games.append_action(db, game.game_id, games.NewAction(0, "1 resign", 2.0, "person", 2))
    await games.append_action(db, game.game_id, games.NewAction(1, "0 lead 9S", 3.0, "person", 1))
    await games.end_game(db, game.game_id, status, 4.0)
    (row,) = await db.all("SELECT * FROM results")
    assert (row["user_id"], row["lost"], row["resigned"], row["place"]) == (2, 1, 1, 3)
    assert row["rating_after"] < row["rating_before"] == 1000
    assert [row["user_id"] for row in await db.all("SELECT * FROM ratings")] == [2]


async def test_games_of_one_person_stand_apart(db, deal):
    alone = replace(deal, seats=(deal.seats[0], *[games.Seat(None, "Бот", "amateur")] * 2))
    won = Tally((PersonResult(1, 0, 1, won=True),))
    await play(db, alone, won)
    (row,) = await db.all("SELECT * FROM results")
    assert (row["board"], row["rating_after"]) == (1, None)
    assert {row["board"] for row in await db.all("SELECT board FROM totals")} == {1}
    assert (await results.personal(db, 1, "all")).totals.games == 0
    assert (await results.personal(db, 1, "solo")).totals.won == 1
    assert await results.history(db, 1) == []


async def test_duels_of_the_same_two_count_less_and_less(db, deal):
    """People who are new no longer, on one day, on the next and when a month has passed."""

    async def gain(at):
        before = await db.one("SELECT mu FROM ratings WHERE user_id = 1")
        await play(db, deal, at=at)
        after = await db.one("SELECT mu FROM ratings WHERE user_id = 1")
        return after["mu"] - before["mu"] if before else 0.0

    day = 86_400.0
    for week in range(10):
        await gain(8 * week * day)
    steps = [await gain(120 * day + number) for number in range(8)]
    assert all(later < 0.9 * earlier for earlier, later in itertools.pairwise(steps))
    assert await gain(121 * day) < steps[-1]
    assert await gain(160 * day) > 2 * steps[-1]


async def test_own_figures(db, deal):
    await meet(db)
    lost = Tally((PersonResult(1, 0, 2, 2, lost=True, durak=True, taken=3, beaten=1, worn=1),
                  PersonResult(2, 1, 1, won=True, hung=1)))  # fmt: skip
    for number, tally in enumerate((FIRST, FIRST, lost, FIRST)):
        await play(db, deal, tally, at=100.0 + number)
    own = await results.personal(db, 1, "here", -100)
    assert (own.totals.games, own.totals.won, own.totals.lost, own.totals.durak) == (4, 3, 1, 1)
    assert (own.totals.taken, own.totals.beaten, own.totals.worn) == (3, 1, 1)
    assert own.places == ((1, 3), (2, 1))
    assert (own.run, own.running) == (2, 1)
    assert own.favourite is not None and (own.favourite.name, own.favourite.games) == ("П2", 4)
    assert (await results.personal(db, 1, "here", -200)).totals.games == 0
    assert (await results.personal(db, 1, "podkidnoy")).totals.games == 4
    assert (await results.personal(db, 1, "lively")).totals.games == 0
    (chat,) = (await results.personal(db, 1, "chats")).chats
    assert (chat.name, chat.games, chat.lost) == ("Чат 100", 4, 1)
    history = await results.history(db, 1)
    assert [(past.at, past.place, past.lost) for past in history] == [
        (100.0, 1, False),
        (101.0, 1, False),
        (102.0, 2, True),
        (103.0, 1, False),
    ]
    assert history[-1].rating == own.rating


async def test_a_chat_that_moves_onto_another_adds_up(db, deal):
    other = await chats.ensure_table(db, -200, "group")
    await play(db, deal)
    await play(db, replace(deal, table_id=other.table_id))
    await chat_moves.move_chat(db, -100, -200)
    rows = await db.all("SELECT board, games FROM totals WHERE user_id = 1 AND period = 'ever'")
    assert {(row["board"], row["games"]) for row in rows} == {(0, 2), (-200, 2)}


async def earlier(path, kept):
    """A database of the version before there was a score, with the games of another one."""
    steps = itertools.takewhile(lambda step: step.name != "score", migrations.known_migrations())
    async with aiosqlite.connect(path, isolation_level=None) as old:
        await migrations.migrate(old, list(steps))
        await old.execute("ATTACH ? AS kept", (str(kept),))
        for table in ("people", "chats", "tables", "series", "games", "game_seats", "actions"):
            rows = await old.execute_fetchall(f"PRAGMA main.table_info({table})")
            columns = ", ".join(row[1] for row in rows)
            await old.execute(f"INSERT INTO {table} SELECT {columns} FROM kept.{table}")


async def test_an_earlier_database_is_filled_from_its_records(db, path, tmp_path, caplog):
    await play_many(db, 25, 3)
    kept, old = tmp_path / "kept.sqlite3", tmp_path / "old.sqlite3"
    back_up(path, kept)
    await earlier(old, kept)
    today = await Database.open(old)
    assert await today.all("SELECT * FROM results") == []
    with caplog.at_level(logging.INFO, "bot.storage.recount"):
        assert await recount.catch_up(today) == 25
        assert await recount.catch_up(today) == 0
    assert "recount_started games=25" in caplog.text
    await today.close()
    assert recount._differences(kept, old) == []


async def test_filling_goes_on_where_it_was_killed(db, path, monkeypatch):
    await play_many(db, 20, 4)
    monkeypatch.setattr(recount, "CHUNK", 7)
    end, ended = recount._end, []

    async def killed(db, game_id):
        ended.append(game_id)
        if len(ended) == 18:
            raise KeyboardInterrupt
        return await end(db, game_id)

    monkeypatch.setattr(recount, "_end", killed)
    with pytest.raises(KeyboardInterrupt):
        await recount.redo(db)
    assert (await db.all("SELECT COUNT(*) FROM tallies WHERE counted"))[0][0] == 14
    monkeypatch.setattr(recount, "_end", end)
    assert await recount.catch_up(db) == 6
    assert await recount.check(path) == []


async def test_a_record_that_no_longer_replays_is_left_out(db, deal, caplog):
    game_id = await play(db, deal)
    assert await recount.redo(db) == 1
    assert f"replay_failed game={game_id} " in caplog.text
    assert await db.all("SELECT * FROM results") == []
    assert await recount.catch_up(db) == 0


async def test_the_check_names_what_is_not_right(db, path):
    await play_many(db, 12, 5)
    assert await recount.check(path) == []
    async with db.transaction() as conn:
        await conn.execute("UPDATE totals SET won = won + 1 WHERE board = 0 AND user_id = 1")
        await conn.execute("DELETE FROM tallies WHERE number = 1")
    found = await recount.check(path)
    assert any(line.startswith("totals: (0, ") for line in found)
    assert any("is not counted once" in line for line in found)


def test_the_command_line_checks_and_makes_anew(path, monkeypatch, capsys):
    async def stored():
        db = await Database.open(path)
        await play_many(db, 8, 6)
        async with db.transaction() as conn:
            await conn.execute("DELETE FROM results")
        await db.close()

    asyncio.run(stored())
    monkeypatch.setenv("DATABASE_PATH", str(path))
    for arguments, status in ((["--check"], 1), ([], 0), (["--check"], 0)):
        monkeypatch.setattr(sys, "argv", ["durak-bot", "recount", *arguments])
        assert main() == status
    out = capsys.readouterr().out
    assert "by the records, but not kept so" in out
    assert "8 games counted\nthe score is what the records come to\n" in out
