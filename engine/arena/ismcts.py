"""``reference-ismcts``: single-observer information set MCTS, as a baseline.

As P. I. Cowling, E. J. Powley and D. Whitehouse describe it ("Information Set Monte Carlo Tree
Search", 2012): one tree over the actions, each descent in a world of its own; of the children that
are legal in this world the one with the highest UCB1 is followed, counting how often it could be
chosen; a new child is tried at random, then greedy plays to the end. The action of the root that
was tried most is chosen.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import log, sqrt
from random import Random

from engine.actions import REDEAL, RETRACT, UNPACKED, Action, pack
from engine.ai.chance import random_of
from engine.ai.playout import play_out, worth
from engine.ai.worlds import Worlds
from engine.apply import apply
from engine.arena.pimc import SECONDS, candidates
from engine.legal import awaited, legal
from engine.state import OVER, State
from engine.view import View

EXPLORATION = 0.7
"""The constant of UCB1, from the paper, for results of 0..1."""


class Node:
    """An action in the tree: visits, availability, and the sum of its results."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[int, Node] = {}
        self.visits = 0
        self.available = 0
        self.total = 0.0

    def bound(self) -> float:
        """Return the upper confidence bound of its mean."""
        return self.total / self.visits + EXPLORATION * sqrt(log(self.available) / self.visits)


def choose(view: View, legal: Sequence[Action], seconds: float | None = None) -> Action | None:
    """Return an action for the view's seat, after `seconds` of CPU time.

    None if the seat is not awaited.
    """
    own = candidates(view, legal)
    if len(own) < 2:
        return own[0] if own else None
    ends = time.process_time() + (SECONDS if seconds is None else seconds)
    worlds = Worlds(view)
    random = random_of(view, "ismcts")
    root = Node()
    packed = [pack(action) for action in own]
    while True:
        _descend(root, packed, worlds.sample(random), random)
        if time.process_time() >= ends:
            break
    best = max(root.children, key=lambda action: root.children[action].visits)
    return UNPACKED[best]


def _descend(node: Node, actions: list[int], s: State, random: Random) -> None:
    """Descend, play out and back up once; `actions` are those at the root."""
    path: list[tuple[int, Node]] = []
    new = False
    while not new and s.phase != OVER:
        untried = [action for action in actions if action not in node.children]
        if untried:
            new = True
            chosen = random.choice(untried)
            node.children[chosen] = Node()
        for action in actions:
            if action in node.children:
                node.children[action].available += 1
        if not new:
            chosen = max(actions, key=lambda action, at=node: at.children[action].bound())  # type: ignore[misc]
        node = node.children[chosen]
        path.append((chosen, node))
        apply(s, chosen)
        actions = _moves(s)
    lost = play_out(s)
    for action, child in path:
        child.visits += 1
        child.total += worth(lost, action >> 4 & 7)


def _moves(s: State) -> list[int]:
    """Return the next seat's actions, without taking back and redeals."""
    if s.phase == OVER:
        return []
    seat = awaited(s)[0]
    return [a for a in legal(s) if a >> 4 & 7 == seat and a & 15 not in (RETRACT, REDEAL)]
