"""Puzzles: the progress of each person, and the puzzles they have tried."""

import json
from dataclasses import dataclass

from bot.storage import checks
from bot.storage.database import Database, Row


@dataclass(frozen=True, slots=True)
class PuzzleProgress:
    """A person's progress: the `line` played in `puzzle`, and whether it is `done`.

    `streak` is the number of puzzles solved in a row without a mistake or a hint, `best` the
    longest such streak.
    """

    puzzle: str
    line: tuple[str, ...] = ()
    hinted: bool = False
    done: bool = False
    streak: int = 0
    best: int = 0


async def get(db: Database, user_id: int) -> PuzzleProgress | None:
    """Return a person's progress, None if they have none that can be read."""
    rows = await db.all("SELECT * FROM puzzle_players WHERE user_id = ?", (user_id,))
    return next(iter(checks.readable("puzzle_players", rows, _progress)), None)


def _progress(row: Row) -> PuzzleProgress:
    return PuzzleProgress(
        checks.text(row["puzzle"]),
        checks.texts(row["line"]),
        bool(row["hinted"]),
        bool(row["done"]),
        checks.whole(row["streak"]),
        checks.whole(row["best"]),
    )


async def begin(db: Database, user_id: int, player: PuzzleProgress) -> None:
    """Store the first progress of a person."""
    async with db.transaction() as conn:
        await conn.execute(
            "INSERT OR REPLACE INTO puzzle_players "
            "(puzzle, line, hinted, done, streak, best, user_id) VALUES (?, ?, ?, ?, ?, ?, ?)",
            _values(user_id, player),
        )


async def put(
    db: Database, user_id: int, player: PuzzleProgress, solved: bool | None = None, at: float = 0.0
) -> bool:
    """Store a person's progress, and whether the puzzle was `solved` unless None.

    Return False and store nothing if the person has no progress, because it was erased.
    """
    async with db.transaction() as conn:
        found = await conn.execute(
            "UPDATE puzzle_players SET puzzle = ?, line = ?, hinted = ?, done = ?, streak = ?, "
            "best = ? WHERE user_id = ?",
            _values(user_id, player),
        )
        if found.rowcount and solved is not None:
            await conn.execute(
                "INSERT OR REPLACE INTO puzzle_tries (user_id, puzzle, solved, at) "
                "VALUES (?, ?, ?, ?)",
                (user_id, player.puzzle, solved, at),
            )
        return bool(found.rowcount)


def _values(user_id: int, player: PuzzleProgress) -> tuple[str | int, ...]:
    line = json.dumps(player.line)
    kept = player.puzzle, line, player.hinted, player.done, player.streak, player.best
    return *kept, user_id


async def tried(db: Database, user_id: int) -> dict[str, float]:
    """Return the last Unix time of each puzzle solved, failed or skipped by a person."""
    rows = await db.all("SELECT puzzle, at FROM puzzle_tries WHERE user_id = ?", (user_id,))
    return dict(
        checks.readable("puzzle_tries", rows, lambda row: (row["puzzle"], checks.moment(row["at"])))
    )
