"""How much a search may look at."""

from __future__ import annotations

import time

_LOOK = 250


class OutOfBudgetError(Exception):
    """The time or the nodes are used up."""


class Budget:
    """So many nodes and so many seconds of this thread's processor time.

    `nodes` counts what has been looked at.
    """

    def __init__(self, nodes: int, seconds: float) -> None:
        self.nodes = 0
        self.most_nodes = nodes
        self.next_look = min(_LOOK, nodes)
        self.deadline = time.thread_time() + seconds

    def count(self) -> None:
        """One more node.

        Raises:
            OutOfBudgetError: it was one too many, or the time is up.
        """
        self.nodes += 1
        if self.nodes >= self.next_look:
            if self.nodes >= self.most_nodes or time.thread_time() > self.deadline:
                raise OutOfBudgetError
            self.next_look = min(self.nodes + _LOOK, self.most_nodes)
