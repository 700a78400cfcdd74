"""The score: each ended game is counted once, in the transaction that ends it.

What is written depends only on the record, the seats and the games counted before, so that it can
be rebuilt at any time (bot/storage/recount.py). See docs/score.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

import aiosqlite

from bot.model import periods
from bot.model.ratings import KNOWN, RatedPlayer, Rating, rated
from bot.model.tally import ALL_CHATS, PersonResult, Tally
from engine.statistics import kind_of, leavers

TABLES = ("results", "totals", "ratings", "straps")
"""Tables that are derived from games, and can be rebuilt."""
SUMS = ("games", "won", "lost", "durak", "draws", "taken", "beaten", "hung", "worn")
"""The columns of `totals` that are sums."""
ENOUGH = 5
"""Games needed to be ranked by average or rating, games with one person taken as one."""
WEEK, MONTH = 7 * 86400.0, 30 * 86400.0
"""Seconds."""
MOST_DUELS = 5
"""Duels with the same person within `WEEK` that count on boards."""


@dataclass(frozen=True, slots=True)
class _Ended:
    """A game about to be counted; `before` has the number of games of its people until then."""

    game_id: int
    at: float
    chat_id: int
    kind: str
    seats: tuple[int | None, ...]
    tally: Tally
    before: Mapping[int, int]

    @property
    def people(self) -> list[int]:
        return [who for who in self.seats if who is not None]

    @property
    def between_people(self) -> bool:
        return len(self.people) > 1

    @property
    def duel(self) -> bool:
        return len(self.people) == 2

    def known_beside(self, user_id: int) -> bool:
        """Return whether somebody else in the game is not new, or nobody else is in it."""
        others = [games for who, games in self.before.items() if who != user_id]
        return not others or max(others) >= KNOWN

    def board(self, user_id: int) -> int:
        return self.chat_id if self.between_people else user_id


@dataclass(frozen=True, slots=True)
class _Met:
    """How often a person has met each other person of a game before it, new people taken as one.

    `weighing` is the number of rated games that reduce its weight, `duels` of duels on boards
    within `MONTH`, `lately` of those within `WEEK`.
    """

    weighing: Mapping[int, int]
    duels: Mapping[int, int]
    lately: Mapping[int, int]

    def counts(self) -> bool:
        """Return whether one more duel counts on boards."""
        return all(duels < MOST_DUELS for duels in self.lately.values())


async def count(conn: aiosqlite.Connection, game_id: int, found: Tally | None) -> None:
    """Count a game that has just ended, in the caller's transaction.

    `found` None: it has no result, and is a defeat only for those who had left it.
    """
    await conn.execute("INSERT INTO tallies (game_id, counted) VALUES (?, 1)", (game_id,))
    await write(conn, game_id, found)


async def skip(conn: aiosqlite.Connection, game_id: int) -> None:
    """Note that a game which has just ended has no score, in the caller's transaction."""
    await conn.execute("INSERT OR IGNORE INTO tallies (game_id, counted) VALUES (?, 1)", (game_id,))


async def write(conn: aiosqlite.Connection, game_id: int, found: Tally | None) -> None:
    """Write the score of a game, in the caller's transaction."""
    game = await _ended(conn, game_id, found)
    if not game.tally.people:
        return
    met = {who: await _met(conn, game, who) for who in game.people}
    counts = not game.tally.unplayed
    ratings = await _rate(conn, game, met) if game.between_people and counts else {}
    if game.duel:
        counts = counts and all(one.counts() for one in met.values())
    for person in game.tally.people:
        who = person.user_id
        varied = not any(met[who].duels.values()) if game.duel else game.known_beside(who)
        await _insert_result(conn, game, person, ratings.get(who), counts)
        await _add(conn, game, person, counts, varied)
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
    before = {who: await _games(conn, who) for who in seats if who is not None}
    return _Ended(game_id, row["ended_at"], row["chat_id"], kind, seats, found, before)


async def _games(conn: aiosqlite.Connection, user_id: int) -> int:
    """Return how many games a person has on the board of all chats."""
    rows = await conn.execute_fetchall(
        "SELECT games FROM totals WHERE board = ? AND period = ? AND user_id = ?",
        (ALL_CHATS, periods.EVER, user_id),
    )
    return next((row["games"] for row in rows), 0)


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


