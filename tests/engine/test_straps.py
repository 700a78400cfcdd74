"""The cards hung on a seat (docs/rules.md §9)."""

import pytest

from engine import Action, Card, Game, Rules
from engine.pogony import straps
from engine.record import play
from tests.engine.cases import CASES

HUNG = [case for case in CASES if (case["expect"].get("result") or {}).get("pogony")]


def hung(hands, *actions):
    """What each seat wears at the end of such a game, hearts being trump."""
    cards = [[Card.parse(text) for text in hand.split()] for hand in hands]
    game = Game.from_position(Rules(), cards, [], "H", leader=0)
    for text in actions:
        game.apply(Action.parse(text))
    assert game.over
    return [" ".join(map(str, straps(game, seat))) for seat in range(len(hands))]


@pytest.mark.parametrize("case", HUNG, ids=lambda case: case["name"])
def test_two_cards_of_one_rank_for_everybody_who_wears_some(case):
    game = play(case["record"])
    assert game.result is not None
    wearers = {entry.on: entry.by for entry in game.result.pogony}
    for seat in range(game.state.r.n):
        cards = straps(game, seat)
        if seat not in wearers:
            assert cards == ()
            continue
        assert len(set(cards)) == 2 and len({card.rank for card in cards}) == 1
        if game.rules.pogony == "sixes":
            assert cards[0].rank == {36: "6", 24: "9", 52: "2"}[game.rules.deck]
        if wearers[seat] is None:
            assert set(cards) <= set(game.hand(seat))


def test_left_with_more_than_two_wears_two():
    assert hung(["7S", "6S 6C 6H 9D"], "0 lead 7S") == ["", "6S 6C"]


def test_a_card_that_was_taken_back_is_on_no_strap():
    record = {
        "format": "durak-record/1",
        "rules": {"transfer": True, "transfer_by_show": True},
        "seats": 2,
        "leader": 0,
        "position": {
            "hands": [["6S", "6C"], ["6H", "8D"]],
            "talon": [],
            "trump": "H",
            "first_bout": False,
        },
        "actions": [
            "0 lead 6S",
            "0 throw 6C",
            "0 retract 6C",
            "1 show 6H",
            "0 transfer 6C",
            "1 take",
        ],
    }
    assert straps(play(record), 1) == (Card.parse("6S"), Card.parse("6C"))
