"""Online backup of the database: https://www.sqlite.org/backup.html."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from bot.storage.errors import StorageError


def back_up(database: Path, copy: Path) -> int:
    """Write all that is committed to a new file and return its size in bytes.

    The copy is a single file, appears completely or not at all, and can replace the database. It
    has no chains of seeds: where it is put in place, links may have been revealed after it was
    made, so that every table begins a new chain.

    Raises:
        StorageError: there is no database, it is damaged, or the copy exists or can't be written.
    """
    if not database.is_file():
        raise StorageError(f"there is no database {database}")
    if copy.exists():
        raise StorageError(f"{copy} exists already; a backup replaces nothing")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{copy.name}.", dir=copy.parent)
        os.close(handle)
    except OSError as error:
        raise StorageError(f"{copy} can't be written: {error.strerror}") from error
    part = Path(name)
    try:
        _copy(database, part)
        _check(database, part)
        _put(part, copy)
        return copy.stat().st_size
    except (sqlite3.Error, OSError) as error:
        raise StorageError(f"no backup of {database} was made: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _copy(database: Path, part: Path) -> None:
    # A single step is one snapshot: concurrent writes go to the log and don't restart the copy.
    # The source is query-only, but not "mode=ro", which can't always use an existing log.
    with closing(sqlite3.connect(database, timeout=30)) as source:
        source.execute("PRAGMA query_only = ON")
        with closing(sqlite3.connect(part)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
            _forget_chains(target)


def _forget_chains(target: sqlite3.Connection) -> None:
    if target.execute("SELECT 1 FROM sqlite_schema WHERE name = 'chains'").fetchone():
        target.execute("PRAGMA secure_delete = ON")
        target.execute("DELETE FROM chains")
        target.commit()


def _check(database: Path, part: Path) -> None:
    with closing(sqlite3.connect(part)) as target:
        damage = target.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if damage != "ok":
        what = " ".join(damage.split())
        raise StorageError(f"the database {database} is damaged, no backup was made: {what}")


def _put(part: Path, copy: Path) -> None:
    """Give the finished copy its name, unless another file has it meanwhile."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    try:
        os.link(part, copy)
    except FileExistsError:
        raise StorageError(f"{copy} exists already; a backup replaces nothing") from None
