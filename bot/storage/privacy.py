"""Export and erase the data of one person.

The columns that hold people are found in the schema by the names in `PERSON` and `PLACE`, so that
no table is missed.
"""

from __future__ import annotations

import secrets
from typing import Any

import aiosqlite

from bot.storage.database import Database

PERSON = ("user_id", "actor_id", "host_id", "by_id")
"""Columns with the id of a person."""
PLACE = ("chat_id", "board")
"""Columns with the id of a chat; a private chat has the id of its person."""
OWN = ("people", "lobby_seats", "votes", "puzzle_players", "puzzle_tries")
"""Tables whose rows are deleted; rows of the others belong to games, which are kept."""


async def erase(db: Database, user_id: int) -> int:
    """Erase a person in one transaction; return the id that replaces theirs in games.

    Games without other people are deleted with everything that refers to them, and so is the
    data of the private chat. In other games the seat stays, with no name and a random negative
    id, so that nothing changes for the other people.
    """
    placeholder = -1 - secrets.randbits(52)
    with db.people.changing(user_id), db.chats.changing(user_id):
        async with db.transaction() as conn:
            await _erase(conn, user_id, placeholder)
    return placeholder


async def rows_of(db: Database, user_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return all rows about a person, by table; of games only their seats."""
    await db.write_sightings()
    async with db.snapshot() as conn:
        where: dict[str, list[str]] = {}
        for table, column in await _columns(conn):
            if column in ("user_id", *PLACE):
                where.setdefault(table, []).append(f"{column} = ?1")
        found = {
            table: await conn.execute_fetchall(
                f"SELECT * FROM {table} WHERE {' OR '.join(either)}", (user_id,)
            )
            for table, either in where.items()
        }
    return {table: [dict(row) for row in rows] for table, rows in found.items() if rows}


async def _erase(conn: aiosqlite.Connection, user_id: int, placeholder: int) -> None:
    await conn.execute("PRAGMA defer_foreign_keys = ON")
    columns = await _columns(conn)
    await _erase_games(conn, columns, user_id)
    await _erase_private_chat(conn, columns, user_id)
    await conn.execute("UPDATE game_seats SET name = '' WHERE user_id = ?", (user_id,))
    await conn.execute("DELETE FROM slots WHERE slot LIKE ?", (f"%:{user_id}",))
    for table, column in columns:
        if column in PERSON and table in OWN:
            await conn.execute(f"DELETE FROM {table} WHERE {column} = ?", (user_id,))
        elif column in PERSON:
            await conn.execute(
                f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (placeholder, user_id)
            )


async def _columns(conn: aiosqlite.Connection) -> list[tuple[str, str]]:
    """Return every (table, column) of the schema."""
    rows = await conn.execute_fetchall(
        "SELECT tables.name, columns.name FROM sqlite_master tables "
        "JOIN pragma_table_info(tables.name) columns WHERE tables.type = 'table'"
    )
    return [(row[0], row[1]) for row in rows]


async def _erase_games(
    conn: aiosqlite.Connection, columns: list[tuple[str, str]], user_id: int
) -> None:
    """Delete the games in which all other seats were computers."""
    await conn.execute("CREATE TEMP TABLE alone (game_id INTEGER PRIMARY KEY)")
    await conn.execute(
        "INSERT INTO alone SELECT game_id FROM game_seats mine WHERE user_id = ?1 AND NOT EXISTS "
        "(SELECT 1 FROM game_seats other WHERE other.game_id = mine.game_id "
        "AND other.user_id IS NOT NULL AND other.user_id != ?1)",
        (user_id,),
    )
    for table, column in columns:
        if column == "game_id":
            await conn.execute(f"DELETE FROM {table} WHERE game_id IN (SELECT game_id FROM alone)")
    await conn.execute("DROP TABLE alone")


async def _erase_private_chat(
    conn: aiosqlite.Connection, columns: list[tuple[str, str]], user_id: int
) -> None:
    for table, column in columns:
        if column == "table_id" and table != "tables":
            await conn.execute(
                f"DELETE FROM {table} WHERE table_id IN "
                "(SELECT table_id FROM tables WHERE chat_id = ?)",
                (user_id,),
            )
    for table, column in columns:
        if column in PLACE:
            await conn.execute(f"DELETE FROM {table} WHERE {column} = ?", (user_id,))
