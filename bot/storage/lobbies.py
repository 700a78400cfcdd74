"""Lobbies: the seats and the rules of a game that has not started."""

import json
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

import aiosqlite

from bot.storage import chats, checks, people
from bot.storage.database import Database, Row
from bot.storage.errors import TableBusy, Unreadable
from engine.ai.levels import LEVELS

log = logging.getLogger(__name__)

LEVEL = "amateur"
"""The default level of computers."""


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat taken by a person, or (no `user_id`) by a computer.

    `waiting`: the person has not pressed Start in the private chat yet.
    """

    user_id: int | None
    name: str
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class Lobby:
    """An open lobby; `rules` maps options to values, `seats` is in order of arrival.

    `clock` is the time for a decision in seconds, 0 for no limit; `level` is that of the computers;
    `touched_at` is the Unix time of the last action.
    """

    lobby_id: int
    table_id: int
    host_id: int
    opened_at: float
    rules: dict[str, Any] = field(default_factory=dict)
    seats: tuple[LobbySeat, ...] = ()
    clock: int = 0
    touched_at: float = 0.0
    level: str = LEVEL


async def open_lobby(
    db: Database,
    table_id: int,
    host_id: int,
    rules: dict[str, Any],
    seats: Sequence[LobbySeat],
    at: float,
    clock: int = 0,
    level: str | None = None,
) -> Lobby:
    """Open a lobby at a table; `level` None is that of the table's last lobby.

    Raises:
        TableBusy: the table has an open lobby or a live game.
    """
    async with db.transaction() as conn:
        await chats.refuse_where_live(conn, table_id)
        opened = await conn.execute_fetchall(
            "SELECT 1 FROM lobbies WHERE table_id = ? AND closed_at IS NULL", (table_id,)
        )
        if list(opened):
            raise TableBusy("a lobby is open at this table")
        level = level or await _last_level(conn, table_id)
        cursor = await conn.execute(
            "INSERT INTO lobbies (table_id, host_id, rules, opened_at, clock, touched_at, level) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (table_id, host_id, json.dumps(rules), at, clock, at, level),
        )
        assert cursor.lastrowid is not None
        await _seat(conn, cursor.lastrowid, seats)
    return Lobby(
        cursor.lastrowid, table_id, host_id, at, dict(rules), tuple(seats), clock, at, level
    )


async def save_lobby(db: Database, lobby: Lobby, reached: Collection[int] = ()) -> None:
    """Store host, rules, clock, level, seats and `touched_at` in one transaction.

    And that private messages reach the people of `reached`.
    """
    with db.people.changing(*reached):
        async with db.transaction() as conn:
            await people.reached(conn, reached, lobby.touched_at)
            await _save(conn, lobby)


async def _save(conn: aiosqlite.Connection, lobby: Lobby) -> None:
    await conn.execute(
        "UPDATE lobbies SET host_id = ?, rules = ?, clock = ?, level = ?, touched_at = ? "
        "WHERE lobby_id = ?",
        (
            lobby.host_id,
            json.dumps(lobby.rules),
            lobby.clock,
            lobby.level,
            lobby.touched_at,
            lobby.lobby_id,
        ),
    )
    await conn.execute("DELETE FROM lobby_seats WHERE lobby_id = ?", (lobby.lobby_id,))
    await _seat(conn, lobby.lobby_id, lobby.seats)


async def close_lobby(db: Database, lobby_id: int, at: float) -> bool:
    """Close a lobby without a game; return False if it was closed before."""
    async with db.transaction() as conn:
        return await close(conn, lobby_id, at)


async def close(conn: aiosqlite.Connection, lobby_id: int, at: float) -> bool:
    """Close a lobby as `close_lobby` does, in the caller's transaction."""
    cursor = await conn.execute(
        "UPDATE lobbies SET closed_at = ? WHERE lobby_id = ? AND closed_at IS NULL",
        (at, lobby_id),
    )
    return cursor.rowcount == 1


async def last_rules(db: Database, chat_id: int, thread_id: int) -> dict[str, Any] | None:
    """Return the rules of the newest lobby of a place, None if there was none.

    Raises:
        ValueError: they can't be read.
    """
    row = await db.one(
        "SELECT rules FROM lobbies JOIN tables USING (table_id) "
        "WHERE chat_id = ? AND thread_id = ? ORDER BY lobby_id DESC LIMIT 1",
        (chat_id, thread_id),
    )
    return checks.rules(row["rules"]) if row else None


