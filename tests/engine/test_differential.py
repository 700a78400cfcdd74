"""The engine equals the naive implementation for random rules, deals and play."""

from __future__ import annotations

from random import Random

import pytest

from engine.record import apply_text, start, state_of
from tests.engine.naive import Naive
from tests.engine.playing import Player, random_record

GAMES = 150
LONGEST = 1500


def compare(seed: int) -> int:
    """Play one random game on both; the number of actions, or AssertionError with the record."""
    rng = Random(seed)
    record = random_record(rng)
    game, naive = start(record), Naive(record)
    player = Player(rng, record)
    for _ in range(LONGEST):
        ours, theirs = state_of(game), naive.state()
        if ours != theirs:
            diff = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
            raise AssertionError(f"engine, naive: {diff} after {record}")
        if ours["result"] is not None:
            return len(record["actions"])
        text = player.choose(ours, game.deck_due)
        record["actions"].append(text)
        apply_text(game, text)
        naive.do(text)
    raise AssertionError(f"no end after {LONGEST} actions: {record}")


@pytest.mark.parametrize("part", range(5))
def test_random_games_agree(part):
    assert sum(compare(seed) for seed in range(part, GAMES, 5)) > 1000
