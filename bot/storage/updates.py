"""Which of Telegram's updates have had their effect, so that a repeated one has none.

It is kept in the transaction of the effect itself: neither can be there without the other.
Only the last so many are kept, one row each, written over in turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiosqlite

from bot.runtime.context import UpdateContext

if TYPE_CHECKING:
    from bot.storage.database import Database

KEPT = 16_384


async def keep(conn: aiosqlite.Connection, update: UpdateContext) -> None:
    """Within a transaction: this update has had its effect."""
    await conn.execute(
        "INSERT OR REPLACE INTO updates (row, update_id, what) VALUES (?, ?, ?)",
        (update.update_id % KEPT, update.update_id, update.what),
    )


async def kept(db: Database) -> frozenset[tuple[int, str]]:
    """The last updates that had an effect: their numbers, and `Errand.what`."""
    rows = await db.all("SELECT update_id, what FROM updates")
    return frozenset((row["update_id"], row["what"]) for row in rows)
