"""The puzzles that ship with the project, and what a puzzle's other side answers.

A puzzle is an ending of two with open cards in which one action alone wins, or alone saves the
draw. They are mined by `engine.puzzles.mine` and stand in ``puzzles.jsonl``, one a line.
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
"""What a position met in playing a puzzle out may cost; those that ship cost far less."""


class TooHard(EngineError):
    """The position could not be solved in what a puzzle may cost, or is no ending of two."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle: `seat` is to move at the end of `record` (docs/record.md), and `good` is it.

    `id` is short and never changes, `grade` goes from 1, easy, to 5. `outcome` is what the good
    action brings: 1 a win, 0 a draw; all others bring less. `moves` is how many decisions the seat
    has in the line with best play by both, this one included.
    """

    id: str
    record: dict[str, Any]
    seat: int
    good: Action
    outcome: int
    moves: int
    grade: int

    def game(self) -> Game:
        """A new game in the puzzle's position."""
        return play(self.record)

    def to_dict(self) -> dict[str, Any]:
        """As it stands in a line of the file."""
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
        """The puzzle of a line of the file."""
        return cls(**{**given, "good": Action.parse(given["good"])})


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles that ship, the easier ones first."""
    found = list(read(FILE))
    found.sort(key=lambda puzzle: (puzzle.grade, puzzle.id))
    return tuple(found)


def read(path: Path) -> Iterator[Puzzle]:
    """The puzzles of a file, one a line."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield Puzzle.from_dict(json.loads(line))


def values(game: Game, nodes: int = NODES) -> dict[Action, Value]:
    """What each action of the awaited seat comes to for it, with best play by both.

    `nodes` is what it may cost.

    Raises:
        TooHard: it is no ending of two, or it would take too long.
    """
    solution = solve(game.state, nodes=nodes) if solvable(game.state) else None
    if solution is None or not solution.complete:
        raise TooHard("no ending of two that can be solved in time")
    return {UNPACKED[packed]: value for packed, value in solution.values.items()}


def best(game: Game, nodes: int = NODES) -> tuple[Action, ...]:
    """The best actions of the awaited seat, equally good; whoever it is, they are its answer.

    A win comes as soon, a defeat as late as can be.

    Raises:
        TooHard: as `values`.
    """
    found = values(game, nodes)
    top = max(value.rank for value in found.values())
    return tuple(action for action, value in found.items() if value.rank == top)


def keeps(game: Game, action: Action) -> bool:
    """Whether an action of the awaited seat gives nothing of the result away.

    Raises:
        TooHard: as `values`.
    """
    found = values(game)
    return found[action].outcome == max(value.outcome for value in found.values())


def with_beside(game: Game, action: Action, nodes: int = NODES) -> list[Action]:
    """Play an action, and what its seat had better lay beside it before anybody answers.

    What was played comes back, in order; `nodes` is what each position may cost.
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
