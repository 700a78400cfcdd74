"""Measure `TELLS` of `manner`: how often greedy and grandmaster agree with greedy.

``python -m engine.ai.training.manners 250 1`` plays games between the two.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import log
from random import Random

from engine.actions import Action
from engine.ai import greedy
from engine.ai.manner import SHARES, THROWS, decisions
from engine.ai.thinking import think
from engine.ai.worlds import Worlds
from engine.game import Game
from engine.rules import Rules
from engine.view import View

WORLDS = 20
EVERY = 4
"""Decisions between two counts."""

Counts = list[list[int]]


def _new() -> Counts:
    return [[1] * SHARES for _ in range(THROWS + 1)]


def _choose(plain: bool, view: View, legal: Sequence[Action]) -> Action:
    action = greedy.choose(view, legal) if plain else think(view, legal, 9, WORLDS)
    assert action is not None
    return action


def count(games: int, seed: int) -> tuple[Counts, Counts]:
    """Return counts (plus one) by kind and class, for greedy and for grandmaster."""
    found = _new(), _new()
    for number in range(games):
        game = Game.deal(Rules(), 2, 0, seed=f"{seed} {number}")
        rng = Random(number)
        step = 0
        while not game.over:
            seat = game.awaited[0]
            plain = seat == number % 2
            view, legal = game.view(seat), game.legal_for(seat)
            step += 1
            if step % EVERY == 0:
                for kind, share in decisions(view, Worlds(view), rng)[1 - seat]:
                    found[plain][kind][share] += 1
            game.apply(_choose(plain, view, legal))
    return found


def tells(of_greedy: Counts, of_other: Counts) -> list[list[float]]:
    """Return the log-likelihood ratio for greedy, by kind and class."""
    return [
        [
            round(log(one / sum(ones) / (other / sum(others))), 2)
            for one, other in zip(ones, others, strict=True)
        ]
        for ones, others in zip(of_greedy, of_other, strict=True)
    ]


def main() -> None:
    """Print the values of `TELLS`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("seed", type=int)
    given = parser.parse_args()
    for row in tells(*count(given.games, given.seed)):
        print(row)


if __name__ == "__main__":
    main()
