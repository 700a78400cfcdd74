"""A game looked back on: what it was like after each of its actions, all hands open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import Card
from engine.record import steps
from engine.view import View


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of a game: a bystander's `view` of it, and what each seat held."""

    view: View
    hands: tuple[tuple[Card, ...], ...]


def frames(record: Mapping[str, Any]) -> tuple[Frame, ...]:
    """The game as dealt and after each action of its record: one more than there are actions.

    Raises:
        RecordError: the record cannot be played.
    """
    return tuple(
        Frame(game.view(None), tuple(game.hand(seat) for seat in range(game.state.r.n)))
        for game in steps(record)
    )


def bout_starts(found: tuple[Frame, ...]) -> tuple[int, ...]:
    """The numbers of the frames with which bouts begin, the deal's (0) first."""
    bouts = [frame.view.bout for frame in found]
    return (0, *(n for n in range(1, len(bouts)) if bouts[n] != bouts[n - 1]))
