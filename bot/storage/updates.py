"""Updates that have had their effect, so that repeated deliveries are idempotent.

An update is stored in the transaction of its effect. Only the last `KEPT` are stored, in a ring of
rows that are overwritten in turn.
"""

from __future__ import annotations

import aiosqlite

from bot.runtime.context import UpdateContext

KEPT = 16_384


async def keep(conn: aiosqlite.Connection, update: UpdateContext) -> None:
    """Store that an update has had its effect, in the caller's transaction."""
    await conn.execute(
        "INSERT OR REPLACE INTO updates (row, update_id, what) VALUES (?, ?, ?)",
        (update.update_id % KEPT, update.update_id, update.what),
    )
