"""Background tasks are held, told of when they fail, and drained at the end."""

import asyncio
import gc
import re
import weakref
from pathlib import Path

import pytest

from bot.runtime import context
from bot.runtime.tasks import Nursery

STARTS = re.compile(r"\.(?:create_task|ensure_future)\(")
"""The linter knows these of `asyncio`; of a loop it can't know them."""
MAY_START = {
    "bot/runtime/tasks.py",
    "bot/tables/mailbox.py",
    "bot/app.py",
    "handlers/webhook.py",
}


@pytest.fixture
async def nursery():
    nursery = Nursery()
    yield nursery
    await nursery.close()
    assert nursery.running == 0


async def test_a_task_is_counted_until_it_ends_and_brings_what_its_work_returns(nursery):
    gate = asyncio.Event()
    task = nursery.spawn(gate.wait(), name="gate")
    assert nursery.running == 1 and task.get_name() == "gate"
    gate.set()
    assert await task is True
    assert nursery.running == 0


async def test_a_task_that_nobody_else_holds_is_not_collected(nursery):
    held: list[weakref.ref[asyncio.Future[None]]] = []
    ended = []

    async def wait():
        # Only the task holds what it waits for, and only that holds the task.
        future = asyncio.get_running_loop().create_future()
        held.append(weakref.ref(future))
        await future
        ended.append(True)

    nursery.spawn(wait(), name="wait")
    await asyncio.sleep(0)
    gc.collect()
    future = held[0]()
    assert future is not None
    future.set_result(None)
    await nursery.idle()
    assert ended == [True]


async def test_a_failure_is_logged_by_name_and_raised_where_it_is_awaited(nursery, caplog):
    async def fail():
        raise ZeroDivisionError("nothing to share")

    task = nursery.spawn(fail(), name="thought game=7")
    await nursery.idle()
    [record] = caplog.records
    assert record.getMessage() == 'task_failed name="thought game=7"'
    assert record.levelname == "ERROR" and record.exc_info[0] is ZeroDivisionError
    with pytest.raises(ZeroDivisionError):
        await task


async def test_what_is_cancelled_is_no_failure(nursery, caplog):
    task = nursery.spawn(asyncio.Event().wait(), name="wait")
    task.cancel()
    await nursery.idle()
    assert task.cancelled() and not caplog.records


async def test_a_task_is_not_part_of_the_update_that_began_it_unless_it_is_to_be(nursery):
    async def update():
        return context.current_update()

    with context.bind_update(5) as current:
        apart = nursery.spawn(update(), name="apart")
        along = nursery.spawn(update(), name="along", keep_context=True)
    assert await apart is None
    assert await along is current


async def test_a_failure_is_logged_in_the_context_of_its_task(nursery, monkeypatch):
    told = []
    monkeypatch.setattr(
        "bot.runtime.tasks.log.error", lambda *_, **__: told.append(context.log_fields())
    )

    async def fail():
        raise ZeroDivisionError

    with context.bind_update(5):
        nursery.spawn(fail(), name="along", keep_context=True)
        nursery.spawn(fail(), name="apart")
        await nursery.idle()
    assert told == [{"update": 5}, {}]


async def test_idle_waits_for_tasks_that_tasks_start(nursery):
    done = []

    async def last():
        await asyncio.sleep(0)
        done.append("last")

    async def first():
        nursery.spawn(last(), name="last")
        done.append("first")

    nursery.spawn(first(), name="first")
    await nursery.idle()
    assert done == ["first", "last"]


async def test_closing_cancels_and_waits_for_what_is_cleared_up(nursery):
    cleared = []

    async def work():
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            cleared.append(True)

    nursery.spawn(work(), name="work")
    await asyncio.sleep(0)
    await nursery.close()
    assert cleared == [True] and nursery.running == 0


async def test_an_empty_one_is_idle_and_closes(nursery):
    await nursery.idle()
    await nursery.close()


def test_no_other_place_starts_tasks():
    root = Path(__file__).parents[2]
    files = [path for name in ("bot", "handlers") for path in (root / name).rglob("*.py")]
    starts = {
        str(path.relative_to(root)) for path in files if STARTS.search(path.read_text("utf-8"))
    }
    assert {name for name in starts if not name.startswith("bot/sandbox/")} == MAY_START
