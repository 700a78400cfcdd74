"""The levels of computer opponents, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from engine.actions import Action
from engine.ai import amateur, novice
from engine.ai.thinking import (
    GRANDMASTER,
    GRANDMASTER_SECONDS,
    MASTER,
    MASTER_SECONDS,
    think,
)
from engine.errors import UnknownPlayer
from engine.view import View

Choice = Callable[[View, Sequence[Action], float | None], Action | None]

LEVELS = ("novice", "amateur", "master", "grandmaster")
"""From the weakest to the strongest."""


_QUICK = {"novice": novice.choose, "amateur": amateur.choose}
_SEARCHING = {
    "master": (MASTER_SECONDS, MASTER),
    "grandmaster": (GRANDMASTER_SECONDS, GRANDMASTER),
}


def choose(
    level: str,
    view: View,
    legal: Sequence[Action],
    seconds: float | None = None,
    clock: float = inf,
) -> Action | None:
    """Choose an action at a level, from the view and the legal actions alone.

    Return an action of `legal` for the view's seat, None if it is not awaited. Randomness is seeded
    by the view, so equal views give equal actions; for levels that search, only if they get
    equally far. `seconds` is their CPU time, None for the level's default; `clock` limits the wall
    time, which passes faster on a busy machine.

    Raises:
        UnknownPlayer: there is no such level.
    """
    if level in _QUICK:
        return _QUICK[level](view, legal)
    if level not in _SEARCHING:
        raise UnknownPlayer(level, LEVELS)
    measure, made_of = _SEARCHING[level]
    return think(view, legal, measure if seconds is None else seconds, made_of=made_of, clock=clock)
