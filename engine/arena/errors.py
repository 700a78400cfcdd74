"""What ends a match before its time."""

from __future__ import annotations

from engine.errors import EngineError


class ArenaError(EngineError):
    """A match that cannot be played as asked; the text is one plain line."""


class PlayerFault(ArenaError):
    """A player gave no answer in time, an answer that is not legal, or none at all."""
