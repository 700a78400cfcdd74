"""The reference searches play legally under all rules and find plain wins."""

from __future__ import annotations

from random import Random

import pytest

from engine import Card, Game, Rules, Verb
from engine.ai.playout import worth
from engine.ai.worlds import Worlds
from engine.arena import ismcts, pimc
from engine.record import start
from tests.engine.playing import random_record

YARDSTICKS = [pimc, ismcts]


@pytest.mark.parametrize("player", YARDSTICKS)
def test_a_yardstick_plays_random_rules_and_positions(player):
    for seed in range(8):
        game = start(random_record(Random(seed)))
        for _ in range(1000):
            if game.over:
                break
            seat = game.awaited[0]
            action = player.choose(game.view(seat), game.legal_for(seat), 0.0)
            assert action in game.legal_for(seat)
            assert action.verb not in (Verb.REDEAL, Verb.RETRACT)
            game.apply(action)
        assert game.over


@pytest.mark.parametrize("player", YARDSTICKS)
def test_a_yardstick_leads_the_ace_of_trumps_and_then_its_last_card(player):
    hands = [[Card.parse(text) for text in hand.split()] for hand in ("6S AH", "7S 8S")]
    game = Game.from_position(Rules(), hands, [], "H", 0)
    action = player.choose(game.view(0), game.legal_for(0), 0.03)
    assert str(action) == "0 lead AH"
    assert player.choose(game.view(1), game.legal_for(1), 0.03) is None


def test_the_tree_counts_what_was_tried_and_what_could_be():
    game = Game.deal(Rules(), 2, 0, seed="any")
    seat = game.awaited[0]
    worlds = Worlds(game.view(seat))
    actions = [lead.verb.code | seat << 4 | lead.cards[0] << 7 for lead in game.legal_for(seat)]
    root = ismcts.Node()
    random = Random(1)
    for _ in range(60):
        ismcts._descend(root, actions, worlds.sample(random), random)
    tried = [child.visits for child in root.children.values()]
    assert sorted(root.children) == sorted(actions)
    assert sum(tried) == 60
    assert all(0 <= child.total <= child.visits for child in root.children.values())
    assert max(child.available for child in root.children.values()) == 60
    assert any(child.children for child in root.children.values())


def test_worth():
    assert [worth(lost, 1) for lost in (0, 0b01, 0b10, 0b11)] == [0.5, 1.0, 0.0, 0.0]
