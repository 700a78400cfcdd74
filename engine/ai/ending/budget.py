"""How much a search may look at."""

from __future__ import annotations

import time
from typing import NamedTuple

_LOOK = 250


class OutOfBudgetError(Exception):
    """The time or the nodes are used up."""


class Limits(NamedTuple):
    """So many nodes, seconds of this thread's processor time, and seconds by the clock."""

    nodes: int
    seconds: float
    clock: float


class Budget:
    """Counts in `nodes` what has been looked at, and ends the search at its limits."""

    def __init__(self, limits: Limits) -> None:
        nodes, seconds, clock = limits
        self.nodes = 0
        self.most_nodes = nodes
        self.next_look = min(_LOOK, nodes)
        self.deadline = time.thread_time() + seconds
        self.latest = time.monotonic() + clock

    def count(self) -> None:
        """One more node.

        Raises:
            OutOfBudgetError: it was one too many, or the time is up.
        """
        self.nodes += 1
        if self.nodes >= self.next_look:
            late = time.thread_time() > self.deadline or time.monotonic() > self.latest
            if late or self.nodes >= self.most_nodes:
                raise OutOfBudgetError
            self.next_look = min(self.nodes + _LOOK, self.most_nodes)
