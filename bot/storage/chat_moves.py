"""Chat lifecycle: migration to another id, deleted topics, closed chats."""

from __future__ import annotations

from dataclasses import dataclass

import aiosqlite

from bot.model.protocols import Shut
from bot.storage import tally
from bot.storage.database import Database

BY_BOARD = ("results", "straps")
"""Tables whose `board` is simply updated; the others need a merge."""
BY_TABLE = ("lobbies", "series", "games", "deals")
"""Tables with a `table_id` that follows when two tables are merged; of `chains` each has one."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A table that moved with its chat, from topic `was` to topic `thread_id`."""

    was: int
    thread_id: int
    topic_gone: bool


async def move_chat(db: Database, old_id: int, new_id: int) -> list[Moved]:
    """Move everything of a chat to its new id in one transaction; return its tables.

    Data already stored under the new id is merged. If both tables of a topic are in use, the
    moved one is kept beside the other, as if its topic were gone. An unknown chat has nothing to
    move. Rows about shown messages are deleted: the messages stay in the old chat.
    """
    with db.chats.changing(old_id, new_id):
        async with db.transaction() as conn:
            return await _move(conn, old_id, new_id)


async def set_shut(db: Database, chat_id: int, shut: Shut | None) -> None:
    """Store that nothing can be written to a chat, or (None) that it is open again."""
    with db.chats.changing(chat_id):
        async with db.transaction() as conn:
            await conn.execute("UPDATE chats SET shut = ? WHERE chat_id = ?", (shut, chat_id))


async def shut_chats(db: Database) -> dict[int, Shut]:
    """Return the chats that nothing can be written to, with the reason."""
    rows = await db.all("SELECT chat_id, shut FROM chats WHERE shut IS NOT NULL")
    return {row["chat_id"]: row["shut"] for row in rows}


async def set_topic_gone(db: Database, table_id: int, gone: bool) -> None:
    """Store whether the topic of a table is gone."""
    async with db.transaction() as conn:
        await conn.execute("UPDATE tables SET topic_gone = ? WHERE table_id = ?", (gone, table_id))


async def set_topic(db: Database, table_id: int, topic: str) -> None:
    """Store the name of a table's topic."""
    async with db.transaction() as conn:
        await conn.execute("UPDATE tables SET topic = ? WHERE table_id = ?", (topic, table_id))


async def number_among_namesakes(db: Database, game_id: int) -> int:
    """Return 1 plus the older live games of these people in places of the same name."""
    row = await db.one(
        "SELECT 1 + COUNT(DISTINCT other.game_id) AS number FROM game_seats mine "
        "JOIN games game USING (game_id) JOIN tables place USING (table_id) "
        "JOIN chats chat USING (chat_id) "
        "JOIN game_seats theirs ON theirs.user_id = mine.user_id AND theirs.game_id < mine.game_id "
        "JOIN games other ON other.game_id = theirs.game_id AND other.status = 'live' "
        "JOIN tables elsewhere ON elsewhere.table_id = other.table_id "
        "JOIN chats namesake ON namesake.chat_id = elsewhere.chat_id "
        "WHERE mine.game_id = ? AND elsewhere.kind = 'group' AND namesake.title = chat.title "
        "AND COALESCE(elsewhere.topic, '') = COALESCE(place.topic, '')",
        (game_id,),
    )
    assert row is not None
    return int(row["number"])


async def _move(conn: aiosqlite.Connection, old_id: int, new_id: int) -> list[Moved]:
    await _move_settings(conn, old_id, new_id)
    moved = [await _move_table(conn, row, new_id) for row in await _tables(conn, old_id)]
    for table in BY_BOARD:
        await conn.execute(f"UPDATE {table} SET board = ? WHERE board = ?", (new_id, old_id))
    await tally.move_totals(conn, old_id, new_id)
    await conn.execute("DELETE FROM slots WHERE chat_id = ?", (old_id,))
    return moved


async def _move_settings(conn: aiosqlite.Connection, old_id: int, new_id: int) -> None:
    found = await conn.execute_fetchall("SELECT * FROM chats WHERE chat_id = ?", (old_id,))
    for old in found:
        await conn.execute(
            "INSERT INTO chats (chat_id, kind, title, language, updated_at) "
            "VALUES (?, 'supergroup', ?, ?, ?) ON CONFLICT (chat_id) "
            "DO UPDATE SET language = COALESCE(language, excluded.language)",
            (new_id, old["title"], old["language"], old["updated_at"]),
        )
        await conn.execute("DELETE FROM chats WHERE chat_id = ?", (old_id,))
    # Settings chosen under the new id win.
    await conn.execute(
        "UPDATE OR IGNORE chat_settings SET chat_id = ? WHERE chat_id = ?", (new_id, old_id)
    )
    await conn.execute("DELETE FROM chat_settings WHERE chat_id = ?", (old_id,))


async def _tables(conn: aiosqlite.Connection, chat_id: int) -> list[aiosqlite.Row]:
    return list(await conn.execute_fetchall("SELECT * FROM tables WHERE chat_id = ?", (chat_id,)))


async def _move_table(conn: aiosqlite.Connection, old: aiosqlite.Row, new_id: int) -> Moved:
    table_id, thread_id, gone = old["table_id"], old["thread_id"], bool(old["topic_gone"])
    for other in await _tables(conn, new_id):
        if other["thread_id"] != thread_id:
            continue
        if not await _busy(conn, other["table_id"]):
            await _merge(conn, other["table_id"], into=table_id)
        elif not await _busy(conn, table_id):
            await _merge(conn, table_id, into=other["table_id"])
            return Moved(thread_id, thread_id, bool(other["topic_gone"]))
        else:
            thread_id, gone = -table_id, True
    await conn.execute(
        "UPDATE tables SET chat_id = ?, thread_id = ?, topic_gone = ? WHERE table_id = ?",
        (new_id, thread_id, gone, table_id),
    )
    return Moved(old["thread_id"], thread_id, gone)


async def _busy(conn: aiosqlite.Connection, table_id: int) -> bool:
    going_on = await conn.execute_fetchall(
        "SELECT 1 FROM games WHERE table_id = ?1 AND status = 'live' UNION ALL "
        "SELECT 1 FROM lobbies WHERE table_id = ?1 AND closed_at IS NULL UNION ALL "
        "SELECT 1 FROM deals WHERE table_id = ?1 AND ended_at IS NULL",
        (table_id,),
    )
    return bool(list(going_on))


async def _merge(conn: aiosqlite.Connection, table_id: int, *, into: int) -> None:
    for table in BY_TABLE:
        await conn.execute(f"UPDATE {table} SET table_id = ? WHERE table_id = ?", (into, table_id))
    # People at the remaining table have seen the anchor of its own chain: that one goes on.
    await conn.execute(
        "UPDATE OR IGNORE chains SET table_id = ? WHERE table_id = ?", (into, table_id)
    )
    await conn.execute("DELETE FROM chains WHERE table_id = ?", (table_id,))
    await conn.execute("DELETE FROM tables WHERE table_id = ?", (table_id,))
