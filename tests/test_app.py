"""The bot as a process: it says plainly why it can't run, and stops when it is asked to."""

import asyncio
import os
import signal
import sqlite3
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestClient, TestServer

from bot.runtime.heartbeat import beat_file
from bot.sandbox.server import create_app
from bot.sandbox.world import World
from bot.storage.lock import only_process

SECONDS = 90
"""Long enough for a process to start on a busy machine."""


@pytest.fixture
async def world():
    async with TestClient(TestServer(create_app(World()))) as client:
        yield client


def settings(tmp_path, url="http://127.0.0.1:1", **changes):
    plain = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    return plain | {
        "BOT_TOKEN": "42:sandbox",
        "TELEGRAM_API_URL": str(url).rstrip("/"),
        "DATABASE_PATH": str(tmp_path / "d.sqlite3"),
        "PYTHONPATH": os.getcwd(),
        **changes,
    }


@asynccontextmanager
async def process(tmp_path, module, *arguments, env, stdout=DEVNULL):
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        env=env,
        cwd=tmp_path,
        stdout=stdout,
        stderr=PIPE,
    )
    try:
        async with asyncio.timeout(SECONDS):
            yield started
    finally:
        if started.returncode is None:
            started.kill()
            await started.wait()


async def ending(tmp_path, env, module="bot", *arguments):
    """Exit status and what was said on standard error."""
    async with process(tmp_path, module, *arguments, env=env) as started:
        _, said = await started.communicate()
        return started.returncode, said.decode()


async def line_with(started: Process, words: str) -> str:
    assert started.stderr
    while line := (await started.stderr.readline()).decode():
        if words in line:
            return line
    raise AssertionError(f"it ended without saying {words!r}")


async def test_without_a_token_it_says_so(tmp_path):
    status, said = await ending(tmp_path, settings(tmp_path, BOT_TOKEN=""))
    assert status == 2
    assert said.startswith("BOT_TOKEN is not set")
    assert said.count("\n") == 1


async def test_a_wrong_token_is_told_by_telegram(tmp_path, world):
    env = settings(tmp_path, world.make_url(""), BOT_TOKEN="42:WrongSecret")
    status, said = await ending(tmp_path, env)
    assert status == 2
    assert said.splitlines()[-1].startswith("Telegram refuses the token")
    assert "WrongSecret" not in said
    assert "Traceback" not in said


async def test_a_path_that_can_not_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    env = settings(tmp_path, DATABASE_PATH=str(tmp_path / "file" / "d.sqlite3"))
    status, said = await ending(tmp_path, env)
    assert status == 2
    assert said.startswith("the database ")
    assert said.count("\n") == 1


async def test_a_second_process_on_the_database(tmp_path):
    with only_process(tmp_path / "d.sqlite3"):
        status, said = await ending(tmp_path, settings(tmp_path))
    assert status == 2
    assert "another bot works on" in said
    assert said.count("\n") == 1


async def polled(world):
    """Until the bot waits for updates."""
    while True:
        async with world.get("/world") as response:
            if (await response.json())["bot"]["online"]:
                return
        await asyncio.sleep(0.05)


async def test_a_second_poller_is_loudly_met_and_a_stop_is_clean(tmp_path, world):
    env = settings(tmp_path, world.make_url(""), LOG_FORMAT="json")
    async with process(tmp_path, "bot", env=env) as bot:
        await polled(world)
        for pause in (1, 2):
            # Until it is the bot's poll that is cut off: it may be between two of them.
            conflict = asyncio.create_task(line_with(bot, "ANOTHER PROCESS"))
            while not conflict.done():
                await (await world.get("/bot42:sandbox/getUpdates?timeout=0")).read()
                await asyncio.wait({conflict}, timeout=0.1)
            said = await conflict
            assert f"retry_seconds={pause} " in said
            assert '"level": "ERROR"' in said
        assert "sandbox" not in said
        bot.send_signal(signal.SIGTERM)
        assert await bot.wait() == 0
    assert beat_file(tmp_path / "d.sqlite3").exists()
    assert not (tmp_path / "d.sqlite3-wal").exists()
    with sqlite3.connect(tmp_path / "d.sqlite3") as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_the_sandbox_gives_an_address_and_stops_whole(tmp_path):
    env = settings(tmp_path)
    async with process(tmp_path, "bot.sandbox", "--port", "0", env=env, stdout=PIPE) as sandbox:
        said, address = (await sandbox.stdout.readline()).decode().split()
        assert said == "Open"
        async with ClientSession() as client, client.get(address) as page:
            assert page.status == 200
        sandbox.send_signal(signal.SIGINT)
        assert await sandbox.wait() == 0
        async with ClientSession() as client:
            with pytest.raises(OSError):
                await client.get(address)


async def test_a_sandbox_on_a_taken_port_says_so(tmp_path, world):
    port = str(world.port)
    status, said = await ending(tmp_path, settings(tmp_path), "bot.sandbox", "--port", port)
    assert status == 2
    assert port in said
    assert said.count("\n") == 1
