"""How a game ended, in words (docs/rules.md §§8-9)."""

from __future__ import annotations

from bot.model.scores import RankChange
from bot.screens.bout_log import pogony_line
from bot.screens.formatter import Formatter, Paragraph
from bot.screens.ranks import rank_name
from engine import Result, View


def ended_part(ended: str, voice: Formatter) -> Paragraph:
    """The words for a game that was ended from outside: "stopped", "expired" or "broken"."""
    return Paragraph(f"<b>{voice.say(f'ended-{ended}')}</b>")


def result_parts(view: View, result: Result, voice: Formatter) -> list[Paragraph]:
    """Durak or draw, the places, and pogony."""
    if result.void:
        return [Paragraph(voice.say("result-void", name=voice.names(view.resigned)))]
    places = [
        voice.say(_place_key(view, result, seat), place=number, name=voice.name(seat))
        for number, seat in enumerate(result.places, 1)
    ]
    pogony = [pogony_line(hung.by, hung.on, voice) for hung in result.pogony]
    return [
        Paragraph(f"<b>{_verdict(result, voice)}</b>"),
        *map(Paragraph, places),
        *(Paragraph(line, 1) for line in pogony),
        *(Paragraph(_promotion(change, voice), 1) for change in voice.info.ranks),
    ]


def _promotion(change: RankChange, voice: Formatter) -> str:
    rank = rank_name(change.after, voice.reader)
    return voice.say("rank-new", rank=rank, name=voice.name(change.seat))


def _verdict(result: Result, voice: Formatter) -> str:
    if result.durak is not None:
        return voice.say("result-durak", name=voice.name(result.durak))
    losers = voice.names(result.losers)
    if not result.draw:
        return voice.say("result-team", names=losers)
    return voice.say("result-draw-lost", names=losers) if losers else voice.say("result-draw")


def _place_key(view: View, result: Result, seat: int) -> str:
    if seat in view.resigned:
        return "place-gone"
    return "place-durak" if seat == result.durak else "place"
