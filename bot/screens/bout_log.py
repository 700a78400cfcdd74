"""What has been done, told from the public log: the last action, the last bout that has ended."""

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


def bout_log(view: View, voice: Formatter) -> list[Paragraph]:
    """What a table shows of the past.

    While nothing has been done in a bout yet, the whole bout before it, move by move; afterwards
    the last action, and one line on how the bout before ended. In the first bout of a game that
    line says why its lead leads.
    """
    last = next((event for event in reversed(view.log) if event.kind is EventKind.ACTION), None)
    if last is None:
        return [Paragraph(_first_lead(view, voice), 3)]
    if last.bout < view.bout:
        return _finished(view, _of_bout(view, last.bout), voice)
    before = _of_bout(view, last.bout - 1)
    run = _runs(_of_bout(view, last.bout))[-1]
    past = _ending(view, before, voice) if view.bout else _first_lead(view, voice)
    return [Paragraph(_last(view, run, voice)), Paragraph(past, 3)]


def _first_lead(view: View, voice: Formatter) -> str:
    """By which rule somebody leads first; empty where that is not to be told."""
    rule = lead_rule(view)
    if rule is None or view.lead is None or view.dealer is None:
        return ""
    key = f"first-lead-{rule.replace('_', '-')}"
    return voice.say(key, name=voice.name(view.lead), dealer=voice.name(view.dealer))


def _of_bout(view: View, bout: int) -> list[Event]:
    """The events of one of the last bouts; the log is long, so it is read from its end."""
    later = takewhile(lambda event: event.bout >= bout, reversed(view.log))
    return [event for event in later if event.bout == bout][::-1]


def _last(view: View, run: Sequence[Event], voice: Formatter) -> str:
    seat = run[0].seat
    if run[0].verb == Verb.PASS and seat is not None and view.taking:
        return voice.say("move-let-take", name=voice.name(seat))
    return _move(run, voice)


def _runs(events: Sequence[Event]) -> list[list[Event]]:
    """Actions of one seat with one verb, together; what it adds to its own lead is a lead too."""
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


def _finished(view: View, events: Sequence[Event], voice: Formatter) -> list[Paragraph]:
    return [
        Paragraph(_ending(view, events, voice)),
        Paragraph(_moves(events, voice), 4),
        *(Paragraph(line, 2) for line in _outs(view, events, voice)),
    ]


def _ending(view: View, events: Sequence[Event], voice: Formatter) -> str:
    for event in events:
        if event.kind in _ENDS and event.seat is not None:
            name, count = voice.name(event.seat), event.count
            how = voice.say(_ENDS[event.kind], name=name, count=count)
            return voice.say("last-bout" if view.result is None else "final-bout", how=how)
    return ""


def _moves(events: Sequence[Event], voice: Formatter) -> str:
    moves = [event for event in events if event.verb != Verb.PASS]
    lines = [_move(run, voice) for run in _runs(moves)]
    return f"<blockquote>{' · '.join(lines)}</blockquote>" if lines else ""


def _move(run: Sequence[Event], voice: Formatter) -> str:
    """Actions of one seat with one verb, in words."""
    first = run[0]
    if first.seat is None:
        return ""
    if first.verb == Verb.BEAT:
        pairs = (event.cards for event in run)
        cards = ", ".join(f"{voice.card(a)}–{voice.card(d)}" for a, d in pairs)
    else:
        cards = voice.cards(card for event in run for card in event.cards)
    return voice.say(f"move-{first.verb}", name=voice.name(first.seat), cards=cards)


def beat_label(attack: Card, defence: Card, voice: Formatter) -> str:
    """A defence card laid on an attack card."""
    return f"{voice.card(defence)} → {voice.card(attack)}"


def _outs(view: View, events: Sequence[Event], voice: Formatter) -> list[str]:
    """Who went out in a bout, and who hung pogony on whom; while the game is on."""
    lines: list[str] = []
    if view.result is not None:
        return lines
    for event in events:
        if event.seat is None:
            continue
        if event.kind is EventKind.OUT and event.seat in view.out:
            lines.append(out_line("goes-out", view, event.seat, voice))
        elif event.kind is EventKind.POGONY:
            lines.append(pogony_line(event.other, event.seat, voice))
    return lines


def out_line(key: str, view: View, seat: int, voice: Formatter, name: str | None = None) -> str:
    """Say that a seat is out of cards and which place that is; a team has no places."""
    name = voice.name(seat) if name is None else name
    if view.rules.teams:
        return voice.say(f"{key}-team", name=name)
    return voice.say(key, name=name, place=view.out.index(seat) + 1)


def pogony_line(by: int | None, on: int, voice: Formatter) -> str:
    """Shoulder-straps, in words."""
    if by is None:
        return voice.say("pogony-left", name=voice.name(on))
    return voice.say("pogony-hung", by=voice.name(by), on=voice.name(on))
