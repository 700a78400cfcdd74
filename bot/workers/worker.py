"""Do pieces of work that arrive on standard input: `python -m bot.workers.worker`.

It imports what the work needs and nothing of the bot. It ends with its input, also in the middle
of a piece of work, so it never outlives the process that started it, however that one ended.
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
"""A result is preceded by its length, so many bytes, the most significant first."""
NICENESS = 10

Task = tuple[Callable[..., Any], tuple[Any, ...]]


def main() -> None:
    """Read pickled (function, arguments), write pickled (True, result) or (False, exception)."""
    # Ctrl-C reaches every process of a terminal; when to end is told by the input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    results = os.fdopen(os.dup(1), "wb")
    # What a library prints must not fall among the results.
    os.dup2(2, 1)
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, tasks), daemon=True).start()
    while True:
        work, arguments = tasks.get()
        told = _done(work, arguments)
        results.write(len(told).to_bytes(HEAD_BYTES, "big") + told)
        results.flush()


def _read(source: BinaryIO, tasks: queue.SimpleQueue[Task]) -> None:
    while True:
        try:
            tasks.put(pickle.load(source))
        except Exception:
            os._exit(0)


def _done(work: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    try:
        return pickle.dumps((True, work(*arguments)))
    except Exception as error:
        try:
            told = pickle.dumps((False, error))
            pickle.loads(told)  # many an exception can be written, but not read
            return told
        except Exception:
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


if __name__ == "__main__":
    main()
