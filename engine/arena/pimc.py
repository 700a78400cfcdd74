"""``reference-pimc``: a flat determinised search, as a simple baseline.

Worlds are drawn uniformly from those consistent with the view (`engine.ai.worlds`). In each of them
every action of the seat is played and the game goes on by greedy to its end. The action with the
best mean is chosen, the first of equals.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from engine.actions import Action, Verb, pack
from engine.ai.chance import random_of
from engine.ai.playout import play_out, worth
from engine.ai.worlds import Worlds
from engine.apply import apply
from engine.view import View

SECONDS = 0.1
"""The default thinking time."""


def candidates(view: View, legal: Sequence[Action]) -> list[Action]:
    """Return the actions of the view's seat, without taking back and redeals."""
    if view.seat not in view.awaited:
        return []
    without = (Verb.RETRACT, Verb.REDEAL)
    return [a for a in legal if a.seat == view.seat and a.verb not in without]


def choose(view: View, legal: Sequence[Action], seconds: float | None = None) -> Action | None:
    """Return an action for the view's seat, after `seconds` of CPU time.

    None if the seat is not awaited.
    """
    own = candidates(view, legal)
    if len(own) < 2:
        return own[0] if own else None
    ends = time.process_time() + (SECONDS if seconds is None else seconds)
    worlds = Worlds(view)
    random = random_of(view, "pimc")
    packed = [pack(action) for action in own]
    sums = [0.0] * len(own)
    while True:
        world = worlds.sample(random)
        for at, action in enumerate(packed):
            after = world.copy()
            apply(after, action)
            sums[at] += worth(play_out(after), own[at].seat)
        if time.process_time() >= ends:
            return own[sums.index(max(sums))]
