"""Chance without chance: numbers that follow from what a seat sees."""

from __future__ import annotations

from random import Random

from engine.view import View


def random_of(view: View, purpose: str = "") -> Random:
    """A generator seeded by the view's hand, table and place in the game, and by a purpose.

    The same view and purpose give the same numbers, in every process.
    """
    seen = (view.seat, view.trump_card, view.hand, view.table, view.counts, len(view.log))
    return Random(f"{purpose} {seen}")
