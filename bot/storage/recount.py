"""Rebuild the score from the records, to fill new tables or verify old ones."""

from __future__ import annotations

import logging
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from bot.model.tally import Tally, tally_of
from bot.storage import games, tally
from bot.storage.backup import back_up
from bot.storage.database import Database
from bot.storage.errors import Unreadable
from engine import EngineError
from engine.record import play

log = logging.getLogger(__name__)

CHUNK = 50
"""Games per transaction: at most this many are repeated after a kill."""
PROGRESS = 1000
"""Games between two log lines."""
_MOST_SHOWN = 20


async def catch_up(db: Database) -> int:
    """Count the ended games that are not counted yet, in order; return how many."""
    (left,) = await db.all("SELECT COUNT(*) AS games FROM tallies WHERE counted = 0")
    if left["games"]:
        log.info("recount_started games=%s", left["games"])
    done = 0
    while found := await db.all(
        "SELECT number, game_id FROM tallies WHERE counted = 0 ORDER BY number LIMIT ?", (CHUNK,)
    ):
        ends = [(row["number"], row["game_id"], *await _end(db, row["game_id"])) for row in found]
        async with db.transaction() as conn:
            for number, game_id, counts, end in ends:
                if counts:
                    await tally.write(conn, game_id, end)
                await conn.execute("UPDATE tallies SET counted = 1 WHERE number = ?", (number,))
        done += len(ends)
        if done % PROGRESS == 0:
            log.info("recount_progress done=%s games=%s", done, left["games"])
    return done


async def _end(db: Database, game_id: int) -> tuple[bool, Tally | None]:
    """Return whether a game can be counted, and its score, None if it has no result."""
    try:
        game = await games.load_game(db, game_id)
    except Unreadable as error:
        log.error("not_counted game=%s error=%s", game_id, error)
        return False, None
    if game is None:
        return False, None
    if game.status != "over":
        return True, None
    try:
        return True, tally_of([seat.user_id for seat in game.deal.seats], play(game.record()))
    except (EngineError, ValueError) as error:
        log.warning("replay_failed game=%s error=%s", game_id, error)
        return False, None


async def redo(db: Database) -> int:
    """Delete the whole score and count every game again; return how many.

    If the process is killed, the next start continues.
    """
    async with db.transaction() as conn:
        for table in tally.TABLES:
            await conn.execute(f"DELETE FROM {table}")
        await conn.execute("UPDATE tallies SET counted = 0")
    return await catch_up(db)


async def redo_file(path: Path) -> int:
    """Recount a database that no bot uses.

    Raises:
        StorageError: it can't be opened.
    """
    db = await Database.open(path)
    try:
        return await redo(db)
    finally:
        await db.close()


async def check(path: Path) -> list[str]:
    """Compare the score of a database with a recount of its records, in a copy.

    Nothing is changed, and the bot may run meanwhile. Return one line for each difference, at
    most `_MOST_SHOWN` a table and direction.

    Raises:
        StorageError: the database can't be backed up.
    """
    with tempfile.TemporaryDirectory() as folder:
        kept, made = Path(folder) / "kept.sqlite3", Path(folder) / "made.sqlite3"
        back_up(path, kept)
        back_up(kept, made)
        await redo_file(made)
        return _differences(kept, made)


def _differences(kept: Path, made: Path) -> list[str]:
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("ATTACH ? AS kept", (str(kept),))
        if not _columns(connection, "tallies", "kept"):
            return ["the score was never counted: start the bot once"]
        found = [
            f"game {game_id}: ended, and is not counted once"
            for (game_id,) in connection.execute(
                "SELECT game_id FROM kept.games LEFT JOIN kept.tallies USING (game_id) "
                "WHERE (status = 'live') != (counted IS NULL) OR counted = 0"
            )
        ]
        for table in tally.TABLES:
            columns = _columns(connection, table)
            for one, other, words in (
                ("kept", "main", "kept, but not so by the records"),
                ("main", "kept", "by the records, but not kept so"),
            ):
                rows = connection.execute(
                    f"SELECT {columns} FROM {one}.{table} EXCEPT "
                    f"SELECT {columns} FROM {other}.{table} LIMIT {_MOST_SHOWN}"
                )
                found += [f"{table}: {row}: {words}" for row in rows]
    return found


def _columns(connection: sqlite3.Connection, table: str, schema: str = "main") -> str:
    """Return the columns of a table; real numbers are rounded to be comparable."""
    rows = connection.execute(f"PRAGMA {schema}.table_info({table})")
    return ", ".join(f"ROUND({name}, 6)" if kind == "REAL" else name for _, name, kind, *_ in rows)
