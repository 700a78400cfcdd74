"""Convert the trace of the core into events with their audiences."""

from __future__ import annotations

from engine.cards import CARDS, bits, sorted_hand
from engine.events import Event, EventKind
from engine.state import State, TraceEntry


def events_of(trace: list[TraceEntry], bout: int, s: State) -> list[Event]:
    """Return the events of one action's trace, in order; `bout` is the action's bout."""
    events: list[Event] = []
    for entry in trace:
        events.extend(_events(entry, bout, s))
    return events


def _events(entry: TraceEntry, bout: int, s: State) -> list[Event]:
    kind = entry[0]
    if kind == "dealt":
        return _dealt(bout, s)
    if kind == "leader":
        return [Event(EventKind.LEADER, s.bout, entry[1], entry[2], rule=entry[3])]
    if kind in ("beaten", "taken", "cleared"):
        cards = tuple(CARDS[card] for card in bits(entry[2]))
        return [Event(EventKind(kind), bout, entry[1], cards=cards, count=len(cards))]
    if kind == "drew":
        cards = tuple(CARDS[card] for card in bits(entry[2]))
        seat = entry[1]
        return [
            Event(EventKind.DREW, bout, seat, count=len(cards)),
            Event(EventKind.DRAWN, bout, seat, cards=cards, count=len(cards), audience=seat),
        ]
    if kind == "pogony":
        by, on = entry[1], entry[2]
        return [Event(EventKind.POGONY, bout, on, None if by < 0 else by)]
    return [Event(EventKind(kind), bout, *entry[1:2])]


def _dealt(bout: int, s: State) -> list[Event]:
    hands = [
        Event(
            EventKind.DEALT,
            bout,
            seat,
            cards=sorted_hand(hand, s.trump),
            count=hand.bit_count(),
            audience=seat,
        )
        for seat, hand in enumerate(s.hands)
        if hand
    ]
    trump = Event(EventKind.TRUMP, bout, cards=(CARDS[s.trump_card],))
    return [*hands, trump, *(Event(EventKind.ASKED, bout, seat) for seat in s.asked[:1])]
