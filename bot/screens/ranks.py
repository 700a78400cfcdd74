"""Ranks in words (docs/rules.md §9)."""

from __future__ import annotations

from bot.model.people import Language
from engine.pogony import RANKS
from locales.fluent import text


def rank_name(rank: int, lang: Language) -> str:
    """What a rank (0..10) is called."""
    return text(lang, f"rank-{RANKS[rank]}")
