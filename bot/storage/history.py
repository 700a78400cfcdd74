"""Ended games, newest first: of a chat or of a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.storage import checks
from bot.storage.database import Database, Row
from bot.storage.games import Seat, result_of, seat_of

_ENDED = "status IN ('over', 'void', 'stopped')"
_GAMES = (
    "SELECT game_id, rules, games.seats AS count, ended_at, result, tables.chat_id, tables.kind, "
    "topic, title "
    "FROM games JOIN tables USING (table_id) LEFT JOIN chats ON chats.chat_id = tables.chat_id"
)


@dataclass(frozen=True, slots=True)
class EndedGame:
    """An ended game without its record.

    `title` and `topic` are the names of its chat and topic, "" if unknown or none; `solo`: it was
    played in a private chat. `result` is None if it was stopped.
    """

    game_id: int
    chat_id: int
    solo: bool
    title: str
    topic: str
    rules: Mapping[str, Any]
    seats: tuple[Seat, ...]
    ended_at: float
    result: Mapping[str, Any] | None


async def of_chat(db: Database, chat_id: int, offset: int, limit: int) -> list[EndedGame]:
    """Return up to `limit` readable games of a chat, from all its topics."""
    where = f"tables.chat_id = ? AND {_ENDED} ORDER BY game_id DESC LIMIT ? OFFSET ?"
    return await _load(db, where, (chat_id, limit, offset))


async def of_person(db: Database, user_id: int, offset: int, limit: int) -> list[EndedGame]:
    """Return up to `limit` readable games in which a person had a seat, from all chats."""
    where = (
        "game_id IN (SELECT game_id FROM game_seats WHERE user_id = ?) "
        f"AND {_ENDED} ORDER BY game_id DESC LIMIT ? OFFSET ?"
    )
    return await _load(db, where, (user_id, limit, offset))


async def ids_of_person(db: Database, user_id: int) -> list[int]:
    """Return the ids of all ended games in which a person had a seat, newest first."""
    rows = await db.all(
        "SELECT game_id FROM game_seats JOIN games USING (game_id) "
        f"WHERE user_id = ? AND {_ENDED} ORDER BY game_id DESC",
        (user_id,),
    )
    return [row["game_id"] for row in rows]


async def of_ids(db: Database, game_ids: Sequence[int]) -> list[EndedGame]:
    """Return the readable ones of these games, newest first."""
    marks = ", ".join("?" * len(game_ids))
    where = f"game_id IN ({marks}) AND {_ENDED} ORDER BY game_id DESC"
    return await _load(db, where, tuple(game_ids))


async def get(db: Database, game_id: int) -> EndedGame | None:
    """Return the game with this id; None if it is live or its record can't be played."""
    found = await _load(db, f"game_id = ? AND {_ENDED}", (game_id,))
    return found[0] if found else None


async def _load(db: Database, where: str, parameters: tuple[int, ...]) -> list[EndedGame]:
    async with db.snapshot() as conn:
        rows = list(await conn.execute_fetchall(f"{_GAMES} WHERE {where}", parameters))
        marks = ", ".join("?" * len(rows))
        seats = list(
            await conn.execute_fetchall(
                f"SELECT * FROM game_seats WHERE game_id IN ({marks}) ORDER BY game_id, seat",
                [row["game_id"] for row in rows],
            )
        )
    return checks.readable("games", rows, partial(_ended, seats=seats))


def _ended(row: Row, seats: list[Row]) -> EndedGame:
    own = [seat for seat in seats if seat["game_id"] == row["game_id"]]
    checks.numbered(own, "seat", row["count"])
    return EndedGame(
        game_id=row["game_id"],
        chat_id=row["chat_id"],
        solo=row["kind"] == "solo",
        title=row["title"] or "",
        topic=row["topic"] or "",
        rules=checks.rules(row["rules"]),
        seats=tuple(map(seat_of, own)),
        ended_at=checks.moment(row["ended_at"]),
        result=result_of(row["result"], len(own)),
    )
