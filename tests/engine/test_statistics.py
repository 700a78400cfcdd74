"""Statistics of seats and ranks by pogony: docs/rules.md §§8-9."""

import pytest

from engine import Rules
from engine.pogony import MARSHAL, RANKS, rank_after, ranks_after
from engine.record import play
from engine.statistics import kind_of, leavers, statistics

LIVELY = {"throw_order": "free", "throw_timing": "any_time"}


def end(hands, actions, talon=(), leader=0, trump="H", **rules):
    """The game that a position and these actions lead to."""
    position = {"hands": [hand.split() for hand in hands], "talon": list(talon), "trump": trump}
    record = {"format": "durak-record/1", "rules": rules, "seats": len(hands), "leader": leader}
    return play({**record, "position": position, "actions": actions})


def of(game, what):
    return [getattr(seat, what) for seat in statistics(game).seats]


def worn(game, before=None):
    return ranks_after(before or {}, [entry.on for entry in statistics(game).pogony])


def test_places_wins_and_the_durak():
    game = end(["6S", "7S 9D", "AH KD"], ["0 lead 6S", "1 beat 6S 7S", "1 lead 9D"])
    assert of(game, "place") == of(game, "tier") == [1, 2, 3]
    assert of(game, "won") == [True, False, False]
    assert of(game, "lost") == of(game, "durak") == [False, False, True]
    assert of(game, "beaten") == [0, 1, 0]
    assert of(game, "taken") == [0, 0, 1]
    assert not statistics(game).draw


def test_those_whom_a_draw_leaves_are_level():
    game = end(["6S", "9S", "7S"], ["0 lead 6S", "1 beat 6S 9S"])
    assert game.result is not None and not game.result.draw
    two = end(["6S", "9S"], ["0 lead 6S", "1 beat 6S 9S"])
    assert statistics(two).draw
    assert of(two, "tier") == [1, 1]
    assert of(two, "place") == [1, 2]
    three = end(
        ["6S", "7S 9D", "TD"],
        ["0 lead 6S", "1 beat 6S 7S", "1 lead 9D", "2 beat 9D TD"],
    )
    assert statistics(three).draw
    assert of(three, "tier") == [1, 2, 2]
    assert of(three, "won") == [False, False, False]


def test_a_team_is_level_and_wins_together():
    game = end(["6S", "7D 8D", "", "8C"], ["0 lead 6S"], teams=2)
    assert of(game, "tier") == [1, 2, 1, 2]
    assert of(game, "won") == [True, False, True, False]
    assert of(game, "lost") == [False, True, False, True]


def test_who_left_has_lost_and_stands_last():
    game = end(["6S", "7S 9D", "AH KD"], ["2 resign", "0 lead 6S"])
    assert of(game, "resigned") == [False, False, True]
    assert of(game, "lost") == [False, True, True]
    assert of(game, "durak") == [False, True, False]
    assert of(game, "place") == of(game, "tier") == [1, 2, 3]


def test_there_are_no_statistics_without_a_result():
    with pytest.raises(ValueError, match="without a result"):
        statistics(end(["6S", "7S"], []))
    with pytest.raises(ValueError, match="without a result"):
        statistics(end(["6S", "7S", "8S"], ["1 resign"], leaver="restart"))


def test_leavers_are_known_from_the_words_alone():
    assert leavers(["0 lead 6S", "2 resign", "nonsense", "0 resign"]) == (2, 0)


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        ({}, "podkidnoy"),
        ({"transfer": True}, "perevodnoy"),
        ({**LIVELY, "transfer": True}, "lively"),
        ({"throw_order": "free"}, "podkidnoy"),
        ({**LIVELY, "teams": 2}, "teams"),
    ],
)
def test_kinds(rules, kind):
    assert kind_of(rules) == kind_of(Rules(**rules).to_dict()) == kind


def test_each_pogony_raises_its_wearer_one_rank():
    hung = end(["6S 6C", "AH KD"], ["0 lead 6S", "0 throw 6C", "1 take"])
    assert worn(hung) == {1: 1}
    assert worn(hung, {1: 4, 0: 7}) == {1: 5, 0: 7}


def test_left_with_two_raises_too():
    left = end(["7S", "6D 6C"], ["0 lead 7S"])
    assert statistics(left).pogony[0].by is None
    assert worn(left) == {1: 1}
    assert of(left, "hung") == [0, 0] and of(left, "worn") == [0, 1]


def test_no_higher_than_marshal():
    hung = end(["6S 6C", "AH KD"], ["0 lead 6S", "0 throw 6C", "1 take"])
    assert worn(hung, {1: MARSHAL}) == {1: MARSHAL}
    assert RANKS[rank_after(99)] == "marshal" and RANKS[rank_after(0)] == "private"


def test_a_hung_seat_that_hangs_in_turn_keeps_its_rank_and_the_other_goes_one_higher():
    """Three beginners: the first to go out makes two sergeants; the second of these then hangs
    the third, stays a sergeant, and makes a sergeant major."""
    game = end(
        ["6S 6C", "7S 7C", "AD KD"],
        [
            *("0 lead 6S", "0 throw 6C", "1 beat 6S 7S", "1 beat 6C 7C"),
        ],
    )
    assert worn(game) == {2: 1}, "who has gone out by beating them is not hung"
    game = end(
        ["6S 6C", "7S 7C 9S 9C", "AD KD QD"],
        [
            *("0 lead 6S", "0 throw 6C", "1 beat 6S 9S", "1 beat 6C 9C"),
            *("1 lead 7S", "1 throw 7C"),
        ],
        pogony="any_pair",
    )
    assert [(entry.by, entry.on) for entry in statistics(game).pogony] == [(0, 1), (0, 2), (1, 2)]
    assert worn(game) == {1: 1, 2: 2}
    assert worn(game, {1: 3, 2: 5}) == {1: 4, 2: 7}
    assert of(game, "hung") == [2, 1, 0] and of(game, "worn") == [0, 1, 2]
