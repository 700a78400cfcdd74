"""Screens of an analysis: its progress, the costliest decisions and better ones."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.buttons import AnalysisPress, HistoryPress, encode
from bot.model.game_info import GameInfo
from bot.model.people import Reader
from bot.model.screen import Button, Screen
from bot.screens.formatter import Formatter, Paragraph, fit
from bot.screens.hints import because, move_label
from bot.screens.table import again_row, pairs
from engine.ai.analysis import SLIGHT, Judgement, costliest


def progress_screen(done: int, decisions: int, reader: Reader) -> Screen:
    """Return the screen of a running analysis; `decisions` is 0 while it begins."""
    key = "analysis-progress" if decisions else "analysis-begins"
    return Screen(reader.text(key, done=done, decisions=decisions))


def no_analysis_screen(game_id: int, reader: Reader) -> Screen:
    """Return the screen of a failed analysis, with a button to try again."""
    again = Button(reader.text("button-analysis"), data=encode(AnalysisPress(game_id)))
    return Screen(reader.text("analysis-busy"), ((again,),))


def analysis_screen(
    judged: Sequence[Judgement], decisions: int, info: GameInfo, reader: Reader
) -> Screen:
    """Return the screen of an analysis that judged some of `decisions`."""
    formatter = Formatter(info, reader)
    good = sum(one.loss < SLIGHT for one in judged)
    parts = [Paragraph(f"<b>{formatter.say('analysis-head')}</b>")]
    title = formatter.title()
    parts.append(Paragraph(title))
    if not judged:
        return Screen(
            fit([*parts, Paragraph(formatter.say("analysis-nothing"))]), _onward(formatter)
        )
    parts.append(Paragraph(formatter.say("analysis-summary", decisions=len(judged), good=good)))
    if len(judged) < decisions:
        parts.append(Paragraph(formatter.say("analysis-partly", decisions=decisions)))
    costly = costliest(judged)
    if not costly:
        parts.append(Paragraph(formatter.say("analysis-clean")))
    for number, one in enumerate(costly, 1):
        parts += _mistake(number, one, formatter)
    return Screen(fit(parts), _onward(formatter))


def _onward(formatter: Formatter) -> tuple[tuple[Button, ...], ...]:
    """Return the rows for the next game and for the record of this one."""
    record = HistoryPress("file", game=formatter.info.game_id)
    return (again_row(formatter), (Button(formatter.say("button-record"), data=encode(record)),))


def _mistake(number: int, one: Judgement, formatter: Formatter) -> list[Paragraph]:
    view = one.view
    table = pairs(view, formatter)
    where = formatter.say(
        "analysis-where", bout=view.bout + 1, trump=formatter.suit(view.trump), talon=view.talon
    )
    lost = 1 - one.chance
    played_lost = round(100 * (lost + one.loss))
    chance = formatter.say("analysis-chance", best=round(100 * lost), played=played_lost)
    exact = f" {formatter.say('analysis-exact')}" if one.exact else ""
    played, better = (move_label(view, move, formatter) for move in (one.played, one.best))
    return [
        Paragraph(f"\n<b>{number}. {where}</b>", number),
        Paragraph(formatter.say("analysis-table", cards=table) if table else "", number),
        Paragraph(formatter.say("your-cards", cards=formatter.cards(view.hand)), number),
        Paragraph(formatter.say("analysis-played", move=played), number),
        Paragraph(
            formatter.say("analysis-better", move=better, why=because(one.why, formatter)), number
        ),
        Paragraph(chance + exact, number),
    ]
