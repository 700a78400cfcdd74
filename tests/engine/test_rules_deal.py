"""docs/rules.md §§2-4: rules, deck, shuffle and deal, beyond the cases."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from engine import ALLOWED, PRESETS, Action, Card, DealError, Game, Rules, RulesError
from engine.cards import deck_of
from engine.deal import shuffled
from engine.statistics import statistics

DECK_OF_DURAK = (
    "TD KC AH 7D TH QC 9H JH TS 6H KS 9D "
    "7H 9C AC 8D TC 7C JD 8C 6D AD 9S 8H "
    "KH 6C QS 6S KD AS QD 7S 8S QH JC JS"
)


@pytest.mark.parametrize("size", [24, 36, 52])
def test_s3_a_deck_has_every_rank_from_its_lowest_in_four_suits(size):
    deck = deck_of(size)
    assert len(set(deck)) == size
    assert {card.rank for card in deck} == set("23456789TJQKA"[-size // 4 :])
    assert Counter(card.suit for card in deck) == dict.fromkeys("SCDH", size // 4)


@pytest.mark.parametrize(("size", "seats"), [(36, 2), (36, 5), (36, 6), (24, 4), (52, 8), (52, 3)])
def test_s3_the_deal_goes_round_from_the_dealers_left(size, seats):
    deck = shuffled(size, "a deal")
    game = Game.deal(Rules(deck=size), seats, 1, deck=deck)
    for seat in range(seats):
        first = (seat - 2) % seats
        assert set(game.hand(seat)) == set(deck[first : 6 * seats : seats])
    rest = deck[6 * seats :]
    assert game.view(None).trump_card == (rest[0] if rest else deck[-1])
    assert list(game.state.talon) == [*rest[1:], *rest[:1]]


def test_s3_a_seed_gives_the_same_deck_for_ever():
    assert " ".join(map(str, shuffled(36, "durak"))) == DECK_OF_DURAK
    assert shuffled(36, "durak") != shuffled(36, "Durak")
    assert set(shuffled(52, "durak")) == set(deck_of(52))


def test_s3_the_shuffle_favours_no_order():
    """The order of three given cards over 6000 seeds: all six orders about equally often."""
    watched = [Card.parse(text) for text in ("9S", "JD", "AH")]
    decks = [shuffled(24, str(number)) for number in range(6000)]
    orders = Counter(tuple(card for card in deck if card in watched) for deck in decks)
    assert set(orders) == set(permutations(watched))
    assert all(850 < count < 1150 for count in orders.values())
    places = Counter(deck.index(watched[0]) for deck in decks)
    assert all(180 < places[place] < 330 for place in range(24))


def test_s3_a_deal_takes_a_deck_or_a_seed_and_seats_that_are_there():
    rules, deck = Rules(), shuffled(36, "x")
    for wrong in (
        {},
        {"deck": deck, "seed": "x"},
        {"deck": deck[:-1]},
        {"deck": [*deck[:-1], deck[0]]},
    ):
        with pytest.raises(DealError):
            Game.deal(rules, 2, 0, **wrong)
    for dealer, leader in ((2, None), (-1, None), (0, 2), (0, -1)):
        with pytest.raises(DealError):
            Game.deal(rules, 2, dealer, seed="x", leader=leader)


def test_s2_defaults_are_the_first_values_and_podkidnoy():
    assert Rules() == PRESETS["podkidnoy"]
    assert Rules().to_dict() == {key: values[0] for key, values in ALLOWED.items()}
    assert Rules().differences() == {}


@pytest.mark.parametrize("key", ALLOWED)
def test_s2_a_value_has_exactly_its_type(key):
    for value in ALLOWED[key]:
        rules = {"transfer": True, key: value} if key != "transfer" else {key: value}
        assert getattr(Rules.from_dict(rules), key) == value
    for value in (None, "no such value", 3, 1.0, [], "six " if key == "bout_limit" else 7):
        with pytest.raises(RulesError, match=key):
            Rules.from_dict({key: value})


def test_s2_impossible_combinations_name_the_key():
    with pytest.raises(RulesError, match="transfer_by_show"):
        Rules(transfer_by_show=True)
    with pytest.raises(RulesError, match="deck"):
        Rules(deck=24).check_seats(5)
    for seats in (2, 3, 5):
        with pytest.raises(RulesError, match="teams"):
            Rules(teams=2).check_seats(seats)
    with pytest.raises(RulesError, match="nothing"):
        Rules.from_dict({"nothing": True})


@pytest.mark.parametrize("name", PRESETS)
def test_s2_presets_survive_a_record(name):
    rules = PRESETS[name]
    assert Rules.from_dict(rules.differences()) == rules == Rules.from_dict(rules.to_dict())


def test_s8_a_win_is_the_first_place_or_its_team():
    hands = [[Card.parse(text)] for text in ("6S", "7D", "8D", "9D")]
    for teams, winners in ((0, {0}), (2, {0, 2})):
        game = Game.from_position(Rules(teams=teams), hands, [], "H", 0)
        while not game.over:
            game.apply(game.legal()[-1])
        assert game.result is not None
        assert game.result.places[0] == 0
        assert game.result.winners(teams) == winners


def test_s8_a_team_that_lost_has_not_won_whoever_of_it_was_out_first():
    hands = [[Card.parse(word) for word in text.split()] for text in ("6S", "8S", "9C KC", "TC AC")]
    game = Game.from_position(Rules(teams=2), hands, [], "D", 0)
    for text in ("0 lead 6S", "1 beat 6S 8S", "2 lead 9C", "3 beat 9C TC", "3 lead AC", "2 take"):
        game.apply(Action.parse(text))
    assert game.result is not None
    assert game.result.places == (0, 1, 3, 2) and game.result.losers == (0, 2)
    assert game.result.winners(2) == {1, 3}
    assert [seat.won for seat in statistics(game).seats] == [False, True, False, True]
