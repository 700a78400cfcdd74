"""`master` and `grandmaster`: their choice, and their assessment of every action."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import inf
from random import Random
from time import monotonic
from typing import NamedTuple

from engine.actions import UNPACKED, Action, Verb, pack
from engine.ai.ending.solver import Solution, solvable, solve
from engine.ai.manner import plainness
from engine.ai.search import Ingredients, Search
from engine.ai.worlds import Worlds
from engine.view import View

MASTER_SECONDS = 0.3
GRANDMASTER_SECONDS = 1.5
MASTER = Ingredients(endings=False)
GRANDMASTER = Ingredients()
UNLIMITED = 1 << 30
_SHARE = 0.6
"""The share of the time for solving an ending, before it is searched instead."""
_NODES = 300
"""Nodes of an ending that count as one world, if worlds are limited."""


class Assessed(NamedTuple):
    """An action, its value (1 not durak, 0 durak), and whether it is exact."""

    action: Action
    value: float
    exact: bool


def think(
    view: View,
    legal: Sequence[Action],
    seconds: float,
    worlds: int = UNLIMITED,
    made_of: Ingredients = GRANDMASTER,
    clock: float = inf,
) -> Action | None:
    """Return the best of `legal` for the view's seat, None if it is not awaited.

    The search ends after `seconds` of CPU time, `clock` seconds of wall time or so many `worlds`.
    Sampling is seeded by the view: with a number of worlds, equal views give equal actions. An
    ending with open cards is played by its solution; a lost one by the search, since people err.
    """
    own = _candidates(view, legal)
    if len(own) < 2:
        return own[0] if own else None
    thought = _Thought(view, own, made_of)
    latest = monotonic() + clock
    solution = thought.solve(seconds, worlds, clock)
    if solution is not None and not solution.lost:
        assert solution.best is not None  # an awaited seat never waits
        return UNPACKED[solution.best]
    thought.search.run(seconds, worlds, clock=latest - monotonic())
    return UNPACKED[thought.search.best()]


def assess(
    view: View,
    legal: Sequence[Action],
    seconds: float,
    worlds: int = UNLIMITED,
    clock: float = inf,
) -> list[Assessed]:
    """Return the value of each action of the view's seat, the best first.

    Empty if the seat is not awaited. Taking a card back is not assessed. Limits and randomness are
    those of `think`.
    """
    own = _candidates(view, legal)
    if not own:
        return []
    thought = _Thought(view, own, GRANDMASTER)
    latest = monotonic() + clock
    solution = thought.solve(seconds, worlds, clock)
    exact = {} if solution is None else solution.values
    if len(exact) < len(own):
        thought.search.run(seconds, worlds, clock=latest - monotonic(), every=True)
    found = []
    for at, action in enumerate(own):
        solved = exact.get(pack(action))
        worth = thought.search.worth(at) if solved is None else (1 + solved.outcome) / 2
        found.append(Assessed(action, worth, solved is not None))
    return sorted(found, key=lambda one: (-one.value, not one.exact))


class _Thought:
    """A view and its candidate actions, prepared for the solver and the search."""

    def __init__(self, view: View, own: Sequence[Action], made_of: Ingredients) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.own = own
        self.made_of = made_of
        self.worlds = Worlds(view)

    @cached_property
    def search(self) -> Search:
        """Return a search, with the opponent model if it is enabled."""
        seed = _seed(self.view)
        plain = [0.0] * self.view.seats
        if self.made_of.manner:
            plain = plainness(self.view, self.worlds, Random(seed))
        packed = [pack(action) for action in self.own]
        return Search(self.worlds, self.seat, packed, seed, plain, self.made_of)

    def solve(self, seconds: float, worlds: int, clock: float) -> Solution | None:
        """Return the solution of an ending with open cards, None if there is none in time."""
        if not self.made_of.endings or not self.worlds.certain:
            return None
        world = self.worlds.sample(Random(0))
        if not solvable(world):
            return None
        if worlds < UNLIMITED:
            return solve(world, nodes=worlds * _NODES)
        return solve(world, seconds=seconds * _SHARE, clock=clock * _SHARE)


def _candidates(view: View, legal: Sequence[Action]) -> list[Action]:
    if view.seat not in view.awaited:
        return []
    return [a for a in legal if a.seat == view.seat and a.verb is not Verb.RETRACT]


def _seed(view: View) -> str:
    return f"{view.seat} {view.deal} {len(view.log)} {' '.join(map(str, view.hand))}"
