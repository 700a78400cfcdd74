"""Processes for what would hold the loop up: thinking and drawing.

A pool of our own, for what the ready ones do with a killed process: those of the standard library
break whole by it, pebble's too where the process was idle, and all of them import the main module
again in every process. Here each process is a plain subprocess with a pipe of its own; see
`bot.workers.worker` for its side.
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

# Nothing else of the environment is a worker's business, the token least of all.
_ENVIRONMENT = ("HOME", "LANG", "LC_ALL", "PATH", "TMPDIR", "TZ", "XDG_CACHE_HOME")
_HANGS_SECONDS = 2.0


class WorkersBusy(Exception):
    """So much work waits already that this was not begun; or the pool is closed."""


class WorkerLost(Exception):
    """The process ended, or was ended after its time, in the middle of this piece of work."""


class WorkerPool:
    """At most `size` (1 or more) niced processes, each started when it is first needed.

    At most `queue` pieces of work wait while all are busy.
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
        """The process ids of those that run."""
        return [process.pid for process in self._all if process.returncode is None]

    @property
    def depth(self) -> int:
        """How many pieces of work wait."""
        return len(self._waiting)

    @property
    def crowding(self) -> float:
        """How many pieces of work wait for each process."""
        return len(self._waiting) / self._size

    async def run(
        self,
        work: Callable[..., T],
        *args: object,
        wait: float | None = None,
        limit: float | None = None,
    ) -> T:
        """What `work(*args)` returns or raises, a picklable function of a module.

        It waits for a process for `wait` seconds and is ended after `limit`, both without end where
        None is given. Where the caller is cancelled, what waits is not begun; what is being done
        is done, for nobody.

        Raises:
            WorkersBusy: it was not begun.
            WorkerLost: its process ended; the next piece of work gets another one.
        """
        task = pickle.dumps((work, args))
        await self._take(wait)
        doing = self._tasks.spawn(self._do(task, limit), name="work", keep_context=True)
        told = await asyncio.shield(doing)
        if told is None:
            raise WorkerLost
        done, result = pickle.loads(told)
        if not done:
            raise cast(Exception, result)
        return cast(T, result)

    async def _do(self, task: bytes, limit: float | None) -> bytes | None:
        """What the process tells of it; None: it was lost, which is in the log."""
        try:
            process = await self._process()
            try:
                async with asyncio.timeout(limit):
                    told = await _exchange(process, task)
            except BaseException:
                await self._end(process)
                raise
            if self._closed:
                await self._end(process)
            else:
                self._idle.append(process)
            return told
        except (TimeoutError, OSError, EOFError) as error:
            log.warning("worker lost: %s", type(error).__name__)
            return None
        finally:
            self._give()

    async def close(self) -> None:
        """End all processes; work that is being done is lost, what waits is not begun."""
        self._closed = True
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_exception(WorkersBusy("closed"))
        await asyncio.gather(*map(self._end, list(self._all)))
        await self._tasks.idle()

    async def _take(self, wait: float | None) -> None:
        """One of the places at which work is done."""
        if self._closed or (not self._free and len(self._waiting) >= self._queue):
            raise WorkersBusy(f"{len(self._waiting)} wait")
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            async with asyncio.timeout(wait):
                await turn
        except BaseException as error:
            if turn in self._waiting:
                self._waiting.remove(turn)
            elif turn.done() and not turn.cancelled() and turn.exception() is None:
                self._give()
            if isinstance(error, TimeoutError):
                raise WorkersBusy("none was free in time") from error
            raise

    def _give(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
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
        """Without its input it ends by itself, unless it hangs."""
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
