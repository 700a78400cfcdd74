"""Grandmasters at many tables with killed workers: every game ends.

`SOAK_AI_GAMES` (100) games at `SOAK_AI_TABLES` (10) tables, each of a person who does what is
asked and four grandmasters who think `SOAK_AI_SECONDS` (0.05) over a move.
"""

import asyncio
import os
import random
import signal
from contextlib import suppress

import pytest

from bot.runtime.clock import SystemClock
from bot.workers.pool import WorkerPool
from tests.bench.thinking import Timed, deal_at, press_at
from tests.tables.world import World

pytestmark = pytest.mark.soak

GAMES = int(os.environ.get("SOAK_AI_GAMES", "100"))
TABLES = int(os.environ.get("SOAK_AI_TABLES", "10"))
SECONDS = float(os.environ.get("SOAK_AI_SECONDS", "0.05"))
KILL_EVERY = 15.0


async def kill_now_and_then(workers, chance):
    """How many were killed is in the list that is given back."""
    killed = []
    with suppress(asyncio.CancelledError):
        while True:
            await asyncio.sleep(chance.uniform(0.5, 1.5) * KILL_EVERY)
            for pid in workers.processes:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
    return killed


async def ended(world):
    """How many games are over, how many ended in another way, and who has done what in them."""
    how = await world.db.all("SELECT status, COUNT(*) AS games FROM games GROUP BY status")
    by = await world.db.all("SELECT actor_kind, COUNT(*) AS actions FROM actions GROUP BY 1")
    return (
        {row["status"]: row["games"] for row in how},
        {row["actor_kind"]: row["actions"] for row in by},
    )


async def test_all_games_end_though_processes_are_killed(tmp_path, capsys):
    workers = WorkerPool(1, 64)
    world = World(tmp_path / "d.sqlite3")
    opponent = Timed(workers, SECONDS)
    world.clock, world.opponent = SystemClock(), opponent  # type: ignore[assignment]
    world.ai_pause = 0
    await world.open()
    for number in range(TABLES):
        await deal_at(world, number)
    killer = asyncio.create_task(kill_now_and_then(workers, random.Random(1)))
    over = 0
    while over < GAMES:
        for number in range(TABLES):
            await press_at(world, number)
        world.delivery.log.clear()
        await asyncio.sleep(0.01)
        how, by = await ended(world)
        over = how.get("over", 0)
        assert set(how) <= {"over", "live"}
    killer.cancel()
    killed = await killer
    await world.close()
    await workers.close()
    thoughts = len(opponent.thoughts)
    with capsys.disabled():
        print(f"\n{over} games over, {thoughts} thoughts, {len(killed)} processes killed, {by}")
    assert killed
    assert by["bot"] > 20 * GAMES
