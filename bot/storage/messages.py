"""Shown messages: which message shows which slot, and the digest of its screen."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.model.screen import Slot
from bot.storage import checks
from bot.storage.database import Database, Row


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """The message that shows the slot of this name, and the digest of its screen."""

    slot: str
    chat_id: int
    message_id: int
    digest: str


async def put_all(db: Database, shown: Iterable[ShownMessage], at: float) -> None:
    """Store which messages show these slots, in one transaction."""
    async with db.transaction() as conn:
        await conn.executemany(
            "INSERT OR REPLACE INTO slots (slot, chat_id, message_id, digest, updated_at) "
            "VALUES (?, ?, ?, ?, ?)",
            [(one.slot, one.chat_id, one.message_id, one.digest, at) for one in shown],
        )


async def drop(db: Database, slot: str) -> None:
    """Delete the row of a slot."""
    async with db.transaction() as conn:
        await conn.execute("DELETE FROM slots WHERE slot = ?", (slot,))


async def load_all(db: Database) -> dict[str, ShownMessage]:
    """Return every readable slot that has a message, by name."""
    rows = await db.all("SELECT slot, chat_id, message_id, digest FROM slots")
    return {shown.slot: shown for shown in checks.readable("slots", rows, _shown)}


def _shown(row: Row) -> ShownMessage:
    Slot.of_name(row["slot"])
    return ShownMessage(
        row["slot"],
        checks.whole(row["chat_id"]),
        checks.whole(row["message_id"]),
        checks.text(row["digest"]),
    )
