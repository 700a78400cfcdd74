"""Slots: which message shows which screen, and the digest of what it shows."""

from dataclasses import dataclass

from bot.storage.database import Database, Row


@dataclass(frozen=True, slots=True)
class Slot:
    """The message in which a screen is shown."""

    slot: str
    chat_id: int
    message_id: int
    digest: str


async def put(db: Database, slot: Slot, at: float) -> None:
    """Keep which message shows this slot now."""
    async with db.transaction() as conn:
        await conn.execute(
            "INSERT OR REPLACE INTO slots (slot, chat_id, message_id, digest, updated_at) "
            "VALUES (?, ?, ?, ?, ?)",
            (slot.slot, slot.chat_id, slot.message_id, slot.digest, at),
        )


async def drop(db: Database, slot: str) -> None:
    """Forget the message of a slot."""
    async with db.transaction() as conn:
        await conn.execute("DELETE FROM slots WHERE slot = ?", (slot,))


async def get(db: Database, slot: str) -> Slot | None:
    """The message of a slot, None if there is none."""
    row = await db.one("SELECT * FROM slots WHERE slot = ?", (slot,))
    return _slot(row) if row else None


async def load_all(db: Database) -> dict[str, Slot]:
    """Every slot that has a message, by its name."""
    return {row["slot"]: _slot(row) for row in await db.all("SELECT * FROM slots")}


def _slot(row: Row) -> Slot:
    return Slot(row["slot"], row["chat_id"], row["message_id"], row["digest"])
