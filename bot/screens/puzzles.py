"""Puzzles: an ending with open cards, and a button for each legal action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.model.buttons import PuzzlePress, encode
from bot.model.game_info import GameInfo, SeatInfo
from bot.model.people import Reader
from bot.model.screen import Button, Screen, Style
from bot.screens.bout_log import bout_log
from bot.screens.formatter import Formatter, Paragraph, fit
from bot.screens.hints import because, move_label
from bot.screens.rules import game_name
from bot.screens.table import pairs
from engine import Action, Game, Verb
from engine.ai.why import Why
from engine.puzzles.book import GRADES, Puzzle

Row = tuple[Button, ...]
Status = Literal["task", "right", "wrong"]

_A_ROW = 3


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """A puzzle as a person sees it.

    `step` is the number of actions played in it, `better` the right action after a wrong one, and
    `hinted` tells that the person asked for a hint.
    """

    puzzle: Puzzle
    game: Game
    step: int
    streak: int
    best: int
    status: Status = "task"
    better: tuple[Action, Why] | None = None
    hinted: bool = False


def puzzle_screen(state: PuzzleState, reader: Reader) -> Screen:
    """Return the position, and the task or its outcome."""
    puzzle, view = state.puzzle, state.game.view(state.puzzle.seat)
    formatter = _formatter(puzzle, reader)
    grade = "★" * puzzle.grade + "☆" * (len(GRADES) - puzzle.grade)
    name = game_name(view.rules, reader)
    theirs = state.game.hand(1 - puzzle.seat)
    parts = [
        Paragraph(f"<b>{formatter.say('puzzle-head', grade=grade)}</b>"),
        Paragraph(formatter.say("puzzle-rules", game=name, trump=formatter.suit(view.trump))),
        *(bout_log(view, formatter) if state.step else ()),
        Paragraph(formatter.say("puzzle-theirs", cards=formatter.cards(theirs) or "—")),
        Paragraph(pairs(view, formatter)),
        Paragraph(formatter.say("your-cards", cards=f"<b>{formatter.cards(view.hand) or '—'}</b>")),
        Paragraph(f"\n{_told(state, formatter)}"),
        Paragraph(formatter.say("puzzle-streak", streak=state.streak, best=state.best)),
    ]
    rows = _moves(state, formatter) if state.status == "task" else ()
    return Screen(fit(parts), (*rows, _below(state, formatter)))


def puzzle_hint(puzzle: Puzzle, game: Game, better: tuple[Action, Why], reader: Reader) -> str:
    """Return the right action, and why, for a toast."""
    action, reason = better
    formatter = _formatter(puzzle, reader, html=False)
    move = move_label(game.view(puzzle.seat), action, formatter)
    return formatter.say("hint", move=move, why=because(reason, formatter))


def no_puzzles_screen(bot_url: str, reader: Reader) -> Screen:
    """Return the notice in a group that puzzles are solved in private."""
    button = Button(reader.text("button-open-bot"), url=bot_url)
    return Screen(reader.text("puzzle-in-private"), ((button,),))


def _told(state: PuzzleState, formatter: Formatter) -> str:
    outcome = "win" if state.puzzle.outcome > 0 else "draw"
    if state.status == "task":
        return formatter.say(f"puzzle-{outcome}" if not state.step else "puzzle-go-on")
    if state.status == "right":
        return formatter.say("puzzle-right-hinted" if state.hinted else "puzzle-right")
    assert state.better is not None
    action, reason = state.better
    move = move_label(state.game.view(state.puzzle.seat), action, formatter)
    return formatter.say(f"puzzle-lost-{outcome}", move=move, why=because(reason, formatter))


def _moves(state: PuzzleState, formatter: Formatter) -> tuple[Row, ...]:
    seat, view = state.puzzle.seat, state.game.view(state.puzzle.seat)
    spoken: list[Row] = []
    cards: list[Button] = []
    for action in state.game.legal_for(seat):
        press = PuzzlePress("move", state.puzzle.id, state.step, action.verb, action.cards)
        style: Style = "primary" if action.cards else "danger"
        button = Button(move_label(view, action, formatter), data=encode(press), style=style)
        if action.verb in (Verb.TAKE, Verb.PASS):
            spoken.append((button,))
        else:
            cards.append(button)
    rows = [tuple(cards[at : at + _A_ROW]) for at in range(0, len(cards), _A_ROW)]
    return (*spoken, *rows)


def _below(state: PuzzleState, formatter: Formatter) -> Row:
    following = PuzzlePress("next", state.puzzle.id, state.step)
    if state.status != "task":
        label = formatter.say("button-puzzle-next")
        return (Button(label, data=encode(following), style="success"),)
    hint = PuzzlePress("hint", state.puzzle.id, state.step)
    return (
        Button(formatter.say("button-hint"), data=encode(hint)),
        Button(formatter.say("button-puzzle-skip"), data=encode(following)),
    )


def _formatter(puzzle: Puzzle, reader: Reader, *, html: bool = True) -> Formatter:
    names = {
        puzzle.seat: reader.text("puzzle-you"),
        1 - puzzle.seat: reader.text("puzzle-opponent"),
    }
    seats = tuple(SeatInfo(names[seat], None) for seat in range(2))
    info = GameInfo(game_id=0, seats=seats, solo=True, chat_title="", chat_url=None, bot_url="")
    return Formatter(info, reader, html=html)
