"""CPU time of boards over very many games."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from bot.model import periods
from bot.model.periods import PERIODS
from bot.model.ratings import Rating
from bot.model.scores import ORDERS
from bot.model.tally import ALL_CHATS
from bot.storage import boards, results
from bot.storage.database import Database
from bot.storage.tally import SUMS

NOW = 1_798_000_000.0
YEAR = 365 * 86400.0
SEATS = 4
_TRIES = 5
_SUMMED = (
    "COUNT(*), SUM(won), SUM(lost), SUM(durak), SUM(draw), SUM(taken), SUM(beaten), SUM(hung), "
    "SUM(worn), COUNT(*), COUNT(*) < 5, SUM(lost) * 1.0 / COUNT(*)"
)


async def bench(stored: int, people: int = 50_000, chats: int = 5_000) -> dict[str, Any]:
    """Fill a database with so many results of a year, then read boards and one's own figures."""
    with tempfile.TemporaryDirectory() as folder:
        db = await Database.open(Path(folder) / "boards.sqlite3")
        try:
            await _fill(db, stored, people, chats)
            return {
                "results": stored,
                "people": people,
                "all chats, ms": await _boards(db, ALL_CHATS, people),
                "busiest chat, ms": await _boards(db, await _busiest(db), people),
                "own statistics, ms": await _own(db),
            }
        finally:
            await db.close()


async def _boards(db: Database, board: int, people: int) -> dict[str, float]:
    """The slowest page of each order over all periods, of the medians of some tries."""
    found: dict[str, float] = {}
    for order in ORDERS:
        for period in PERIODS:
            for page in (0, people // (2 * boards.ROWS_A_PAGE)):
                key = periods.of(period, NOW, "quarter")
                times = []
                for asker in range(1, _TRIES + 1):
                    began = time.process_time()
                    await boards.board(db, board, key, order, period, page, asker * 97)
                    times.append(time.process_time() - began)
                taken = round(1000 * statistics.median(times), 1)
                found[order] = max(found.get(order, 0.0), taken)
    return found


async def _own(db: Database) -> float:
    (most,) = await db.all(
        "SELECT user_id FROM totals WHERE board = 0 AND period = 'ever' ORDER BY games DESC LIMIT 1"
    )
    began = time.process_time()
    await results.personal(db, most["user_id"], "all")
    return round(1000 * (time.process_time() - began), 1)


async def _busiest(db: Database) -> int:
    (row,) = await db.all(
        "SELECT board FROM totals WHERE board < 0 AND period = 'ever' "
        "GROUP BY board ORDER BY COUNT(*) DESC LIMIT 1"
    )
    return int(row["board"])


async def _fill(db: Database, stored: int, people: int, chats: int) -> None:
    rng = random.Random(1)
    writer = db._writer
    await writer.execute("PRAGMA synchronous = OFF")
    await writer.execute("PRAGMA foreign_keys = OFF")
    await writer.create_function("week", 1, periods.week)
    await writer.create_function("month", 1, periods.month)
    await writer.create_function("quarter", 1, periods.quarter)
    async with db.transaction() as conn:
        await conn.executemany(
            "INSERT INTO people (user_id, name, updated_at) VALUES (?, ?, 0)",
            [(number, f"Человек {number}") for number in range(1, people + 1)],
        )
        ratings = [(number, Rating(rng.gauss(25, 5), 3.0)) for number in range(1, people + 1)]
        await conn.executemany(
            "INSERT INTO ratings VALUES (?, ?, ?, ?)",
            [(number, rating.mu, rating.sigma, rating.shown) for number, rating in ratings],
        )
        marks = ", ".join("?" * 23)
        for first in range(0, stored // SEATS, 10_000):
            games = range(first, min(first + 10_000, stored // SEATS))
            rows = [row for game in games for row in _game(rng, game, people, chats)]
            await conn.executemany(f"INSERT INTO results VALUES ({marks})", rows)
        for board in ("board", "0"):
            for period in ("'ever'", "week(ended_at)", "month(ended_at)", "quarter(ended_at)"):
                await conn.execute(
                    f"INSERT INTO totals (board, period, user_id, {', '.join(SUMS)}, varied, "
                    "few, share) "
                    f"SELECT {board}, {period} AS key, user_id, {_SUMMED} FROM results "
                    f"GROUP BY {'board, ' if board == 'board' else ''}key, user_id"
                )
        await conn.execute(
            "UPDATE totals SET rating = (SELECT shown FROM ratings "
            "WHERE ratings.user_id = totals.user_id) WHERE board = 0"
        )


def _game(rng: random.Random, game: int, people: int, chats: int) -> list[tuple[Any, ...]]:
    """The results of one game; some people and chats play much more than others."""
    chat = int(chats * rng.random() ** 3)
    company = rng.sample(range(30), SEATS)
    at = NOW - YEAR * rng.random() ** 2
    rows = []
    for place, offset in enumerate(company, 1):
        who = 1 + (chat * 10 + int(offset * (1 + 100 * (chat == 0)))) % people
        lost, taken, hung = place == SEATS, rng.randrange(9), rng.random() < 0.05
        rows.append(
            (game, who, -1 - chat, place - 1, SEATS, "podkidnoy", 0, place, lost, lost,
             place == 1, 0, 0, taken, taken, hung, lost and hung, 1000, 1000, at, SEATS, 0, 1)
        )  # fmt: skip
    return rows
