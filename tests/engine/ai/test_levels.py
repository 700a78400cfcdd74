"""Every level plays legally and deterministically under all rules."""

from __future__ import annotations

from random import Random

import pytest

from engine import PRESETS, Game, Rules, UnknownPlayer, Verb
from engine.ai.levels import LEVELS, choose
from engine.ai.thinking import think
from engine.record import start
from tests.engine.playing import random_record

SECONDS = 0.002
LONGEST = 2000
SEATED = [
    *((rules, seats) for rules in PRESETS.values() for seats in (2, 4)),
    (Rules(transfer=True, transfer_by_show=True, redeal_one_suit=True), 3),
    (Rules(teams=2), 4),
    (Rules(teams=2, transfer=True, throw_order="free", throw_timing="any_time"), 6),
    (Rules(deck=24, transfer=True), 4),
    (Rules(deck=52, take_beaten=True, throw_after_take=False), 8),
]


def play_out(level: str, game: Game) -> None:
    for _ in range(LONGEST):
        if game.over:
            return
        for seat in range(game.state.r.n):
            view, legal = game.view(seat), game.legal_for(seat)
            action = choose(level, view, legal, SECONDS)
            if seat not in game.awaited:
                assert action is None
                continue
            assert action in legal
            assert action.verb is not Verb.REDEAL
            chosen = action
        if level in ("novice", "amateur"):
            assert chosen == choose(level, game.view(chosen.seat), game.legal())
        game.apply(chosen)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("number", range(len(SEATED)))
def test_every_level_plays_every_rule_set(level, number):
    rules, seats = SEATED[number]
    play_out(level, Game.deal(rules, seats, 0, seed=f"{level} {number}"))


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_random_rules_and_positions(level):
    for seed in range(15):
        play_out(level, start(random_record(Random(seed))))


def test_a_search_over_a_number_of_worlds_finds_the_same_again():
    game = Game.deal(Rules(), 3, 0, seed="any")
    for _ in range(12):
        view, legal = game.view(game.awaited[0]), game.legal()
        action = think(view, legal, 60.0, worlds=5)
        assert action == think(view, legal, 60.0, worlds=5)
        assert action is not None
        game.apply(action)


def test_an_unknown_level_is_refused():
    view = Game.deal(Rules(), 2, 0, seed="any").view(0)
    with pytest.raises(UnknownPlayer, match="'champion'; there are novice, amateur"):
        choose("champion", view, [])
