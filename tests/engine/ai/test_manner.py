"""The opponent model distinguishes players by their decisions, under all rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine import Action, Game, Rules, View
from engine.ai import greedy
from engine.ai.manner import SHARES, Decision, decisions, plainness
from engine.ai.worlds import Worlds
from engine.record import apply_text, start, state_of
from engine.state import State
from tests.engine.playing import Player, random_record

LEADS, ANSWERS, THROWS = range(3)
ALWAYS, NEVER = SHARES - 1, 0


def seen(game: Game, by: int, of: int, *, shown: bool = False) -> list[Decision]:
    """What a seat sees of another's decisions; `shown` if it saw the hands, too."""
    view = game.view(by)
    worlds = _True(game) if shown else Worlds(view)
    return decisions(view, worlds, Random(1))[of]


class _True(Worlds):
    """The one world that is true."""

    def __init__(self, game: Game) -> None:
        self.state = game.state

    def sample(self, rng: Random, *, likely: bool = False, plain: int = 0) -> State:
        return self.state.copy()


def ending(hands: list[str], actions: str) -> Game:
    """An ending, trump clubs, and what was done in it."""
    position = {
        "hands": [hand.split() for hand in hands],
        "talon": [],
        "trump": "C",
        "first_bout": False,
    }
    game = start({"format": "durak-record/1", "rules": {}, "seats": 2, "leader": 0, "actions": [],
                  "position": position})  # fmt: skip
    for text in filter(None, actions.split(", ")):
        apply_text(game, text)
    return game


def test_where_hands_are_known_each_decision_is_what_greedy_does_or_is_not():
    hands = ["6S 7S KH AC", "8S 9S 6C QH"]
    plain = ending(hands, "0 lead 6S, 1 beat 6S 8S")
    assert seen(plain, 1, 0, shown=True) == [(LEADS, ALWAYS)]
    assert seen(plain, 0, 1, shown=True) == [(ANSWERS, ALWAYS)]
    other = ending(hands, "0 lead 7S, 1 beat 7S 9S")
    assert seen(other, 1, 0, shown=True) == [(LEADS, NEVER)]
    assert seen(other, 0, 1, shown=True) == [(ANSWERS, NEVER)]
    taken = ending(hands, "0 lead 6S, 1 take")
    assert seen(taken, 0, 1, shown=True) == [(ANSWERS, NEVER)]


def test_what_one_holds_back_or_throws_is_looked_at():
    hands = ["6S 6H KH AC", "8S 9H 6C QH"]
    thrown = ending(hands, "0 lead 6S, 1 beat 6S 8S, 0 throw 6H")
    assert seen(thrown, 1, 0, shown=True) == [(LEADS, ALWAYS), (THROWS, ALWAYS)]
    kept = ending(hands, "0 lead 6S, 1 beat 6S 8S, 0 pass")
    assert seen(kept, 1, 0, shown=True) == [(LEADS, ALWAYS), (THROWS, NEVER)]


def test_what_one_may_have_drawn_since_does_not_speak_against_one():
    """Who has drawn after leading may have drawn the lower card then."""
    game = Game.deal(Rules(), 2, 0, seed="drawn")
    while not game.over and game.state.drawn < 20:
        seat = game.awaited[0]
        game.apply(_greedy(game.view(seat), game.legal_for(seat)))
    for by in (0, 1):
        assert any(NEVER < one.share < ALWAYS for one in seen(game, by, 1 - by))


def _greedy(view: View, legal: list[Action]) -> Action:
    action = greedy.choose(view, legal)
    assert action is not None
    return action


def _contrary(view: View, legal: list[Action]) -> Action:
    """The opposite of greedy: leads its dearest card, takes, and throws nothing."""
    own = [action for action in legal if action.seat == view.seat]
    for verb in ("take", "pass"):
        for action in own:
            if action.verb == verb:
                return action
    return max(own, key=lambda a: greedy.price(a.cards[-1], view.trump) if a.cards else (False, 0))


def _plainness_of(choose: Callable[[View, list[Action]], Action]) -> float:
    """What a seat takes another for on average, who like itself plays so."""
    found = 0.0
    for number in range(8):
        game = Game.deal(Rules(), 2, 0, seed=f"apart {number}")
        for _ in range(24):
            seat = game.awaited[0]
            game.apply(choose(game.view(seat), game.legal_for(seat)))
        view = game.view(0)
        found += plainness(view, Worlds(view), Random(2))[1] / 8
    return found


def test_a_greedy_player_and_its_opposite_are_told_apart():
    assert _plainness_of(_greedy) > 0.8
    assert _plainness_of(_contrary) < 0.05


def test_who_has_decided_nothing_may_be_anybody():
    game = Game.deal(Rules(), 3, 0, seed="nobody")
    view = game.view(0)
    assert plainness(view, Worlds(view), Random(1)) == [0.5, 0.5, 0.5]


def test_reads_games_of_all_rules():
    for number in range(60):
        rng = Random(f"manner {number}")
        record = random_record(rng)
        game, player = start(record), Player(rng, record)
        for step in range(120):
            if game.over:
                break
            if step % 9 == 0 and not game.deck_due:
                seat = rng.randrange(game.state.r.n)
                view = game.view(seat)
                found = plainness(view, Worlds(view), rng)
                assert len(found) == game.state.r.n
                assert all(0 <= likely <= 1 for likely in found)
            apply_text(game, player.choose(state_of(game), game.deck_due))
