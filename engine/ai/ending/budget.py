"""The budget of a search."""

from __future__ import annotations

import time
from typing import NamedTuple

_LOOK = 250


class OutOfBudgetError(Exception):
    """The time or the nodes of a search are used up."""


class Limits(NamedTuple):
    """Limits in nodes, seconds of this thread's CPU time, and seconds of wall time."""

    nodes: int
    seconds: float
    clock: float


class Budget:
    """Counts nodes, and ends the search at its limits."""

    def __init__(self, limits: Limits) -> None:
        nodes, seconds, clock = limits
        self.nodes = 0
        self.most_nodes = nodes
        self.next_look = min(_LOOK, nodes)
        self.deadline = time.thread_time() + seconds
        self.latest = time.monotonic() + clock

    def count(self) -> None:
        """Count one node.

        Raises:
            OutOfBudgetError: a limit is reached.
        """
        self.nodes += 1
        if self.nodes >= self.next_look:
            late = time.thread_time() > self.deadline or time.monotonic() > self.latest
            if late or self.nodes >= self.most_nodes:
                raise OutOfBudgetError
            self.next_look = min(self.nodes + _LOOK, self.most_nodes)
