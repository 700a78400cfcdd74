"""Chats and their tables: one per chat, or one per topic."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

import aiosqlite

from bot.model.people import Language, Reader, kept_language
from bot.storage import checks
from bot.storage.database import Database, Row
from bot.storage.errors import TableBusy
from bot.storage.rows import Chat

TableKind = Literal["group", "solo"]


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A place to play: `thread_id` 0 is the chat itself, kind "solo" a private chat.

    `topic` is the name of its topic, if known. A table whose topic is gone is shown in the chat
    itself; its `thread_id` is then only an identifier.
    """

    table_id: int
    chat_id: int
    thread_id: int
    kind: TableKind
    topic_gone: bool = False
    topic: str = ""


async def seen(db: Database, chat_id: int, kind: str, title: str, at: float) -> None:
    """Store the current kind and title of a chat."""
    known = await get(db, chat_id)
    if known is not None and (known.kind, known.title) == (kind, title):
        return
    with db.chats.changing(chat_id):
        async with db.transaction() as conn:
            await conn.execute(
                "INSERT INTO chats (chat_id, kind, title, updated_at) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (chat_id) DO UPDATE SET kind = excluded.kind, title = excluded.title, "
                "updated_at = excluded.updated_at "
                "WHERE kind IS NOT excluded.kind OR title IS NOT excluded.title",
                (chat_id, kind, title, at),
            )


async def set_language(db: Database, chat_id: int, language: str, at: float) -> None:
    """Store the language chosen for a known chat."""
    with db.chats.changing(chat_id):
        async with db.transaction() as conn:
            await conn.execute(
                "UPDATE chats SET language = ?, updated_at = ? WHERE chat_id = ?",
                (language, at, chat_id),
            )


async def get(db: Database, chat_id: int) -> Chat | None:
    """Return the chat, None if never seen."""
    return (await db.chats.find([chat_id], partial(_read, db))).get(chat_id)


def reader_of(chat: Chat | None, default: Language) -> Reader:
    """Return how a chat reads; in the `default` language where none was chosen for it."""
    return Reader(kept_language(chat.language if chat else None, default))


async def _read(db: Database, chat_ids: list[int]) -> dict[int, Chat]:
    marks = ", ".join("?" * len(chat_ids))
    rows = await db.all(f"SELECT * FROM chats WHERE chat_id IN ({marks})", chat_ids)
    return {
        row["chat_id"]: Chat(
            row["chat_id"], row["kind"], row["title"], row["language"], row["shut"]
        )
        for row in rows
    }


async def ensure_table(
    db: Database, chat_id: int, kind: TableKind, thread_id: int = 0
) -> StoredTable:
    """Return the table of a chat and topic; create it if there is none."""
    found = await table_at(db, chat_id, thread_id)
    if found:
        return found
    async with db.transaction() as conn:
        await conn.execute(
            "INSERT INTO tables (chat_id, thread_id, kind) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (chat_id, thread_id, kind),
        )
    laid = await table_at(db, chat_id, thread_id)
    assert laid is not None
    return laid


async def table_at(db: Database, chat_id: int, thread_id: int = 0) -> StoredTable | None:
    """Return the table of a chat and topic, None if there is none."""
    row = await db.one(
        "SELECT * FROM tables WHERE chat_id = ? AND thread_id = ?", (chat_id, thread_id)
    )
    return _table(row) if row else None


async def get_table(db: Database, table_id: int) -> StoredTable | None:
    """Return the table with this id, None if there is none that can be read."""
    rows = await db.all("SELECT * FROM tables WHERE table_id = ?", (table_id,))
    return next(iter(checks.readable("tables", rows, _table)), None)


async def tables_in_play(db: Database) -> dict[int, StoredTable]:
    """Return every readable table with a live game, by its id."""
    rows = await db.all(
        "SELECT * FROM tables WHERE table_id IN (SELECT table_id FROM games WHERE status = 'live')"
    )
    return {table.table_id: table for table in checks.readable("tables", rows, _table)}


def _table(row: Row) -> StoredTable:
    return StoredTable(
        row["table_id"],
        checks.whole(row["chat_id"]),
        checks.whole(row["thread_id"]),
        row["kind"],
        bool(row["topic_gone"]),
        checks.text(row["topic"] or ""),
    )


async def refuse_where_live(conn: aiosqlite.Connection, table_id: int) -> None:
    """Raise TableBusy if the table has a live game; runs in the caller's transaction."""
    live = await conn.execute_fetchall(
        "SELECT 1 FROM games WHERE table_id = ? AND status = 'live'", (table_id,)
    )
    if list(live):
        raise TableBusy("a game goes on at this table")
