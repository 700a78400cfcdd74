"""Faults for all: failed calls, repeated and late updates, kills."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass, field

from tests.soak.site import Site

KINDS = ["429", "500", "502", "500_after", "502_after", "timeout", "timeout_after"]
KINDS += ["cut_before", "cut_after"]
METHODS = ["sendMessage", "editMessageText", "deleteMessage", "answerCallbackQuery"]
METHODS += ["editMessageReplyMarkup", "editEphemeralMessageText", "deleteEphemeralMessage"]
METHODS += ["getChatAdministrators", "sendChatAction", "getMe", "setMyCommands", "getUpdates"]
START_SECONDS = 180.0


class Gate:
    """Lets people in while it is open; whoever closes it waits until all are out."""

    def __init__(self) -> None:
        self._inside = 0
        self._open = asyncio.Event()
        self._open.set()
        self._empty = asyncio.Event()
        self._empty.set()

    async def __aenter__(self) -> None:
        while not self._open.is_set():
            await self._open.wait()
        self._inside += 1
        self._empty.clear()

    async def __aexit__(self, *_: object) -> None:
        self._inside -= 1
        if not self._inside:
            self._empty.set()

    async def close(self) -> None:
        self._open.clear()
        await self._empty.wait()

    def open(self) -> None:
        self._open.set()


@dataclass
class Weather:
    """`rate` of the calls fail; `outages` are the times in which no bot was there."""

    site: Site
    rng: random.Random
    rate: float = 0.1
    gate: Gate = field(default_factory=Gate)
    outages: list[tuple[float, float]] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    trouble: list[tuple[float, str]] = field(default_factory=list)
    kills: int = 0
    _read: int = 0

    async def blow(self) -> None:
        """All faults mixed, or one for a while, or those of the polling as well."""
        kinds = KINDS if self.rng.random() < 0.5 else [self.rng.choice(KINDS)]
        plan = {
            "rate": self.rate,
            "kinds": kinds,
            "seed": self.rng.randrange(2**32),
            "hang": 1.5,
            "updates": {"twice": 0.05, "late": 0.05, "late_seconds": 0.5},
        }
        if self.rng.random() < 0.3:
            plan["methods"] = METHODS
        await self.site.world.post("faults", **plan)

    async def calm(self) -> None:
        """No more of it."""
        async with self.site.world.session.post(
            f"{self.site.world.url}/world/faults", json=None
        ) as response:
            response.raise_for_status()

    async def kill(self) -> None:
        """`kill -9`, now and then once more while it starts, and a new start."""
        self.kills += 1
        begun = time.time()
        await self.site.kill_bot()
        if self.rng.random() < 0.2:
            await self.site.spawn_bot()
            await asyncio.sleep(self.rng.uniform(0.2, 2))
            await self.site.kill_bot()
        await asyncio.sleep(self.rng.choice((0, 0, 1, 3)))
        await self.start()
        self.outages.append((begun, time.time()))

    async def start(self) -> None:
        """Start the bot and wait until it asks for updates."""
        count, _ = await self.site.world.calls(10**9)
        await self.site.spawn_bot()
        async with asyncio.timeout(START_SECONDS):
            while True:
                _, calls = await self.site.world.calls(count)
                if any(c["method"] == "getUpdates" and c["status"] == 200 for c in calls):
                    return
                assert self.site.bot and self.site.bot.returncode is None, "the bot has ended"
                await asyncio.sleep(0.2)

    async def count(self) -> None:
        """Read what was called since the last time: what failed of it, and what was refused."""
        await self.site.count_calls()
        for call in self.site.refused:
            if kind := call.get("fault"):
                self.faults[kind] += 1
                if call["method"] == "answerCallbackQuery":
                    self.trouble.append((call["at"], kind))
        self.site.refused = [call for call in self.site.refused if not call.get("fault")]

    def was_away(self, begun: float, ended: float) -> bool:
        """Whether there was no bot for a part of that time."""
        return any(begun <= until and since <= ended for since, until in self.outages)
