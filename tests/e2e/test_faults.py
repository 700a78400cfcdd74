"""Conflicts between processes during a game are reported clearly and lose nothing."""

from __future__ import annotations

import asyncio
import os
import random
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox.world import TOKEN
from tests.e2e.players import ANYA, BORIS, DACHA, World
from tests.e2e.playing import deal, gather, meet, play_all
from tests.soak.site import ROOT, Site, start_server


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    server, address = await start_server()
    async with aiohttp.ClientSession() as session:
        site = Site(tmp_path, World(address, session), server)
        await site.world.phone(ANYA)
        await site.start_bot()
        yield site
        await site.world.close()
        await site.close()


async def another_bot(site: Site, database: Path) -> Process:
    """A second process with the same token."""
    settings = {
        "PYTHONPATH": str(ROOT),
        "BOT_TOKEN": TOKEN,
        "TELEGRAM_API_URL": site.world.url,
        "DATABASE_PATH": str(database),
    }
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", cwd=site.folder, stderr=PIPE, env=os.environ | settings
    )


async def test_a_second_process_does_no_harm_to_a_game(site: Site):
    """On the same database it ends with status 2; with the same token alone, both are told by
    Telegram; once it is gone, the game that was on is played to its end."""
    phones = [await site.world.phone(person) for person in (ANYA, BORIS)]
    await meet(*phones)
    await gather(DACHA, phones, choose=["24"])
    game = await deal(DACHA, phones)
    before = site.games()[game]

    same = await another_bot(site, site.database)
    _, words = await same.communicate()
    assert same.returncode == 2
    assert "another bot works on" in words.decode() and "Traceback" not in words.decode()

    rival = await another_bot(site, site.folder / "rival.sqlite3")
    assert rival.stderr
    while b"ANOTHER PROCESS" not in await rival.stderr.readline():
        assert rival.returncode is None
    assert site.games()[game] == before
    rival.kill()
    await rival.wait()

    await play_all(phones, game, random.Random(1))
    assert site.games()[game].status == "over"
