"""The search of the strong levels: the value of each action over possible worlds.

All actions are tried in the same worlds (common random numbers). The rest of the bout is a tree
over these worlds, keyed by public actions: each seat chooses by UCB, greedy's choice first; a seat
that seems to play as greedy (`engine.ai.manner`) does so in that share of the worlds. Beyond the
tree greedy plays the bout to its end, and `engine.ai.value` evaluates the position before the next
lead. Actions that are clearly worse are pruned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from random import Random
from time import monotonic, process_time

from engine.actions import REDEAL, RETRACT
from engine.ai.fast import choose
from engine.ai.playout import play_out
from engine.ai.value import result, value
from engine.ai.worlds import Worlds
from engine.apply import apply
from engine.legal import legal
from engine.state import ASKING, BOUT, OVER, State

ROUND = 8
"""Worlds between two checks of the pruning and of the time."""
BEHIND = 3.0
"""An action is pruned if its mean is this many standard errors below the best."""
CURIOSITY = 0.25
"""The exploration constant of UCB."""


@dataclass(frozen=True, slots=True)
class Ingredients:
    """The components of the search, which can be disabled to measure their effect.

    `likely`: prefer worlds in which the others have played as people do. `manner`: model seats
    that seem to play as greedy. `tree`: search the bout instead of a greedy play-out. `learnt`:
    evaluate the position after the bout by `engine.ai.value` instead of a play-out. `endings`:
    solve endings with open cards.
    """

    likely: bool = True
    manner: bool = True
    tree: bool = True
    learnt: bool = True
    endings: bool = True


class Node:
    """Statistics of each action of a seat, after the same public actions of the bout.

    `found` has for each action how often it was tried, the sum of its values to the seat, how often
    it was available, and the node that follows.
    """

    __slots__ = ("found", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.found: dict[int, _Found] = {}

    def of(self, action: int) -> _Found:
        """Return the statistics of an action; empty ones if it is new."""
        found = self.found.get(action)
        if found is None:
            found = self.found[action] = _Found()
        return found


class _Found:
    __slots__ = ("after", "could", "tried", "worth")

    def __init__(self) -> None:
        self.tried = 0
        self.could = 0
        self.worth = 0.0
        self.after = Node()


class Search:
    """The search for the best of a seat's actions (packed).

    `seed` is for sampling worlds; `plain` is how likely each seat plays as greedy. `values` has for
    each action its value in each world it was tried in.
    """

    def __init__(
        self,
        worlds: Worlds,
        seat: int,
        actions: Sequence[int],
        seed: int | str,
        plain: Sequence[float],
        made_of: Ingredients,
    ) -> None:
        self.seat = seat
        self.actions = list(actions)
        self.values: list[list[float]] = [[] for _ in self.actions]
        self.tried = 0
        self._plain = plain
        self._made_of = made_of
        self._worlds = worlds
        self._rng = Random(seed)
        self._roots = [Node() for _ in self.actions]
        self._live = list(range(len(self.actions)))

    def run(self, seconds: float, worlds: int, *, clock: float = inf, every: bool = False) -> None:
        """Try worlds until `seconds` of CPU time, so many worlds, or one action is left.

        `clock` limits the wall time in seconds. With `every`, no action is pruned.
        """
        ends = process_time() + seconds
        latest = monotonic() + clock
        while self.tried < worlds and (every or len(self._live) > 1):
            for _ in range(min(ROUND, worlds - self.tried)):
                self._try_world()
            if not every:
                self._leave_out()
            if process_time() >= ends or monotonic() >= latest:
                break

    def best(self) -> int:
        """Return the best of the remaining actions."""
        return self.actions[max(self._live, key=self.worth)]

    def worth(self, at: int) -> float:
        """Return the mean value of the action at an index, 0..1."""
        values = self.values[at]
        return sum(values) / len(values) if values else 0.5

    def _try_world(self) -> None:
        self.tried += 1
        plain = 0
        for seat, likely in enumerate(self._plain):
            if seat != self.seat and self._rng.random() < likely:
                plain |= 1 << seat
        world = self._worlds.sample(self._rng, likely=self._made_of.likely, plain=plain)
        for at in self._live:
            self.values[at].append(self._try(world.copy(), at, plain))

    def _try(self, s: State, at: int, plain: int) -> float:
        """Play an action and the rest of the bout in a world; return its value.

        The seats of the mask `plain` play as greedy.
        """
        action = self.actions[at]
        if action & 15 == REDEAL:
            return 0.5 if s.r.teams else 1 - 1 / s.r.n
        apply(s, action)
        node = self._roots[at]
        path: list[tuple[_Found, int]] = []
        while s.phase == BOUT and node.visits and self._made_of.tree:
            node.visits += 1
            mover = s.defender if s.open and not s.taking else s.throwing[0][0]
            if plain >> mover & 1:
                picked = choose(s)
                found = node.of(picked)
            else:
                picked, found = _pick(s, mover, node)
                path.append((found, mover))
            apply(s, picked)
            node = found.after
        node.visits += 1
        while s.phase == BOUT or s.phase == ASKING:
            apply(s, choose(s))
        judge = value
        if not self._made_of.learnt:
            if s.phase != OVER:
                s.lost = play_out(s)
            judge = result
        return self._learn(s, path, judge)

    def _learn(
        self, s: State, path: list[tuple[_Found, int]], judge: Callable[[State, int], float]
    ) -> float:
        worth = {self.seat: judge(s, self.seat)}
        for found, mover in path:
            if mover not in worth:
                worth[mover] = 1 - worth[self.seat] if s.r.n == 2 else judge(s, mover)
            found.tried += 1
            found.worth += worth[mover]
        return worth[self.seat]

    def _leave_out(self) -> None:
        """Prune the actions that are worse than the best one in the same worlds."""
        best = max(self._live, key=self.worth)
        ahead = self.values[best]
        count = len(ahead)
        kept = []
        for at in self._live:
            gaps = [one - other for one, other in zip(ahead, self.values[at], strict=True)]
            mean = sum(gaps) / count
            spread = sum((gap - mean) ** 2 for gap in gaps) / count
            if at == best or mean <= BEHIND * sqrt(spread / count) + 1e-9:
                kept.append(at)
        self._live = kept


def _pick(s: State, mover: int, node: Node) -> tuple[int, _Found]:
    """Return the action to try next, and its statistics."""
    fresh = []
    could = []
    for action in legal(s):
        if action >> 4 & 7 == mover and action & 15 != RETRACT:
            found = node.of(action)
            found.could += 1
            if not found.tried:
                fresh.append(action)
            could.append((action, found))
    if fresh:
        action = choose(s)
        if action not in fresh:
            action = fresh[0]
        return action, node.of(action)
    if len(could) == 1:
        return could[0]
    return max(could, key=_hope)


def _hope(pair: tuple[int, _Found]) -> float:
    found = pair[1]
    tried = found.tried
    return found.worth / tried + CURIOSITY * sqrt(log(found.could) / tried)
