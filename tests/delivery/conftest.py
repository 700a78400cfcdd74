"""A harness with a stopped clock and a scripted Telegram."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest

from bot.delivery.outbox import Outbox
from bot.delivery.rate_limits import RateLimits
from bot.model.protocols import ChatEvents, Clock
from bot.model.screen import Screen, Slot, SlotKind, Urgency
from bot.runtime.metrics import Metrics
from bot.storage.database import Database

GROUP, ANYA, BORIS = -2001, 1001, 1002


class StillClock(Clock):
    """Time passes only by `pass_by`."""

    def __init__(self):
        self._now = 1_800_000_000.0
        self._waiting = []

    def now(self):
        return self._now

    async def sleep(self, seconds):
        wait = asyncio.get_running_loop().create_future()
        self._waiting.append((self._now + seconds, wait))
        await wait

    def pass_by(self, seconds):
        self._now += seconds
        if seconds < 0:  # The clock is set back; whoever sleeps does not sleep longer.
            self._waiting = [(due + seconds, wait) for due, wait in self._waiting]
        for due, wait in self._waiting:
            if due <= self._now and not wait.done():
                wait.set_result(None)
        self._waiting = [(due, wait) for due, wait in self._waiting if not wait.done()]


class Telegram:
    """Plays a `Bot`: notes the calls; `troubles` are raised one by one, None lets a call pass."""

    def __init__(self):
        self.calls = []
        self.troubles: deque[Callable[[Any], Exception] | None] = deque()
        self.open = asyncio.Event()
        self.open.set()
        self._last = 100

    async def __call__(self, method, request_timeout=None):
        assert request_timeout
        self.calls.append(method)
        await self.open.wait()
        trouble = self.troubles.popleft() if self.troubles else None
        if trouble is not None:
            raise trouble(method)
        self._last += 1
        alone = getattr(method, "ephemeral_message_parameters", None)
        return SimpleNamespace(
            message_id=0 if alone else self._last,
            ephemeral_message_id=self._last if alone else None,
        )

    def told(self):
        """Return the calls so far as (method, text or message id), and clear them."""
        told = [
            (call.__api_method__, getattr(call, "text", None) or getattr(call, "message_id", None))
            for call in self.calls
        ]
        self.calls.clear()
        return told


def bad(text):
    return lambda method: TelegramBadRequest(method, f"Bad Request: {text}")


def screen(text):
    return Screen(text)


def hand(user_id):
    return Slot(SlotKind.HAND, 7, user_id)


TABLE = Slot(SlotKind.TABLE, 7, GROUP)
ALONE = Slot(SlotKind.ALONE, 7, GROUP, user_id=ANYA)


class Harness(ChatEvents):
    """A running outbox with everything it depends on, and a record of its events."""

    def __init__(self, db, pace=None):
        self.telegram = Telegram()
        self.clock = StillClock()
        self.lost = []
        self.news = []
        pace = pace or RateLimits(1e6, 1e6, 1e6)
        self.metrics = Metrics()
        self.delivery = Outbox(cast(Bot, self.telegram), db, self.clock, pace, self.metrics)
        self._worker = None

    async def unreachable(self, user_id):
        self.lost.append(user_id)

    async def moved(self, old_id, new_id):
        self.news.append(("moved", old_id, new_id))

    async def topic_gone(self, chat_id, thread_id):
        self.news.append(("topic gone", chat_id, thread_id))

    async def shut(self, chat_id, why):
        self.news.append((why, chat_id))

    async def start(self):
        await self.delivery.load()
        self._worker = asyncio.create_task(self.delivery.run(self))

    async def settle(self):
        """Wait until nothing more happens without time passing."""
        for _ in range(3):
            for _ in range(5):
                await asyncio.sleep(0)
            if self.telegram.open.is_set():
                await self.delivery._calls.idle()

    async def after(self, seconds):
        self.clock.pass_by(seconds)
        await self.settle()

    def show(self, slot, text, urgency=Urgency.TABLE, **how):
        self.delivery.show(slot, screen(text), urgency, **how)

    async def shown(self, slot, text, **how):
        self.show(slot, text, **how)
        await self.settle()
        return self.telegram.told()

    async def stop(self):
        if self._worker:
            self._worker.cancel()
            with suppress(asyncio.CancelledError):
                await self._worker
        await self.delivery.close()


@pytest.fixture
async def db(tmp_path):
    database = await Database.open(tmp_path / "d.sqlite3")
    yield database
    await database.close()


@pytest.fixture
async def harness(db):
    box = Harness(db)
    await box.start()
    yield box
    await box.stop()


@pytest.fixture
async def paced(db):
    box = Harness(db, RateLimits(group_per_minute=20, private_per_second=1, total_per_second=30))
    await box.start()
    yield box
    await box.stop()
