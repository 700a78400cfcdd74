"""What can go wrong with what is kept; each text is a plain sentence."""

import sqlite3


class StorageError(Exception):
    """The database can't be used, or refuses what was asked."""


class DatabaseTooNew(StorageError):
    """The database was written by a later version of the bot."""


class AlreadyRunning(StorageError):
    """Another process works on this database."""


class TableBusy(StorageError):
    """The table has a live game, or an open lobby, already."""


class StaleAction(StorageError):
    """The game is not live, or another action has this number: nothing was written."""


FAILURES = (StorageError, sqlite3.Error, OSError)
"""What reading or writing raises when it could not be done; nothing was written then."""
