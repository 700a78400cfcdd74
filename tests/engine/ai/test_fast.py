"""The greedy policy on the integer core equals the one on views."""

from __future__ import annotations

from random import Random

import pytest

from engine import Game
from engine.actions import UNPACKED
from engine.ai import greedy
from engine.ai.fast import choose
from engine.ai.playout import play_out
from engine.apply import apply
from engine.record import start
from engine.state import OVER, State
from tests.engine.playing import random_record, random_rules


def stepped(s: State) -> int:
    """The losers where greedy plays step by step."""
    while s.phase != OVER:
        apply(s, choose(s))
    return s.lost


def wandered(seed: int, seats: int = 0) -> Game:
    """A random game with random rules, after some random actions; it is on, and no deck is due."""
    rng = Random(seed)
    rules = random_rules(rng) | ({"teams": 0} if seats == 2 else {})
    game = start(random_record(rng, rules, seats))
    for _ in range(rng.choice((0, 3, 10, 30))):
        ahead = game.copy()
        ahead.apply(rng.choice(ahead.legal()))
        if ahead.over or ahead.deck_due:
            break
        game = ahead
    return game


@pytest.mark.parametrize("part", range(2))
def test_the_core_plays_what_the_words_say(part):
    for seed in range(part, 200, 2):
        game = wandered(seed)
        for _ in range(60):
            if game.over:
                break
            action = UNPACKED[choose(game.state)]
            assert action.seat in game.awaited
            legal = game.legal_for(action.seat)
            assert action == greedy.choose(game.view(action.seat), legal), f"{seed}"
            game.apply(action)


@pytest.mark.parametrize(("seats", "games"), [(0, 400), (2, 2500)])
def test_a_play_out_ends_as_the_game_played_step_by_step(seats, games):
    ends = set()
    for seed in range(games):
        state = wandered(seed, seats).state
        lost = stepped(state.copy())
        assert play_out(state) == lost, f"{seed}"
        ends.add(lost)
    assert {0, 1, 2} <= ends
