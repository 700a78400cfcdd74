"""The heartbeat file and its check."""

import asyncio
import os

import pytest

from bot.runtime import heartbeat


async def test_a_beating_bot_is_well(tmp_path):
    database = tmp_path / "x.sqlite3"
    assert heartbeat.problem(database, 0.0) == f"no bot has started on {database}"
    task = asyncio.create_task(heartbeat.beat(database))
    await asyncio.sleep(0)
    task.cancel()
    last = heartbeat.beat_file(database).stat().st_mtime
    assert heartbeat.problem(database, last + heartbeat.EVERY) is None
    assert heartbeat.problem(database, last + 600) == "no heartbeat for 600 seconds"


async def test_a_disk_in_trouble_does_not_stop_the_bot(tmp_path, caplog):
    task = asyncio.create_task(heartbeat.beat(tmp_path / "gone" / "x.sqlite3"))
    await asyncio.sleep(0)
    assert not task.done() and "heartbeat_failed" in caplog.text
    task.cancel()


@pytest.mark.parametrize(("age", "status"), [(0, 0), (600, 1)])
def test_the_exit_status_tells(tmp_path, monkeypatch, capsys, age, status):
    database = tmp_path / "x.sqlite3"
    heartbeat.beat_file(database).touch()
    then = heartbeat.beat_file(database).stat().st_mtime - age
    os.utime(heartbeat.beat_file(database), (then, then))
    monkeypatch.setenv("BOT_TOKEN", "1:a")
    monkeypatch.setenv("DATABASE_PATH", str(database))
    assert heartbeat.main() == status
    assert bool(capsys.readouterr().err) == bool(status)
