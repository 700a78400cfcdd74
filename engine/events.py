"""What an action has brought about, each with the audience that may see it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.cards import Card


class EventKind(StrEnum):
    """The kinds of events; what `Event` carries for each stands beside it."""

    DEALT = "dealt"  # seat, cards: its own six; audience: that seat
    TRUMP = "trump"  # cards: the trump card
    ASKED = "asked"  # seat: asked about a redeal
    LEADER = "leader"  # seat: leads the bout that begins; other: its defender
    ACTION = "action"  # seat, verb, cards: what was done, in the record's words
    DEFENDER = "defender"  # seat: the new defender, after a transfer, a show or a resignation
    BEATEN = "beaten"  # seat: the defender; cards: the table, gone to the discard
    TAKEN = "taken"  # seat: the defender; cards: the table, gone to that hand
    CLEARED = "cleared"  # cards: the table, gone to the discard because a seat resigned
    DREW = "drew"  # seat, count: how many it drew
    DRAWN = "drawn"  # seat, cards: what it drew; audience: that seat
    OUT = "out"  # seat: went out
    BACK = "back"  # seat: took its last card back and is in again
    POGONY = "pogony"  # seat: on whom; other: by whom, None where left with two
    OVER = "over"  # the result is there


class Event(NamedTuple):
    """One thing that happened in bout `bout`; `audience` is None where everybody may see it."""

    kind: EventKind
    bout: int
    seat: int | None = None
    other: int | None = None
    verb: str | None = None
    cards: tuple[Card, ...] = ()
    count: int = 0  # type: ignore[assignment]  # of cards; a tuple's own count is not used
    audience: int | None = None
