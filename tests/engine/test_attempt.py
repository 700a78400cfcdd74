"""A puzzle is solved only by actions that keep its result."""

import pytest

from engine import Action
from engine.puzzles.attempt import attempt, position, solution
from engine.puzzles.book import puzzles

EASY = [puzzle for puzzle in puzzles() if puzzle.grade == 1][:6]
BESIDE = [puzzle for puzzle in puzzles() if puzzle.id in ("d4e5b315", "d7282858", "057671bd")]
"""Puzzles in whose best line cards are laid unasked."""


@pytest.mark.parametrize("puzzle", [*EASY, *BESIDE], ids=lambda puzzle: puzzle.id)
def test_what_is_best_solves_it(puzzle):
    line: tuple[str, ...] = ()
    decisions = 0
    while True:
        action, _ = solution(puzzle, line)
        if not decisions:
            assert action == puzzle.good
        tried = attempt(puzzle, line, action)
        decisions += 1
        assert tried.line[: len(line)] == line
        assert tried.line[len(line)] == str(action)
        line = tried.line
        if tried.outcome == "solved":
            break
        assert tried.outcome == "on"
        assert len(position(puzzle, line).legal_for(puzzle.seat)) > 1
    assert decisions == puzzle.moves
    game = position(puzzle, line)
    assert game.over and game.result
    assert game.result.draw == (puzzle.outcome == 0)
    assert game.result.durak == (None if puzzle.outcome == 0 else 1 - puzzle.seat)


@pytest.mark.parametrize("puzzle", EASY, ids=lambda puzzle: puzzle.id)
def test_everything_else_is_wrong_at_first_and_changes_nothing(puzzle):
    others = [a for a in puzzle.game().legal_for(puzzle.seat) if a != puzzle.good]
    assert others
    for action in others:
        assert attempt(puzzle, (), action) == attempt(puzzle, (), action)
        assert attempt(puzzle, (), action).outcome == "wrong"
        assert attempt(puzzle, (), action).line == ()
    assert isinstance(solution(puzzle, ())[0], Action)
