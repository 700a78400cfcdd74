"""Benchmarks: random play against a bare loop; AI components against random play."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from engine.actions import UNPACKED, Verb, pack
from engine.ai.ending.solver import solve
from engine.ai.fast import choose
from engine.ai.playout import play_out
from engine.ai.search import Search
from engine.ai.thinking import MASTER
from engine.ai.worlds import Worlds
from engine.apply import apply
from engine.bench import reference
from engine.bench.endings import ending
from engine.cards import deck_of
from engine.game import Game
from engine.legal import legal
from engine.rules import Rules
from engine.state import OVER

WORLDS = 32
"""Worlds per searched decision."""

NODES = 4000
"""The most nodes per solved ending."""

SETUPS: dict[str, tuple[int, Rules]] = {
    "two seats podkidnoy": (2, Rules()),
    "two seats perevodnoy": (2, Rules(transfer=True)),
    "four seats perevodnoy": (4, Rules(transfer=True)),
    "six seats": (6, Rules()),
    "teams": (4, Rules(teams=2)),
}


def core_game(random: Random, seats: int, rules: Rules) -> int:
    """Play one random game on the integer core; return its number of actions."""
    state = _dealt(random, seats, rules).state
    rand = random.random
    count = 0
    while state.phase != OVER:
        actions = legal(state)
        apply(state, actions[int(rand() * len(actions))])
        count += 1
    return count


def api_game(random: Random, seats: int, rules: Rules) -> int:
    """Play one random game with `Game`; return its number of actions."""
    game = _dealt(random, seats, rules)
    rand = random.random
    count = 0
    while not game.over:
        actions = game.legal()
        game.apply(actions[int(rand() * len(actions))])
        count += 1
    return count


def greedy_game(random: Random, seats: int, rules: Rules) -> int:
    """Play one game of greedy on all seats; return 0, as actions are not counted."""
    play_out(_dealt(random, seats, rules).state)
    return 0


def searched(random: Random, seats: int, rules: Rules) -> int:
    """Search one decision of a greedy game; return the number of worlds."""
    game = _dealt(random, seats, rules)
    for _ in range(random.randrange(30)):
        game.apply(UNPACKED[choose(game.state)])
        if game.over:
            return 0
    seat = game.awaited[0]
    own = [pack(action) for action in game.legal_for(seat) if action.verb is not Verb.RETRACT]
    search = Search(Worlds(game.view(seat)), seat, own, 1, [0.5] * seats, MASTER)
    search.run(60, WORLDS)
    return search.tried


def solved(random: Random, rules: Rules) -> int:
    """Solve an ending of greedy play within `NODES`; return the number of nodes."""
    state = ending(rules, random)
    if state is None:
        return 0
    solution = solve(state, nodes=NODES, lengths=False)
    return NODES if solution is None else solution.nodes


def _dealt(random: Random, seats: int, rules: Rules) -> Game:
    deck = list(deck_of(rules.deck))
    random.shuffle(deck)
    return Game.deal(rules, seats, 0, deck=deck)


def bench(seconds: float) -> dict[str, dict[str, dict[str, float]]]:
    """Return games and actions a second of each set-up, and ratios.

    Random play is compared with the bare loop, by actions; greedy play-outs (games a second) and
    the search (worlds a second, all actions of a decision in each) with games of random play on the
    core; the solver (nodes a second) with actions of random play.

    `seconds` is how long each is measured; all run in turn, in one process, in short slices, so
    that a slow machine affects all alike.
    """
    runs: dict[tuple[str, str], Callable[[Random], int]] = {
        ("reference", "bare loop"): reference.play
    }
    for name, (seats, rules) in SETUPS.items():
        runs[name, "core"] = lambda random, s=seats, r=rules: core_game(random, s, r)  # type: ignore[misc]
        runs[name, "api"] = lambda random, s=seats, r=rules: api_game(random, s, r)  # type: ignore[misc]
        runs[name, "greedy"] = lambda random, s=seats, r=rules: greedy_game(random, s, r)  # type: ignore[misc]
        runs[name, "search"] = lambda random, s=seats, r=rules: searched(random, s, r)  # type: ignore[misc]
        if seats == 2:
            runs[name, "endings"] = lambda random, r=rules: solved(random, r)  # type: ignore[misc]
    totals = {key: [0.0, 0.0, 0.0] for key in runs}
    randoms = {key: Random(1) for key in runs}
    slices = max(1, round(seconds / 0.1))
    for _ in range(slices):
        for key, play in runs.items():
            _measure(play, randoms[key], seconds / slices, totals[key])
    return _report(totals)


def _report(totals: dict[tuple[str, str], list[float]]) -> dict[str, dict[str, dict[str, float]]]:
    _, actions, took = totals["reference", "bare loop"]
    bare_rate = actions / took
    report: dict[str, dict[str, dict[str, float]]] = {}
    for (name, how), (games, actions, took) in totals.items():
        rates = report.setdefault(name, {})[how] = {}
        if how in ("greedy", "search"):
            rate = (games if how == "greedy" else actions) / took
            random_games, _, random_took = totals[name, "core"]
            rates["games_per_second" if how == "greedy" else "worlds_per_second"] = round(rate, 1)
            rates["ratio_to_random"] = round(rate / (random_games / random_took), 2)
        elif how == "endings":
            _, random_actions, random_took = totals[name, "core"]
            rates["nodes_per_second"] = round(actions / took)
            rates["ratio_to_random"] = round(actions / took / (random_actions / random_took), 2)
        else:
            rates["games_per_second"] = round(games / took, 1)
            rates["actions_per_second"] = round(actions / took)
            rates["ratio_to_bare_loop"] = round(actions / took / bare_rate, 3)
    return report


def _measure(
    play: Callable[[Random], int], random: Random, seconds: float, total: list[float]
) -> None:
    begun = time.perf_counter()
    ends = begun + seconds
    while time.perf_counter() < ends:
        total[1] += play(random)
        total[0] += 1
    total[2] += time.perf_counter() - begun
