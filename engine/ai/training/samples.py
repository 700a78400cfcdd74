"""Training samples: positions, and how often the seat did not lose."""

from __future__ import annotations

import argparse
from random import Random

from engine.ai.fast import choose
from engine.ai.features import CHUNK, MINE, OTHERS, PARTNERS, hand_rows, kind, place_rows
from engine.ai.playout import play_out
from engine.apply import apply
from engine.cards import deck_of
from engine.deal import deal
from engine.legal import awaited, legal
from engine.rules import Rules
from engine.state import LEADING, OVER, State, compiled

Sample = tuple[str, list[int], float]

DECKS = (36, 36, 36, 36, 24, 52)
PLAYOUTS = 2
STRAY = 0.15
"""The probability of a random move, so that unusual positions occur too."""


def rows_of(s: State, seat: int) -> list[int]:
    """Return all rows of a position before a lead, from a seat's perspective."""
    rows = place_rows(s, seat)
    side = s.r.side_mask[seat]
    for other, hand in enumerate(s.hands):
        base = OTHERS if not side >> other & 1 else MINE if other == seat else PARTNERS
        for at in range(0, 52, CHUNK):
            rows.extend(base + row for row in hand_rows(at, hand >> at & (1 << CHUNK) - 1, s.trump))
    return rows


def eyes(s: State) -> list[int]:
    """Return the seats from whose perspective a position is encoded."""
    if kind(s) == "duel":
        return [s.lead]
    return [seat for seat in range(s.r.n) if not s.gone >> seat & 1]


def dealt(rng: Random, seats: int, teams: bool) -> State:
    """Deal a game with random rules."""
    deck_size = rng.choice(DECKS)
    while deck_size < 6 * seats:
        deck_size = rng.choice((36, 52))
    rules = Rules(deck=deck_size, transfer=rng.random() < 0.4, teams=2 if teams else 0)
    s = State(compiled(rules, seats))
    s.dealer = rng.randrange(seats)
    deck = list(deck_of(deck_size))
    rng.shuffle(deck)
    deal(s, deck)
    return s


def game_samples(rng: Random, seats: int, teams: bool) -> list[Sample]:
    """Return the positions of a game of greedy players with random moves.

    Each is evaluated by play-outs with a reshuffled talon.
    """
    s = dealt(rng, seats, teams)
    samples: list[Sample] = []
    while s.phase != OVER:
        if s.phase == LEADING:
            samples.extend(_judged(rng, s))
        apply(s, _move(rng, s))
    return samples


def _move(rng: Random, s: State) -> int:
    if rng.random() < STRAY:
        return rng.choice([a for a in legal(s) if a >> 4 & 7 in awaited(s) and a & 15 != 7])
    return choose(s)


def _judged(rng: Random, s: State) -> list[Sample]:
    seats = eyes(s)
    if len(seats) > 2:
        seats = rng.sample(seats, 2)
    results = dict.fromkeys(seats, 0.0)
    for _ in range(PLAYOUTS):
        after = s.copy()
        talon = list(s.talon[s.drawn : -1])
        rng.shuffle(talon)
        after.set_talon((*talon, *s.talon[-1:]) if s.drawn < len(s.talon) else ())
        lost = play_out(after)
        for seat in seats:
            draw = 0.5 if s.r.n == 2 or s.r.teams else 1.0
            results[seat] += (draw if not lost else not lost >> seat & 1) / PLAYOUTS
    return [(kind(s), rows_of(s, seat), results[seat]) for seat in seats]


def main() -> None:
    """Write samples of so many games, drawn from a seed, as lines: kind, result, rows."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("games", type=int, help="of each of two seats, more, and teams")
    parser.add_argument("seed", type=int)
    given = parser.parse_args()
    rng = Random(given.seed)
    for number in range(given.games):
        for seats, teams in ((2, False), (rng.choice((3, 3, 4, 4, 5, 6)), False), (4, True)):
            if seats == 2 or not number % 3:
                for name, rows, judged in game_samples(rng, seats, teams):
                    print(name, judged, *rows)


if __name__ == "__main__":
    main()
