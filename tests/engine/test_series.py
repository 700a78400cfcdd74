"""docs/rules.md §4: dealer and leader of later games."""

import random

import pytest

from engine import Action, Card, Game, Rules
from engine.series import Opening, lead_rule, opening_after


def played(rules, seats, seed="s"):
    """A whole game by chance, the same for ever."""
    chance = random.Random(seed)
    game = Game.deal(rules, seats, 0, seed=seed)
    while not game.over:
        game.apply(chance.choice(game.legal()))
    return game


def with_durak(rules, seats):
    for number in range(50):
        game = played(rules, seats, f"{number}")
        if game.result.durak is not None:
            return game, game.result.durak
    raise AssertionError("no durak in fifty games")


@pytest.mark.parametrize(("next_lead", "step"), [("from_under", 1), ("at_durak", -1), ("durak", 0)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_durak_deals_and_the_lead_is_by_the_rules(next_lead, step, seats):
    game, durak = with_durak(Rules(next_lead=next_lead, two_seat_revenge=False), seats)
    assert opening_after(game) == Opening(durak, (durak + step) % seats)


def test_lowest_trump_leaves_the_lead_to_the_hands():
    game, durak = with_durak(Rules(next_lead="lowest_trump"), 3)
    assert opening_after(game) == Opening(durak, None)


@pytest.mark.parametrize("next_lead", ["from_under", "at_durak", "lowest_trump", "durak"])
def test_with_two_seats_the_durak_leads_for_revenge(next_lead):
    game, durak = with_durak(Rules(next_lead=next_lead), 2)
    assert opening_after(game) == Opening(durak, durak)


def position(hands, leader, actions, rules=None, trump="H"):
    cards = [[Card.parse(card) for card in hand.split()] for hand in hands]
    game = Game.from_position(rules or Rules(), cards, [], trump, leader)
    for text in actions:
        game.apply(Action.parse(text))
    return game


def test_after_a_draw_the_series_starts_anew():
    game = position(["6S", "7S"], 0, ["0 lead 6S", "1 beat 6S 7S"])
    assert game.result is not None and game.result.draw
    assert opening_after(game) is None


def test_after_somebody_left_the_series_starts_anew():
    game = position(["6S", "7S 8S", "9S"], 0, ["2 resign", "0 lead 6S"])
    assert game.result is not None and game.result.durak == 1
    assert opening_after(game) is None


def test_a_void_game_starts_the_series_anew():
    game = position(["6S 9D", "7S 8S", "9S"], 0, ["2 resign"], Rules(leaver="restart"))
    assert game.result is not None and game.result.void
    assert opening_after(game) is None


def test_a_game_that_is_on_settles_nothing():
    assert opening_after(Game.deal(Rules(), 2, 0, seed="s")) is None


def test_the_loser_that_defended_last_stands_for_its_team():
    game = position(["6S", "7D 8D", "", "9C 9D TD"], 0, ["0 lead 6S"], Rules(teams=2))
    assert game.result is not None and game.result.losers == (1, 3)
    assert opening_after(game) == Opening(1, 2)


def test_else_the_loser_with_most_cards_stands_for_its_team():
    game = position(
        ["6S 7C", "8S", "7S 8D KD", ""], 0, ["0 lead 6S", "1 beat 6S 8S"], Rules(teams=2)
    )
    assert game.result is not None and game.result.losers == (0, 2)
    assert opening_after(game) == Opening(2, 3)


def test_of_losers_with_equally_many_the_lowest_number_stands():
    game = position(
        ["6S 7C 9C", "8S", "8D KD", ""], 0, ["0 lead 6S", "1 beat 6S 8S"], Rules(teams=2)
    )
    assert opening_after(game) == Opening(0, 1)


@pytest.mark.parametrize(
    ("rules", "seats", "leader", "rule"),
    [
        ({}, 3, None, "lowest_trump"),
        ({"first_lead": "left_of_dealer"}, 3, None, "left_of_dealer"),
        ({}, 3, 1, "from_under"),
        ({"next_lead": "at_durak"}, 3, 2, "at_durak"),
        ({"next_lead": "durak"}, 3, 0, "durak"),
        ({"next_lead": "lowest_trump"}, 3, None, "lowest_trump"),
        ({"next_lead": "at_durak"}, 2, 0, "revenge"),
    ],
)
def test_everybody_knows_by_which_rule_the_first_lead_leads(rules, seats, leader, rule):
    game = Game.deal(Rules(**rules), seats, 0, seed="s", leader=leader)
    assert {lead_rule(game.view(seat)) for seat in (None, *range(seats))} == {rule}


def test_no_rule_is_named_after_the_first_bout_nor_in_a_position():
    game = Game.deal(Rules(), 3, 0, seed="s")
    while not game.view(None).bout:
        game.apply(game.legal()[-1])
    assert lead_rule(game.view(None)) is None
    assert lead_rule(position(["6S 8S", "7S"], 0, []).view(None)) is None


def test_while_redeals_are_asked_for_nobody_leads_by_any_rule():
    deck = [Card.parse(rank + suit) for suit in "SCDH" for rank in "6789TJQKA"]
    dealt = [deck[turn // 2 + 9 * (turn % 2)] for turn in range(12)]
    rest = [card for card in deck if card not in dealt]
    game = Game.deal(Rules(redeal_one_suit=True), 2, 0, deck=[*dealt, *rest])
    assert lead_rule(game.view(None)) is None
