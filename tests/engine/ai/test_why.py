"""Reasons for actions are derived from the view alone, and true."""

import random

import pytest

from engine import PRESETS, Action, Card, Game, Rules, Verb
from engine.ai.plain import PlainPolicy
from engine.ai.why import Ground, Why, why
from engine.cards import SUITS, beaters


def cards(text):
    return [Card.parse(one) for one in text.split()]


def position(mine, theirs, *actions, talon="", trump="H", leader=1):
    """The view of seat 0 after these actions."""
    game = Game.from_position(
        Rules(), [cards(mine), cards(theirs)], cards(talon), trump, leader=leader
    )
    for text in actions:
        game.apply(Action.parse(text))
    return game


def ground(game, text):
    view = game.view(0)
    return why(view, game.legal_for(0), Action.parse(text))


@pytest.mark.parametrize(
    ("game", "action", "expected"),
    [
        (position("6S 8C", "7S 9C", "1 lead 7S"), "0 take", Why(Ground.ONLY)),
        (position("9S AH", "7S TC", "1 lead 7S"), "0 beat 7S 9S", Why(Ground.CHEAPEST)),
        (position("6C AH", "7S TC", "1 lead 7S"), "0 take", Why(Ground.KEEPS_TRUMPS)),
        (
            position("QS 6C", "7S TC", "1 lead 7S", talon="8S TD 6H"),
            "0 take",
            Why(Ground.KEEPS_HIGH),
        ),
        (position("9S", "7S TC", "1 lead 7S"), "0 beat 7S 9S", Why(Ground.LAST_CARD)),
        (position("6C 6D AH", "9C 9D", leader=0), "0 lead 6C", Why(Ground.SEVERAL)),
        (position("6C 7D AH", "9C 9D", leader=0), "0 lead 6C", Why(Ground.LOWEST)),
        (position("6C AH 6H", "9C 9D TH", leader=0), "0 lead 6H", Why(Ground.DRAWS_TRUMPS)),
        (
            position("6C 6D 7C", "9C 9D", "0 lead 6C", "1 take", leader=0),
            "0 throw 6D",
            Why(Ground.LOADS),
        ),
        (
            position("6C 6H 7C", "9C 9D KC", "0 lead 6C", "1 beat 6C 9C", leader=0),
            "0 pass",
            Why(Ground.KEEPS_TRUMPS),
        ),
        (
            position("6C 6D 7C", "9C 9D KC", "0 lead 6C", "1 beat 6C 9C", leader=0),
            "0 pass",
            Why(Ground.ENOUGH),
        ),
    ],
)
def test_what_a_person_would_say(game, action, expected):
    assert ground(game, action) == expected


def test_what_is_said_of_the_other_hand_is_true_once_it_is_known():
    """Two seats and an empty talon: who has counted knows what the other holds."""
    rng, said = random.Random(1), set()
    for number in range(12):
        game = Game.deal(Rules(), 2, 0, seed=str(number))
        while not game.over:
            seat = game.awaited[0]
            view, legal = game.view(seat), game.legal_for(seat)
            other = {Card(card) for card in game.hand(1 - seat)}
            for action in [] if view.talon or len(legal) == 1 else legal:
                found = why(view, legal, action)
                said.add(found.ground)
                if action.verb is Verb.LEAD and found.ground is not Ground.LAST_CARD:
                    beaten = any(card in beaters_of(action.cards[0], view) for card in other)
                    assert beaten == (found.ground is not Ground.UNBEATABLE)
                if found.ground is Ground.LACKS_RANK:
                    assert found.rank not in {card.rank for card in other}
            game.apply(rng.choice(legal))
    assert {Ground.UNBEATABLE, Ground.LACKS_RANK} <= said


def beaters_of(card, view):
    mask = beaters(SUITS.index(view.trump))[card]
    return {Card(other) for other in range(52) if mask >> other & 1}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_action_of_a_game_has_a_ground(preset):
    rng, rules = random.Random(preset), PRESETS[preset]
    game = Game.deal(rules, 4, 0, seed=preset)
    seen = set()
    while not game.over:
        if game.deck_due:
            return
        seat = rng.choice(game.awaited)
        view, legal = game.view(seat), game.legal_for(seat)
        for action in legal:
            found = why(view, legal, action)
            assert (found.rank is not None) == (found.ground is Ground.LACKS_RANK)
            seen.add(found.ground)
        game.apply(PlainPolicy().choose(view, legal) or legal[0])
    assert len(seen) > 5
