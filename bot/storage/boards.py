"""Leaderboards, read from sums kept per board, period and person."""

from __future__ import annotations

from bot.model.periods import Period
from bot.model.scores import Board, BoardRow, Order, Totals
from bot.model.tally import ALL_CHATS
from bot.storage import checks
from bot.storage.database import Database, Row
from bot.storage.tally import ENOUGH, SUMS

ROWS_A_PAGE = 10

_RATING = "COALESCE((SELECT shown FROM ratings WHERE ratings.user_id = totals.user_id), 0)"
_KEYS: dict[Order, tuple[str, ...]] = {
    "defeats": ("few", "share", "games DESC", "user_id"),
    "wins": ("few", "won DESC", "games", "user_id"),
    "rating": ("few", f"{_RATING} DESC", "games DESC", "user_id"),
    "pogony": ("few", "hung DESC", "worn", "games DESC", "user_id"),
}
"""Sort keys; the person's id makes every order total.

The board of all chats has an index for each (migrations/0009_score.sql, 0013_duels.sql).
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
    """Return a page of the board of a chat, or of all chats (`ALL_CHATS`).

    `key` is the period's (bot/model/periods.py); a page out of range becomes the nearest one.
    `asker` is the person whose own row is returned as well.
    """
    here = _Here(board_id, order, {"key": key, "asker": asker})
    counted = await db.one(f"SELECT COUNT(*) AS people {here.rows}", here.given)
    assert counted is not None
    pages = max(1, -(-counted["people"] // ROWS_A_PAGE))
    page = min(max(page, 0), pages - 1)
    first = page * ROWS_A_PAGE
    found = await db.all(
        f"SELECT totals.*, name, shown FROM (SELECT user_id {here.rows} ORDER BY {here.order_by} "
        f"LIMIT {ROWS_A_PAGE} OFFSET {first}) JOIN totals USING (user_id) "
        "LEFT JOIN people USING (user_id) LEFT JOIN ratings USING (user_id) "
        f"WHERE board = {here.board} AND period = :key ORDER BY {here.order_by}",
        here.given,
    )
    rows = tuple(_row(row, first + number) for number, row in enumerate(found, 1))
    own = next((row for row in rows if row.user_id == asker), None)
    if own is None and asker is not None:
        own = await _own(db, here)
    return Board(order, period, page, pages, rows, own, ENOUGH)


class _Here:
    """SQL for the rows of one board and period, and their order.

    The board's number is part of the text, so that SQLite uses the partial indexes of board 0.
    """

    def __init__(self, board_id: int, order: Order, given: dict[str, object]) -> None:
        vast = board_id == ALL_CHATS
        self.board = int(board_id)
        self.given = given
        self.keys = [key.replace(_RATING, "rating") if vast else key for key in _KEYS[order]]
        self.order_by = ", ".join(self.keys)
        table = f"totals INDEXED BY totals_by_{order}" if vast else "totals"
        where = f"WHERE board = {self.board} AND period = :key AND games > 0 AND user_id"
        self.rows = f"FROM {table} {where} > 0"
        self.own = f"FROM totals {where} = :asker"

    def before(self) -> str:
        """Return the query that counts the rows before one with the keys :k0, :k1, …

        It adds the rows that precede by the first key, by the second where the first is equal,
        and so on: each is an index range, which a comparison of row values would not be.
        """
        counts, equal = [], ""
        for number, key in enumerate(self.keys):
            what = _plain(key)
            sign = "<" if what == key else ">"
            counts.append(f"(SELECT COUNT(*) {self.rows}{equal} AND {what} {sign} :k{number})")
            equal += f" AND {what} = :k{number}"
        return f"SELECT {' + '.join(counts)} AS people"


async def _own(db: Database, here: _Here) -> BoardRow | None:
    keys = ", ".join(f"{_plain(key)} AS k{number}" for number, key in enumerate(here.keys))
    own = await db.one(
        f"SELECT totals.*, (SELECT name FROM people WHERE user_id = :asker) AS name, "
        f"(SELECT shown FROM ratings WHERE user_id = :asker) AS shown, {keys} {here.own}",
        here.given,
    )
    if own is None:
        return None
    values = {f"k{number}": own[f"k{number}"] for number in range(len(here.keys))}
    before = await db.one(here.before(), {**here.given, **values})
    assert before is not None
    return _row(own, before["people"] + 1)


def _plain(key: str) -> str:
    return key.removesuffix(" DESC")


def _row(row: Row, number: int) -> BoardRow:
    totals, few = totals_of(row), bool(row["few"])
    shown = None if row["shown"] is None else checks.count(row["shown"])
    return BoardRow(number, row["user_id"], row["name"] or "", totals, shown, few)


def totals_of(row: Row) -> Totals:
    """Return the sums of a row that has a column for each."""
    return Totals(*(checks.count(row[name]) for name in SUMS))
