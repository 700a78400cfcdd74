"""The score: each ended game is counted once, in the transaction that ends it.

What is written depends only on the record, the seats and the games counted before, so that it can
be rebuilt at any time (bot/storage/recount.py). See docs/score.md.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import aiosqlite

from bot.model import periods
from bot.model.ratings import RatedPlayer, Rating, rated
from bot.model.tally import ALL_CHATS, PersonResult, Tally
from engine.statistics import kind_of, leavers

TABLES = ("results", "totals", "ratings", "straps")
"""Tables that are derived from games, and can be rebuilt."""
SUMS = ("games", "won", "lost", "durak", "draws", "taken", "beaten", "hung", "worn")
"""The columns of `totals` that are sums."""
ENOUGH = 5
"""Games needed to be ranked by average or rating."""


@dataclass(frozen=True, slots=True)
class _Ended:
    """A game about to be counted."""

    game_id: int
    at: float
    chat_id: int
    kind: str
    seats: tuple[int | None, ...]
    tally: Tally

    @property
    def people(self) -> list[int]:
        return [who for who in self.seats if who is not None]

    @property
    def between_people(self) -> bool:
        return len(self.people) > 1

    def board(self, user_id: int) -> int:
        return self.chat_id if self.between_people else user_id


async def count(conn: aiosqlite.Connection, game_id: int, found: Tally | None) -> None:
    """Count a game that has just ended, in the caller's transaction.

    `found` None: it has no result, and is a defeat only for those who had left it.
    """
    await conn.execute("INSERT INTO tallies (game_id, counted) VALUES (?, 1)", (game_id,))
    await write(conn, game_id, found)


async def write(conn: aiosqlite.Connection, game_id: int, found: Tally | None) -> None:
    """Write the score of a game, in the caller's transaction."""
    game = await _ended(conn, game_id, found)
    if not game.tally.people:
        return
    ratings = await _rate(conn, game) if game.between_people else {}
    for person in game.tally.people:
        await _insert_result(conn, game, person, ratings.get(person.user_id))
        await _add(conn, game, person)
    await _copy_ratings(conn, game, ratings)
    await conn.executemany(
        "INSERT INTO straps VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (game_id, number, game.board(s.user_id), s.seat, s.user_id, s.by_id, game.at)
            for number, s in enumerate(game.tally.straps)
        ],
    )


async def _ended(conn: aiosqlite.Connection, game_id: int, found: Tally | None) -> _Ended:
    (row,) = await conn.execute_fetchall(
        "SELECT ended_at, rules, chat_id FROM games JOIN tables USING (table_id) WHERE game_id = ?",
        (game_id,),
    )
    rows = await conn.execute_fetchall(
        "SELECT user_id FROM game_seats WHERE game_id = ? ORDER BY seat", (game_id,)
    )
    seats = tuple(seat["user_id"] for seat in rows)
    if found is None:
        found = await _left(conn, game_id, seats)
    kind = kind_of(json.loads(row["rules"]))
    return _Ended(game_id, row["ended_at"], row["chat_id"], kind, seats, found)


async def _left(conn: aiosqlite.Connection, game_id: int, seats: tuple[int | None, ...]) -> Tally:
    """Return the score of those who left; the first is last (docs/rules.md §8)."""
    rows = await conn.execute_fetchall(
        "SELECT text FROM actions WHERE game_id = ? AND text LIKE '% resign' ORDER BY number",
        (game_id,),
    )
    gone = enumerate(leavers(row["text"] for row in rows))
    return Tally(
        tuple(
            PersonResult(who, seat, place, tier=place, lost=True, resigned=True)
            for number, seat in gone
            for place in (len(seats) - number,)
            if (who := seats[seat]) is not None
        )
    )


async def _rate(conn: aiosqlite.Connection, game: _Ended) -> dict[int, tuple[Rating, Rating]]:
    """Update the ratings of those who have a result; return each before and after."""
    own = {person.user_id: person for person in game.tally.people}
    teams = game.tally.teams
    before = {user_id: await _rating(conn, user_id) for user_id in game.people}
    players = [
        RatedPlayer(
            who,
            seat % 2 if teams else seat,
            own[who].tier if who in own else 1,
            before[who],
            await _met(conn, who, game.at),
        )
        for seat, who in enumerate(game.seats)
        if who is not None
    ]
    if len({player.side for player in players}) < 2:
        return {}
    after = {who: rating for who, rating in rated(players).items() if who in own}
    for who, rating in after.items():
        await conn.execute(
            "INSERT OR REPLACE INTO ratings (user_id, mu, sigma, shown) VALUES (?, ?, ?, ?)",
            (who, rating.mu, rating.sigma, rating.shown),
        )
    return {who: (before[who], rating) for who, rating in after.items()}


