"""The levels of computer opponents, by name: what a seat does at each of them."""

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
    """What a seat does at a level, from its view and the legal actions alone.

    The action is one of `legal` and of the view's seat; None only where that seat is not awaited.
    What is left to chance is drawn from the view, so the same view gives the same action; with
    levels that search, as long as they get equally far in `seconds`, which is how long they may
    think on one core, their own measure where None. `clock` is how many seconds may pass by the
    clock, which on a busy machine runs faster.

    Raises:
        UnknownPlayer: there is no such level.
    """
    if level in _QUICK:
        return _QUICK[level](view, legal)
    if level not in _SEARCHING:
        raise UnknownPlayer(level, LEVELS)
    measure, made_of = _SEARCHING[level]
    return think(view, legal, measure if seconds is None else seconds, made_of=made_of, clock=clock)
