"""Training samples of self-play with open hands, by the value network.

An action is evaluated by a greedy play-out of the bout and the value of the next position, with a
reshuffled talon: the hands are open, the talon is not. The target of a position mixes the value
of the next one and its final result (temporal differences). Endings of two seats are solved.
"""

from __future__ import annotations

import argparse
from random import Random

from engine.actions import RETRACT
from engine.ai.ending.solver import solve
from engine.ai.fast import choose
from engine.ai.features import kind
from engine.ai.training.samples import Sample, dealt, eyes, rows_of
from engine.ai.value import result, value
from engine.apply import apply
from engine.legal import awaited, legal
from engine.state import BOUT, LEADING, OVER, State

STRAY = 0.08
TRUST = 0.7
"""The weight of the outcome in a position's target; the rest is its estimate."""
NODES = 300


class Record:
    """The positions of one game."""

    def __init__(self, s: State) -> None:
        self.seats = range(s.r.n)
        self.met: list[tuple[str, dict[int, list[int]], list[float], list[float] | None]] = []

    def meet(self, s: State, exact: list[float] | None) -> None:
        """Record a position before a lead, with its estimate or its exact value."""
        rows = {seat: rows_of(s, seat) for seat in eyes(s)}
        judged = exact or [value(s, seat) for seat in self.seats]
        self.met.append((kind(s), rows, judged, exact))

    def samples(self, final: list[float]) -> list[Sample]:
        """Return the positions with their targets, computed from the end."""
        found: list[Sample] = []
        worth = final
        for name, rows, judged, exact in reversed(self.met):
            if exact:
                worth = exact
            found.extend((name, listed, round(worth[seat], 4)) for seat, listed in rows.items())
            worth = [TRUST * w + (1 - TRUST) * j for w, j in zip(worth, judged, strict=True)]
        return found


def game_samples(rng: Random, seats: int, teams: bool) -> list[Sample]:
    """Return the positions of a game, from the perspective of each seat that is in."""
    s = dealt(rng, seats, teams)
    record = Record(s)
    while s.phase != OVER:
        if s.phase == LEADING:
            exact = None
            if s.drawn == len(s.talon) and s.r.n - s.gone.bit_count() == 2 and not teams:
                exact = _solved(s)
            record.meet(s, exact)
        apply(s, _move(rng, s))
    return record.samples([result(s, seat) for seat in range(seats)])


def _move(rng: Random, s: State) -> int:
    mover = _mover(s)
    own = [a for a in legal(s) if a >> 4 & 7 == mover and a & 15 != RETRACT]
    if len(own) == 1:
        return own[0]
    if rng.random() < STRAY:
        return rng.choice(own)
    world = s.copy()
    talon = list(s.talon[s.drawn : -1])
    rng.shuffle(talon)
    world.set_talon((*talon, *s.talon[-1:]) if s.drawn < len(s.talon) else ())
    best, highest = own[0], -1.0
    for action in own:
        after = world.copy()
        apply(after, action)
        while after.phase == BOUT:
            apply(after, choose(after))
        worth = value(after, mover)
        if worth > highest:
            best, highest = action, worth
    return best


def _mover(s: State) -> int:
    if s.phase == BOUT:
        return s.defender if s.open and not s.taking else s.throwing[0][0]
    return awaited(s)[0]


def _solved(s: State) -> list[float] | None:
    """Return the value of an ending to each seat, None if it takes too long."""
    solution = solve(s.copy(), nodes=NODES, lengths=False)
    if solution is None:
        return None
    lead = (1 + max(found.outcome for found in solution.values.values())) / 2
    if s.r.n > 2 and lead == 0.5:
        return [1.0] * s.r.n
    return [
        lead if seat == s.lead else 1 - lead if seat == s.defender else 1.0 for seat in range(s.r.n)
    ]


def main() -> None:
    """Write samples of so many games, drawn from a seed, as lines: kind, result, rows."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument(
        "games",
        type=int,
        help="how many; of every eight one is of teams and two of three seats or more",
    )
    parser.add_argument("seed", type=int)
    given = parser.parse_args()
    rng = Random(given.seed)
    for number in range(given.games):
        seats, teams = 2, False
        if number % 8 == 0:
            seats, teams = 4, True
        elif number % 8 in (3, 6):
            seats = rng.choice((3, 3, 4, 4, 4, 5, 6))
        for name, rows, judged in game_samples(rng, seats, teams):
            print(name, judged, *rows)


if __name__ == "__main__":
    main()
