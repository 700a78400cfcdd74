"""Access to the SQLite file: transactions to write, snapshots to read."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import aiosqlite

from bot.runtime import private
from bot.runtime.context import update_at_table
from bot.storage import sightings, updates
from bot.storage.cache import Cache
from bot.storage.errors import FAILURES, DatabaseLocked, StorageError
from bot.storage.inspect import inspect
from bot.storage.migrate import known_migrations, migrate
from bot.storage.rows import Chat, StoredPerson
from bot.storage.sightings import Sighting

Row = sqlite3.Row

log = logging.getLogger(__name__)

BUSY_SECONDS = 2.0
"""How long one transaction waits for another process; those behind it are refused at once."""
PROBE_SECONDS = 1.0
"""How long after a refusal the next transaction tries again, without waiting."""
_OPENING_SECONDS = 10.0


class Database:
    """Two connections to one file: one to write, one to read.

    Tasks share a connection, and a SQLite connection sees its own uncommitted changes. With the
    write-ahead log the second one sees only commits, and no read waits for a writer's disk. A lock
    for each serialises transactions and snapshots in order of arrival. Rows of `people` and
    `chats`, which every screen needs, are cached. `sightings` are names of people, by id, that
    the next transaction writes.

    While another process holds the database, one transaction waits `busy` seconds for it. From then
    on transactions are refused at once, but for one every `probe` seconds that tries.
    """

    def __init__(
        self,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        busy: float = BUSY_SECONDS,
        probe: float = PROBE_SECONDS,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._busy = busy
        self._probe = probe
        self._locked_until: float | None = None
        self._writing = asyncio.Lock()
        self._reading = asyncio.Lock()
        self._write_error: str | None = None
        self.people: Cache[StoredPerson] = Cache()
        self.chats: Cache[Chat] = Cache()
        self.sightings: dict[int, Sighting] = {}

    @classmethod
    async def open(
        cls, path: Path, *, busy: float = BUSY_SECONDS, probe: float = PROBE_SECONDS
    ) -> Database:
        """Open the file, create it and its folder if missing, and run the migrations.

        From then on only its owner may read it, its log and its index.

        Raises:
            StorageError: the path can't be written, or the file is damaged or not a database of
                this bot; then it is not changed.
            DatabaseTooNew: the file was written by a later version; it is not changed.
        """
        known = known_migrations()
        await asyncio.to_thread(inspect, path, known[-1].version)
        try:
            _make_private(path)
            writer = await _connect(path)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"the database {path} can't be opened: {error}") from error
        try:
            await writer.execute("PRAGMA journal_mode = WAL")
            await writer.execute("PRAGMA synchronous = FULL")
            await writer.execute("PRAGMA foreign_keys = ON")
            await migrate(writer, known)
            reader = await _connect(path)
            await reader.execute("PRAGMA query_only = ON")
            for connection in (writer, reader):
                await _wait_up_to(connection, busy)
        except sqlite3.Error as error:
            await writer.close()
            raise StorageError(f"the database {path} can't be used: {error}") from error
        except BaseException:
            await writer.close()
            raise
        return cls(writer, reader, busy, probe)

    @asynccontextmanager
    async def transaction(self, *, completes: bool = True) -> AsyncIterator[aiosqlite.Connection]:
        """Write: the block is committed to disk when it ends, or rolled back if it raises.

        The first transaction of an update at its table also stores the update's id, so that a
        repeated delivery is ignored (bot.storage.updates); one that does not by itself `completes`
        what the update asks for leaves that to the next. Each stores the pending `sightings`.

        Raises:
            DatabaseLocked: another process holds the database; the block was not run.
        """
        update = update_at_table()
        async with self._writing:
            seen = dict(self.sightings)
            try:
                await self._begin()
                if seen:
                    await sightings.write(self._writer, seen.values())
                yield self._writer
                if update and completes and not update.kept:
                    await updates.keep(self._writer, update)
                with self._written(seen):
                    await self._writer.commit()
            except BaseException as error:
                if isinstance(error, sqlite3.Error | OSError | DatabaseLocked):
                    self._write_error = f"the last write failed: {error}"
                if update:
                    update.failed |= isinstance(error, FAILURES)
                await self._writer.rollback()
                raise
            self._write_error = None
            if update and completes:
                update.kept = True

    @contextmanager
    def _written(self, seen: Mapping[int, Sighting]) -> Iterator[None]:
        """Commit in the block that these people were seen."""
        with self.people.changing(*seen):
            yield
            for user_id, sighting in seen.items():
                if self.sightings.get(user_id) is sighting:
                    del self.sightings[user_id]

    async def _begin(self) -> None:
        """Begin to write; fail at once where another process was found to hold the database."""
        was_locked = self._locked_until is not None
        if self._locked_until is not None and time.monotonic() < self._locked_until:
            raise DatabaseLocked("another process holds the database")
        if was_locked:
            await _wait_up_to(self._writer, 0.0)
        try:
            await self._writer.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            if not was_locked:
                log.warning("database_locked")
            self._locked_until = time.monotonic() + self._probe
            raise DatabaseLocked("another process holds the database") from error
        if was_locked:
            log.info("database_unlocked")
            self._locked_until = None
            await _wait_up_to(self._writer, self._busy)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[aiosqlite.Connection]:
        """Read a consistent snapshot; it includes everything committed before."""
        async with self._reading:
            try:
                await self._reader.execute("BEGIN")
                yield self._reader
            finally:
                await self._reader.rollback()

    async def all(self, sql: str, parameters: Iterable[Any] = ()) -> list[Row]:
        """Return all rows of a query on committed data."""
        async with self._reading:
            return list(await self._reader.execute_fetchall(sql, parameters))

    async def one(self, sql: str, parameters: Iterable[Any] = ()) -> Row | None:
        """Return the first row of a query on committed data, None if there is none."""
        rows = await self.all(sql, parameters)
        return rows[0] if rows else None

    async def kept_updates(self) -> frozenset[tuple[int, str]]:
        """Return (update_id, `UpdateContext.what`) of the updates that have had their effect."""
        rows = await self.all("SELECT update_id, what FROM updates")
        return frozenset((row["update_id"], row["what"]) for row in rows)

    async def write_sightings(self) -> None:
        """Store the pending sightings now, if there are any."""
        if self.sightings:
            async with self.transaction():
                pass

    async def problem(self) -> str | None:
        """Return why it can't be read or why the last write failed; None if healthy."""
        try:
            await self.one("SELECT COUNT(*) FROM schema_migrations")
        except FAILURES as error:
            return str(error)
        return self._write_error

    async def close(self) -> None:
        """Write what is pending, wait for running transactions, then close the file."""
        with suppress(*FAILURES):
            await self.write_sightings()
        async with self._writing, self._reading:
            await self._reader.close()
            await self._writer.close()


def _make_private(path: Path) -> None:
    """Make the file if there is none, and let only its owner read it: it holds live hands.

    SQLite gives new logs and indexes the rights of the file. The path may be a link.
    """
    private.make_folder(path.parent)
    file = Path(os.path.realpath(path))
    private.make_file(file)
    for suffix in ("-wal", "-shm"):
        private.tighten(file.with_name(file.name + suffix))


async def _connect(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=_OPENING_SECONDS)
    connection.row_factory = sqlite3.Row
    return connection


async def _wait_up_to(connection: aiosqlite.Connection, seconds: float) -> None:
    """Let statements of a connection wait so long where another process holds the file."""
    await connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")
