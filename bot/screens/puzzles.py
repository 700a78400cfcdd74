"""A puzzle: an ending with open cards, and a button for each thing that can be done."""

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
    """A puzzle as it stands for somebody; `status` what is told of it, `better` what was right.

    `step` is how many actions have been played in it; `hinted` that a hint was asked for.
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
    """The position, and what is to be done; or what came of it."""
    puzzle, view = state.puzzle, state.game.view(state.puzzle.seat)
    voice = _voice(puzzle, reader)
    grade = "★" * puzzle.grade + "☆" * (len(GRADES) - puzzle.grade)
    name = game_name(view.rules, reader)
    theirs = state.game.hand(1 - puzzle.seat)
    parts = [
        Paragraph(f"<b>{voice.say('puzzle-head', grade=grade)}</b>"),
        Paragraph(voice.say("puzzle-rules", game=name, trump=voice.suit(view.trump))),
        *(bout_log(view, voice) if state.step else ()),
        Paragraph(voice.say("puzzle-theirs", cards=voice.cards(theirs) or "—")),
        Paragraph(pairs(view, voice)),
        Paragraph(voice.say("your-cards", cards=f"<b>{voice.cards(view.hand) or '—'}</b>")),
        Paragraph(f"\n{_told(state, voice)}"),
        Paragraph(voice.say("puzzle-streak", streak=state.streak, best=state.best)),
    ]
    rows = _moves(state, voice) if state.status == "task" else ()
    return Screen(fit(parts), (*rows, _below(state, voice)))


def puzzle_hint(puzzle: Puzzle, game: Game, better: tuple[Action, Why], reader: Reader) -> str:
    """What is right, and why, for a toast."""
    action, reason = better
    voice = _voice(puzzle, reader, html=False)
    move = move_label(game.view(puzzle.seat), action, voice)
    return voice.say("hint", move=move, why=because(reason, voice))


def no_puzzles_screen(bot_url: str, reader: Reader) -> Screen:
    """In a group: puzzles are for one person alone."""
    button = Button(reader.text("button-open-bot"), url=bot_url)
    return Screen(reader.text("puzzle-in-private"), ((button,),))


def _told(state: PuzzleState, voice: Formatter) -> str:
    outcome = "win" if state.puzzle.outcome > 0 else "draw"
    if state.status == "task":
        return voice.say(f"puzzle-{outcome}" if not state.step else "puzzle-go-on")
    if state.status == "right":
        return voice.say("puzzle-right-hinted" if state.hinted else "puzzle-right")
    assert state.better is not None
    action, reason = state.better
    move = move_label(state.game.view(state.puzzle.seat), action, voice)
    return voice.say(f"puzzle-lost-{outcome}", move=move, why=because(reason, voice))


def _moves(state: PuzzleState, voice: Formatter) -> tuple[Row, ...]:
    seat, view = state.puzzle.seat, state.game.view(state.puzzle.seat)
    spoken: list[Row] = []
    cards: list[Button] = []
    for action in state.game.legal_for(seat):
        press = PuzzlePress("move", state.puzzle.id, state.step, action.verb, action.cards)
        style: Style = "primary" if action.cards else "danger"
        button = Button(move_label(view, action, voice), data=encode(press), style=style)
        if action.verb in (Verb.TAKE, Verb.PASS):
            spoken.append((button,))
        else:
            cards.append(button)
    rows = [tuple(cards[at : at + _A_ROW]) for at in range(0, len(cards), _A_ROW)]
    return (*spoken, *rows)


def _below(state: PuzzleState, voice: Formatter) -> Row:
    following = PuzzlePress("next", state.puzzle.id, state.step)
    if state.status != "task":
        label = voice.say("button-puzzle-next")
        return (Button(label, data=encode(following), style="success"),)
    hint = PuzzlePress("hint", state.puzzle.id, state.step)
    return (
        Button(voice.say("button-hint"), data=encode(hint)),
        Button(voice.say("button-puzzle-skip"), data=encode(following)),
    )


def _voice(puzzle: Puzzle, reader: Reader, *, html: bool = True) -> Formatter:
    names = {
        puzzle.seat: reader.text("puzzle-you"),
        1 - puzzle.seat: reader.text("puzzle-opponent"),
    }
    seats = tuple(SeatInfo(names[seat], None) for seat in range(2))
    info = GameInfo(game_id=0, seats=seats, solo=True, chat_title="", chat_url=None, bot_url="")
    return Formatter(info, reader, html=html)