async def open_lobby_at(db: Database, table_id: int) -> Lobby | None:
    """Return the open lobby of a table, None if there is none that can be read."""
    found, _ = await _open(db, "table_id = ?", (table_id,))
    return found[0] if found else None


async def open_lobbies(db: Database) -> list[Lobby]:
    """Return every open lobby that can be read, oldest first."""
    found, _ = await _open(db, "1", ())
    return found


async def give_up_unreadable(db: Database, at: float) -> list[int]:
    """Close the open lobbies that can't be read; return the ids of their tables."""
    _, unreadable = await _open(db, "1", ())
    for lobby_id, _ in unreadable:
        log.error("lobby_broken lobby=%s", lobby_id)
        await close_lobby(db, lobby_id, at)
    return [table_id for _, table_id in unreadable]


async def untouched(db: Database, since: float, opened: float) -> list[int]:
    """Return the open lobbies without an action since a time, or `opened` by another.

    Both are Unix seconds.
    """
    rows = await db.all(
        "SELECT lobby_id FROM lobbies WHERE closed_at IS NULL "
        "AND (touched_at <= ? OR opened_at <= ?)",
        (since, opened),
    )
    return [row["lobby_id"] for row in rows]


async def _open(
    db: Database, condition: str, parameters: tuple[int, ...]
) -> tuple[list[Lobby], list[tuple[int, int]]]:
    """Return the lobbies that can be read, and (lobby_id, table_id) of the others."""
    which = f"closed_at IS NULL AND {condition}"
    async with db.snapshot() as conn:
        lobbies = await conn.execute_fetchall(
            f"SELECT * FROM lobbies WHERE {which} ORDER BY lobby_id", parameters
        )
        seats = await conn.execute_fetchall(
            f"SELECT * FROM lobby_seats WHERE lobby_id IN (SELECT lobby_id FROM lobbies "
            f"WHERE {which}) ORDER BY lobby_id, position",
            parameters,
        )
        tables = {row["table_id"] for row in await conn.execute_fetchall(_LAID)}
    seated: dict[int, list[Row]] = {}
    for seat in seats:
        seated.setdefault(seat["lobby_id"], []).append(seat)
    found, unreadable = [], []
    for row in lobbies:
        lobby_id, table_id = row["lobby_id"], row["table_id"]
        try:
            with checks.reading("lobbies", lobby_id):
                checks.one_of(tables, table_id)
                found.append(_lobby(row, seated.get(lobby_id, [])))
        except Unreadable:
            unreadable.append((lobby_id, table_id))
    return found, unreadable


_LAID = "SELECT table_id FROM lobbies JOIN tables USING (table_id) WHERE closed_at IS NULL"


def _lobby(row: Row, seats: Sequence[Row]) -> Lobby:
    """Build a lobby from its rows; raise ValueError where that can't be."""
    return Lobby(
        lobby_id=row["lobby_id"],
        table_id=row["table_id"],
        host_id=checks.whole(row["host_id"]),
        opened_at=checks.moment(row["opened_at"]),
        rules=checks.rules(row["rules"]),
        seats=tuple(checks.readable("lobby_seats", seats, _lobby_seat)),
        clock=checks.seconds(row["clock"]),
        touched_at=checks.moment(row["touched_at"]),
        level=checks.one_of(LEVELS, row["level"]),
    )


def _lobby_seat(row: Row) -> LobbySeat:
    user_id = checks.optional(checks.whole, row["user_id"])
    return LobbySeat(user_id, checks.text(row["name"]), bool(row["waiting"]))


async def _last_level(conn: aiosqlite.Connection, table_id: int) -> str:
    rows = await conn.execute_fetchall(
        "SELECT level FROM lobbies WHERE table_id = ? ORDER BY lobby_id DESC LIMIT 1", (table_id,)
    )
    return next((row["level"] for row in rows if row["level"] in LEVELS), LEVEL)


async def _seat(conn: aiosqlite.Connection, lobby_id: int, seats: Sequence[LobbySeat]) -> None:
    await conn.executemany(
        "INSERT INTO lobby_seats (lobby_id, position, user_id, name, waiting) "
        "VALUES (?, ?, ?, ?, ?)",
        [
            (lobby_id, position, seat.user_id, seat.name, seat.waiting)
            for position, seat in enumerate(seats)
        ],
    )
