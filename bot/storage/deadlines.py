"""Deadlines of awaited people, missed decisions, and votes to remove a person."""

from collections.abc import Iterable
from dataclasses import dataclass

import aiosqlite

from bot.storage import checks
from bot.storage.database import Database, Row


@dataclass(frozen=True, slots=True)
class Deadline:
    """A person's decision that is awaited: for `step`, from `since` until `until`.

    Times are Unix seconds; `until` None means that no clock runs.
    """

    seat: int
    step: int
    since: float
    until: float | None = None


async def replace(db: Database, game_id: int, deadlines: Iterable[Deadline]) -> None:
    """Replace the deadlines of a game."""
    async with db.transaction() as conn:
        await write(conn, game_id, deadlines)


async def write(conn: aiosqlite.Connection, game_id: int, deadlines: Iterable[Deadline]) -> None:
    """Replace the deadlines of a game, in the caller's transaction."""
    await conn.execute("DELETE FROM waits WHERE game_id = ?", (game_id,))
    await conn.executemany(
        "INSERT INTO waits (game_id, seat, step, since, until) VALUES (?, ?, ?, ?, ?)",
        [(game_id, one.seat, one.step, one.since, one.until) for one in deadlines],
    )


async def of_game(db: Database, game_id: int) -> dict[int, Deadline]:
    """Return the deadlines of a game, by seat."""
    rows = await db.all(
        "SELECT seat, step, since, until FROM waits WHERE game_id = ? ORDER BY seat", (game_id,)
    )
    return {one.seat: one for one in checks.readable("waits", rows, _deadline)}


def _deadline(row: Row) -> Deadline:
    return Deadline(
        row["seat"],
        checks.whole(row["step"]),
        checks.moment(row["since"]),
        checks.optional(checks.moment, row["until"]),
    )


async def miss(conn: aiosqlite.Connection, game_id: int, seat: int) -> None:
    """Count one more missed decision of a seat, in the caller's transaction."""
    await conn.execute(
        "INSERT INTO misses (game_id, seat, count) VALUES (?, ?, 1) "
        "ON CONFLICT (game_id, seat) DO UPDATE SET count = count + 1",
        (game_id, seat),
    )


async def misses(db: Database, game_id: int) -> dict[int, int]:
    """Return how many decisions in a row each seat has missed, without zeros."""
    rows = await db.all("SELECT seat, count FROM misses WHERE game_id = ?", (game_id,))
    return dict(
        checks.readable("misses", rows, lambda row: (row["seat"], checks.whole(row["count"])))
    )


async def returned(
    db: Database, game_id: int, seat: int, at: float, awaits: Iterable[Deadline]
) -> None:
    """Clear the misses of a seat and the votes against it; update `touched_at`.

    `awaits` replaces the deadlines of the game. What the person pressed is stored after it.
    """
    async with db.transaction(completes=False) as conn:
        key = (game_id, seat)
        await conn.execute("DELETE FROM misses WHERE game_id = ? AND seat = ?", key)
        await conn.execute("DELETE FROM votes WHERE game_id = ? AND seat = ?", key)
        await conn.execute("UPDATE games SET touched_at = ? WHERE game_id = ?", (at, game_id))
        await write(conn, game_id, awaits)


async def vote(db: Database, game_id: int, seat: int, user_id: int) -> None:
    """Store a person's vote to remove a seat's person from the game; idempotent.

    The removal, if it is the deciding vote, is stored after it.
    """
    async with db.transaction(completes=False) as conn:
        await conn.execute(
            "INSERT OR IGNORE INTO votes (game_id, seat, user_id) VALUES (?, ?, ?)",
            (game_id, seat, user_id),
        )


async def votes(db: Database, game_id: int) -> dict[int, set[int]]:
    """Return the voters for each seat that has votes against it."""
    rows = await db.all("SELECT seat, user_id FROM votes WHERE game_id = ?", (game_id,))
    found: dict[int, set[int]] = {}
    for row in rows:
        found.setdefault(row["seat"], set()).add(row["user_id"])
    return found


async def forget(conn: aiosqlite.Connection, game_id: int) -> None:
    """Delete deadlines, misses and votes of a game, in the caller's transaction."""
    for table in ("waits", "misses", "votes"):
        await conn.execute(f"DELETE FROM {table} WHERE game_id = ?", (game_id,))
