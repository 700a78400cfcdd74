"""Many tables in one process: presses a second, the cost of unloaded ones."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from bot.model.buttons import GamePress, encode
from tests.bench.processes import LIFTED, Measured, percentile, start
from tests.bench.stored import FIRST_PERSON, store
from tests.bench.stub import Stub, stub

RATES = (25, 50, 100)
SECONDS = 10.0
PATIENCE = 60.0


async def crowd(tables: int) -> dict[str, Any]:
    """So many tables of two, pressed at `RATES` a second, within the limits and without any."""
    return {
        "tables": tables,
        "default_pacing": await _crowd(tables, {}),
        "no_pacing": await _crowd(tables, LIFTED),
    }


async def _crowd(tables: int, pacing: dict[str, str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="durak-bench-") as name:
        folder = Path(name)
        await store(folder / "durak.sqlite3", tables, 4)
        async with stub() as telegram:
            bot = await start("bot", folder, telegram.url, **pacing)
            try:
                await shown(telegram, tables)
                return {
                    f"at_{rate}_a_second": await _press_all(telegram, bot, tables, rate)
                    for rate in RATES
                }
            finally:
                await bot.stop()


async def shown(telegram: Stub, tables: int) -> None:
    """Until everybody has been shown their cards."""
    deadline = time.monotonic() + PATIENCE
    while len(telegram.hands) < 2 * tables and time.monotonic() < deadline:
        await asyncio.sleep(0.2)
    await telegram.quiet(1.0)


async def _press_all(telegram: Stub, bot: Measured, tables: int, rate: int) -> dict[str, Any]:
    rng, cpu = random.Random(3), bot.cpu
    telegram.latencies.clear()
    telegram.texts.clear()
    telegram.calls.clear()
    waiting: set[asyncio.Task[str]] = set()
    begun, number = time.monotonic(), 0
    while (now := time.monotonic() - begun) < SECONDS:
        while number < now * rate:
            if press := next_press(telegram, number % tables, rng):
                waiting.add(asyncio.create_task(telegram.press(*press)))
            number += 1
        await asyncio.sleep(0.005)
    if waiting:
        await asyncio.wait(waiting, timeout=PATIENCE)
    took = time.monotonic() - begun
    await telegram.quiet()
    answered, shown = len(telegram.latencies), telegram.calls
    cost = (bot.cpu - cpu) / max(1, answered)
    return {
        "presses_a_second": round(answered / took, 1),
        "accepted": telegram.texts[""],
        "answered": answered,
        "answer_ms_p50": percentile(telegram.latencies, 0.5),
        "answer_ms_p99": percentile(telegram.latencies, 0.99),
        "calls_per_accepted": round(
            (shown["sendMessage"] + shown["editMessageText"]) / max(1, telegram.texts[""]), 2
        ),
        "cpu_ms_per_press": round(1000 * cost, 2),
        "presses_in_a_second_of_cpu": round(1 / cost),
    }


def next_press(telegram: Stub, table: int, rng: random.Random) -> tuple[int, int, str] | None:
    """What somebody at a table presses: whoever was shown something last, and has a move."""
    people = [FIRST_PERSON + 2 * table, FIRST_PERSON + 2 * table + 1]
    able = [p for p in people if p in telegram.hands and telegram.hands[p].moves]
    if not able:
        return None
    person = max(able, key=lambda p: telegram.hands[p].at)
    hand = telegram.hands[person]
    return person, hand.message_id, rng.choice(hand.moves)


async def asleep(tables: int) -> dict[str, Any]:
    """So many stored games that nobody has touched since yesterday: the start, and memory."""
    empty = await _start(0)
    full = await _start(tables)
    cpu = full["cpu_s"] - empty["cpu_s"]
    return {
        "games": tables,
        "start_s": full["start_s"],
        "start_cpu_s": round(cpu, 2),
        "start_cpu_ms_per_game": round(1000 * cpu / tables, 3),
        "memory_kb_per_game": round((full["memory"] - empty["memory"]) / tables / 1024, 2),
        "memory_mb": round(full["memory"] / 2**20, 1),
        "calls": full["calls"],
    }


async def _start(tables: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="durak-bench-") as name:
        folder = Path(name)
        await store(folder / "durak.sqlite3", tables, 20, ago=86_400)
        async with stub() as telegram:
            begun = time.monotonic()
            bot = await start("bot", folder, telegram.url, **LIFTED)
            try:
                while not telegram.polled:
                    await asyncio.sleep(0.05)
                took = time.monotonic() - begun
                await telegram.quiet(2.0)
                return {
                    "start_s": round(took, 2),
                    "cpu_s": bot.cpu,
                    "memory": bot.memory,
                    "calls": telegram.calls["sendMessage"],
                }
            finally:
                await bot.stop()


async def awake(tables: int) -> dict[str, Any]:
    """So many games that are on: how soon after a start a press is answered, and all go on.

    Seconds of processor time, and of the clock since the process was begun.
    """
    with tempfile.TemporaryDirectory(prefix="durak-bench-") as name:
        folder = Path(name)
        await store(folder / "durak.sqlite3", tables, 20)
        async with stub() as telegram:
            begun = time.monotonic()
            bot = await start("bot", folder, telegram.url, **LIFTED)
            try:
                # Of the last table; what it says does not matter, but that it is heard.
                person = FIRST_PERSON + 2 * (tables - 1)
                await telegram.press(person, 1, encode(GamePress(tables, "mine")))
                answered, cpu = time.monotonic() - begun, bot.cpu
                await shown(telegram, tables)
                return {
                    "games": tables,
                    "first_answer_s": round(answered, 2),
                    "first_answer_cpu_s": round(cpu, 2),
                    "all_shown_s": round(time.monotonic() - begun, 2),
                    "all_shown_cpu_s": round(bot.cpu, 2),
                    "shown": len(telegram.hands),
                }
            finally:
                await bot.stop()
