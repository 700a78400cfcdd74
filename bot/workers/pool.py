"""A pool of worker processes for work that would block the event loop.

Existing pools do not survive a killed process: those of the standard library break completely,
pebble's does if the process was idle, and all of them import the main module again in each
process. Here each worker is a plain subprocess with its own pipe; see `bot.workers.worker`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable
from typing import TypeVar, cast

from bot.runtime.tasks import Nursery
from bot.workers.worker import HEAD_BYTES

T = TypeVar("T")

log = logging.getLogger(__name__)

# The rest of the environment, such as the token, is not passed to workers.
_ENVIRONMENT = ("HOME", "LANG", "LC_ALL", "PATH", "TMPDIR", "TZ", "XDG_CACHE_HOME")
_HANGS_SECONDS = 2.0


class WorkersBusy(Exception):
    """The task was not started: queue full, `wait` exceeded or pool closed."""


class WorkerLost(Exception):
    """The process ended, or was killed at the time limit, during this task."""


class WorkerPool:
    """At most `size` (1 or more) niced processes, each started on demand.

    At most `queue` tasks wait while all are busy.
    """

    def __init__(self, size: int, queue: int) -> None:
        self._size = size
        self._queue = queue
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._free = size
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._tasks = Nursery()
        self._closed = False

    @property
    def processes(self) -> list[int]:
        """The ids of the running processes."""
        return [process.pid for process in self._all if process.returncode is None]

    @property
    def depth(self) -> int:
        """The number of tasks that wait."""
        return len(self._waiting)

    @property
    def crowding(self) -> float:
        """The number of tasks that wait, per process."""
        return len(self._waiting) / self._size

    async def run(
        self,
        work: Callable[..., T],
        *args: object,
        wait: float | None = None,
        limit: float | None = None,
    ) -> T:
        """Run `work(*args)` in a worker; return its result or raise its exception.

        `work` is a picklable module-level function. It waits up to `wait` seconds for a process
        and may take `limit` seconds; None means no limit. If the caller is cancelled, a task that
        waits is dropped, and one that runs goes on without a receiver of its result.

        Raises:
            WorkersBusy: the task was not started.
            WorkerLost: its process ended; the next task gets a new one.
        """
        task = pickle.dumps((work, args))
        await self._acquire(wait)
        doing = self._tasks.spawn(self._do(task, limit), name="work", keep_context=True)
        answer = await asyncio.shield(doing)
        if answer is None:
            raise WorkerLost
        done, result = pickle.loads(answer)
        if not done:
            raise cast(Exception, result)
        return cast(T, result)

    async def _do(self, task: bytes, limit: float | None) -> bytes | None:
        """Run a pickled task; return its pickled result, or None if the worker was lost."""
        try:
            process = await self._process()
            try:
                async with asyncio.timeout(limit):
                    answer = await _exchange(process, task)
            except BaseException:
                await self._end(process)
                raise
            if self._closed:
                await self._end(process)
            else:
                self._idle.append(process)
            return answer
        except (TimeoutError, OSError, EOFError) as error:
            log.warning("worker_lost error=%s", type(error).__name__)
            return None
        finally:
            self._release()

    async def close(self) -> None:
        """End all processes; running tasks are lost, waiting ones raise WorkersBusy."""
        self._closed = True
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_exception(WorkersBusy("closed"))
        await asyncio.gather(*map(self._end, list(self._all)))
        await self._tasks.idle()

    async def _acquire(self, wait: float | None) -> None:
        """Acquire one of the `size` slots, in order of arrival."""
        if self._closed or (not self._free and len(self._waiting) >= self._queue):
            raise WorkersBusy(f"{len(self._waiting)} wait")
        if self._free:
            self._free -= 1
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        try:
            async with asyncio.timeout(wait):
                await waiter
        except BaseException as error:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            elif waiter.done() and not waiter.cancelled() and waiter.exception() is None:
                self._release()
            if isinstance(error, TimeoutError):
                raise WorkersBusy("none was free in time") from error
            raise

    def _release(self) -> None:
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
        self._free += 1

    async def _process(self) -> Process:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._all.discard(process)
        environment = {key: os.environ[key] for key in _ENVIRONMENT if key in os.environ}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot.workers.worker"),
            stdin=PIPE,
            stdout=PIPE,
            env=environment,
        )
        self._all.add(process)
        if self._closed:
            # It was being started while the others were ended.
            await self._end(process)
            raise ConnectionAbortedError
        return process

    async def _end(self, process: Process) -> None:
        """Close the input of a process, so that it ends; kill it if it hangs."""
        self._all.discard(process)
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(_HANGS_SECONDS):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _exchange(process: Process, task: bytes) -> bytes:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(task)
    await process.stdin.drain()
    size = int.from_bytes(await process.stdout.readexactly(HEAD_BYTES), "big")
    return await process.stdout.readexactly(size)
