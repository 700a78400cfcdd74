"""Facts about a bout from a view agree with `legal`."""

from __future__ import annotations

import pytest

from engine import Card, EventKind, Game, Verb, View
from tests.engine.test_notation import course


def taken_back(view: View, seat: int) -> set[Card]:
    """The cards that a seat has taken back in this bout, which it may not throw again."""
    return {
        event.cards[0]
        for event in view.log
        if event.kind is EventKind.ACTION
        and (event.bout, event.seat, event.verb) == (view.bout, seat, Verb.RETRACT)
    }


def fitting(game: Game, seat: int) -> set[Card]:
    """The cards of a seat that go with the table, told by their ranks alone."""
    view = game.view(None)
    cards = [card for pair in view.table for card in pair if card is not None]
    if view.rules.throw_ranks == "lead_if_four" and view.seats >= 4:
        cards = cards[:1]
    ranks = {card.rank for card in cards}
    return {card for card in game.hand(seat) if card.rank in ranks} - taken_back(view, seat)


def check_throwers(game: Game) -> None:
    """Who can pass now is who may be asked and could throw: all of them, or the first."""
    view = game.view(None)
    passing = [action.seat for action in game.legal() if action.verb == Verb.PASS]
    throwing = {action.seat for action in game.legal() if action.verb == Verb.THROW}
    assert throwing <= set(view.throwers)
    if not view.table:
        assert view.throwers == ()
    elif view.taking or not view.unbeaten:
        could = [seat for seat in view.throwers if view.room_left and fitting(game, seat)]
        assert sorted(passing) == sorted(could if view.rules.throw_order == "free" else could[:1])
        assert throwing == set(passing)
    else:
        assert passing == []


def check_room(game: Game) -> None:
    """Cards are laid while there is room, and each takes one place."""
    view = game.view(None)
    assert view.room_left >= 0
    if not view.room_left:
        assert not any(action.verb in (Verb.LEAD, Verb.THROW) for action in game.legal())
    for action in game.legal():
        ahead = game.copy()
        ahead.apply(action)
        after = ahead.view(None)
        if (after.bout, after.deal, ahead.over) == (view.bout, view.deal, False):
            laid = action.verb in (Verb.LEAD, Verb.THROW)
            back = action.verb == Verb.RETRACT
            if laid or back or action.verb in (Verb.BEAT, Verb.PASS, Verb.TAKE):
                assert after.room_left == view.room_left - laid + back


@pytest.mark.parametrize("part", range(4))
def test_throwers_and_room_agree_with_what_is_legal(part):
    for seed in range(part, 60, 4):
        for game, _ in course(seed):
            check_throwers(game)
            check_room(game)
            for seat in range(game.state.r.n):
                own = game.view(seat)
                everybody = game.view(None)
                assert (own.throwers, own.room_left) == (everybody.throwers, everybody.room_left)


@pytest.mark.parametrize(
    ("fields", "room"),
    [
        ("first", 5),
        ("", 6),
        ("first rules=first_bout_limit:6", 6),
        ("rules=bout_limit:hand,deck:52", 8),
    ],
)
def test_how_much_fits_before_a_lead(fields, room):
    """A bout numbered 0 is not always a first one: a position may begin anywhere."""
    rules = fields or "rules=first_bout_limit:5"
    if fields == "first":
        rules = "first rules=first_bout_limit:5"
    game = Game.from_notation(f"hands=6S7S/8H9HTHJHQHKHAHAS trump=D lead=0 {rules}")
    assert game.view(None).room_left == room


def test_who_may_be_asked():
    table = "table=0:6S,1:6S/9S trump=H lead=0 defender=1"
    game = Game.from_notation(f"hands=6D7D/8H8SAS/6H7H/7C {table}")
    assert game.view(None).throwers == (0, 2, 3)
    game = Game.from_notation(f"hands=6D7D/8H8SAS/6H7H/7C {table} passed=0")
    assert (game.view(None).throwers, game.awaited) == ((2, 3), (2,))
    game = Game.from_notation(f"hands=6D7D/8H8SAS/6H7H/7C {table} rules=throwers:neighbours")
    assert game.view(None).throwers == (0, 2)
    game = Game.from_notation(f"hands=6D7D/8H8SAS/6H7H/7C {table} rules=throwers:lead")
    assert game.view(None).throwers == (0,)
    game = Game.from_notation(f"hands=6D7D/8H8SAS/6H7H/7C {table} rules=teams:2")
    assert game.view(None).throwers == (0, 2)
