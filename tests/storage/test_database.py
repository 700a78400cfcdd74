"""Transactions are atomic, reads see only commits, and wrong files are refused."""

import asyncio
import sqlite3
import time
from contextlib import closing

import aiosqlite
import pytest

from bot.storage.database import Database
from bot.storage.errors import FAILURES, DatabaseLocked, DatabaseTooNew, StorageError
from bot.storage.migrate import known_migrations

INSERT = "INSERT INTO chats (chat_id, kind, title, updated_at) VALUES (?, 'group', '', 0)"


async def count(db):
    return (await db.one("SELECT COUNT(*) FROM chats"))[0]


async def test_it_is_opened_as_promised(db):
    async with db.transaction() as conn:
        answers = []
        for name in ("journal_mode", "synchronous", "foreign_keys"):
            answers.append(next(iter(await conn.execute_fetchall(f"PRAGMA {name}")))[0])
    assert answers == ["wal", 2, 1]


async def test_a_failed_transaction_leaves_nothing(db):
    with pytest.raises(RuntimeError):
        async with db.transaction() as conn:
            await conn.execute(INSERT, (1,))
            raise RuntimeError
    assert await count(db) == 0
    async with db.transaction() as conn:
        await conn.execute(INSERT, (2,))
    assert await count(db) == 1


async def test_a_read_does_not_see_another_tasks_open_transaction(db):
    written, seen = asyncio.Event(), asyncio.Event()

    async def write():
        async with db.transaction() as conn:
            await conn.execute(INSERT, (1,))
            written.set()
            await seen.wait()

    task = asyncio.create_task(write())
    await written.wait()
    assert await count(db) == 0
    seen.set()
    await task
    assert await count(db) == 1


async def test_a_cancelled_writer_leaves_nothing_and_holds_up_nobody(db):
    written = asyncio.Event()

    async def write():
        async with db.transaction() as conn:
            await conn.execute(INSERT, (1,))
            written.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(write())
    await written.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with db.transaction() as conn:
        await conn.execute(INSERT, (2,))
    assert [row["chat_id"] for row in await db.all("SELECT chat_id FROM chats")] == [2]


async def test_a_snapshot_stays_as_it_was_while_others_write(db):
    async with db.snapshot() as conn:
        await conn.execute_fetchall("SELECT COUNT(*) FROM chats")
        async with db.transaction() as writer:
            await writer.execute(INSERT, (1,))
        rows = await conn.execute_fetchall("SELECT COUNT(*) FROM chats")
    assert next(iter(rows))[0] == 0
    assert await count(db) == 1


async def test_transactions_of_many_tasks_do_not_mix(db):
    async def add(chat_id):
        async with db.transaction() as conn:
            await conn.execute(INSERT, (chat_id,))
            if chat_id % 2:
                raise RuntimeError

    await asyncio.gather(*(add(i) for i in range(20)), return_exceptions=True)
    assert [row[0] for row in await db.all("SELECT chat_id FROM chats ORDER BY 1")] == list(
        range(0, 20, 2)
    )


async def test_readers_cannot_write(db):
    with pytest.raises(sqlite3.OperationalError):
        await db.all(INSERT, (1,))


async def test_migrations_are_recorded_and_run_once(tmp_path):
    for _ in range(2):
        db = await Database.open(tmp_path / "x.sqlite3")
        rows = await db.all("SELECT version, name FROM schema_migrations ORDER BY version")
        await db.close()
    assert [tuple(row) for row in rows] == [(m.version, m.name) for m in known_migrations()]
    assert [m.version for m in known_migrations()] == list(range(1, len(rows) + 1))


async def test_a_newer_database_is_refused_and_not_touched(tmp_path):
    path = tmp_path / "x.sqlite3"
    await (await Database.open(path)).close()
    with sqlite3.connect(path) as conn:
        conn.execute("INSERT INTO schema_migrations VALUES (999, 'later', '')")
    with pytest.raises(DatabaseTooNew, match="of version 999, and this bot knows"):
        await Database.open(path)


async def test_an_unusable_path_is_refused_in_a_sentence(tmp_path):
    file = tmp_path / "file"
    file.write_text("something else entirely, and long enough to be no database header at all " * 9)
    for path in (file / "x.sqlite3", tmp_path, file):
        with pytest.raises(
            StorageError, match=r"^the database .* can't be (opened|used|read): .+$"
        ):
            await Database.open(path)


@pytest.fixture
async def held(tmp_path):
    """A database that is opened so that nothing is waited for, and another process's hold."""
    path = tmp_path / "held.sqlite3"
    db = await Database.open(path, busy=0.001, probe=3600.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield db, other
    await db.close()


async def insert(db, chat_id):
    async with db.transaction() as conn:
        await conn.execute(INSERT, (chat_id,))


async def test_one_transaction_waits_for_another_process_and_the_next_are_refused(
    held, monkeypatch
):
    db, _ = held
    begun = []
    execute = aiosqlite.Connection.execute

    async def counting(self, sql, *parameters):
        begun.append(sql)
        return await execute(self, sql, *parameters)

    monkeypatch.setattr(aiosqlite.Connection, "execute", counting)
    refused = await asyncio.gather(*(insert(db, n) for n in range(20)), return_exceptions=True)
    assert {type(error) for error in refused} == {DatabaseLocked}
    assert isinstance(refused[0], FAILURES)
    assert begun.count("BEGIN IMMEDIATE") == 1
    assert await count(db) == 0 and "holds the database" in await db.problem()


async def test_a_locked_database_is_tried_again_without_waiting(held, monkeypatch):
    db, other = held
    with pytest.raises(DatabaseLocked):
        await insert(db, 1)
    other.execute("ROLLBACK")
    with pytest.raises(DatabaseLocked):
        await insert(db, 2)
    now = time.monotonic() + 3601
    monkeypatch.setattr("bot.storage.database.time.monotonic", lambda: now)
    await insert(db, 3)
    await insert(db, 4)
    assert await count(db) == 2 and await db.problem() is None
    async with db.transaction() as conn:
        waits = await conn.execute_fetchall("PRAGMA busy_timeout")
    assert next(iter(waits))[0] == 1
