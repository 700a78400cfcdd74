"""Errors that end a match."""

from __future__ import annotations

from engine.errors import EngineError


class ArenaError(EngineError):
    """A match that can't be played; the message is one plain line."""


class PlayerFault(ArenaError):
    """A player gave no answer in time, or an illegal one."""
