"""Every puzzle that ships can be shown, each legal action on one button, in both languages."""

import pytest

from bot.model.buttons import PuzzlePress, decode
from bot.screens.names import utf16
from bot.screens.puzzles import PuzzleState, puzzle_hint, puzzle_screen
from engine.puzzles.attempt import solution
from engine.puzzles.book import puzzles
from tests.readers import READERS
from tests.screens.names_and_games import read

ALL = puzzles()


def presses(screen):
    return [decode(button.data) for row in screen.keyboard for button in row if button.data]


@pytest.mark.parametrize("reader", READERS)
def test_every_puzzle_is_shown_with_both_hands_and_a_button_for_each_action(reader):
    for puzzle in ALL:
        game = puzzle.game()
        screen = puzzle_screen(PuzzleState(puzzle, game, 0, 2, 5), reader)
        assert utf16(read(screen)) < 1024
        found = [p for p in presses(screen) if isinstance(p, PuzzlePress)]
        moves = [(p.move, p.cards) for p in found if p.verb == "move"]
        legal = [(a.verb, a.cards) for a in game.legal_for(puzzle.seat)]
        assert sorted(map(str, moves)) == sorted(map(str, legal))
        assert [p.verb for p in found if p.verb != "move"] == ["hint", "next"]
        assert all(len(b.data.encode()) <= 64 for row in screen.keyboard for b in row if b.data)


@pytest.mark.parametrize("reader", READERS)
def test_what_was_wrong_or_right_is_told_and_only_the_next_one_offered(reader):
    for puzzle in ALL[:6]:
        better = solution(puzzle, ())
        wrong = PuzzleState(puzzle, puzzle.game(), 0, 0, 5, "wrong", better)
        right = PuzzleState(puzzle, puzzle.game(), 0, 1, 5, "right")
        for state, sign in ((wrong, "❌"), (right, "✅")):
            screen = puzzle_screen(state, reader)
            assert sign in read(screen)
            assert [p.verb for p in presses(screen)] == ["next"]
        assert utf16(puzzle_hint(puzzle, puzzle.game(), better, reader)) <= 200
