from __future__ import annotations

from random import Random

import pytest

from engine import PRESETS, Card, Game, Rules
from engine.actions import RETRACT, UNPACKED
from engine.ai.ending.solver import solvable, solve
from engine.apply import apply
from engine.legal import awaited, legal
from engine.state import OVER
from tests.engine.ending.plainly import Plainly, random_ending, rank


def own_actions(state, seat):
    return [action for action in legal(state) if action >> 4 & 7 == seat]


def ending(rules, hands, trump, leader=0, talon=()):
    cards = [[Card.parse(text) for text in hand.split()] for hand in hands]
    return Game.from_position(rules, cards, [Card.parse(text) for text in talon], trump, leader)


@pytest.mark.parametrize("seed", range(70))
def test_values_are_those_of_plain_minimax(seed):
    """Every action, of either seat, has the outcome and the length that minimax finds."""
    state = random_ending(Random(seed), 5).state
    plain = Plainly(retract=False)
    for seat in range(2):
        own = own_actions(state, seat)
        solution = solve(state, seat=seat)
        if not own:
            assert solution is None
            continue
        assert solution is not None and solution.complete
        found = {str(UNPACKED[action]): value for action, value in solution.values.items()}
        assert found == {str(UNPACKED[action]): plain.after(state, action) for action in own}


@pytest.mark.parametrize("seed", range(25))
def test_taking_cards_back_betters_nothing(seed):
    """Minimax that may retract in its tree finds the same best outcome as the solver."""
    state = random_ending(Random(1000 + seed), 4).state
    seat = awaited(state)[0]
    plain = Plainly(retract=True)
    solution = solve(state, lengths=False)
    assert solution is not None
    best = max((plain.after(state, action) for action in own_actions(state, seat)), key=rank)
    assert solution.outcome == best[0]


@pytest.mark.parametrize("preset", ["podkidnoy", "perevodnoy", "lively", "championship"])
def test_a_line_that_it_proposes_ends_as_it_says(preset):
    """Played by the engine, the best actions of both give the outcome and length foretold."""
    rng = Random(5)
    for _ in range(3):
        cards = [Card(card) for card in rng.sample(range(16, 52), 9)]
        game = Game.from_position(PRESETS[preset], [cards[:5], cards[5:]], [], "S", 0)
        state = game.state
        solution = solve(state)
        assert solution is not None
        outcome, length = max(solution.values.values(), key=lambda value: value.rank)
        while state.phase != OVER:
            found = solve(state)
            assert found is not None and found.best in legal(state)
            assert found.outcome == (outcome if found.seat == 0 else -outcome)
            apply(state, found.best)
        assert (state.durak == 1) - (state.durak == 0) == outcome
        assert not outcome or state.bout == length


@pytest.mark.parametrize("preset", ["podkidnoy", "perevodnoy"])
def test_the_last_card_of_the_talon_may_be_known(preset):
    """With a card left the bout is played out first; minimax agrees."""
    rng = Random(11)
    for _ in range(5):
        cards = [Card(card) for card in rng.sample(range(40, 52), 6)]
        talon = cards[-1:]
        game = Game.from_position(PRESETS[preset], [cards[:3], cards[3:5]], talon, talon[0].suit, 0)
        plain = Plainly(retract=False)
        solution = solve(game.state)
        assert solution is not None and solution.complete
        for action, value in solution.values.items():
            assert value == plain.after(game.state, action), str(UNPACKED[action])


def test_equal_states_have_equal_solutions():
    """By nodes nothing depends on the clock: the same state and budget, the same solution."""
    rng = Random(3)
    for budget in (40, 400, 4000):
        cards = [Card(card) for card in rng.sample(range(16, 52), 12)]
        game = Game.from_position(PRESETS["perevodnoy"], [cards[:6], cards[6:]], [], "H", 0)
        assert solve(game.state, nodes=budget) == solve(game.copy().state, nodes=budget)


@pytest.mark.parametrize("limit", ["seconds", "clock"])
def test_a_time_that_is_up_ends_the_search(limit):
    """Both that of the processor and, where others keep that busy, that of the clock."""
    rng = Random(5)
    cards = [Card(card) for card in rng.sample(range(16, 52), 20)]
    state = Game.from_position(PRESETS["perevodnoy"], [cards[:10], cards[10:]], [], "H", 0).state
    assert solve(state, nodes=3000) is None
    seconds, clock = (-1.0, 1e9) if limit == "seconds" else (1e9, -1.0)
    assert solve(state, seconds=seconds, clock=clock) is None


def test_too_small_a_budget_is_none_or_true():
    """What a budget did not do for is left out; what is there is exact."""
    rng = Random(4)
    cards = [Card(card) for card in rng.sample(range(16, 52), 10)]
    state = Game.from_position(Rules(), [cards[:5], cards[5:]], [], "H", 0).state
    whole = solve(state)
    assert whole is not None
    for nodes in (100, 1000, 10000):
        part = solve(state, nodes=nodes)
        if part is not None:
            assert part.outcome == whole.outcome
            for action, value in part.values.items():
                assert value.outcome == whole.values[action].outcome


def test_a_lost_ending_says_so():
    """Every action loses: whoever asks is told."""
    solution = solve(ending(Rules(), ["6C 7D", "AS KS"], "S").state)
    assert solution is not None and solution.lost
    assert {value.outcome for value in solution.values.values()} == {-1}


def test_a_thrower_may_do_better_to_wait():
    """A seat that is not awaited gets the value of doing nothing, and no action where that does."""
    game = ending(PRESETS["lively"], ["6C 6D 9H", "7C 7D AS"], "S")
    apply(game.state, own_actions(game.state, 0)[0])
    solution = solve(game.state, seat=0)
    assert solution is not None and solution.wait is not None
    if solution.wait.outcome >= max(value.outcome for value in solution.values.values()):
        assert solution.best is None


def test_a_card_thrown_by_mistake_is_taken_back():
    """Where a throw was wrong and may be taken back, that has a value of its own."""
    game = ending(Rules(), ["6C 6S AS", "7C 8C"], "S")
    apply(game.state, next(a for a in legal(game.state) if str(UNPACKED[a]) == "0 lead 6C"))
    apply(game.state, next(a for a in legal(game.state) if a & 15 == 1))
    solution = solve(game.state, seat=0)
    assert solution is not None
    assert [action & 15 for action in solution.values if action & 15 == RETRACT] == [RETRACT]


def test_what_is_solvable():
    """Two opponents in and somebody to act."""
    assert solvable(ending(Rules(), ["6C", "7C 8D"], "S").state)
    assert not solvable(ending(Rules(), ["6C", "7C 8D", "9D"], "S").state)
    assert solvable(ending(Rules(), ["6C", "", "9D TD"], "S").state)
    team = Rules(teams=2)
    assert solvable(ending(team, ["6C", "9D", "", ""], "S").state)
