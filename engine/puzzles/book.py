"""The puzzles that ship with the project, and the answers of the other side.

A puzzle is an ending of two with open cards in which one action alone wins, or alone saves the
draw. They are mined by `engine.puzzles.mine` and stored in ``puzzles.jsonl``, one per line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.actions import UNPACKED, Action
from engine.ai.ending.solver import Value, solvable, solve
from engine.errors import EngineError
from engine.game import Game
from engine.record import play

FILE = Path(__file__).with_name("puzzles.jsonl")
GRADES = (1, 2, 3, 4, 5)
NODES = 400_000
"""The limit of nodes for a position of a puzzle; shipped ones need far fewer."""


class TooHard(EngineError):
    """The position can't be solved within the limit, or is no ending of two."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: `seat` is to move after `record` (docs/record.md); `good` is right.

    `id` is short and never changes, `grade` is from 1 (easy) to 5. `outcome` is that of the good
    action: 1 a win, 0 a draw; all others are worse. `moves` is the number of decisions of the seat
    with best play by both, this one included.
    """

    id: str
    record: dict[str, Any]
    seat: int
    good: Action
    outcome: int
    moves: int
    grade: int

    def game(self) -> Game:
        """Return a new game in the puzzle's position."""
        return play(self.record)

    def to_dict(self) -> dict[str, Any]:
        """Return the values of a line of the file."""
        return {
            "id": self.id,
            "grade": self.grade,
            "seat": self.seat,
            "good": str(self.good),
            "outcome": self.outcome,
            "moves": self.moves,
            "record": self.record,
        }

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> Puzzle:
        """Return the puzzle of a line of the file."""
        return cls(**{**given, "good": Action.parse(given["good"])})


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return all shipped puzzles, the easier ones first."""
    found = list(read(FILE))
    found.sort(key=lambda puzzle: (puzzle.grade, puzzle.id))
    return tuple(found)


def read(path: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of a file, one per line."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield Puzzle.from_dict(json.loads(line))


def values(game: Game, nodes: int = NODES) -> dict[Action, Value]:
    """Return the value of each action of the awaited seat, with best play by both.

    Raises:
        TooHard: it is no ending of two, or needs more than `nodes`.
    """
    solution = solve(game.state, nodes=nodes) if solvable(game.state) else None
    if solution is None or not solution.complete:
        raise TooHard("no ending of two that can be solved in time")
    return {UNPACKED[packed]: value for packed, value in solution.values.items()}


def best(game: Game, nodes: int = NODES) -> tuple[Action, ...]:
    """Return the best actions of the awaited seat, which are equally good.

    Early wins and late defeats are better.

    Raises:
        TooHard: as `values`.
    """
    found = values(game, nodes)
    top = max(value.rank for value in found.values())
    return tuple(action for action, value in found.items() if value.rank == top)


def keeps(game: Game, action: Action) -> bool:
    """Return whether an action of the awaited seat keeps the best outcome.

    Raises:
        TooHard: as `values`.
    """
    found = values(game)
    return found[action].outcome == max(value.outcome for value in found.values())


def with_beside(game: Game, action: Action, nodes: int = NODES) -> list[Action]:
    """Play an action and further good actions of its seat before the answer.

    Return the actions played, in order; `nodes` is the limit for each position.
    """
    game.apply(action)
    played = [action]
    seat = action.seat
    while not game.over and seat not in game.awaited and game.legal_for(seat):
        found = solve(game.state, nodes=nodes, seat=seat)
        if found is None or found.best is None:
            break
        played.append(UNPACKED[found.best])
        game.apply(played[-1])
    return played