async def _copy_ratings(
    conn: aiosqlite.Connection, game: _Ended, ratings: dict[int, tuple[Rating, Rating]]
) -> None:
    """Store new ratings on the board of all chats, for every period of the game."""
    await conn.executemany(
        "UPDATE totals SET rating = ? WHERE board = ? AND period = ? AND user_id = ?",
        [
            (after.shown, ALL_CHATS, period, who)
            for who, (_, after) in ratings.items()
            for period in periods.all_of(game.at)
        ],
    )


async def _rating(conn: aiosqlite.Connection, user_id: int) -> Rating:
    rows = list(
        await conn.execute_fetchall("SELECT mu, sigma FROM ratings WHERE user_id = ?", (user_id,))
    )
    return Rating(rows[0]["mu"], rows[0]["sigma"]) if rows else Rating()


async def _met(conn: aiosqlite.Connection, user_id: int, at: float) -> dict[int, int]:
    """Count a person's rated games with each other person on the day of `at`."""
    rows = await conn.execute_fetchall(
        "SELECT other.user_id AS who, COUNT(*) AS games FROM results mine "
        "JOIN results other ON other.game_id = mine.game_id AND other.user_id != mine.user_id "
        "WHERE mine.user_id = ? AND mine.ended_at >= ? AND mine.ended_at < ? "
        "AND mine.rating_after IS NOT NULL GROUP BY other.user_id",
        (user_id, *periods.day(at)),
    )
    return {row["who"]: row["games"] for row in rows}


async def _insert_result(
    conn: aiosqlite.Connection,
    game: _Ended,
    person: PersonResult,
    ratings: tuple[Rating, Rating] | None,
) -> None:
    shown = [rating.shown for rating in ratings] if ratings else [None, None]
    await conn.execute(
        "INSERT INTO results (game_id, user_id, board, seat, seats, kind, teams, place, durak, "
        "lost, won, draw, resigned, taken, beaten, hung, worn, rating_before, rating_after, "
        "ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            game.game_id,
            person.user_id,
            game.board(person.user_id),
            person.seat,
            len(game.seats),
            game.kind,
            game.tally.teams,
            person.place,
            person.durak,
            person.lost,
            person.won,
            person.draw,
            person.resigned,
            person.taken,
            person.beaten,
            person.hung,
            person.worn,
            *shown,
            game.at,
        ),
    )


async def _add(conn: aiosqlite.Connection, game: _Ended, person: PersonResult) -> None:
    boards = [game.board(person.user_id), *([ALL_CHATS] if game.between_people else [])]
    sums = (
        1,
        person.won,
        person.lost,
        person.durak,
        person.draw,
        person.taken,
        person.beaten,
        person.hung,
        person.worn,
    )
    await conn.executemany(
        f"INSERT INTO totals (board, period, user_id, {_KEPT}) "
        f"VALUES (?, ?, ?, {', '.join('?' * len(SUMS))}, ?, ?) {_ADDING}",
        [
            (board, period, person.user_id, *sums, ENOUGH > 1, float(person.lost))
            for board in boards
            for period in periods.all_of(game.at)
        ],
    )


_KEPT = f"{', '.join(SUMS)}, few, share"
_ADDING = "ON CONFLICT (board, period, user_id) DO UPDATE SET " + ", ".join(
    [
        *(f"{name} = {name} + excluded.{name}" for name in SUMS),
        f"few = games + excluded.games < {ENOUGH}",
        "share = (lost + excluded.lost) * 1.0 / (games + excluded.games)",
    ]
)
"""The end of an INSERT into `totals` that adds to an existing row."""


async def move_totals(conn: aiosqlite.Connection, old: int, new: int) -> None:
    """Add the totals of one board to another's, in the caller's transaction."""
    columns = f"period, user_id, {_KEPT}"
    await conn.execute(
        f"INSERT INTO totals (board, {columns}) "
        f"SELECT ?, {columns} FROM totals WHERE board = ? {_ADDING}",
        (new, old),
    )
    await conn.execute("DELETE FROM totals WHERE board = ?", (old,))
