"""The strong levels are legal, deterministic, and find better actions."""

from __future__ import annotations

from random import Random

import pytest

from engine import Card, Game, Rules
from engine.ai.thinking import assess, think
from engine.ai.worlds import Worlds
from engine.rules import PRESETS

RULES = [
    (2, Rules()),
    (2, Rules(transfer=True, transfer_by_show=True, redeal_one_suit=True)),
    (3, PRESETS["lively"]),
    (4, Rules(teams=2, transfer=True)),
    (5, PRESETS["championship"]),
    (8, Rules(deck=52, take_beaten=True)),
]


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


@pytest.mark.parametrize("number", range(len(RULES)))
def test_finds_a_legal_action_wherever_it_is_awaited(number):
    seats, rules = RULES[number]
    game = Game.deal(rules, seats, 0, seed=f"thinking {number}")
    for step in range(2000):
        if game.over:
            break
        seat = game.awaited[0]
        legal = game.legal_for(seat)
        idle = (seat + 1) % seats
        assert idle in game.awaited or think(game.view(idle), game.legal_for(idle), 9, 1) is None
        action = think(game.view(seat), legal, 9, 2 if step % 3 else 8)
        assert action in legal
        game.apply(action)
    assert game.over


def other_world(game: Game, seat: int, seed: int) -> Game:
    """The same game for a seat, with the hidden cards of a sampled world."""
    other = game.copy()
    other.state = Worlds(game.view(seat)).sample(Random(seed))
    other._legal = None
    return other


def test_plays_by_the_view_alone():
    """A wrong hidden world behind the same view changes nothing."""
    rng = Random(3)
    for number in range(6):
        game = Game.deal(Rules(), 2 + number % 3, 0, seed=f"view {number}")
        for _ in range(rng.randint(3, 25)):
            if not game.over:
                game.apply(rng.choice(game.legal_for(game.awaited[0])))
        if game.over:
            continue
        seat = game.awaited[0]
        other = other_world(game, seat, number)
        assert other.view(seat) == game.view(seat)
        assert think(other.view(seat), other.legal_for(seat), 9, 6) == think(
            game.view(seat), game.legal_for(seat), 9, 6
        )


def test_a_single_action_is_not_thought_about():
    game = Game.from_position(Rules(), [cards("6S"), cards("AH KH")], [], "H", 0)
    assert str(think(game.view(0), game.legal_for(0), 0, 0)) == "0 lead 6S"


def test_assesses_every_action_and_takes_the_best():
    game = Game.from_position(Rules(), [cards("6S AS"), cards("7S KD")], [], "H", 0)
    found = assess(game.view(0), game.legal_for(0), 9, 16)
    assert {str(one.action) for one in found} == {"0 lead 6S", "0 lead AS"}
    assert str(found[0].action) == "0 lead AS"
    assert found[0].value > found[1].value
    assert all(0 <= one.value <= 1 for one in found)
