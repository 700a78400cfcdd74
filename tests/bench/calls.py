"""A busy table under Telegram's limits: calls, delays, CPU time per press."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp

from engine.record import play
from tests.bench.processes import Measured, percentile, start
from tests.e2e.players import Message, Missing, Phone, World
from tests.e2e.playing import cut, deal, gather, hand_in, meet, moves, sensible
from tests.soak.shown import wrong
from tests.soak.site import Site, start_server

EVERY = 1.0
PATIENCE = 15.0
CALM = 120.0
Limits = dict[str, float]
QUARTER: Limits = {"group_per_minute": 5, "private_per_second": 0.25, "total_per_second": 7.5}


@asynccontextmanager
async def place(module: str = "bot", **settings: str) -> AsyncIterator[tuple[Site, Measured]]:
    """A new local Telegram, with a bot in it that listens."""
    server, url = await start_server()
    with tempfile.TemporaryDirectory(prefix="durak-bench-") as folder:
        async with aiohttp.ClientSession() as session:
            site = Site(Path(folder), World(url, session), server)
            bot = await start(module, site.folder, url, **settings)
            try:
                while not (await site.world.get(""))["bot"]["online"]:
                    await asyncio.sleep(0.05)
                yield site, bot
            finally:
                await bot.stop()
                await site.world.close()
                server.terminate()
                await server.wait()


@dataclass
class Figures:
    """What one table came to."""

    accepted: int = 0
    unanswered: int = 0
    delays: list[float] = field(default_factory=list)
    cpu: float = 0.0
    calls: Counter[str] = field(default_factory=Counter)
    floods: int = 0

    def summary(self) -> dict[str, Any]:
        sends = sum(n for name, n in self.calls.items() if name.startswith("send"))
        edits = sum(n for name, n in self.calls.items() if name.startswith("edit"))
        return {
            "actions": self.accepted,
            "sends": sends,
            "edits": edits,
            "calls_per_action": round((sends + edits) / max(1, self.accepted), 2),
            "floods": self.floods,
            "unanswered_presses": self.unanswered,
            "next_hand_ms_p50": percentile(self.delays, 0.5),
            "next_hand_ms_p95": percentile(self.delays, 0.95),
        }


class Table:
    """A group of people who play at one action a second."""

    def __init__(self, site: Site, bot: Measured, rng: random.Random) -> None:
        self._site = site
        self._bot = bot
        self._rng = rng
        self.phones: list[Phone] = []
        self._game = 0
        self._chat = 0

    async def sit_down(self, seats: int) -> None:
        """So many people meet, and are dealt their cards."""
        world = self._site.world
        self.phones = [await world.newcomer(f"П{seats}{n}") for n in range(seats)]
        self._chat = await world.group(f"Стол {seats}", [phone.id for phone in self.phones])
        await meet(*self.phones)
        for phone in self.phones:
            await phone.until(partial(self._in_group, phone), "no group")
        await gather(self._chat, self.phones)
        self._game = await deal(self._chat, self.phones)

    def _in_group(self, phone: Phone) -> bool:
        return self._chat in phone.chats

    async def play(self, actions: int, limits: Limits) -> Figures:
        """Play so many actions, where Telegram has these limits from now on."""
        world, figures = self._site.world, Figures()
        await world.post("limits", **limits)
        seen, _ = await world.calls()
        cpu = self._bot.cpu
        while figures.accepted < actions:
            begun = time.monotonic()
            await self._act(figures)
            await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - begun)))
        figures.cpu = self._bot.cpu - cpu
        _, calls = await world.calls(seen)
        figures.calls.update(call["method"] for call in calls if call["status"] == 200)
        figures.floods = sum(call["status"] == 429 for call in calls)
        return figures

    async def settle(self) -> str:
        """Wait until every phone shows how things stand; what is wrong, where that never comes."""
        deadline = time.monotonic() + CALM
        found = "not looked at"
        while found and time.monotonic() < deadline:
            await asyncio.sleep(0.5)
            found = next(filter(None, (wrong(self._site, phone) for phone in self.phones)), "")
        return found

    async def _act(self, figures: Figures) -> None:
        game = self._site.games()[self._game]
        if game.status != "live":
            await self._again()
            return
        step, awaited = len(game.actions), self._awaited()
        turn = [(phone, hand_in(phone, self._game)) for phone in awaited]
        able = [(phone, shown) for phone, shown in turn if shown and moves(shown)]
        if not able:
            return
        phone, shown = self._rng.choice(able)
        button = sensible(shown, self._rng)
        if button is None:
            return
        before = {other.id: _version(hand_in(other, self._game)) for other in self.phones}
        begun = time.monotonic()
        answer = await phone.press_button(shown, button)
        figures.unanswered += not answer.answered
        done = len(self._site.games()[self._game].actions) - step
        figures.accepted += done
        if not done or not (awaited := self._awaited()):
            return
        first = awaited[0]
        with suppress(Missing):
            await first.until(lambda: self._changed(first, before), "", PATIENCE)
            figures.delays.append(time.monotonic() - begun)

    def _changed(self, phone: Phone, before: dict[int, int]) -> bool:
        return _version(hand_in(phone, self._game)) != before[phone.id]

    async def _again(self) -> None:
        before = {message.game for message in self.phones[0].messages()}
        await self.phones[0].press("Ещё партию", self._chat)
        await cut(self.phones, before)
        while (newest := max(self._site.games())) == self._game:
            await asyncio.sleep(0.05)
        self._game = newest

    def _awaited(self) -> list[Phone]:
        """Who is awaited by the record as it is committed."""
        game = self._site.games()[self._game]
        live = play(game.record())
        people = {phone.id: phone for phone in self.phones}
        return [people[game.deal.seats[seat].user_id or 0] for seat in live.awaited]


def _version(message: Message | None) -> int:
    return message.version if message else 0


async def pressed_bare(presses: int) -> float:
    """CPU seconds that the least bot there is takes for a press, at the same pace."""
    async with place("tests.bench.bare") as (site, bot):
        phone = await site.world.newcomer("П")
        await phone.start()
        await phone.sees("bare 0")
        cpu = bot.cpu
        for number in range(presses):
            begun = time.monotonic()
            await phone.press("press")
            await phone.sees(f"bare {number + 1}")
            await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - begun)))
        return (bot.cpu - cpu) / presses


async def lively(actions: int) -> dict[str, Any]:
    """Tables of 2, 4 and 6 within Telegram's limits, one of 4 with a quarter of them."""
    found: dict[str, Any] = {}
    rng = random.Random(5)
    async with place() as (site, bot):
        for seats in (2, 4, 6):
            table = Table(site, bot, rng)
            await table.sit_down(seats)
            figures = await table.play(actions, {})
            found[f"seats_{seats}"] = figures.summary()
            if seats == 2:
                found["cpu_ms_per_press"] = round(1000 * figures.cpu / figures.accepted, 2)
    bare = await pressed_bare(actions)
    found["cpu_ms_per_press_bare"] = round(1000 * bare, 2)
    found["cpu_ratio_to_bare"] = round(
        found["cpu_ms_per_press"] / found["cpu_ms_per_press_bare"], 2
    )
    async with place() as (site, bot):
        table = Table(site, bot, rng)
        await table.sit_down(4)
        figures = await table.play(actions, QUARTER)
        found["a_quarter_of_the_limits"] = figures.summary() | {
            "screens_wrong_at_the_end": await table.settle()
        }
    return found
