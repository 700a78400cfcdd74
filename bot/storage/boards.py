"""Boards: who stands where, by sums that are kept, however much is played."""

from __future__ import annotations

from bot.score import Board, BoardRow, Order, Period, Totals
from bot.storage.database import Database, Row
from bot.storage.tally import ALL_CHATS, SUMS

ROWS_A_PAGE = 10
ENOUGH = 5
"""How many games it takes to stand among those who are ranked by their average or rating."""

_RATING = "(SELECT shown FROM ratings WHERE ratings.user_id = totals.user_id)"
_KEYS: dict[Order, tuple[str, ...]] = {
    "defeats": (f"games < {ENOUGH}", "lost * 1.0 / games", "-games", "user_id"),
    "wins": ("-won", "games", "user_id"),
    "rating": (f"games < {ENOUGH}", f"-COALESCE({_RATING}, 0)", "-games", "user_id"),
    "pogony": ("-hung", "worn", "-games", "user_id"),
}
"""What rows are sorted by, least first; the person's id makes every order a strict one.

Those of all chats are indexed just so (migrations/0009_score.sql).
"""


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
    here = _Here(board_id, order, {"key": key, "asker": asker})
    counted = await db.one(f"SELECT COUNT(*) AS people {here.rows}", here.given)
    assert counted is not None
    pages = max(1, -(-counted["people"] // ROWS_A_PAGE))
    page = min(max(page, 0), pages - 1)
    first = page * ROWS_A_PAGE
    found = await db.all(
        f"SELECT totals.*, name, shown FROM (SELECT * {here.rows} ORDER BY {here.keys} "
        f"LIMIT {ROWS_A_PAGE} OFFSET {first}) AS totals "
        "LEFT JOIN people USING (user_id) LEFT JOIN ratings USING (user_id) "
        f"ORDER BY {here.keys}",
        here.given,
    )
    rows = tuple(_row(row, first + number, order) for number, row in enumerate(found, 1))
    own = next((row for row in rows if row.user_id == asker), None)
    if own is None and asker is not None:
        own = await _own(db, here)
    return Board(order, period, page, pages, rows, own, ENOUGH)


class _Here:
    """The rows of one board and period, and what they are sorted by.

    The number of the board stands in the text, for SQLite to find the indexes of board 0.
    """

    def __init__(self, board_id: int, order: Order, given: dict[str, object]) -> None:
        self.order: Order = order
        self.given = given
        keys = ", ".join(_KEYS[order])
        vast = board_id == ALL_CHATS
        table = f"totals INDEXED BY totals_by_{order}" if vast else "totals"
        self.keys = keys.replace(_RATING, "rating") if vast else keys
        where = f"WHERE board = {int(board_id)} AND period = :key AND user_id"
        self.rows = f"FROM {table} {where} > 0"
        self.own = f"FROM totals {where} = :asker"


async def _own(db: Database, here: _Here) -> BoardRow | None:
    own = await db.one(
        f"SELECT totals.*, (SELECT name FROM people WHERE user_id = :asker) AS name, "
        f"{_RATING} AS shown {here.own}",
        here.given,
    )
    if own is None:
        return None
    before = await db.one(
        f"SELECT COUNT(*) AS people {here.rows} AND ({here.keys}) < "
        f"(SELECT {here.keys} {here.own})",
        here.given,
    )
    assert before is not None
    return _row(own, before["people"] + 1, here.order)


def _row(row: Row, number: int, order: Order) -> BoardRow:
    few = order in ("defeats", "rating") and row["games"] < ENOUGH
    return BoardRow(number, row["user_id"], row["name"] or "", totals_of(row), row["shown"], few)


def totals_of(row: Row) -> Totals:
    """The sums in a row that has a column for each."""
    return Totals(*(row[name] or 0 for name in SUMS))
