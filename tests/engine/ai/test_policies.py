"""Greedy, amateur and novice play as described, each better than the next."""

from __future__ import annotations

from random import Random

import pytest

from engine import Action, Card, Game, Rules, Verb
from engine.ai import amateur, greedy, novice
from engine.ai.chance import random_of
from engine.ai.worlds import Worlds
from engine.arena.match import Match, play_deal

TALON = "QC QH"


def position(hands, actions=(), talon="", trump="H", rules=None):
    cards = [[Card.parse(text) for text in hand.split()] for hand in hands]
    rest = [Card.parse(text) for text in talon.split()]
    game = Game.from_position(rules or Rules(), cards, rest, trump, 0)
    for text in actions:
        game.apply(Action.parse(text))
    return game


def did(player, game) -> Action:
    seat = game.awaited[0]
    action = player.choose(game.view(seat), game.legal_for(seat))
    assert isinstance(action, Action)
    return action


def chosen(player, game):
    return str(did(player, game))


GREEDY = [
    (["KC 7S 6H AD", "8S 9S TS JS"], [], "", "0 lead 7S"),
    (["KH 7H", "8S 9S TS JS"], [], "", "0 lead 7H"),
    (["6S 7D", "KS 6H AC"], ["0 lead 6S"], "", "1 beat 6S KS"),
    (["6S 7D", "AD 6H AH"], ["0 lead 6S"], "", "1 beat 6S 6H"),
    (["6S 6D 8D", "7S 7D 8C"], ["0 lead 6S", "0 throw 6D"], "", "1 beat 6D 7D"),
    (["6S 6D 8D", "7S 8S 8C"], ["0 lead 6S", "0 throw 6D"], "", "1 take"),
    (["6S AD AC 7D", "AS 7C 8C 9C"], ["0 lead 6S", "1 beat 6S AS"], TALON, "0 throw AC"),
    (["6S 7H 8D", "7S 7C 8C 9C"], ["0 lead 6S", "1 beat 6S 7S"], TALON, "0 pass"),
    (["6S 7H 8D", "7S 7C 8C 9C"], ["0 lead 6S", "1 beat 6S 7S"], "", "0 throw 7H"),
    (["6S 6H 8D", "7D 7C 8C 9C"], ["0 lead 6S", "1 take"], "", "0 pass"),
]


@pytest.mark.parametrize(("hands", "actions", "talon", "expected"), GREEDY)
def test_greedy_plays_as_its_words_say(hands, actions, talon, expected):
    assert chosen(greedy, position(hands, actions, talon)) == expected


@pytest.mark.parametrize(
    ("hand", "show", "expected"),
    [("7S 6C 6D", False, "1 transfer 6C"), ("7S 6H", False, "1 beat 6S 7S"),
     ("7S 6H 6C", True, "1 show 6H")],
)  # fmt: skip
def test_greedy_transfers_with_plain_cards_or_a_show(hand, show, expected):
    rules = Rules(transfer=True, transfer_by_show=show)
    game = position(["6S 9D TD", hand], ["0 lead 6S"], rules=rules)
    assert chosen(greedy, game) == expected


def test_the_amateur_leads_what_it_has_several_of():
    hands = ["6S 8D 8C KH", "9S TS JS QS"]
    assert chosen(greedy, position(hands, talon=TALON)) == "0 lead 6S"
    assert chosen(amateur, position(hands, talon=TALON)) == "0 lead 8C"


def test_the_amateur_throws_trumps_when_the_talon_is_low():
    hands = ["6S 7H 8D", "7S 7C 8C 9C"]
    actions = ["0 lead 6S", "1 beat 6S 7S"]
    assert chosen(amateur, position(hands, actions, "JD QC QH")) == "0 pass"
    assert chosen(amateur, position(hands, actions, TALON)) == "0 throw 7H"


def with_all_cards_told(rules=None):
    """Games of two seats played by greedy to where the talon is gone."""
    for number in range(100):
        game = Game.deal(rules or Rules(), 2, 0, seed=f"end {number}")
        while not game.over:
            seat = game.awaited[0]
            if not game.view(seat).talon and len(game.legal_for(seat)) > 1:
                yield game
                break
            game.apply(did(greedy, game))


def test_the_amateur_knows_the_last_hand_and_plays_by_it():
    better = 0
    for game in with_all_cards_told():
        seat = game.awaited[0]
        worlds = Worlds(game.view(seat))
        assert worlds.certain
        assert worlds.sample(Random(1)).hands == game.state.hands
        ends = []
        for tried in (did(greedy, game), did(amateur, game)):
            after = game.copy()
            after.apply(tried)
            while not after.over:
                after.apply(did(greedy, after))
            durak = after.result.durak
            ends.append(0.5 if durak is None else float(durak != seat))
        assert ends[1] >= ends[0]
        better += ends[1] > ends[0]
    assert better > 2


def test_the_novice_means_well_and_errs():
    """At each kind of decision it does as greedy in most games, and otherwise in some."""
    same = {verb: [0, 0] for verb in (Verb.LEAD, Verb.BEAT, Verb.THROW)}
    for number in range(30):
        game = Game.deal(Rules(), 3, 0, seed=f"novice {number}")
        while not game.over:
            meant, done = did(greedy, game), did(novice, game)
            assert done == did(novice, game)
            if meant.verb in same and len(game.legal_for(meant.seat)) > 1:
                same[meant.verb][meant == done] += 1
            game.apply(done)
    for errs, agrees in same.values():
        assert 0.05 < errs / (errs + agrees) < 0.4


def test_chance_follows_from_the_view():
    game = Game.deal(Rules(), 2, 0, seed="any")
    numbers = {random_of(game.view(seat), what).random() for seat in (0, 1) for what in ("a", "b")}
    assert len(numbers) == 4
    assert random_of(game.view(0), "a").random() in numbers


@pytest.mark.parametrize(("rules", "seats"), [(Rules(), 2), (Rules(transfer=True), 2)])
def test_each_is_better_than_the_one_below(rules, seats):
    for better, worse in ((greedy, novice), (amateur, greedy)):
        match = Match("better", "worse", rules, seats, None, "test", {})
        players = {
            "better": lambda view, legal, _, p=better: p.choose(view, legal),
            "worse": lambda view, legal, _, p=worse: p.choose(view, legal),
        }
        scores = [sum(play_deal(match, players, number).scores) for number in range(25)]
        assert sum(scores) / 50 > 0.55
