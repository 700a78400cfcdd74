"""Which of our languages is kept for a person or a chat."""

from __future__ import annotations

from bot.ports import LANGUAGES, Language


def kept_language(stored: str | None, default: Language) -> Language:
    """A stored language; `default` where none is kept, or none of ours."""
    return next((language for language in LANGUAGES if language == stored), default)
