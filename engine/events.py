"""Events: the effects of an action, each with the audience that may see it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.cards import Card


class EventKind(StrEnum):
    """The kinds of events, each with the fields of `Event` that it sets."""

    DEALT = "dealt"  # seat, cards: its own six; audience: that seat
    TRUMP = "trump"  # cards: the trump card
    ASKED = "asked"  # seat: asked about a redeal
    LEADER = "leader"  # seat: leads the bout that begins; other: its defender; rule: see `Event`
    ACTION = "action"  # seat, verb, cards: the action, in terms of the record
    DEFENDER = "defender"  # seat: the new defender, after a transfer, a show or a resignation
    BEATEN = "beaten"  # seat: the defender; cards: the table, gone to the discard
    TAKEN = "taken"  # seat: the defender; cards: the table, gone to that hand
    CLEARED = "cleared"  # cards: the table, gone to the discard because a seat resigned
    DREW = "drew"  # seat, count: how many it drew
    DRAWN = "drawn"  # seat, cards: what it drew; audience: that seat
    OUT = "out"  # seat: went out
    BACK = "back"  # seat: took its last card back and is in again
    POGONY = "pogony"  # seat: on whom; other: by whom, None where left with two
    OVER = "over"  # the game is over and has a result


class Event(NamedTuple):
    """An event in bout `bout`; `audience` is the only seat to see it, None for all.

    `rule` is by which rule a seat leads the first bout of a game (docs/rules.md §4): a value of
    `first_lead` or `next_lead`, or "revenge"; None where it is by none. It tells no more than the
    rules and the lead do: with "lowest_trump" neither the card nor whether anybody holds a trump.
    """

    kind: EventKind
    bout: int
    seat: int | None = None
    other: int | None = None
    verb: str | None = None
    cards: tuple[Card, ...] = ()
    count: int = 0  # type: ignore[assignment]  # of cards; a tuple's own count is not used
    audience: int | None = None
    rule: str | None = None
