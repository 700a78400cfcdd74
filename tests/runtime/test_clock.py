"""Alarms are made in their time, once, and leave nothing behind when they are closed."""

import asyncio
from functools import partial

import pytest

from bot.runtime import context
from bot.runtime.clock import Alarms


class Clock:
    """Lets all who sleep go on when told to; `slept` are the seconds they asked for."""

    def __init__(self):
        self.slept = []
        self._morning = asyncio.Event()

    def now(self):
        return 0.0

    async def sleep(self, seconds):
        self.slept.append(seconds)
        await self._morning.wait()

    def wake(self):
        self._morning.set()
        self._morning = asyncio.Event()


class Calls:
    """Notes the calls that alarms make; they go on while the gate is shut."""

    def __init__(self):
        self.begun, self.ended = [], []
        self.gate = asyncio.Event()
        self.gate.set()

    async def make(self, what):
        self.begun.append((what, context.current_update()))
        await self.gate.wait()
        self.ended.append(what)


@pytest.fixture
async def clock():
    return Clock()


@pytest.fixture
async def calls():
    return Calls()


@pytest.fixture
async def alarms(clock):
    alarms = Alarms(clock)
    yield alarms
    await alarms.close()


async def rest():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_of_one_name_the_last_is_made_and_what_was_called_off_is_not(alarms, clock, calls):
    with context.bind_update(5):
        for what in ("one", "other"):
            alarms.set("name", -1.0, partial(calls.make, what))
        alarms.set("off", 2.0, partial(calls.make, "off"))
    await rest()
    assert clock.slept == [0, 2.0]
    alarms.cancel("off")
    clock.wake()
    await rest()
    await alarms.idle()
    assert calls.begun == [("other", None)]


async def test_a_call_that_fails_is_logged_and_the_next_is_made(alarms, clock, calls, caplog):
    async def fail():
        raise ZeroDivisionError

    alarms.set(("move", 7), 1.0, fail)
    alarms.set("beat", 1.0, partial(calls.make, "beat"))
    await rest()
    clock.wake()
    await rest()
    [record] = caplog.records
    assert record.getMessage() == "task_failed name=\"alarm ('move', 7)\""
    assert calls.ended == ["beat"]


async def test_closing_waits_for_calls_being_made_and_makes_no_others(alarms, clock, calls):
    calls.gate.clear()
    alarms.set("made", 1.0, partial(calls.make, "made"))
    await rest()
    clock.wake()
    await rest()
    alarms.set("waits", 1.0, partial(calls.make, "waits"))
    alarms.cancel("made")
    closing = asyncio.create_task(alarms.close())
    await rest()
    assert not closing.done()
    calls.gate.set()
    await closing
    assert [what for what, _ in calls.begun] == calls.ended == ["made"]
