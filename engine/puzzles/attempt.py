"""Solving a puzzle: a person's line of actions, and the other side's answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.actions import Action
from engine.ai.why import Why, why
from engine.game import Game
from engine.puzzles.book import NODES, Puzzle, best, keeps, with_beside


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of an action.

    "wrong": it gives the result away, and nothing was played; "on": the person decides next;
    "solved": the game is over with the right result. `line` has all actions since the puzzle's
    position, in record notation, including answers and forced actions.
    """

    outcome: Literal["wrong", "on", "solved"]
    line: tuple[str, ...]


def position(puzzle: Puzzle, line: Sequence[str]) -> Game:
    """Return the puzzle's game after these actions."""
    game = puzzle.game()
    for text in line:
        game.apply(Action.parse(text))
    return game


def attempt(puzzle: Puzzle, line: Sequence[str], action: Action) -> Attempt:
    """Try a legal action of the person, who is to decide after `line`.

    Raises:
        TooHard: a position after it can't be solved within the limit.
    """
    game, played = position(puzzle, line), list(line)
    right = keeps(game, action) if line else action == puzzle.good
    if not right:
        return Attempt("wrong", tuple(line))
    _play(game, action, played)
    while not game.over:
        own = game.legal_for(puzzle.seat) if puzzle.seat in game.awaited else []
        if len(own) > 1:
            return Attempt("on", tuple(played))
        answer = own[0] if own else best(game)[0]
        _play(game, answer, played)
    return Attempt("solved", tuple(played))


def solution(puzzle: Puzzle, line: Sequence[str]) -> tuple[Action, Why]:
    """Return the best action after `line` and its reason; fast if `line` is empty.

    Raises:
        TooHard: as `attempt`.
    """
    game = position(puzzle, line)
    action = best(game)[0] if line else puzzle.good
    return action, why(game.view(puzzle.seat), game.legal_for(puzzle.seat), action)


def _play(game: Game, action: Action, played: list[str]) -> None:
    played.extend(str(each) for each in with_beside(game, action, NODES))
