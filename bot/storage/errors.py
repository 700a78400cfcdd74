"""Errors of storage; each message is a plain sentence for the operator."""

import sqlite3


class StorageError(Exception):
    """The database can't be used, or a request conflicts with its state."""


class DatabaseTooNew(StorageError):
    """The database was written by a later version of the bot."""


class AlreadyRunning(StorageError):
    """Another process uses this database."""


class DatabaseLocked(StorageError):
    """Another process holds the database; nothing was written."""


class TableBusy(StorageError):
    """The table already has a live game, an open lobby or a deal that waits."""


class StaleAction(StorageError):
    """The game is not live or this is not its next action; nothing was written."""


class Unreadable(Exception):
    """A row holds something that was never written there; to try again does not help."""

    def __init__(self, table: str, key: object) -> None:
        super().__init__(f"row {key} of {table} can't be read")
        self.table = table
        self.key = key


FAILURES = (StorageError, sqlite3.Error, OSError)
"""All that a failed read or write raises; nothing was written then."""
