"""An unusable file is reported in a sentence and not changed."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from bot.storage.database import Database
from bot.storage.errors import DatabaseTooNew, StorageError

LATER = "INSERT INTO schema_migrations VALUES (999, 'later', '')"


@pytest.fixture
async def path(tmp_path):
    """A database with something in it, closed."""
    path = tmp_path / "x.sqlite3"
    db = await Database.open(path)
    async with db.transaction() as conn:
        for number in range(400):
            await conn.execute(
                "INSERT INTO chats (chat_id, kind, title, updated_at) VALUES (?, 'group', ?, 0)",
                (number, "a name " * 20),
            )
    await db.close()
    return path


def files(path):
    """The database and its log; the index beside them is SQLite's scratch paper."""
    found = (file for file in path.parent.iterdir() if not file.name.endswith("-shm"))
    return {file.name: file.read_bytes() for file in found if file.is_file()}


async def refused(path, kind, words):
    before = files(path)
    with pytest.raises(kind, match=rf"^the database .*{words}[^\n]*$"):
        await Database.open(path)
    assert files(path) == before


async def test_a_newer_one(path):
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute(LATER)
    await refused(path, DatabaseTooNew, "of version 999, and this bot knows")
    assert not path.with_name(path.name + "-shm").exists()


async def test_a_newer_one_that_was_killed_before_its_log_was_put_in(path, tmp_path):
    """What a killed process leaves: the number of the version is in the log alone."""
    killed = tmp_path / "killed"
    killed.mkdir()
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute(LATER)
        conn.commit()
        for end in ("", "-wal"):
            shutil.copy(str(path) + end, killed / (path.name + end))
    assert (killed / "x.sqlite3-wal").stat().st_size
    await refused(killed / path.name, DatabaseTooNew, "of version 999")


@pytest.mark.parametrize("what", ["torn", "short", "not one", "no page"])
async def test_a_damaged_one(path, what):
    whole = path.read_bytes()
    path.write_bytes(
        {
            "torn": whole[:20_000] + b"\xff" * 9000 + whole[29_000:],
            "short": whole[: len(whole) // 2],
            "not one": b"?" * len(whole),
            "no page": whole[:50],
        }[what]
    )
    await refused(path, StorageError, "(is damaged|can't be read)")


async def test_one_of_another_program(tmp_path):
    path = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute("CREATE TABLE recipes (name TEXT)")
    before = files(path)
    with pytest.raises(StorageError, match="of some other program"):
        await Database.open(path)
    assert files(path) == before


async def test_an_empty_file_is_a_new_database(tmp_path):
    (tmp_path / "x.sqlite3").touch()
    await (await Database.open(tmp_path / "x.sqlite3")).close()
    assert (tmp_path / "x.sqlite3").stat().st_size
