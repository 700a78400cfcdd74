"""Ranks in words (docs/rules.md §9)."""

from __future__ import annotations

from bot.model.people import Reader
from engine.pogony import RANKS


def rank_name(rank: int, reader: Reader) -> str:
    """Return the name of a rank (0..10)."""
    return reader.text(f"rank-{RANKS[rank]}")
