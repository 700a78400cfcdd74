"""One person's burst of updates: how long the others wait for the answers to their presses."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.model.buttons import TopPress, encode
from bot.model.periods import PERIODS
from bot.model.scores import ORDERS
from tests.bench.crowd import next_press, shown
from tests.bench.processes import percentile, start
from tests.bench.stored import store
from tests.bench.stub import Json, Stub, stub

TABLES, RATE, SECONDS = 20, 10, 10.0
"""The others: so many tables, at which so many buttons are pressed a second."""
PERSON = 50_000
PATIENCE = 60.0


def _junk(telegram: Stub, number: int) -> Json:
    return telegram.pressed(PERSON, 1, f"junk {number}")


def _page(telegram: Stub, number: int) -> Json:
    order, period = ORDERS[number % len(ORDERS)], PERIODS[number % len(PERIODS)]
    return telegram.pressed(PERSON, 1, encode(TopPress(order, period, number % 7)))


def _help(telegram: Stub, number: int) -> Json:
    return telegram.written(PERSON, "/help")


def _talk(telegram: Stub, number: int) -> Json:
    return telegram.written(PERSON, "ты где?")


KINDS: dict[str, Callable[[Stub, int], Json]] = {
    "junk_presses": _junk,
    "board_pages": _page,
    "help": _help,
    "private_words": _talk,
}


async def burst(updates: int) -> dict[str, Any]:
    """So many updates of one person at once, of each kind; nothing of the kind before them."""
    with tempfile.TemporaryDirectory(prefix="durak-bench-") as name:
        folder = Path(name)
        await store(folder / "durak.sqlite3", TABLES, 4)
        async with stub() as telegram:
            bot = await start("bot", folder, telegram.url)
            try:
                await shown(telegram, TABLES)
                found: dict[str, Any] = {"calm": await _others(telegram)}
                for kind, update in KINDS.items():
                    telegram.push(*(update(telegram, number) for number in range(updates)))
                    found[kind] = await _others(telegram)
            finally:
                await bot.stop()
    return found


async def _others(telegram: Stub) -> dict[str, Any]:
    rng, waits = random.Random(3), list[float]()

    async def press(person: int, message_id: int, data: str) -> None:
        begun = time.monotonic()
        await telegram.press(person, message_id, data)
        waits.append(time.monotonic() - begun)

    waiting: set[asyncio.Task[None]] = set()
    begun = time.monotonic()
    for number in range(int(SECONDS * RATE)):
        if button := next_press(telegram, number % TABLES, rng):
            waiting.add(asyncio.create_task(press(*button)))
        await asyncio.sleep(max(0.0, begun + (number + 1) / RATE - time.monotonic()))
    if waiting:
        await asyncio.wait(waiting, timeout=PATIENCE)
    await telegram.quiet()
    return {
        "pressed": len(waiting),
        "answered": len(waits),
        "answer_ms_p50": percentile(waits, 0.5),
        "answer_ms_p95": percentile(waits, 0.95),
        "answer_ms_max": percentile(waits, 1.0),
    }
