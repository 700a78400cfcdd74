"""Ranks: pogony worn on a board in a season, see docs/rules.md §9."""

from __future__ import annotations

from bot.model import periods
from bot.model.periods import Season
from bot.model.scores import RankChange, Ranked, Ranks
from bot.storage import checks, settings
from bot.storage.database import Database, Row
from engine.pogony import rank_after, ranks_after

MOST_ROWS = 30
MOST_SEASONS = 6
_FORMS: dict[Season, str] = {"month": "[0-9]*-[0-9][0-9]", "quarter": "[0-9]*-Q[0-9]"}


async def changes(db: Database, game_id: int) -> tuple[RankChange, ...]:
    """Return the rank changes made by an ended game, by seat; none if it was not over."""
    hung = await db.all("SELECT * FROM straps WHERE game_id = ? ORDER BY number", (game_id,))
    if not hung:
        return ()
    length = (await settings.get(db, hung[0]["board"])).season
    before = {row["user_id"]: await _worn_before(db, row, length) for row in hung}
    ranks = {user_id: rank_after(worn) for user_id, worn in before.items()}
    after = ranks_after(ranks, [row["user_id"] for row in hung])
    seats = {row["user_id"]: row["seat"] for row in hung}
    found = (RankChange(seats[who], who, ranks[who], after[who]) for who in after)
    changed = (change for change in found if change.before != change.after)
    return tuple(sorted(changed, key=lambda change: change.seat))


async def _worn_before(db: Database, strap: Row, length: Season) -> int:
    """Count the wearer's pogony of the same season from games counted before."""
    rows = await db.all(
        "SELECT at FROM straps JOIN tallies USING (game_id) WHERE board = ? AND user_id = ? "
        "AND tallies.number < (SELECT number FROM tallies WHERE game_id = ?)",
        (strap["board"], strap["user_id"], strap["game_id"]),
    )
    season = periods.season(strap["at"], length)
    when = checks.readable("straps", rows, lambda row: checks.moment(row["at"]))
    return sum(periods.season(at, length) == season for at in when)


async def of_board(db: Database, board: int, at: float) -> Ranks:
    """Return the ranks of a board in the season of `at`, and past seasons' highest."""
    length = (await settings.get(db, board)).season
    season = periods.season(at, length)
    rows = await db.all(
        "SELECT user_id, name, worn FROM totals LEFT JOIN people USING (user_id) "
        "WHERE board = ? AND period = ? AND worn > 0 AND user_id > 0 "
        "ORDER BY worn DESC, user_id LIMIT ?",
        (board, season, MOST_ROWS),
    )
    past = await _past(db, board, season, length) if length in _FORMS else ()
    return Ranks(season, tuple(map(_ranked, rows)), past)


async def of_person(db: Database, user_id: int, at: float) -> list[tuple[str, Ranked]]:
    """Return (chat title, rank) of a person at `at` for each board with their pogony.

    The highest comes first; the board of games with computers only has the title "".
    """
    rows = await db.all(
        "SELECT board, title FROM totals LEFT JOIN chats ON chat_id = board AND board < 0 "
        "WHERE user_id = ? AND period = ? AND board != 0 AND worn > 0 "
        "ORDER BY worn DESC, board LIMIT ?",
        (user_id, periods.EVER, MOST_ROWS),
    )
    found = [(row["title"] or "", await _now(db, user_id, row["board"], at)) for row in rows]
    return sorted(found, key=lambda one: -one[1].worn)


async def _now(db: Database, user_id: int, board: int, at: float) -> Ranked:
    """Return a person's rank on a board in the season of `at`."""
    season = periods.season(at, (await settings.get(db, board)).season)
    row = await db.one(
        "SELECT worn FROM totals WHERE board = ? AND period = ? AND user_id = ?",
        (board, season, user_id),
    )
    worn = checks.count(row["worn"]) if row else 0
    return Ranked(user_id, "", rank_after(worn), worn)


async def _past(
    db: Database, board: int, season: str, length: Season
) -> tuple[tuple[str, tuple[Ranked, ...]], ...]:
    rows = await db.all(
        "SELECT period, user_id, name, worn FROM totals LEFT JOIN people USING (user_id) "
        "WHERE board = ? AND period GLOB ? AND period < ? AND worn > 0 AND user_id > 0 "
        "ORDER BY period DESC, worn DESC, user_id",
        (board, _FORMS[length], season),
    )
    found: dict[str, list[Ranked]] = {}
    for row in rows:
        highest = found.setdefault(row["period"], [])
        one = _ranked(row)
        if not highest or highest[0].rank == one.rank:
            highest.append(one)
    return tuple((period, tuple(highest)) for period, highest in found.items())[:MOST_SEASONS]


def _ranked(row: Row) -> Ranked:
    worn = checks.count(row["worn"])
    return Ranked(row["user_id"], row["name"] or "", rank_after(worn), worn)
