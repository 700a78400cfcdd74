"""Backups are complete, consistent and overwrite nothing, also while the bot runs."""

import sqlite3
import stat
import threading
from contextlib import closing

import pytest

from bot.storage.backup import back_up
from bot.storage.database import Database
from bot.storage.errors import StorageError

INSERT = "INSERT INTO chats (chat_id, kind, title, updated_at) VALUES (?, 'group', ?, 0)"


@pytest.fixture
async def path(tmp_path):
    path = tmp_path / "x.sqlite3"
    await (await Database.open(path)).close()
    return path


async def test_it_has_all_that_is_committed_and_can_be_played_on(path, tmp_path):
    db = await Database.open(path)
    async with db.transaction() as conn:
        await conn.execute(INSERT, (1, "in the log only"))
    async with db.transaction() as conn:
        await conn.execute(INSERT, (2, "not committed"))
        size = back_up(path, tmp_path / "copy")
    await db.close()
    assert size == (tmp_path / "copy").stat().st_size
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy", "x.sqlite3"]
    copy = await Database.open(tmp_path / "copy")
    assert [row["chat_id"] for row in await copy.all("SELECT chat_id FROM chats")] == [1]
    await copy.close()


def test_it_is_of_one_moment_while_another_writes_without_rest(path, tmp_path):
    """Two rows are written together each time; no copy may have one without the other."""
    stop = threading.Event()

    def write():
        with closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as conn:
            number = 0
            while not stop.is_set():
                number += 1
                conn.execute("BEGIN IMMEDIATE")
                conn.execute(INSERT, (number, "x" * 3000))
                conn.execute(INSERT, (-number, "x" * 3000))
                conn.execute("COMMIT")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            back_up(path, tmp_path / f"copy{number}")
    finally:
        stop.set()
        writer.join()
    for number in range(5):
        with closing(sqlite3.connect(tmp_path / f"copy{number}")) as conn:
            assert conn.execute("SELECT SUM(chat_id) FROM chats").fetchone()[0] in (None, 0)
            assert conn.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_nothing_is_replaced(path, tmp_path):
    (tmp_path / "copy").write_text("dear")
    with pytest.raises(StorageError, match="exists already"):
        back_up(path, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "dear"


@pytest.mark.parametrize("wrong", ["no database", "no folder", "damaged", "no database at all"])
def test_what_can_not_be_done_leaves_nothing(path, tmp_path, wrong):
    copy = tmp_path / "copy"
    if wrong == "no database":
        path.unlink()
    elif wrong == "no folder":
        copy = tmp_path / "nowhere" / "copy"
    elif wrong == "damaged":
        whole = path.read_bytes()
        path.write_bytes(whole[:8192] + b"\xff" * 8192 + whole[16384:])
    else:
        path.write_bytes(b"?" * 9000)
    before = sorted(file.name for file in tmp_path.iterdir())
    with pytest.raises(StorageError, match=r"^[^\n]+$"):
        back_up(path, copy)
    assert sorted(file.name for file in tmp_path.iterdir()) == before
