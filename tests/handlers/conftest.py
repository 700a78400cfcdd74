"""The handlers behind a real bot that polls a local Telegram; the tables only note what comes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiohttp.test_utils import TestClient, TestServer

from bot.model.screen import Answer, Screen, Slot
from bot.runtime.clock import SystemClock
from bot.runtime.metrics import Metrics
from bot.sandbox.server import create_app
from bot.sandbox.world import World
from bot.services.analysis import Analysis
from bot.services.directory import Directory
from bot.services.greetings import Greetings
from bot.services.history import History
from bot.services.privacy import Privacy
from bot.services.puzzles import Puzzles
from bot.services.scores import Scores
from bot.services.settings import SettingsMenu
from bot.storage.database import Database
from bot.tables.tables import Tables
from bot.workers.pool import WorkerPool
from handlers.polling import Poller
from handlers.rate_limit import slow_down
from handlers.routers import dispatcher
from handlers.services import Services
from handlers.updates import UpdateQueue
from tests.readers import RU

ANYA, BORIS, GENA = 1001, 1002, 1004
DACHA = -2001


@dataclass
class NotingTables:
    """Plays `Tables`: every call is noted as (name, arguments); presses get `answer`."""

    calls: asyncio.Queue[tuple[str, tuple[Any, ...]]] = field(default_factory=asyncio.Queue)
    answer: Answer = field(default_factory=Answer)
    firm: bool = False
    fault: Exception | None = None

    @property
    def chat_events(self) -> "NotingTables":
        return self

    def __getattr__(self, name: str) -> Any:
        async def called(*arguments: Any) -> Any:
            self.calls.put_nowait((name, arguments))
            if self.fault:
                raise self.fault
            return {"press": self.answer, "choose_ring": self.answer, "started": self.firm}.get(
                name
            )

        return called

    async def next(self) -> tuple[str, tuple[Any, ...]]:
        async with asyncio.timeout(5):
            return await self.calls.get()


class NoPainter:
    """Plays `Painter`, where nothing can be drawn."""

    async def rating(self, *what: Any) -> bytes | None:
        return None


@dataclass
class Notes:
    """Plays `Delivery`: what is to be said, as (chat, text)."""

    said: asyncio.Queue[tuple[int, str]] = field(default_factory=asyncio.Queue)
    screens: list[Screen] = field(default_factory=list)

    def show(self, slot: Slot, screen: Screen, urgency: Any, *, repost: bool = False) -> None:
        self.screens.append(screen)
        self.said.put_nowait((slot.chat_id, screen.text))

    def forget(self, slot: Slot) -> None:
        pass

    def redraw(self, chat_id: int, message_id: int, screen: Screen) -> None:
        self.screens.append(screen)
        self.said.put_nowait((chat_id, screen.text))

    async def next(self) -> tuple[int, str]:
        async with asyncio.timeout(5):
            return await self.said.get()


@dataclass
class House:
    """All of it, with what people do."""

    world: World
    client: Any
    tables: NotingTables
    notes: Notes
    directory: Directory
    bot: Bot
    updates: UpdateQueue

    async def do(self, path: str, **body: Any) -> Any:
        async with self.client.post(f"/world/{path}", json=body) as response:
            assert response.status == 200, await response.text()
            return await response.json()

    async def send(self, person: int, text: str, chat: int = DACHA) -> None:
        await self.do("send", person=person, chat=chat, text=text)

    async def press(self, person: int, data: str, chat: int = DACHA) -> Any:
        return await self.do("press", person=person, chat=chat, message_id=1, data=data, force=True)

    async def called(self, method: str) -> list[Any]:
        async with self.client.get("/world/calls") as response:
            return [call for call in await response.json() if call["method"] == method]


@pytest.fixture
async def db(tmp_path: Any) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "d.sqlite3")
    yield database
    await database.close()


@pytest.fixture
async def house(db: Database) -> AsyncIterator[House]:
    world, clock, tables, notes = World(), SystemClock(), NotingTables(), Notes()
    directory, metrics = Directory(db, clock, RU.language), Metrics()
    greetings, scores = Greetings(notes, directory), Scores(db, notes, clock, NoPainter())  # type: ignore[arg-type]
    settings_menu = SettingsMenu(db, clock, notes, directory, tables)  # type: ignore[arg-type]
    async with TestClient(TestServer(create_app(world, answer_seconds=5))) as client:
        api = TelegramAPIServer.from_base(str(client.make_url("")).rstrip("/"))
        async with Bot(world.token, session=AiohttpSession(api=api)) as bot:
            await bot.me()
            services = Services(
                {
                    Tables: tables,
                    Directory: directory,
                    Metrics: metrics,
                    Greetings: greetings,
                    SettingsMenu: settings_menu,
                    Scores: scores,
                    History: History(db, notes),  # type: ignore[arg-type]
                    Analysis: Analysis(db, notes, clock, WorkerPool(1, 1), NoPainter()),  # type: ignore[arg-type]
                    Puzzles: Puzzles(db, notes, clock, WorkerPool(1, 1), ""),  # type: ignore[arg-type]
                    Privacy: Privacy(db, notes, directory, tables),  # type: ignore[arg-type]
                }
            )
            handlers = dispatcher(bot, services)
            told = partial(slow_down, bot=bot, identity=handlers["identity"], services=services)
            updates = UpdateQueue(bot, handlers, clock, metrics, told)
            poller = Poller(bot, updates, clock, lambda: None)
            polling = asyncio.create_task(poller.run())
            yield House(world, client, tables, notes, directory, bot, updates)
            polling.cancel()
            with suppress(asyncio.CancelledError):
                await polling
            await poller.finish(1)
