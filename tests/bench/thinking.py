"""Tables with grandmasters: event loop delays and thinking times.

A callback of the loop is measured in processor time, since a machine has other things to do too;
what a clock on the wall says of the same is told beside it.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from asyncio import events
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.config import cores
from bot.model.people import Person
from bot.runtime.clock import SystemClock
from bot.storage import chats
from bot.tables.thinking import Thinker
from bot.workers.pool import WorkerPool
from engine import Action, View
from engine.ai.levels import LEVELS
from engine.ai.plain import PlainPolicy
from tests.bench.processes import percentile
from tests.readers import RU
from tests.tables.world import World, again, move

COMPUTERS = 4
_LEVEL = LEVELS.index("grandmaster")


@dataclass
class Stalls:
    """The longest callback in seconds of the processor and of the wall, and how many were run."""

    cpu: float = 0.0
    wall: float = 0.0
    callbacks: int = 0


@contextmanager
def watched() -> Iterator[Stalls]:
    """Every callback of every loop is timed while the block runs."""
    stalls, run = Stalls(), events.Handle.__dict__["_run"]

    def timed(handle: events.Handle) -> None:
        cpu, wall = time.thread_time(), time.perf_counter()
        run(handle)
        stalls.cpu = max(stalls.cpu, time.thread_time() - cpu)
        stalls.wall = max(stalls.wall, time.perf_counter() - wall)
        stalls.callbacks += 1

    with patch.object(events.Handle, "_run", timed):
        yield stalls


@dataclass
class Timed(Thinker):
    """A thinker whose thoughts are counted and timed."""

    workers: WorkerPool
    seconds: float | None
    thoughts: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(self.workers, self.seconds)

    async def choose(self, level: str, view: View, legal: Any) -> Action:
        begun = time.monotonic()
        action = await super().choose(level, view, legal)
        self.thoughts.append(time.monotonic() - begun)
        return action


async def thinking(tables: int, seconds: float) -> dict[str, Any]:
    """So many tables of one person and four grandmasters, for so many seconds."""
    workers = WorkerPool(max(cores() - 1, 1), 64)
    opponent = Timed(workers, None)
    with tempfile.TemporaryDirectory(prefix="durak-bench-") as folder:
        world = World(Path(folder) / "durak.sqlite3")
        world.clock, world.opponent = SystemClock(), opponent  # type: ignore[assignment]
        await world.open()
        for number in range(tables):
            await deal_at(world, number)
        await asyncio.sleep(1)
        with watched() as stalls:
            until, actions = time.monotonic() + seconds, 0
            while time.monotonic() < until:
                actions += sum([await press_at(world, number) for number in range(tables)])
                world.delivery.log.clear()
                await asyncio.sleep(0.05)
        played = [world.live(_chat(n)).step for n in range(tables) if world.live(_chat(n))]
        await world.close()
        await workers.close()
    return {
        "tables": tables,
        "workers": max(cores() - 1, 1),
        "seconds": seconds,
        "longest_stall_cpu_ms": round(1000 * stalls.cpu, 1),
        "longest_stall_wall_ms": round(1000 * stalls.wall, 1),
        "callbacks": stalls.callbacks,
        "thoughts": len(opponent.thoughts),
        "thought_ms_p50": percentile(opponent.thoughts, 0.5),
        "thought_ms_p99": percentile(opponent.thoughts, 0.99),
        "presses": actions,
        "steps_of_live_games": sum(played),
    }


def _chat(number: int) -> int:
    return -100 - number


def _person(number: int) -> Person:
    return Person(1 + number, f"П{number}", RU)


async def deal_at(world: World, number: int) -> None:
    """A person and four grandmasters sit down in a group of their own."""
    person, chat = _person(number), _chat(number)
    await world.meet(person)
    await chats.seen(world.db, chat, "supergroup", f"Стол {number}", 0)
    await world.deal(
        person, computers=COMPUTERS, options=[("level", _LEVEL), ("clock", 0)], chat_id=chat
    )


async def press_at(world: World, number: int) -> bool:
    """The person of a table does what they are asked for; whether they were asked."""
    live, person, chat = world.live(_chat(number)), _person(number), _chat(number)
    if live is None:
        game = max(slot.key for slot in world.delivery.wanted if slot.chat_id == chat)
        await world.press(person, again(game), chat)
        return True
    if 0 not in live.game.awaited:
        return False
    action = PlainPolicy().choose(live.game.view(0), live.game.legal_for(0))
    assert action is not None
    await world.press(person, move(live, action), person.user_id)
    return True
