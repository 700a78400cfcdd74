"""The bot and the local Telegram in one process, with real HTTP between them."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot import app
from bot.config import Settings
from bot.sandbox.server import run_server
from bot.sandbox.world import TOKEN
from bot.storage import games
from bot.storage.database import Database
from bot.storage.games import Seat, StoredGame
from handlers import rate_limit
from tests.e2e.leaks import leaks
from tests.e2e.players import Json, World


class Clock:
    """The machine's time, which can be put forward: who waits is woken."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._moved = asyncio.Event()

    def now(self) -> float:
        return time.time() + self._ahead

    async def sleep(self, seconds: float) -> None:
        until = self.now() + seconds
        while (left := until - self.now()) > 0:
            moved = self._moved
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await moved.wait()

    def advance(self, seconds: float) -> None:
        """Let so much time pass at once."""
        self._ahead += seconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()


class Stage:
    """A world, and the bot in it; `seed` settles every deal.

    Refusals by Telegram with these words are `expected`; `forgotten` is who was on nobody's seats.
    """

    def __init__(self, world: World, database: Path) -> None:
        self.world = world
        self.database = database
        self.clock = Clock()
        world.now = self.clock.now
        self.random = random.Random(database.parent.name)
        self.expected: list[str] = []
        self.forgotten: int | None = None
        self._stop = asyncio.Event()
        self._bot: asyncio.Task[None] | None = None

    async def start_bot(self, **changes: Any) -> None:
        """Start the bot with these changes to its settings, and wait until it takes updates."""
        settings = Settings(
            _env_file=None,
            bot_token=TOKEN,
            telegram_api_url=self.world.url,
            database_path=self.database,
            pace_group_per_minute=1e6,
            pace_private_per_second=1e6,
            pace_total_per_second=1e6,
            ai_pause=0,
            ai_workers=1,
            ai_seconds=0.05,
            ring_after=60,
            **changes,
        )
        self._stop = asyncio.Event()
        seen, _ = await self.world.calls()
        self._bot = asyncio.create_task(
            app.run(settings, clock=self.clock, seed=self._seed, stop=self._stop)
        )
        while True:
            _, calls = await self.world.calls(seen)
            if any(call["method"] == "setMyCommands" for call in calls):
                return
            if self._bot.done():
                self._bot.result()

    def _seed(self) -> str:
        return f"{self.random.getrandbits(256):064x}"

    async def stop_bot(self) -> None:
        """Stop it as SIGTERM does."""
        self._stop.set()
        if self._bot:
            await self._bot
        self._bot = None

    async def games(self) -> list[StoredGame]:
        """All games as they are kept, oldest first."""
        db = await Database.open(self.database)
        try:
            rows = await db.all("SELECT game_id FROM games ORDER BY game_id")
            found = [await games.load_game(db, row["game_id"]) for row in rows]
            return [game for game in found if game is not None]
        finally:
            await db.close()

    async def games_as_seated(self) -> list[StoredGame]:
        """All games, with whoever was forgotten on their seats."""
        found = await self.games()
        return [replace(game, deal=replace(game.deal, seats=self._seats(game))) for game in found]

    def _seats(self, game: StoredGame) -> tuple[Seat, ...]:
        return tuple(
            replace(who, user_id=self.forgotten) if who.forgotten else who
            for who in game.deal.seats
        )

    async def game(self) -> StoredGame:
        """The newest game."""
        return (await self.games())[-1]

    async def calls(self, method: str = "") -> list[Json]:
        """The bot's calls of this method, or all."""
        _, calls = await self.world.calls()
        return [call for call in calls if method in ("", call["method"])]


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve all updates: the people of these tests press faster than people can."""
    monkeypatch.setattr(rate_limit, "BURST", 100_000)


@pytest.fixture
async def world() -> AsyncIterator[World]:
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    server = asyncio.create_task(run_server(port=0, ready=address.set_result))
    async with aiohttp.ClientSession() as session:
        world = World(await address, session)
        yield world
        await world.close()
    server.cancel()
    with suppress(asyncio.CancelledError):
        await server


@pytest.fixture
async def stage(world: World, tmp_path: Path) -> AsyncIterator[Stage]:
    """A running bot. Whatever a test does with it, at the end this must hold: every press was
    answered, once; Telegram refused nothing but letters to who had blocked the bot; nobody was
    shown a card that was not theirs to see."""
    stage = Stage(world, tmp_path / "durak.sqlite3")
    await stage.start_bot()
    yield stage
    await stage.stop_bot()
    calls = await stage.calls()
    refused = [
        call
        for call in calls
        if call["status"] not in (200, 403)
        and not call.get("fault")
        and not any(words in call["description"] for words in stage.expected)
    ]
    assert not refused
    answers = [call for call in calls if call["method"] == "answerCallbackQuery"]
    assert len(answers) == world.presses
    assert all(answer.answered for phone in world.phones.values() for answer in phone.answers)
    assert not leaks(world.sights, await stage.games_as_seated())
