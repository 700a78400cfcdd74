"""Chats and the tables in them: one table a chat, or one a topic of it."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

import aiosqlite

from bot.model.people import Language, Reader, kept_language
from bot.model.protocols import Shut
from bot.storage.database import Database, Row
from bot.storage.errors import TableBusy

TableKind = Literal["group", "solo"]


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat as last seen; `language` is None until one is chosen for it.

    `shut` says why nothing can be written to it.
    """

    chat_id: int
    kind: str
    title: str
    language: str | None
    shut: Shut | None = None


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A place to play: `thread_id` 0 is the chat itself; a solo table is a private chat.

    `topic` is what its topic is called, where that is known. A table whose topic is gone is shown
    in the chat itself; its `thread_id` only tells it from others then.
    """

    table_id: int
    chat_id: int
    thread_id: int
    kind: TableKind
    topic_gone: bool = False
    topic: str = ""


async def seen(db: Database, chat_id: int, kind: str, title: str, at: float) -> None:
    """Keep what this chat is called now."""
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
    """Keep the language that was chosen for this chat (which has been seen)."""
    with db.chats.changing(chat_id):
        async with db.transaction() as conn:
            await conn.execute(
                "UPDATE chats SET language = ?, updated_at = ? WHERE chat_id = ?",
                (language, at, chat_id),
            )


async def get(db: Database, chat_id: int) -> Chat | None:
    """The chat, None if never seen."""
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
    """The table of this chat and topic, laid if there was none."""
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
    """The table of this chat and topic, None if none was laid."""
    row = await db.one(
        "SELECT * FROM tables WHERE chat_id = ? AND thread_id = ?", (chat_id, thread_id)
    )
    return _table(row) if row else None


async def get_table(db: Database, table_id: int) -> StoredTable | None:
    """The table with this id."""
    row = await db.one("SELECT * FROM tables WHERE table_id = ?", (table_id,))
    return _table(row) if row else None


async def tables_in_play(db: Database) -> dict[int, StoredTable]:
    """Every table at which a game is on, by its id."""
    rows = await db.all(
        "SELECT * FROM tables WHERE table_id IN (SELECT table_id FROM games WHERE status = 'live')"
    )
    return {row["table_id"]: _table(row) for row in rows}


def _table(row: Row) -> StoredTable:
    return StoredTable(
        row["table_id"],
        row["chat_id"],
        row["thread_id"],
        row["kind"],
        bool(row["topic_gone"]),
        row["topic"] or "",
    )


async def refuse_where_live(conn: aiosqlite.Connection, table_id: int) -> None:
    """Within the caller's transaction: raise TableBusy where a game goes on at the table."""
    live = await conn.execute_fetchall(
        "SELECT 1 FROM games WHERE table_id = ? AND status = 'live'", (table_id,)
    )
    if list(live):
        raise TableBusy("a game goes on at this table")
