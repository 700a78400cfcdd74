"""Perft: count action sequences to a fixed depth, to detect changes of the rules."""

from __future__ import annotations

from engine.apply import apply
from engine.legal import legal
from engine.state import State


def perft(s: State, depth: int) -> int:
    """Count the sequences of `depth` legal actions; shorter games do not count.

    Resignations are excluded, and a redeal ends a sequence, since it needs a deck.
    """
    if depth <= 0:
        return 1
    actions = legal(s)
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = s.copy()
        apply(after, action)
        count += perft(after, depth - 1)
    return count
