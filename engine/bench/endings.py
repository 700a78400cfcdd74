"""``python -m engine endings``: how many endings are solved, and how fast."""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from engine.actions import RETRACT
from engine.ai import fast, levels
from engine.ai.ending.solver import solvable, solve
from engine.apply import apply
from engine.cards import deck_of
from engine.game import Game
from engine.legal import awaited, legal
from engine.rules import PRESETS, Rules
from engine.state import OVER, State

LIMITS = (0.1, 1.0)
PLAYERS = ("greedy", "master")
_SLIPS = 0.1
_SECONDS = 0.01
_MOST_NODES = 300_000


def ending(rules: Rules, rng: Random, players: str = "greedy") -> State | None:
    """Return the first position with an empty talon in a game of two, None if none.

    The seats play as greedy with slips, or as `master` with a hundredth of a second a move.
    """
    deck = list(deck_of(rules.deck))
    rng.shuffle(deck)
    game = Game.deal(rules, 2, 0, deck=deck)
    state = game.state
    while state.phase != OVER and (state.drawn < len(state.talon) or not solvable(state)):
        if players == "master":
            _play_well(game)
        else:
            apply(state, _slipping(state, rng))
    return None if state.phase == OVER else state


def _slipping(state: State, rng: Random) -> int:
    action = fast.choose(state)
    if rng.random() < _SLIPS:
        due = awaited(state)[0]
        action = rng.choice([a for a in legal(state) if a >> 4 & 7 == due and a & 15 != RETRACT])
    return action


def _play_well(game: Game) -> None:
    seat = game.awaited[0]
    action = levels.choose("master", game.view(seat), game.legal_for(seat), _SECONDS)
    assert action is not None  # an awaited seat never waits
    game.apply(action)


def times(
    rules: Rules, games: int, seed: str, nodes: int = _MOST_NODES, players: str = "greedy"
) -> tuple[list[float], list[float]]:
    """Return the CPU seconds for the endings of so many games, ascending.

    The first list is until the best outcome is known, the second until those of all actions are.
    An ending that needs more than `nodes` counts as infinite.
    """
    rng = Random(seed)
    best: list[float] = []
    every: list[float] = []
    for _ in range(games):
        state = ending(rules, rng, players)
        if state is None:
            continue
        for others, took in ((False, best), (True, every)):
            begun = time.process_time()
            solution = solve(state, nodes=nodes, others=others, lengths=False)
            seconds = time.process_time() - begun
            done = solution is not None and (solution.nodes < nodes or not others)
            took.append(seconds if done else float("inf"))
    return sorted(best), sorted(every)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to a parser."""
    parser.add_argument("--games", type=int, default=300, metavar="N", help="how many")
    parser.add_argument("--rules", choices=tuple(PRESETS), default="podkidnoy", help="a preset")
    parser.add_argument("--players", choices=PLAYERS, default="greedy", help="who plays them")
    parser.add_argument("--seed", default="endings", help="the games follow from it")


def command(given: argparse.Namespace) -> int:
    """Print the figures; return the exit status."""
    best, every = times(PRESETS[given.rules], given.games, given.seed, players=given.players)
    if not best:
        print("no game came to an ending", file=sys.stderr)
        return 1
    for what, took in (("best outcome", best), ("all outcomes", every)):
        print(f"{given.rules}, {len(took)} endings, {what}: {_figures(took)}")
    return 0


def _figures(took: list[float]) -> str:
    size = len(took)
    shares = (f"{sum(t <= limit for t in took) / size:.1%} in {limit:g} s" for limit in LIMITS)
    parts = ((0.5, "half"), (0.9, "90 %"), (0.99, "99 %"))
    within = (f"{name} in {took[int(part * (size - 1))] * 1000:.1f} ms" for part, name in parts)
    return ", ".join((*shares, *within))
