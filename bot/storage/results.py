"""Statistics of one person: sums, streaks, companions, history."""

from __future__ import annotations

from typing import Any

from bot.model.scores import Companion, Part, Past, Personal
from bot.storage.boards import totals_of
from bot.storage.database import Database
from bot.storage.tally import SUMS

MOST_CHATS = 10
_BETWEEN = "board < 0"
_SUMMED = ", ".join(
    {"games": "COUNT(*)", "draws": "SUM(draw)"}.get(name, f"SUM({name})") + f" AS {name}"
    for name in SUMS
)


async def personal(db: Database, user_id: int, part: Part, board: int | None = None) -> Personal:
    """Return a person's statistics of a part of their games; `board` is for "here"."""
    where, given = _part(user_id, part, board)
    row = await db.one(f"SELECT {_SUMMED} FROM results WHERE {where}", given)
    assert row is not None
    totals = totals_of(row)
    places = await db.all(
        f"SELECT place, COUNT(*) AS times FROM results WHERE {where} GROUP BY place", given
    )
    run, running = await _runs(db, where, given)
    return Personal(
        user_id,
        await _name(db, user_id),
        part,
        totals,
        tuple((place["place"], place["times"]) for place in places),
        run,
        running,
        await _rating(db, user_id),
        None if part == "solo" else await _favourite(db, where, given),
        await _chats(db, user_id) if part == "chats" else (),
    )


async def has_played(db: Database, user_id: int, board: int) -> bool:
    """Return whether a person has results in a chat."""
    row = await db.one(
        "SELECT 1 FROM results WHERE user_id = ? AND board = ? LIMIT 1", (user_id, board)
    )
    return row is not None


async def history(db: Database, user_id: int) -> list[Past]:
    """Return a person's games between people, oldest first."""
    rows = await db.all(
        "SELECT ended_at, rating_after, place, seats, lost FROM results "
        f"WHERE user_id = ? AND {_BETWEEN} ORDER BY ended_at, game_id",
        (user_id,),
    )
    return [
        Past(row["ended_at"], row["rating_after"], row["place"], row["seats"], bool(row["lost"]))
        for row in rows
    ]


def _part(user_id: int, part: Part, board: int | None) -> tuple[str, dict[str, Any]]:
    given: dict[str, Any] = {"who": user_id}
    if part == "solo":
        return "user_id = :who AND board = :who", given
    if part == "here":
        return "user_id = :who AND board = :board", {**given, "board": board}
    if part in ("all", "chats"):
        return f"user_id = :who AND {_BETWEEN}", given
    return f"user_id = :who AND {_BETWEEN} AND kind = :kind", {**given, "kind": part}


async def _runs(db: Database, where: str, given: dict[str, Any]) -> tuple[int, int]:
    """Return the longest run of games without a defeat, and the current one."""
    longest = running = 0
    for row in await db.all(
        f"SELECT lost FROM results WHERE {where} ORDER BY ended_at, game_id", given
    ):
        running = 0 if row["lost"] else running + 1
        longest = max(longest, running)
    return longest, running


async def _favourite(db: Database, where: str, given: dict[str, Any]) -> Companion | None:
    """Return the person they played against most often, partners excluded."""
    row = await db.one(
        f"WITH mine AS (SELECT game_id, seat, teams FROM results WHERE {where}) "
        "SELECT name, COUNT(*) AS games FROM mine JOIN results other USING (game_id) "
        "JOIN people ON people.user_id = other.user_id "
        "WHERE other.user_id != :who AND NOT (mine.teams AND mine.seat % 2 = other.seat % 2) "
        "GROUP BY other.user_id ORDER BY games DESC, other.user_id LIMIT 1",
        given,
    )
    return Companion(row["name"], row["games"]) if row else None


async def _chats(db: Database, user_id: int) -> tuple[Companion, ...]:
    rows = await db.all(
        "SELECT title, COUNT(*) AS games, SUM(lost) AS lost FROM results "
        f"LEFT JOIN chats ON chat_id = board WHERE user_id = ? AND {_BETWEEN} "
        "GROUP BY board ORDER BY games DESC, board LIMIT ?",
        (user_id, MOST_CHATS),
    )
    return tuple(Companion(row["title"] or "", row["games"], row["lost"]) for row in rows)


async def _rating(db: Database, user_id: int) -> int | None:
    row = await db.one("SELECT shown FROM ratings WHERE user_id = ?", (user_id,))
    return row["shown"] if row else None


async def _name(db: Database, user_id: int) -> str:
    row = await db.one("SELECT name FROM people WHERE user_id = ?", (user_id,))
    return row["name"] if row else ""
