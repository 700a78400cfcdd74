"""The bot's files are readable by their owner only, whatever the umask is."""

import asyncio
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from bot.runtime import heartbeat, private
from bot.storage.backup import back_up
from bot.storage.database import Database
from bot.storage.lock import only_process

CHAT = "INSERT INTO chats (chat_id, kind, title, updated_at) VALUES (1, 'group', 'x', 0)"
FILES = ["x.sqlite3", "x.sqlite3-shm", "x.sqlite3-wal", "x.sqlite3.alive", "x.sqlite3.lock"]


@pytest.fixture(params=[0o022, 0o000], ids=oct)
def umask(request):
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder):
    return {file.name: oct(stat.S_IMODE(file.stat().st_mode)) for file in folder.iterdir()}


async def run_once(database):
    """Use the files as a running bot does, and return their modes."""
    with only_process(database):
        db = await Database.open(database)
        async with db.transaction() as conn:
            await conn.execute(CHAT)
        beating = asyncio.create_task(heartbeat.beat(database))
        await asyncio.sleep(0)
        found = modes(database.parent)
        beating.cancel()
        await db.close()
    return found


@pytest.mark.usefixtures("umask")
async def test_a_new_installation(tmp_path):
    folder = tmp_path / "made" / "data"
    assert await run_once(folder / "x.sqlite3") == dict.fromkeys(FILES, "0o600")
    for made in (folder, folder.parent):
        assert stat.S_IMODE(made.stat().st_mode) == 0o700
    back_up(folder / "x.sqlite3", folder / "copy")
    assert set(modes(folder).values()) == {"0o600"}


@pytest.mark.usefixtures("umask")
async def test_an_old_installation_after_kill_9_is_tightened(tmp_path):
    database = tmp_path / "x.sqlite3"
    await (await Database.open(database)).close()
    # A log and its index stay where the process was killed.
    with closing(sqlite3.connect(database)) as killed:
        killed.execute("PRAGMA wal_autocheckpoint = 0")
        killed.execute("UPDATE schema_migrations SET version = version")
        killed.commit()
        for name in FILES:
            (tmp_path / name).touch()
            (tmp_path / name).chmod(0o644)
        assert await run_once(database) == dict.fromkeys(FILES, "0o600")


@pytest.mark.usefixtures("umask")
async def test_a_link_to_the_database_is_followed(tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "x.sqlite3").symlink_to(Path("disk", "real"))
    db = await Database.open(tmp_path / "x.sqlite3")
    (tmp_path / "disk" / "real-wal").chmod(0o644)
    again = await Database.open(tmp_path / "x.sqlite3")
    assert set(modes(tmp_path / "disk").values()) == {"0o600"}
    await again.close()
    await db.close()


def test_a_folder_that_is_there_keeps_its_rights(tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o750)
    private.make_folder(tmp_path / "shared" / "mine")
    assert modes(tmp_path) == {"shared": "0o750"}
    assert modes(tmp_path / "shared") == {"mine": "0o700"}


def test_a_file_system_without_rights_is_logged(tmp_path, monkeypatch, caplog):
    file = tmp_path / "x"
    file.touch(0o644)

    def refuse(*_, **__):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chmod", refuse)
    private.tighten(file)
    assert f'file_left_readable path="{file}" error="Operation not permitted"' in caplog.text
