from __future__ import annotations

import json
from collections import Counter

import pytest

from engine import Game, Rules
from engine.__main__ import main
from engine.actions import UNPACKED
from engine.ai.ending.solver import solve
from engine.puzzles.book import GRADES, TooHard, best, keeps, puzzles, read, values
from engine.puzzles.mine import mine

SAMPLE = puzzles()[::20]


def holds(puzzle):
    """Exactly one action is as good as the puzzle says, by the solver."""
    solution = solve(puzzle.game().state, lengths=False)
    assert solution is not None and solution.seat == puzzle.seat and solution.wait is None
    assert len(solution.values) == len(puzzle.game().legal_for(puzzle.seat)) >= 3
    good = [action for action, value in solution.values.items() if value.outcome >= puzzle.outcome]
    assert [UNPACKED[action] for action in good] == [puzzle.good]
    assert solution.outcome == puzzle.outcome >= 0


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_has_exactly_one_good_action(puzzle):
    holds(puzzle)


@pytest.mark.soak
def test_every_puzzle_has_exactly_one_good_action():
    for puzzle in puzzles():
        holds(puzzle)


def test_the_book():
    """Ids are all different, grades from 1 to 5, both games, wins and draws."""
    book = puzzles()
    assert len({puzzle.id for puzzle in book}) == len(book) >= 12
    assert {puzzle.grade for puzzle in book} == set(GRADES)
    assert {puzzle.outcome for puzzle in book} == {0, 1}
    assert len(Counter(puzzle.record["rules"].get("transfer", False) for puzzle in book)) == 2
    for puzzle in book:
        assert puzzle.game().awaited == (puzzle.seat,)
        assert not any(action.verb == "retract" for action in puzzle.game().legal())
        assert puzzle.moves >= 2


@pytest.mark.parametrize("puzzle", SAMPLE[::3], ids=lambda puzzle: puzzle.id)
def test_played_out_with_the_best_answers_it_ends_as_it_says(puzzle):
    """The good action, then the best of both: the seat wins, or draws."""
    game = puzzle.game()
    assert keeps(game, puzzle.good) and best(game) == (puzzle.good,)
    while not game.over:
        game.apply(best(game)[0])
    assert game.result is not None
    assert game.result.draw == (puzzle.outcome == 0)
    assert (game.result.durak == 1 - puzzle.seat) == (puzzle.outcome == 1)


def test_a_wrong_action_gives_it_away():
    """After any other action the answers of the other side take what was to be had."""
    puzzle = SAMPLE[0]
    game = puzzle.game()
    wrong = next(action for action in game.legal_for(puzzle.seat) if action != puzzle.good)
    assert not keeps(game, wrong)
    game.apply(wrong)
    while not game.over:
        game.apply(best(game)[0])
    assert game.result is not None
    assert game.result.durak == puzzle.seat or (game.result.draw and puzzle.outcome == 1)


def test_only_endings_of_two_have_values():
    with pytest.raises(TooHard):
        values(Game.deal(Rules(), 3, 0, seed="x"))


def test_mining_adds_to_a_file(tmp_path, capsys):
    """The same seed mines the same puzzles; those that are there are not added again."""
    out = tmp_path / "more.jsonl"
    arguments = ["puzzles", "mine", "--games", "3", "--seed", "4", "--out", str(out)]
    assert main(arguments) == 0
    once = out.read_text(encoding="utf-8")
    assert once and main(arguments) == 0 and out.read_text(encoding="utf-8") == once
    assert "podkidnoy: " in capsys.readouterr().out
    found = list(read(out))
    assert found == list(mine(Rules(retract=False), "4", 3))
    for puzzle in found:
        assert json.loads(json.dumps(puzzle.to_dict())) == puzzle.to_dict()
