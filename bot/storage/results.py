"""Results: one row a game and person, written together with the end of the game."""

from collections.abc import Sequence
from dataclasses import dataclass

import aiosqlite

from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class PersonResult:
    """How a game went for one person.

    `place` counts from 1, None where nobody has one; `hung` and `worn` count pogony given and got.
    """

    user_id: int
    seat: int
    place: int | None
    durak: bool = False
    lost: bool = False
    won: bool = False
    draw: bool = False
    hung: int = 0
    worn: int = 0


@dataclass(frozen=True, slots=True)
class TopRow:
    """A person's games and defeats in a chat."""

    user_id: int
    name: str
    games: int
    defeats: int


async def insert(
    conn: aiosqlite.Connection, game_id: int, people: Sequence[PersonResult], at: float
) -> None:
    """Write the rows of a game, within the caller's transaction."""
    await conn.executemany(
        "INSERT INTO results (game_id, user_id, chat_id, table_kind, seat, seats, place, durak, "
        "lost, won, draw, hung, worn, ended_at) "
        "SELECT game_id, ?, chat_id, kind, ?, seats, ?, ?, ?, ?, ?, ?, ?, ? "
        "FROM games JOIN tables USING (table_id) WHERE game_id = ?",
        [
            (
                person.user_id,
                person.seat,
                person.place,
                person.durak,
                person.lost,
                person.won,
                person.draw,
                person.hung,
                person.worn,
                at,
                game_id,
            )
            for person in people
        ],
    )


async def top(db: Database, chat_id: int, limit: int = 20) -> list[TopRow]:
    """The people of a chat, fewest defeats a game first, then more games."""
    rows = await db.all(
        "SELECT user_id, COALESCE(people.name, '') AS name, COUNT(*) AS games, "
        "SUM(lost) AS defeats FROM results LEFT JOIN people USING (user_id) "
        "WHERE chat_id = ? GROUP BY user_id "
        "ORDER BY CAST(SUM(lost) AS REAL) / COUNT(*), COUNT(*) DESC, user_id LIMIT ?",
        (chat_id, limit),
    )
    return [TopRow(row["user_id"], row["name"], row["games"], row["defeats"]) for row in rows]
