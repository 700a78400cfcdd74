"""`python -m bot backup FILE`: needs no token, minds no lock, and says how it went."""

import sqlite3
import sys
from contextlib import closing

import pytest

from bot.__main__ import main
from bot.storage.database import Database
from bot.storage.lock import only_process


@pytest.fixture
async def database(tmp_path, monkeypatch):
    path = tmp_path / "d.sqlite3"
    await (await Database.open(path)).close()
    monkeypatch.delenv("BOT_TOKEN", raising=False)
    monkeypatch.setenv("DATABASE_PATH", str(path))
    monkeypatch.chdir(tmp_path)
    return path


def run(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["durak-bot", *map(str, arguments)])
    return main()


def test_a_copy_while_the_bot_holds_the_lock(database, monkeypatch, capsys):
    copy = database.parent / "copy.sqlite3"
    with only_process(database):
        assert run(monkeypatch, "backup", copy) == 0
    assert capsys.readouterr().out == f"{copy}: {copy.stat().st_size} bytes\n"
    with closing(sqlite3.connect(copy)) as conn:
        assert conn.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_second_copy_of_the_same_name_is_refused(database, monkeypatch, capsys):
    copy = database.parent / "copy.sqlite3"
    assert run(monkeypatch, "backup", copy) == 0
    assert run(monkeypatch, "backup", copy) == 2
    assert capsys.readouterr().err == f"{copy} exists already; a backup replaces nothing\n"


def test_a_damaged_database_is_no_start(database, monkeypatch, capsys):
    whole = database.read_bytes()
    database.write_bytes(whole[:8192] + b"\xff" * 8192 + whole[16384:])
    before = database.read_bytes()
    monkeypatch.setenv("BOT_TOKEN", "42:sandbox")
    assert run(monkeypatch) == 2
    said = capsys.readouterr().err
    assert "is damaged" in said
    assert said.count("\n") == 1
    assert database.read_bytes() == before
