"""Replay of a record: the position after each action, with all hands open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import Card
from engine.record import steps
from engine.view import View


@dataclass(frozen=True, slots=True)
class Frame:
    """One position of a game: a bystander's `view`, and the hand of each seat."""

    view: View
    hands: tuple[tuple[Card, ...], ...]


def frames(record: Mapping[str, Any]) -> tuple[Frame, ...]:
    """Return the frames of a record: after the deal and after each action.

    Raises:
        RecordError: the record can't be played.
    """
    return tuple(
        Frame(game.view(None), tuple(game.hand(seat) for seat in range(game.state.r.n)))
        for game in steps(record)
    )


def bout_starts(found: tuple[Frame, ...]) -> tuple[int, ...]:
    """Return the indexes of the frames in which bouts begin, the deal's (0) first."""
    bouts = [frame.view.bout for frame in found]
    return (0, *(n for n in range(1, len(bouts)) if bouts[n] != bouts[n - 1]))