async def _rate(
    conn: aiosqlite.Connection, game: _Ended, met: Mapping[int, _Met]
) -> dict[int, tuple[Rating, Rating]]:
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
            game.before[who],
            met[who].weighing,
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


async def _met(conn: aiosqlite.Connection, game: _Ended, user_id: int) -> _Met:
    """Return how often a person has met the others before a game."""
    day, _ = periods.day(game.at)
    weighing, duels, lately = {}, {}, {}
    for other, games in game.before.items():
        if other == user_id:
            continue
        new = games < KNOWN
        (row,) = await conn.execute_fetchall(
            _MET_NEW if new else _MET_KNOWN,
            {
                "who": user_id,
                "other": other,
                "since": game.at - MONTH if new or game.duel else day,
                "day": day,
                "week": game.at - WEEK,
            },
        )
        if new:
            weighing[other] = row["rated"]
        else:
            weighing[other] = max(row["rated_today"], row["rated_duels"])
        duels[other], lately[other] = row["duels"], row["lately"]
    return _Met(weighing, duels, lately)


def _met_query(which: str) -> str:
    """Return the query for a person's games with others, of whom `which` is true."""
    columns = {
        "rated": "mine.rating_after IS NOT NULL",
        "rated_today": "mine.rating_after IS NOT NULL AND mine.ended_at >= :day",
        "rated_duels": "mine.rating_after IS NOT NULL AND mine.people = 2",
        "duels": "mine.counts AND mine.people = 2",
        "lately": "mine.counts AND mine.people = 2 AND mine.ended_at >= :week",
    }
    counts = ", ".join(
        f"COUNT(DISTINCT IIF({what}, mine.game_id, NULL)) AS {name}"
        for name, what in columns.items()
    )
    return (
        f"SELECT {counts} FROM results mine "
        "JOIN results other ON other.game_id = mine.game_id AND other.user_id != mine.user_id "
        "WHERE mine.user_id = :who AND mine.ended_at >= :since AND mine.people > 1 "
        f"AND {which}"
    )


_MET_NEW = _met_query("other.new")
_MET_KNOWN = _met_query("other.user_id = :other")


async def _insert_result(
    conn: aiosqlite.Connection,
    game: _Ended,
    person: PersonResult,
    ratings: tuple[Rating, Rating] | None,
    counts: bool,
) -> None:
    shown = [rating.shown for rating in ratings] if ratings else [None, None]
    await conn.execute(
        "INSERT INTO results (game_id, user_id, board, seat, seats, kind, teams, place, durak, "
        "lost, won, draw, resigned, taken, beaten, hung, worn, rating_before, rating_after, "
        "ended_at, people, new, counts) "
        f"VALUES ({', '.join('?' * 23)})",
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
            len(game.people),
            game.before[person.user_id] < KNOWN,
            counts,
        ),
    )


async def _add(
    conn: aiosqlite.Connection, game: _Ended, person: PersonResult, counts: bool, varied: bool
) -> None:
    """Add a result to the sums. Pogony worn always count, since ranks are made of them."""
    if not counts and not person.worn:
        return
    boards = [game.board(person.user_id), *([ALL_CHATS] if game.between_people else [])]
    summed = (
        1,
        person.won,
        person.lost,
        person.durak,
        person.draw,
        person.taken,
        person.beaten,
        person.hung,
    )
    sums = (*(number * counts for number in summed), person.worn, varied and counts)
    await conn.executemany(
        f"INSERT INTO totals (board, period, user_id, {_KEPT}) "
        f"VALUES (?, ?, ?, {', '.join('?' * len(sums))}, ?, ?) {_ADDING}",
        [
            (board, period, person.user_id, *sums, ENOUGH > 1, float(person.lost and counts))
            for board in boards
            for period in periods.all_of(game.at)
        ],
    )


_ADDED = (*SUMS, "varied")
_KEPT = f"{', '.join(_ADDED)}, few, share"
_ADDING = "ON CONFLICT (board, period, user_id) DO UPDATE SET " + ", ".join(
    [
        *(f"{name} = {name} + excluded.{name}" for name in _ADDED),
        f"few = varied + excluded.varied < {ENOUGH}",
        "share = (lost + excluded.lost) * 1.0 / MAX(1, games + excluded.games)",
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
