"""Who is awaited until when, who has let decisions pass, and who wants them out of the game."""

from collections.abc import Iterable
from dataclasses import dataclass

import aiosqlite

from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Deadline:
    """A person's seat is awaited for the decision at `step`, `since` and `until` Unix seconds.

    `until` None: there is no clock.
    """

    seat: int
    step: int
    since: float
    until: float | None = None


async def replace(db: Database, game_id: int, deadlines: Iterable[Deadline]) -> None:
    """Keep these waits of a game instead of those before."""
    async with db.transaction() as conn:
        await write(conn, game_id, deadlines)


async def write(conn: aiosqlite.Connection, game_id: int, deadlines: Iterable[Deadline]) -> None:
    """Within the caller's transaction: what `replace` does."""
    await conn.execute("DELETE FROM waits WHERE game_id = ?", (game_id,))
    await conn.executemany(
        "INSERT INTO waits (game_id, seat, step, since, until) VALUES (?, ?, ?, ?, ?)",
        [(game_id, one.seat, one.step, one.since, one.until) for one in deadlines],
    )


async def of_game(db: Database, game_id: int) -> dict[int, Deadline]:
    """The waits of a game, by seat."""
    rows = await db.all(
        "SELECT seat, step, since, until FROM waits WHERE game_id = ? ORDER BY seat", (game_id,)
    )
    return {row["seat"]: Deadline(**dict(row)) for row in rows}


async def miss(conn: aiosqlite.Connection, game_id: int, seat: int) -> None:
    """Within the caller's transaction: count one more decision that a seat has let pass."""
    await conn.execute(
        "INSERT INTO misses (game_id, seat, count) VALUES (?, ?, 1) "
        "ON CONFLICT (game_id, seat) DO UPDATE SET count = count + 1",
        (game_id, seat),
    )


async def misses(db: Database, game_id: int) -> dict[int, int]:
    """How many decisions in a row each seat has let pass, where it is any."""
    rows = await db.all("SELECT seat, count FROM misses WHERE game_id = ?", (game_id,))
    return {row["seat"]: row["count"] for row in rows}


async def returned(
    db: Database, game_id: int, seat: int, at: float, awaits: Iterable[Deadline]
) -> None:
    """The person of a seat is there: misses and votes are forgotten, the game is touched.

    `awaits` are the people who are awaited from then on, all of them.
    """
    async with db.transaction() as conn:
        key = (game_id, seat)
        await conn.execute("DELETE FROM misses WHERE game_id = ? AND seat = ?", key)
        await conn.execute("DELETE FROM votes WHERE game_id = ? AND seat = ?", key)
        await conn.execute("UPDATE games SET touched_at = ? WHERE game_id = ?", (at, game_id))
        await write(conn, game_id, awaits)


async def vote(db: Database, game_id: int, seat: int, user_id: int) -> None:
    """Keep a person's vote to take a seat's person out of the game; a second one is the same."""
    async with db.transaction() as conn:
        await conn.execute(
            "INSERT OR IGNORE INTO votes (game_id, seat, user_id) VALUES (?, ?, ?)",
            (game_id, seat, user_id),
        )


async def votes(db: Database, game_id: int) -> dict[int, set[int]]:
    """For each seat that anybody wants out of the game, who does."""
    rows = await db.all("SELECT seat, user_id FROM votes WHERE game_id = ?", (game_id,))
    found: dict[int, set[int]] = {}
    for row in rows:
        found.setdefault(row["seat"], set()).add(row["user_id"])
    return found


async def forget(conn: aiosqlite.Connection, game_id: int) -> None:
    """Within the caller's transaction: a game that has ended waits for nobody."""
    for table in ("waits", "misses", "votes"):
        await conn.execute(f"DELETE FROM {table} WHERE game_id = ?", (game_id,))
