"""The local Telegram and the bot as two processes; the bot may be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.sandbox.world import TOKEN
from bot.storage.games import StoredGame, game_of
from tests.e2e.players import World

ROOT = Path(__file__).parents[2]


@dataclass
class Site:
    """Where everything runs: `folder` holds the database and the log of the bot."""

    folder: Path
    world: World
    server: Process
    bot: Process | None = None
    calls: Counter[str] = field(default_factory=Counter)
    refused: list[dict[str, Any]] = field(default_factory=list)
    _read: int = 0

    @property
    def database(self) -> Path:
        return self.folder / "durak.sqlite3"

    async def spawn_bot(self) -> None:
        """Start a bot process, and wait for nothing."""
        with open(self.folder / "bot.log", "ab") as log:
            self.bot = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.soak.bot",
                cwd=self.folder,
                stdout=log,
                stderr=log,
                env=os.environ
                | {
                    "PYTHONPATH": str(ROOT),
                    "BOT_TOKEN": TOKEN,
                    "TELEGRAM_API_URL": self.world.url,
                    "DATABASE_PATH": str(self.database),
                    "PACE_GROUP_PER_MINUTE": "1000000",
                    "PACE_PRIVATE_PER_SECOND": "1000000",
                    "PACE_TOTAL_PER_SECOND": "1000000",
                    "AI_PAUSE": "0.01",
                    "RING_AFTER": "15",
                },
            )

    async def start_bot(self, patience: float = 60) -> None:
        """Start a bot process, and wait until it has taken up what was going on."""
        phone = next(iter(self.world.phones.values()))
        told = phone.worlds
        await self.spawn_bot()
        # The last thing it does before it listens is to set its six menus of commands.
        await phone.until(lambda: phone.worlds >= told + 6, "the bot does not start", patience)

    async def kill_bot(self) -> None:
        """`kill -9`."""
        assert self.bot
        self.bot.kill()
        await self.bot.wait()

    async def stop_bot(self) -> int:
        """End it as SIGTERM does; its exit status."""
        assert self.bot
        if self.bot.returncode is None:
            self.bot.send_signal(signal.SIGTERM)
        return await self.bot.wait()

    async def close(self) -> None:
        if self.bot:
            await self.stop_bot()
        self.server.terminate()
        await self.server.wait()

    async def count_calls(self) -> None:
        """Read what the bot has called since the last time; only so many calls are kept."""
        self._read, calls = await self.world.calls(self._read)
        for call in calls:
            self.calls[call["method"]] += call["status"] == 200
            if call["status"] != 200:
                self.refused.append(call)

    def games(self) -> dict[int, StoredGame]:
        """All games as they are committed at this moment, by their numbers."""
        if not self.database.exists():
            return {}
        with closing(sqlite3.connect(self.database, timeout=30)) as db:
            db.row_factory = sqlite3.Row
            db.execute("BEGIN")
            actions: dict[int, list[sqlite3.Row]] = {}
            for row in db.execute("SELECT * FROM actions ORDER BY game_id, number"):
                actions.setdefault(row["game_id"], []).append(row)
            seats: dict[int, list[sqlite3.Row]] = {}
            for row in db.execute("SELECT * FROM game_seats ORDER BY game_id, seat"):
                seats.setdefault(row["game_id"], []).append(row)
            games = db.execute("SELECT * FROM games").fetchall()
        return {
            g["game_id"]: game_of(g, seats[g["game_id"]], actions.get(g["game_id"], []))
            for g in games
        }

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """What a query finds in the database now."""
        with closing(sqlite3.connect(self.database, timeout=30)) as db:
            return db.execute(sql).fetchall()


async def start_server() -> tuple[Process, str]:
    """The server's process and its address."""
    server = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.sandbox.server",
        "--port",
        "0",
        cwd=ROOT,
        stdin=DEVNULL,
        stdout=PIPE,
    )
    assert server.stdout
    return server, (await server.stdout.readline()).decode().split()[-1]
