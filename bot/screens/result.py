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


def result_parts(view: View, result: Result, formatter: Formatter) -> list[Paragraph]:
    """Durak or draw and why, the places, and pogony.

    Who still holds cards in a draw has no place. With teams nobody has: a team wins as a whole.
    """
    if result.void:
        return [Paragraph(formatter.say("result-void", name=formatter.names(view.resigned)))]
    pogony = [pogony_line(hung.by, hung.on, formatter) for hung in result.pogony]
    return [
        Paragraph(f"<b>{_verdict(view, result, formatter)}</b>"),
        *map(Paragraph, _places(view, result, formatter)),
        *(Paragraph(line, 1) for line in pogony),
        *(Paragraph(_promotion(change, formatter), 1) for change in formatter.info.ranks),
    ]


def _promotion(change: RankChange, formatter: Formatter) -> str:
    rank = rank_name(change.after, formatter.reader)
    return formatter.say("rank-new", rank=rank, name=formatter.name(change.seat))


def _verdict(view: View, result: Result, formatter: Formatter) -> str:
    if result.durak is not None:
        return formatter.say("result-durak", name=formatter.name(result.durak))
    if not result.draw:
        return formatter.say("result-team", names=formatter.names(result.losers))
    # Who left has lost before, whatever the others come to.
    losers = [seat for seat in result.losers if seat not in view.resigned]
    if losers:
        return formatter.say("result-draw-lost", names=formatter.names(losers))
    return formatter.say("result-draw")


def _places(view: View, result: Result, formatter: Formatter) -> list[str]:
    """Why it is a draw, who has won as a team, and who has which place."""
    holding = [seat for seat, count in enumerate(view.counts) if count]
    lines: list[str] = []
    if result.draw:
        lines.append(formatter.say("draw-repeated" if holding else "draw-no-cards"))
    if view.rules.teams:
        if winners := sorted(result.winners(view.rules.teams)):
            lines.append(formatter.say("result-winners", names=formatter.names(winners)))
        lines += (formatter.say("team-gone", name=formatter.name(seat)) for seat in view.resigned)
        return lines
    lines += (
        formatter.say(_place_key(view, result, seat), place=number, name=formatter.name(seat))
        for number, seat in enumerate(result.places, 1)
        if not (result.draw and seat in holding)
    )
    if result.draw and holding:
        lines.append(formatter.say("draw-holding", names=formatter.names(holding)))
    return lines


def _place_key(view: View, result: Result, seat: int) -> str:
    if seat in view.resigned:
        return "place-gone"
    return "place-durak" if seat == result.durak else "place"
