"""The plain policy is legal, sensible, and better than chance."""

from random import Random

import pytest

from engine import PRESETS, Action, Card, Game, Rules
from engine.ai.plain import PlainPolicy

POLICY = PlainPolicy()
RULES = [
    *PRESETS.values(),
    Rules(transfer=True, transfer_by_show=True, redeal_one_suit=True),
    Rules(teams=2, throw_order="free", throw_timing="any_time"),
    Rules(deck=52, take_beaten=True, throw_after_take=False),
]


def position(hands, talon="", trump="H", leader=0, rules=None, actions=()):
    cards = [[Card.parse(text) for text in hand.split()] for hand in hands]
    rest = [Card.parse(text) for text in talon.split()]
    game = Game.from_position(rules or Rules(), cards, rest, trump, leader)
    for text in actions:
        game.apply(Action.parse(text))
    return game


def play_one(game, seat):
    action = POLICY.choose(game.view(seat), game.legal_for(seat))
    assert action is not None
    game.apply(action)


def chosen(game, seat):
    action = POLICY.choose(game.view(seat), game.legal_for(seat))
    return None if action is None else str(action)


@pytest.mark.parametrize("number", range(len(RULES)))
def test_chooses_a_legal_action_wherever_it_is_awaited(number):
    rules = RULES[number]
    for seed in range(12):
        game = Game.deal(rules, 4, seed % 4, seed=f"{number}:{seed}")
        for _ in range(5000):
            if game.over:
                break
            for seat in range(4):
                action = POLICY.choose(game.view(seat), game.legal_for(seat))
                assert (action is None) == (seat not in game.awaited)
            play_one(game, game.awaited[0])
        assert game.over


def test_leads_the_cheapest_plain_card():
    assert chosen(position(["9C 7S 6H AD", "8S 9S TS JS"]), 0) == "0 lead 7S"


def test_leads_a_trump_only_where_there_is_nothing_else():
    assert chosen(position(["6H 9H", "8S 9S TS JS"]), 0) == "0 lead 6H"


def test_beats_with_the_cheapest_card_that_does():
    game = position(["6S 6D", "7S KS 6H AC"], actions=["0 lead 6S"])
    assert chosen(game, 1) == "1 beat 6S 7S"


def test_beats_in_suit_before_it_trumps():
    game = position(["6S 6D", "KS 6H AC"], actions=["0 lead 6S"])
    assert chosen(game, 1) == "1 beat 6S KS"


def test_takes_rather_than_spend_the_ace_of_trumps_while_there_is_a_talon():
    game = position(
        ["6S 6D 7D 8D 9D TD", "AH 7C 8C 9C TC JC"], talon="QC QH", actions=["0 lead 6S"]
    )
    assert chosen(game, 1) == "1 take"


def test_spends_the_ace_of_trumps_when_the_talon_is_gone():
    game = position(["6S 6D", "AH 7C"], actions=["0 lead 6S"])
    assert chosen(game, 1) == "1 beat 6S AH"


def test_takes_at_once_what_it_cannot_beat_whole():
    game = position(["6S 6D 9C", "7S 7C 8C"], actions=["0 lead 6S", "0 throw 6D"])
    assert chosen(game, 1) == "1 take"


def test_keeps_its_high_cards_while_there_is_a_talon():
    game = position(
        ["6S AD 7D 8D 9D TD", "AS 7C 8C 9C TC JC"],
        talon="QC QH",
        actions=["0 lead 6S", "1 beat 6S AS"],
    )
    assert chosen(game, 0) == "0 pass"


def test_throws_its_low_cards():
    game = position(
        ["6S 7D 8D 9D TD JD", "7S 7C 8C 9C TC JC"],
        talon="QC QH",
        actions=["0 lead 6S", "1 beat 6S 7S"],
    )
    assert chosen(game, 0) == "0 throw 7D"


def test_is_far_better_than_chance():
    random = Random(5)
    lost = 0
    for number in range(60):
        game = Game.deal(Rules(), 2, number % 2, seed=f"chance {number}")
        while not game.over:
            seat = game.awaited[0]
            if seat == 0:
                play_one(game, 0)
            else:
                game.apply(random.choice(game.legal_for(1)))
        assert game.result is not None
        lost += game.result.durak == 0
    assert lost <= 6
