"""The bout log: the last action and the last bout in words, from the public log."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from bot.screens.formatter import Formatter, Paragraph
from engine import Card, Event, EventKind, Verb, View
from engine.series import lead_rule

_ENDS = {
    EventKind.BEATEN: "end-beaten",
    EventKind.TAKEN: "end-taken",
    EventKind.CLEARED: "end-cleared",
}


def bout_log(view: View, formatter: Formatter) -> list[Paragraph]:
    """Return what a table shows of the past.

    While nothing has been done in a bout yet, the whole bout before it, move by move; afterwards
    the last action, and one line on how the bout before ended. In the first bout of a game that
    line says why its lead leads.
    """
    last = next((event for event in reversed(view.log) if event.kind is EventKind.ACTION), None)
    if last is None:
        return [Paragraph(_first_lead(view, formatter), 3)]
    if last.bout < view.bout:
        return _finished(view, _of_bout(view, last.bout), formatter)
    before = _of_bout(view, last.bout - 1)
    run = _runs(_of_bout(view, last.bout))[-1]
    past = _ending(view, before, formatter) if view.bout else _first_lead(view, formatter)
    return [Paragraph(_last(view, run, formatter)), Paragraph(past, 3)]


def _first_lead(view: View, formatter: Formatter) -> str:
    """By which rule somebody leads first; empty where that is not to be told."""
    rule = lead_rule(view)
    if rule is None or view.lead is None or view.dealer is None:
        return ""
    key = f"first-lead-{rule.replace('_', '-')}"
    return formatter.say(key, name=formatter.name(view.lead), dealer=formatter.name(view.dealer))


def _of_bout(view: View, bout: int) -> list[Event]:
    """Return the events of a recent bout, reading the long log from its end."""
    later = takewhile(lambda event: event.bout >= bout, reversed(view.log))
    return [event for event in later if event.bout == bout][::-1]


def _last(view: View, run: Sequence[Event], formatter: Formatter) -> str:
    seat = run[0].seat
    if run[0].verb == Verb.PASS and seat is not None and view.taking:
        return formatter.say("move-let-take", name=formatter.name(seat))
    return _move(run, formatter)


def _runs(events: Sequence[Event]) -> list[list[Event]]:
    """Group consecutive actions of one seat and verb; throws may follow its own lead."""
    runs: list[list[Event]] = []
    for event in events:
        if event.kind is not EventKind.ACTION:
            continue
        first = runs[-1][0] if runs else None
        if first and first.seat == event.seat and _continues(first.verb, event.verb):
            runs[-1].append(event)
        else:
            runs.append([event])
    return runs


def _continues(before: str | None, verb: str | None) -> bool:
    return verb == before or (before == Verb.LEAD and verb == Verb.THROW)


def _finished(view: View, events: Sequence[Event], formatter: Formatter) -> list[Paragraph]:
    return [
        Paragraph(_ending(view, events, formatter)),
        Paragraph(_moves(events, formatter), 4),
        *(Paragraph(line, 2) for line in _outs(view, events, formatter)),
    ]


def _ending(view: View, events: Sequence[Event], formatter: Formatter) -> str:
    for event in events:
        if event.kind in _ENDS and event.seat is not None:
            name, count = formatter.name(event.seat), event.count
            how = formatter.say(_ENDS[event.kind], name=name, count=count)
            return formatter.say("last-bout" if view.result is None else "final-bout", how=how)
    return ""


def _moves(events: Sequence[Event], formatter: Formatter) -> str:
    moves = [event for event in events if event.verb != Verb.PASS]
    lines = [_move(run, formatter) for run in _runs(moves)]
    return f"<blockquote>{' · '.join(lines)}</blockquote>" if lines else ""


def _move(run: Sequence[Event], formatter: Formatter) -> str:
    """Return grouped actions in words."""
    first = run[0]
    if first.seat is None:
        return ""
    if first.verb == Verb.BEAT:
        pairs = (event.cards for event in run)
        cards = ", ".join(f"{formatter.card(a)}–{formatter.card(d)}" for a, d in pairs)
    else:
        cards = formatter.cards(card for event in run for card in event.cards)
    return formatter.say(f"move-{first.verb}", name=formatter.name(first.seat), cards=cards)


def beat_label(attack: Card, defence: Card, formatter: Formatter) -> str:
    """Return the label for a defence card that beats an attack card."""
    return f"{formatter.card(defence)} → {formatter.card(attack)}"


def _outs(view: View, events: Sequence[Event], formatter: Formatter) -> list[str]:
    """Return who went out in a bout and who hung pogony on whom, while the game is on."""
    lines: list[str] = []
    if view.result is not None:
        return lines
    for event in events:
        if event.seat is None:
            continue
        if event.kind is EventKind.OUT and event.seat in view.out:
            lines.append(out_line("goes-out", view, event.seat, formatter))
        elif event.kind is EventKind.POGONY:
            lines.append(pogony_line(event.other, event.seat, formatter))
    return lines


def out_line(key: str, view: View, seat: int, formatter: Formatter, name: str | None = None) -> str:
    """Say that a seat is out of cards and which place that is; a team has no places."""
    name = formatter.name(seat) if name is None else name
    if view.rules.teams:
        return formatter.say(f"{key}-team", name=name)
    return formatter.say(key, name=name, place=view.out.index(seat) + 1)


def pogony_line(by: int | None, on: int, formatter: Formatter) -> str:
    """Shoulder-straps, in words."""
    if by is None:
        return formatter.say("pogony-left", name=formatter.name(on))
    return formatter.say("pogony-hung", by=formatter.name(by), on=formatter.name(on))
