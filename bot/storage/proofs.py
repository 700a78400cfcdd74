"""Proofs of fair deals, stored in the transactions that deal and end games."""

from collections.abc import Sequence
from dataclasses import dataclass

import aiosqlite

from bot.storage import checks
from bot.storage.database import Database
from engine.proof import Link, Opened


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of a deal: `depth` cards, by its seat or (`drawn`) at random."""

    deal_id: int
    depth: int
    drawn: bool


async def keep(conn: aiosqlite.Connection, cut: Cut, game_id: int, at: float) -> None:
    """Mark a deal as made in a game, in the caller's transaction."""
    await conn.execute(
        "UPDATE deals SET game_id = ?, depth = ?, drawn = ?, ended_at = ?, plan = NULL "
        "WHERE deal_id = ? AND ended_at IS NULL",
        (game_id, cut.depth, cut.drawn, at, cut.deal_id),
    )


async def call_off(conn: aiosqlite.Connection, game_id: int, at: float) -> None:
    """Cancel the redeal that waits in a game, in the caller's transaction."""
    await conn.execute(
        "UPDATE deals SET ended_at = ? WHERE game_id = ? AND ended_at IS NULL", (at, game_id)
    )


async def of_game(conn: aiosqlite.Connection, game_id: int) -> list[aiosqlite.Row]:
    """Return the rows of the deals made in a game, in order; secret while it is live.

    Runs in the caller's snapshot.
    """
    rows = await conn.execute_fetchall(
        "SELECT * FROM deals WHERE game_id = ? AND depth IS NOT NULL ORDER BY number", (game_id,)
    )
    return list(rows)


def opened(rows: Sequence[aiosqlite.Row]) -> tuple[Opened, ...]:
    """Build deals from their rows of `deals`; raise ValueError where that can't be."""
    return tuple(
        Opened(
            checks.text(row["commitment"]),
            checks.text(row["seed"]),
            checks.whole(row["seat"]),
            checks.whole(row["depth"]),
            bool(row["drawn"]),
            link_of(row),
        )
        for row in rows
    )


def link_of(row: aiosqlite.Row) -> Link | None:
    """Return the place of a row of `deals` in its chain, None if it has none."""
    if row["anchor"] is None:
        return None
    following = row["next_anchor"]
    return Link(
        checks.text(row["anchor"]),
        checks.whole(row["link"]),
        None if following is None else checks.text(following),
    )


async def seeds(db: Database, game_id: int) -> tuple[str, ...]:
    """Return the seeds of an ended game, in the order of its deals; none while live."""
    rows = await db.all(
        "SELECT deals.seed FROM deals JOIN games USING (game_id) WHERE game_id = ? "
        "AND status != 'live' AND depth IS NOT NULL ORDER BY deals.number",
        (game_id,),
    )
    return tuple(row["seed"] for row in rows)
