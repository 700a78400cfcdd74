"""Boards: who stands where, by sums that are kept, however much is played."""

from __future__ import annotations

from bot.score import Board, BoardRow, Order, Period, Totals
from bot.storage.database import Database, Row
from bot.storage.tally import SUMS

ROWS_A_PAGE = 10
ENOUGH: dict[Period, int] = {"week": 3, "month": 5, "season": 5, "ever": 5}
"""How many games it takes to stand among those who are ranked by their average or rating."""

_RATING = "(SELECT shown FROM ratings WHERE ratings.user_id = totals.user_id)"
_KEYS: dict[Order, tuple[str, ...]] = {
    "defeats": ("games < :enough", "lost * 1.0 / games", "-games", "user_id"),
    "wins": ("-won", "games", "user_id"),
    "rating": ("games < :enough", f"-COALESCE({_RATING}, 0)", "-games", "user_id"),
    "pogony": ("-hung", "worn", "-games", "user_id"),
}
"""What rows are sorted by, least first; the person's id makes every order a strict one."""
_HERE = "FROM totals WHERE board = :board AND period = :key AND user_id > 0"


async def board(
    db: Database,
    board_id: int,
    key: str,
    order: Order,
    period: Period,
    page: int = 0,
    asker: int | None = None,
) -> Board:
    """A page of a board: of a chat, or of all (`bot.storage.tally.ALL_CHATS`).

    `key` is the period's (bot/seasons.py); a page that is not there becomes the nearest.
    """
    enough = ENOUGH[period]
    given = {"board": board_id, "key": key, "enough": enough}
    counted = await db.one(f"SELECT COUNT(*) AS people {_HERE}", given)
    assert counted is not None
    pages = max(1, -(-counted["people"] // ROWS_A_PAGE))
    page = min(max(page, 0), pages - 1)
    keys = ", ".join(_KEYS[order])
    first = page * ROWS_A_PAGE
    found = await db.all(
        f"SELECT totals.*, name, shown FROM (SELECT * {_HERE} ORDER BY {keys} "
        "LIMIT :rows OFFSET :first) AS totals "
        "LEFT JOIN people USING (user_id) LEFT JOIN ratings USING (user_id) "
        f"ORDER BY {keys}",
        {**given, "rows": ROWS_A_PAGE, "first": first},
    )
    rows = tuple(_row(row, first + number, order, enough) for number, row in enumerate(found, 1))
    own = next((row for row in rows if row.user_id == asker), None)
    if own is None and asker is not None:
        own = await _own(db, given, order, asker)
    return Board(order, period, page, pages, rows, own, enough)


async def _own(db: Database, given: dict[str, object], order: Order, asker: int) -> BoardRow | None:
    keys = ", ".join(_KEYS[order])
    own = await db.one(
        f"SELECT totals.*, (SELECT name FROM people WHERE user_id = :asker) AS name, "
        f"{_RATING} AS shown {_HERE} AND user_id = :asker",
        {**given, "asker": asker},
    )
    if own is None:
        return None
    before = await db.one(
        f"SELECT COUNT(*) AS people {_HERE} AND ({keys}) < "
        f"(SELECT {keys} {_HERE} AND user_id = :asker)",
        {**given, "asker": asker},
    )
    assert before is not None
    enough = given["enough"]
    assert isinstance(enough, int)
    return _row(own, before["people"] + 1, order, enough)


def _row(row: Row, number: int, order: Order, enough: int) -> BoardRow:
    few = order in ("defeats", "rating") and row["games"] < enough
    return BoardRow(number, row["user_id"], row["name"] or "", totals_of(row), row["shown"], few)


def totals_of(row: Row) -> Totals:
    """The sums in a row that has a column for each."""
    return Totals(*(row[name] or 0 for name in SUMS))
