"""Updates that have had their effect, so that repeated deliveries are idempotent.

An update is stored in the transaction of its effect. Only the last `KEPT` are stored, in a ring of
rows that are overwritten in turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiosqlite

from bot.runtime.context import UpdateContext

if TYPE_CHECKING:
    from bot.storage.database import Database

KEPT = 16_384


async def keep(conn: aiosqlite.Connection, update: UpdateContext) -> None:
    """Store that an update has had its effect, in the caller's transaction."""
    await conn.execute(
        "INSERT OR REPLACE INTO updates (row, update_id, what) VALUES (?, ?, ?)",
        (update.update_id % KEPT, update.update_id, update.what),
    )


async def kept(db: Database) -> frozenset[tuple[int, str]]:
    """Return (update_id, `UpdateContext.what`) of the stored updates."""
    rows = await db.all("SELECT update_id, what FROM updates")
    return frozenset((row["update_id"], row["what"]) for row in rows)
