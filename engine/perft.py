"""Counting action sequences to a fixed depth: a number that any change of the rules changes."""

from __future__ import annotations

from engine.apply import apply
from engine.legal import legal
from engine.state import State


def perft(s: State, depth: int) -> int:
    """How many sequences of `depth` legal actions there are; a game that ends sooner counts none.

    Resignations are not counted, and a redeal ends a sequence, since its deck is not chosen here.
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
