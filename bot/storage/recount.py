"""The score made anew from the records, to fill new tables or to see that what is kept is right."""

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
from engine import EngineError
from engine.record import play

log = logging.getLogger(__name__)

CHUNK = 50
"""So many games are one transaction: whatever kills the process, no more is done twice."""
PROGRESS = 1000
_MOST_SHOWN = 20


async def catch_up(db: Database) -> int:
    """Count the ended games that are not counted yet, in the order of their tallies; how many."""
    (left,) = await db.all("SELECT COUNT(*) AS games FROM tallies WHERE counted = 0")
    if left["games"]:
        log.info("counting %s games that ended before", left["games"])
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
            log.info("counted %s of %s games", done, left["games"])
    return done


async def _end(db: Database, game_id: int) -> tuple[bool, Tally | None]:
    """Whether a game can be counted, and what its record comes to; None: it has no result."""
    game = await games.load_game(db, game_id)
    assert game is not None
    if game.status != "over":
        return True, None
    try:
        return True, tally_of([seat.user_id for seat in game.deal.seats], play(game.record()))
    except (EngineError, ValueError) as error:
        log.warning("not counted: game %s can't be replayed any more: %s", game_id, error)
        return False, None


async def redo(db: Database) -> int:
    """Forget the whole score and count everything again; how many games.

    Where it is killed, the next start goes on.
    """
    async with db.transaction() as conn:
        for table in tally.TABLES:
            await conn.execute(f"DELETE FROM {table}")
        await conn.execute("UPDATE tallies SET counted = 0")
    return await catch_up(db)


async def redo_file(path: Path) -> int:
    """The same for a database that no bot works on. Raises StorageError as opening it does."""
    db = await Database.open(path)
    try:
        return await redo(db)
    finally:
        await db.close()


async def check(path: Path) -> list[str]:
    """Compare the score kept in a database with what its records come to, in a copy.

    Nothing is changed, and the bot may go on playing. One line for each difference, at most
    `_MOST_SHOWN` a table; none where all is right. Raises StorageError as a backup does.
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
    """The columns of a table; real numbers as exact as they are the same everywhere."""
    rows = connection.execute(f"PRAGMA {schema}.table_info({table})")
    return ", ".join(f"ROUND({name}, 6)" if kind == "REAL" else name for _, name, kind, *_ in rows)
