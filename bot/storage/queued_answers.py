"""What a record does not hold: answers given ahead of one's turn, and whose phone was rung."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import aiosqlite

from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class QueuedAnswer:
    """An answer of a seat for later in bout `bout`.

    `seen` is the number of cards on the table that it was given on, None if any number will do.
    """

    seat: int
    kind: str
    bout: int
    seen: int | None = None


async def replace(db: Database, game_id: int, answers: Iterable[QueuedAnswer]) -> None:
    """Keep these answers of a game instead of those before."""
    async with db.transaction() as conn:
        await write(conn, game_id, answers)


async def write(conn: aiosqlite.Connection, game_id: int, answers: Iterable[QueuedAnswer]) -> None:
    """Within the caller's transaction: do what `replace` does."""
    await conn.execute("DELETE FROM ahead WHERE game_id = ?", (game_id,))
    await conn.executemany(
        "INSERT INTO ahead (game_id, seat, kind, bout, seen) VALUES (?, ?, ?, ?, ?)",
        [(game_id, answer.seat, answer.kind, answer.bout, answer.seen) for answer in answers],
    )


async def of_game(db: Database, game_id: int) -> list[QueuedAnswer]:
    """The answers that are kept for a game, by seat."""
    rows = await db.all("SELECT * FROM ahead WHERE game_id = ? ORDER BY seat, kind", (game_id,))
    return [QueuedAnswer(row["seat"], row["kind"], row["bout"], row["seen"]) for row in rows]


async def ring(db: Database, game_id: int, steps: Mapping[int, int]) -> None:
    """Note that these seats are being rung for the decisions at these steps."""
    async with db.transaction() as conn:
        await write_rings(conn, game_id, steps)


async def write_rings(conn: aiosqlite.Connection, game_id: int, steps: Mapping[int, int]) -> None:
    """Within the caller's transaction: do what `ring` does."""
    await conn.executemany(
        "INSERT OR REPLACE INTO rings (game_id, seat, step) VALUES (?, ?, ?)",
        [(game_id, seat, step) for seat, step in steps.items()],
    )


async def rung(db: Database, game_id: int) -> dict[int, int]:
    """For each seat that was ever rung, the step of its last ring."""
    rows = await db.all("SELECT seat, step FROM rings WHERE game_id = ?", (game_id,))
    return {row["seat"]: row["step"] for row in rows}
