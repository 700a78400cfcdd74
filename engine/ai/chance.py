"""Reproducible randomness: generators seeded by what a seat sees."""

from __future__ import annotations

from random import Random

from engine.view import View


def random_of(view: View, purpose: str = "") -> Random:
    """Return a generator seeded by a view and a purpose.

    Equal views and purposes give equal numbers in every process.
    """
    seen = (view.seat, view.trump_card, view.hand, view.table, view.counts, len(view.log))
    return Random(f"{purpose} {seen}")
