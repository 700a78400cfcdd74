"""A game that was analysed: what has cost most, and what was better."""

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
    """While it runs: so many of the decisions are judged; none are known yet where 0 of 0."""
    key = "analysis-progress" if decisions else "analysis-begins"
    return Screen(reader.text(key, done=done, decisions=decisions))


def no_analysis_screen(game_id: int, reader: Reader) -> Screen:
    """All the processes are busy with games, or the record can't be played any more."""
    again = Button(reader.text("button-analysis"), data=encode(AnalysisPress(game_id)))
    return Screen(reader.text("analysis-busy"), ((again,),))


def analysis_screen(
    judged: Sequence[Judgement], decisions: int, info: GameInfo, reader: Reader
) -> Screen:
    """What became of it: `judged` are those of the person's `decisions` that time was found for."""
    voice = Formatter(info, reader)
    good = sum(one.loss < SLIGHT for one in judged)
    parts = [Paragraph(f"<b>{voice.say('analysis-head')}</b>")]
    title = voice.title()
    parts.append(Paragraph(title))
    if not judged:
        return Screen(fit([*parts, Paragraph(voice.say("analysis-nothing"))]), _onward(voice))
    parts.append(Paragraph(voice.say("analysis-summary", decisions=len(judged), good=good)))
    if len(judged) < decisions:
        parts.append(Paragraph(voice.say("analysis-partly", decisions=decisions)))
    costly = costliest(judged)
    if not costly:
        parts.append(Paragraph(voice.say("analysis-clean")))
    for number, one in enumerate(costly, 1):
        parts += _mistake(number, one, voice)
    return Screen(fit(parts), _onward(voice))


def _onward(voice: Formatter) -> tuple[tuple[Button, ...], ...]:
    """Where one may go from there: to the next game, or home with the record of this one."""
    record = HistoryPress("file", game=voice.info.game_id)
    return (again_row(voice), (Button(voice.say("button-record"), data=encode(record)),))


def _mistake(number: int, one: Judgement, voice: Formatter) -> list[Paragraph]:
    view = one.view
    table = pairs(view, voice)
    where = voice.say(
        "analysis-where", bout=view.bout + 1, trump=voice.suit(view.trump), talon=view.talon
    )
    lost = 1 - one.chance
    played_lost = round(100 * (lost + one.loss))
    chance = voice.say("analysis-chance", best=round(100 * lost), played=played_lost)
    exact = f" {voice.say('analysis-exact')}" if one.exact else ""
    played, better = (move_label(view, move, voice) for move in (one.played, one.best))
    return [
        Paragraph(f"\n<b>{number}. {where}</b>", number),
        Paragraph(voice.say("analysis-table", cards=table) if table else "", number),
        Paragraph(voice.say("your-cards", cards=voice.cards(view.hand)), number),
        Paragraph(voice.say("analysis-played", move=played), number),
        Paragraph(voice.say("analysis-better", move=better, why=because(one.why, voice)), number),
        Paragraph(chance + exact, number),
    ]
