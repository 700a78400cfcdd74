"""What is not in a record: answers given ahead of one's turn, and whose phone was rung."""

from dataclasses import dataclass

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


async def put(db: Database, game_id: int, answer: QueuedAnswer) -> None:
    """Keep an answer; one of the same kind from the same seat gives way."""
    async with db.transaction() as conn:
        await conn.execute(
            "INSERT OR REPLACE INTO ahead (game_id, seat, kind, bout, seen) VALUES (?, ?, ?, ?, ?)",
            (game_id, answer.seat, answer.kind, answer.bout, answer.seen),
        )


async def drop(db: Database, game_id: int, seat: int | None = None) -> None:
    """Forget what a seat answered ahead, or what all seats did."""
    async with db.transaction() as conn:
        await conn.execute(
            "DELETE FROM ahead WHERE game_id = ? AND seat = COALESCE(?, seat)", (game_id, seat)
        )


async def of_game(db: Database, game_id: int) -> list[QueuedAnswer]:
    """The answers that are kept for a game, by seat."""
    rows = await db.all("SELECT * FROM ahead WHERE game_id = ? ORDER BY seat, kind", (game_id,))
    return [QueuedAnswer(row["seat"], row["kind"], row["bout"], row["seen"]) for row in rows]


async def ring(db: Database, game_id: int, seat: int, step: int) -> bool:
    """Note that a seat is being rung for the decision at `step`; False if it was before."""
    async with db.transaction() as conn:
        cursor = await conn.execute(
            "INSERT INTO rings (game_id, seat, step) VALUES (?, ?, ?) "
            "ON CONFLICT (game_id, seat) DO UPDATE SET step = excluded.step "
            "WHERE step != excluded.step",
            (game_id, seat, step),
        )
    return cursor.rowcount == 1


async def rung(db: Database, game_id: int) -> dict[int, int]:
    """For each seat that was ever rung, the step of its last ring."""
    rows = await db.all("SELECT seat, step FROM rings WHERE game_id = ?", (game_id,))
    return {row["seat"]: row["step"] for row in rows}
