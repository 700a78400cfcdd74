"""Analysis judges every real decision by what its seat could know."""

import random
from dataclasses import replace

import pytest

from engine import PRESETS, Game, Rules, Verb
from engine.ai.analysis import costliest, decisions, judge
from engine.deal import shuffled


def played(rules=None, seats=2, seed="a"):
    rules = rules or Rules()
    deck = shuffled(rules.deck, seed)
    game, rng = Game.deal(rules, seats, 0, deck=deck), random.Random(seed)
    while not game.over and not game.deck_due:
        game.apply(rng.choice(game.legal()))
    return {
        "format": "durak-record/1",
        "rules": rules.to_dict(),
        "seats": seats,
        "dealer": 0,
        "leader": None,
        "deck": [str(card) for card in deck],
        "actions": game.actions,
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_a_decision_is_a_choice_between_two_or_more(preset):
    seats = 4 if PRESETS[preset].teams else 3
    record = played(PRESETS[preset], seats, preset)
    found = {seat: decisions(record, seat) for seat in range(seats)}
    assert sum(map(len, found.values())) > 10
    for seat, numbers in found.items():
        for step in numbers:
            text = record["actions"][step]
            assert text.startswith(f"{seat} ")
            assert text.split(" ")[1] not in ("retract", "resign")


def test_a_judgement_names_the_best_and_what_the_other_has_cost():
    record = played()
    judged = [judge(record, step, 0.005) for step in decisions(record, 0)[:12]]
    for one in judged:
        assert str(one.played) == record["actions"][one.step]
        assert 0 <= one.loss <= one.chance <= 1
        assert one.view.seat == 0
        assert one.view.log == ()
        assert (one.played == one.best) or one.loss > 0
    costly = costliest(judged)
    assert len(costly) <= 3
    assert [one.loss for one in costly] == sorted((one.loss for one in costly), reverse=True)


def test_what_a_search_can_not_tell_from_nothing_is_not_costly():
    record = played()
    one = judge(record, decisions(record, 0)[0], 0.002)
    slight = replace(one, loss=0.01, exact=False)
    assert costliest([slight]) == []
    assert costliest([replace(slight, exact=True)]) != []
    assert Verb.RETRACT not in {one.played.verb, one.best.verb}
