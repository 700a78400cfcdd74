"""How a game ended, in words (docs/rules.md §§8-9)."""

from __future__ import annotations

from bot.model.scores import RankChange
from bot.screens.bout_log import pogony_line
from bot.screens.formatter import Formatter, Paragraph
from bot.screens.ranks import rank_name
from engine import Result, View


def ended_part(ended: str, formatter: Formatter) -> Paragraph:
    """Return the end of a game from outside: "stopped", "expired" or "broken"."""
    return Paragraph(f"<b>{formatter.say(f'ended-{ended}')}</b>")


def result_parts(view: View, result: Result, voice: Formatter) -> list[Paragraph]:
    """Durak or draw and why, the places, and pogony.

    Who still holds cards in a draw has no place. With teams nobody has: a team wins as a whole.
    """
    if result.void:
        return [Paragraph(voice.say("result-void", name=voice.names(view.resigned)))]
    pogony = [pogony_line(hung.by, hung.on, voice) for hung in result.pogony]
    return [
        Paragraph(f"<b>{_verdict(view, result, voice)}</b>"),
        *map(Paragraph, _places(view, result, voice)),
        *(Paragraph(line, 1) for line in pogony),
        *(Paragraph(_promotion(change, formatter), 1) for change in formatter.info.ranks),
    ]


def _promotion(change: RankChange, formatter: Formatter) -> str:
    rank = rank_name(change.after, formatter.reader)
    return formatter.say("rank-new", rank=rank, name=formatter.name(change.seat))


def _verdict(view: View, result: Result, voice: Formatter) -> str:
    if result.durak is not None:
        return voice.say("result-durak", name=voice.name(result.durak))
    if not result.draw:
        return voice.say("result-team", names=voice.names(result.losers))
    # Who left has lost before, whatever the others come to.
    losers = [seat for seat in result.losers if seat not in view.resigned]
    if losers:
        return voice.say("result-draw-lost", names=voice.names(losers))
    return voice.say("result-draw")


def _places(view: View, result: Result, voice: Formatter) -> list[str]:
    """Why it is a draw, who has won as a team, and who has which place."""
    holding = [seat for seat, count in enumerate(view.counts) if count]
    lines: list[str] = []
    if result.draw:
        lines.append(voice.say("draw-repeated" if holding else "draw-no-cards"))
    if view.rules.teams:
        if winners := sorted(result.winners(view.rules.teams)):
            lines.append(voice.say("result-winners", names=voice.names(winners)))
        lines += (voice.say("team-gone", name=voice.name(seat)) for seat in view.resigned)
        return lines
    lines += (
        voice.say(_place_key(view, result, seat), place=number, name=voice.name(seat))
        for number, seat in enumerate(result.places, 1)
        if not (result.draw and seat in holding)
    )
    if result.draw and holding:
        lines.append(voice.say("draw-holding", names=voice.names(holding)))
    return lines


def _place_key(view: View, result: Result, seat: int) -> str:
    if seat in view.resigned:
        return "place-gone"
    return "place-durak" if seat == result.durak else "place"
