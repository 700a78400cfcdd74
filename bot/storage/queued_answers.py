"""Queued answers, given ahead of a turn, and rings: what is not in the record."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import aiosqlite

from bot.storage import checks
from bot.storage.database import Database, Row


@dataclass(frozen=True, slots=True)
class QueuedAnswer:
    """An answer of a seat that is applied later in bout `bout`.

    `seen` is the number of cards on the table when it was given; None: valid for any number.
    """

    seat: int
    kind: str
    bout: int
    seen: int | None = None


async def replace(db: Database, game_id: int, answers: Iterable[QueuedAnswer]) -> None:
    """Replace the queued answers of a game."""
    async with db.transaction() as conn:
        await write(conn, game_id, answers)


async def write(conn: aiosqlite.Connection, game_id: int, answers: Iterable[QueuedAnswer]) -> None:
    """Replace the queued answers of a game, in the caller's transaction."""
    await conn.execute("DELETE FROM ahead WHERE game_id = ?", (game_id,))
    await conn.executemany(
        "INSERT INTO ahead (game_id, seat, kind, bout, seen) VALUES (?, ?, ?, ?, ?)",
        [(game_id, answer.seat, answer.kind, answer.bout, answer.seen) for answer in answers],
    )


async def of_game(db: Database, game_id: int) -> list[QueuedAnswer]:
    """Return the queued answers of a game, sorted by seat."""
    rows = await db.all("SELECT * FROM ahead WHERE game_id = ? ORDER BY seat, kind", (game_id,))
    return checks.readable("ahead", rows, _answer)


def _answer(row: Row) -> QueuedAnswer:
    return QueuedAnswer(
        row["seat"],
        checks.one_of(("pass", "bout", "clock"), row["kind"]),
        checks.whole(row["bout"]),
        checks.optional(checks.whole, row["seen"]),
    )


async def ring(db: Database, game_id: int, steps: Mapping[int, int]) -> None:
    """Store that seats are rung; `steps` maps each to the step of its decision."""
    async with db.transaction() as conn:
        await write_rings(conn, game_id, steps)


async def write_rings(conn: aiosqlite.Connection, game_id: int, steps: Mapping[int, int]) -> None:
    """Store that seats are rung, in the caller's transaction."""
    await conn.executemany(
        "INSERT OR REPLACE INTO rings (game_id, seat, step) VALUES (?, ?, ?)",
        [(game_id, seat, step) for seat, step in steps.items()],
    )


async def rung(db: Database, game_id: int) -> dict[int, int]:
    """Return the step of the last ring of each seat that was rung."""
    rows = await db.all("SELECT seat, step FROM rings WHERE game_id = ?", (game_id,))
    return dict(
        checks.readable("rings", rows, lambda row: (row["seat"], checks.whole(row["step"])))
    )
