"""The stored heartbeat, and the compensation for downtime."""

from bot.storage import checks
from bot.storage.database import Database


async def beat(db: Database, at: float) -> None:
    """Store that the bot runs at this time (Unix seconds)."""
    async with db.transaction() as conn:
        await conn.execute("INSERT OR REPLACE INTO pulse (only, at) VALUES (0, ?)", (at,))


async def wake(db: Database, at: float) -> float:
    """Extend all deadlines by the downtime and return it in seconds.

    The heartbeat is stored in the same transaction, so each downtime is compensated for once.
    """
    rows = await db.all("SELECT at FROM pulse")
    beats = checks.readable("pulse", rows, lambda row: checks.moment(row["at"]))
    down = max(0.0, at - beats[0]) if beats else 0.0
    async with db.transaction() as conn:
        for table, moment, live in (
            ("waits", "since", "1"),
            ("deals", "since", "ended_at IS NULL"),
            ("lobbies", "touched_at", "closed_at IS NULL"),
            ("lobbies", "opened_at", "closed_at IS NULL"),
            ("games", "touched_at", "status = 'live'"),
        ):
            # A wait that began after the last heartbeat is extended to now at most.
            lost = f"MIN(?1, MAX(0, ?2 - {moment}))"
            more = f", until = until + {lost}" if moment == "since" else ""
            await conn.execute(
                f"UPDATE {table} SET {moment} = {moment} + {lost}{more} WHERE {live}", (down, at)
            )
        await conn.execute("INSERT OR REPLACE INTO pulse (only, at) VALUES (0, ?)", (at,))
    return down
