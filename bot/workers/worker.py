"""Run tasks that arrive on standard input: `python -m bot.workers.worker`.

A worker imports only what its tasks need. It exits when its input is closed, also during a task,
so it never outlives the process that started it, even if that one was killed.
"""

import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, BinaryIO

HEAD_BYTES = 8
"""A result is preceded by its length, a big-endian integer of this many bytes."""
NICENESS = 10

Task = tuple[Callable[..., Any], tuple[Any, ...]]


def main() -> None:
    """Read pickled (function, arguments), write (True, result) or (False, exception)."""
    # Ctrl-C reaches every process of a terminal; a worker ends with its input instead.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    results = os.fdopen(os.dup(1), "wb")
    # Redirect what libraries print, so that it does not mix with the results.
    os.dup2(2, 1)
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, tasks), daemon=True).start()
    while True:
        work, arguments = tasks.get()
        result = _run(work, arguments)
        results.write(len(result).to_bytes(HEAD_BYTES, "big") + result)
        results.flush()


def _read(source: BinaryIO, tasks: queue.SimpleQueue[Task]) -> None:
    while True:
        try:
            tasks.put(pickle.load(source))
        except Exception:
            os._exit(0)


def _run(work: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    try:
        return pickle.dumps((True, work(*arguments)))
    except Exception as error:
        try:
            result = pickle.dumps((False, error))
            pickle.loads(result)  # some exceptions can be pickled but not unpickled
            return result
        except Exception:
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


if __name__ == "__main__":
    main()
