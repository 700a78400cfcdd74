"""The one way to the SQLite file: transactions to write, snapshots to read."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiosqlite

from bot.runtime.context import update_at_table
from bot.storage import updates
from bot.storage.cache import Cache
from bot.storage.errors import FAILURES, StorageError
from bot.storage.inspect import inspect
from bot.storage.migrate import known_migrations, migrate

if TYPE_CHECKING:
    from bot.storage.chats import Chat
    from bot.storage.people import StoredPerson

Row = sqlite3.Row


class Database:
    """Two connections to one file.

    Tasks share a connection, and within one SQLite connection everybody sees what is not yet
    committed. So reads have a connection of their own: with the write-ahead log it sees only
    commits, and no read waits for a writer's disk. One lock each keeps transactions and snapshots
    apart, in order of arrival. `people` and `chats`, which every screen asks about, are remembered.
    """

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self._writer = writer
        self._reader = reader
        self._writing = asyncio.Lock()
        self._reading = asyncio.Lock()
        self._write_error: str | None = None
        self.people: Cache[StoredPerson] = Cache()
        self.chats: Cache[Chat] = Cache()

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open the file, making it and its folder where there is none, in today's shape.

        Raises StorageError with a plain sentence: the path can't be written; or, nothing in it
        touched, the file is damaged, is something else, or (DatabaseTooNew) is of a later version.
        """
        known = known_migrations()
        await asyncio.to_thread(inspect, path, known[-1].version)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
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
        except sqlite3.Error as error:
            await writer.close()
            raise StorageError(f"the database {path} can't be used: {error}") from error
        except BaseException:
            await writer.close()
            raise
        return cls(writer, reader)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        """Write: all that the block does is on disk when it ends, nothing of it if it raises.

        The first that is written for an update of Telegram's at its table keeps the update, too.
        """
        update = update_at_table()
        async with self._writing:
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                if update and not update.kept:
                    await updates.keep(self._writer, update)
                await self._writer.commit()
            except BaseException as error:
                if isinstance(error, sqlite3.Error | OSError):
                    self._write_error = f"the last write failed: {error}"
                if update:
                    update.failed |= isinstance(error, FAILURES)
                await self._writer.rollback()
                raise
            self._write_error = None
            if update:
                update.kept = True

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[aiosqlite.Connection]:
        """Read several things as they were at one moment; everything committed before is seen."""
        async with self._reading:
            try:
                await self._reader.execute("BEGIN")
                yield self._reader
            finally:
                await self._reader.rollback()

    async def all(self, sql: str, parameters: Iterable[Any] = ()) -> list[Row]:
        """Read all rows of one query, of committed things only."""
        async with self._reading:
            return list(await self._reader.execute_fetchall(sql, parameters))

    async def one(self, sql: str, parameters: Iterable[Any] = ()) -> Row | None:
        """Read the first row of one query, None where there is none."""
        rows = await self.all(sql, parameters)
        return rows[0] if rows else None

    async def problem(self) -> str | None:
        """Why it can't be read, or what the last write met; None where all is well."""
        try:
            await self.one("SELECT COUNT(*) FROM schema_migrations")
        except FAILURES as error:
            return str(error)
        return self._write_error

    async def close(self) -> None:
        """Let running transactions end, then close the file."""
        async with self._writing, self._reading:
            await self._reader.close()
            await self._writer.close()


async def _connect(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=10)
    connection.row_factory = sqlite3.Row
    return connection
