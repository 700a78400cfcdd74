"""Tasks run in worker processes, and a killed one affects no other task."""

import asyncio
import contextlib
import os
import signal
import sys
import time

import pytest

from bot.workers.pool import WorkerLost, WorkerPool, WorkersBusy
from engine import RecordError
from engine.record import replay

MODULES = "__import__('engine.ai.plain') and sorted(__import__('sys').modules)"


@pytest.fixture
async def workers():
    pool = WorkerPool(1, queue=1)
    yield pool
    await pool.close()
    assert pool.processes == []


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def until(fact):
    while not fact():
        await asyncio.sleep(0.005)


async def test_work_is_done_elsewhere_niced_and_without_the_bot(workers):
    assert await workers.run(os.getpid) == workers.processes[0] != os.getpid()
    assert await workers.run(os.nice, 0) == min(os.nice(0) + 10, 19)
    loaded = await workers.run(eval, MODULES)
    assert "engine.ai.plain" in loaded
    assert not [name for name in loaded if name.startswith(("aiogram", "asyncio", "handlers"))]
    assert {name for name in loaded if name.startswith("bot")} <= {
        "bot",
        "bot.workers",
        "bot.workers.worker",
    }


async def test_the_token_is_not_handed_to_it(workers, monkeypatch):
    monkeypatch.setenv("BOT_TOKEN", "1:secret")
    assert await workers.run(os.getenv, "BOT_TOKEN") is None


async def test_what_the_work_raises_is_raised_and_what_it_prints_does_no_harm(workers):
    with pytest.raises(ZeroDivisionError):
        await workers.run(divmod, 1, 0)
    assert await workers.run(print, "noise") is None
    assert await workers.run(max, 1, 2) == 2


class Unreadable(Exception):
    def __init__(self, one, other):
        super().__init__(f"{one} {other}")


def raise_unreadable():
    raise Unreadable("no", "way")


async def test_errors_of_more_than_a_text_come_back_whole_or_as_a_text(workers):
    with pytest.raises(RecordError, match="format: missing") as caught:
        await workers.run(replay, {})
    assert caught.value.number == -1
    with pytest.raises(RuntimeError, match="Unreadable: no way"):
        await workers.run(raise_unreadable)


async def test_one_killed_in_mid_work_is_lost_and_the_next_work_succeeds(workers):
    work = asyncio.create_task(workers.run(time.sleep, 60))
    await until(lambda: workers.processes)
    os.kill(workers.processes[0], signal.SIGKILL)
    with pytest.raises(WorkerLost):
        await work
    assert await workers.run(max, 1, 2) == 2


async def test_one_killed_while_idle_is_lost_once_at_most(workers):
    pid = await workers.run(os.getpid)
    os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(WorkerLost):
        await workers.run(os.getpid)
    assert await workers.run(os.getpid) != pid


async def test_work_over_its_time_is_ended_with_its_process(workers):
    pid = await workers.run(os.getpid)
    with pytest.raises(WorkerLost):
        await workers.run(time.sleep, 60, limit=0.01)
    assert gone(pid)
    assert await workers.run(max, 1, 2) == 2


async def test_a_full_queue_is_said_at_once_and_the_others_have_their_turn(workers):
    first = asyncio.create_task(workers.run(eval, "1"))
    second = asyncio.create_task(workers.run(eval, "2"))
    await until(lambda: workers.depth == 1)
    with pytest.raises(WorkersBusy):
        await workers.run(eval, "3")
    assert (await first, await second) == (1, 2)


async def test_waiting_has_an_end_and_leaves_the_queue(workers):
    first = asyncio.create_task(workers.run(time.sleep, 60))
    await until(lambda: workers.processes)
    with pytest.raises(WorkersBusy):
        await workers.run(eval, "2", wait=0.01)
    assert workers.depth == 0
    os.kill(workers.processes[0], signal.SIGKILL)
    with pytest.raises(WorkerLost):
        await first
    assert await workers.run(eval, "3") == 3


async def test_work_that_nobody_waits_for_any_more_is_done_and_the_process_kept(workers):
    pid = await workers.run(os.getpid)
    forgotten = asyncio.create_task(workers.run(time.sleep, 0.01))
    waits = asyncio.create_task(workers.run(eval, "2"))
    await until(lambda: workers.depth == 1)
    for work in (waits, forgotten):
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
    assert workers.depth == 0
    assert await workers.run(os.getpid) == pid


async def test_closing_ends_what_is_done_and_begins_nothing(workers):
    first = asyncio.create_task(workers.run(time.sleep, 60))
    second = asyncio.create_task(workers.run(eval, "2"))
    await until(lambda: workers.processes and workers.depth)
    [pid] = workers.processes
    await workers.close()
    assert gone(pid)
    with pytest.raises(WorkerLost):
        await first
    with pytest.raises(WorkersBusy):
        await second
    with pytest.raises(WorkersBusy):
        await workers.run(eval, "3")


async def test_closing_ends_a_process_that_is_just_being_started(workers):
    work = asyncio.create_task(workers.run(time.sleep, 60))
    for _ in range(3):
        await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await workers.close()
    assert workers.processes == []
    with pytest.raises(WorkerLost):
        await work


ORPHANED = """
import asyncio, time
from bot.workers.pool import WorkerPool
async def main():
    workers = WorkerPool(1, 1)
    work = asyncio.create_task(workers.run(time.sleep, 60))
    while not workers.processes:
        await asyncio.sleep(0.005)
    print(workers.processes[0], flush=True)
    await work
asyncio.run(main())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
async def test_however_its_parent_ends_a_worker_ends_too(how):
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", ORPHANED),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert parent.stdout
    pid = int(await parent.stdout.readline())
    parent.send_signal(how)
    await parent.wait()
    async with asyncio.timeout(30):
        await until(lambda: gone(pid))
