"""A lock file that keeps a second process from using a database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from bot.runtime import private
from bot.storage.errors import AlreadyRunning, StorageError


@contextmanager
def only_process(database: Path) -> Iterator[None]:
    """Hold the lock file beside the database during the block.

    The operating system releases it when the process is killed.

    Raises:
        AlreadyRunning: another process holds the lock.
        StorageError: the lock file can't be created.
    """
    file = database.with_name(database.name + ".lock")
    lock = FileLock(file, timeout=0)
    try:
        private.make_folder(database.parent)
        private.make_file(file)
        lock.acquire()
    except Timeout:
        raise AlreadyRunning(
            f"another bot works on {database} already: stop it first, or set another DATABASE_PATH"
        ) from None
    except OSError as error:
        raise StorageError(f"the database {database} can't be locked: {error}") from error
    try:
        yield
    finally:
        lock.release()
