"""Check a database before anything is written to it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.storage.errors import DatabaseTooNew, StorageError


def inspect(path: Path, newest: int) -> None:
    """Check the file, which may be missing or empty, without changing anything.

    It is read completely: about one second for a hundred megabytes. `newest` is the version of
    the last known migration.

    Raises:
        StorageError: the file is damaged or not a database of this bot.
        DatabaseTooNew: it was written by a later version.
    """
    try:
        if not path.exists() or not path.stat().st_size:
            return
        with closing(_connect(path)) as connection:
            damage = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}
            version = _version(connection) if "schema_migrations" in tables else 0
    except (sqlite3.DatabaseError, OSError) as error:
        raise StorageError(f"the database {path} can't be read: {error}") from error
    if damage != "ok":
        raise StorageError(
            f"the database {path} is damaged ({' '.join(damage.split())}): put a backup in its "
            "place; nothing was changed"
        )
    if tables and "schema_migrations" not in tables:
        raise StorageError(f"{path} is a database of some other program: set another DATABASE_PATH")
    if version > newest:
        raise DatabaseTooNew(
            f"the database {path} is of version {version}, and this bot knows versions up to "
            f"{newest}: start a newer bot, or set another DATABASE_PATH"
        )


def _connect(path: Path) -> sqlite3.Connection:
    """Return a read-only connection that sees everything committed."""
    log = path.with_name(path.name + "-wal")
    # Without a log the file is complete, and SQLite need not create a shared-memory file.
    whole = not log.exists() or not log.stat().st_size
    how = "immutable=1" if whole else "mode=ro"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=10)


def _version(connection: sqlite3.Connection) -> int:
    row = connection.execute("SELECT COALESCE(MAX(version), 0) FROM schema_migrations").fetchone()
    return int(row[0])
