"""Exact solver of endings with open cards: each action's result and length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.ai.ending.budget import Limits, OutOfBudgetError
from engine.ai.ending.root import Root
from engine.legal import awaited, legal
from engine.state import BOUT, LEADING, State

_MANY = 1 << 60
_LONG = 1e9


class Value(NamedTuple):
    """The value of an action with best play by both.

    `outcome` is 1, 0 or -1: a win, a draw or a defeat of the acting seat. `length` is the number of
    bouts until the end, this one included, if the winner hurries and the loser delays; 0 for a
    draw, and if the budget did not suffice.
    """

    outcome: int
    length: int

    @property
    def rank(self) -> tuple[int, int]:
        """The sort key: an early win, a late win, a draw, a late defeat, an early one."""
        if self.outcome > 0:
            return 1, -self.length if self.length else -_MANY
        return self.outcome, self.length


@dataclass(frozen=True, slots=True)
class Solution:
    """The values of a seat's actions.

    If the budget did not suffice, some actions are missing from `values`, but none that could have
    a better outcome than the best one there. `wait` is the value of doing nothing for a seat that
    is not awaited (it may throw early, or take a card back); None for the awaited seat. `nodes` is
    the number of positions searched; `complete` means that nothing is missing, lengths included.
    """

    seat: int
    values: dict[int, Value]
    wait: Value | None
    nodes: int
    complete: bool

    @property
    def best(self) -> int | None:
        """The best action, packed; None if waiting is as good. Deterministic."""
        action = max(self.values, key=lambda packed: (self.values[packed].rank, -packed))
        if self.wait is not None and self.wait.outcome >= self.values[action].outcome:
            return None
        return action

    @property
    def outcome(self) -> int:
        """The result with best play: 1, 0 or -1 for the seat."""
        found = [value.outcome for value in self.values.values()]
        return max(found if self.wait is None else [*found, self.wait.outcome])

    @property
    def lost(self) -> bool:
        """Whether all actions lose; against people a search may still find traps."""
        return self.outcome < 0


def solvable(state: State) -> bool:
    """Return whether two seats (with teams, opponents) are in, and one has to act.

    The talon may have cards left, but all cards must be known.
    """
    if state.phase not in (LEADING, BOUT):
        return False
    seats = state.r.n - state.gone.bit_count()
    return seats == 1 or (seats == 2 and state.r.sides_in[state.gone] == 2)


def solve(
    state: State,
    *,
    seconds: float = _LONG,
    clock: float = _LONG,
    nodes: int = _MANY,
    seat: int | None = None,
    others: bool = True,
    lengths: bool = True,
) -> Solution | None:
    """Solve a `solvable` state for `seat`, by default the one that is awaited.

    The search stops after `seconds` of CPU time, `clock` seconds of wall time or so many `nodes`.
    Return None if the best outcome was not found by then, or the seat has no action. Unless cut
    short by time, the result depends only on the state and `nodes`. After the best outcome, those
    of the other actions are computed, then the lengths; `others` and `lengths` can disable that.
    """
    due = awaited(state)[0]
    seat = due if seat is None else seat
    own = [action for action in legal(state) if action >> 4 & 7 == seat]
    if not own:
        return None
    root = Root(state, Limits(nodes, seconds, clock))
    task = _Task(root, own, [] if seat == due else _of(state, due))
    complete = False
    try:
        task.find_best()
        if others or task.others:
            task.find_outcomes()
        if lengths:
            task.find_lengths()
            complete = len(task.outcomes) == len(own) + len(task.others)
    except (OutOfBudgetError, RecursionError):
        if not task.settled:
            return None
    return task.solution(seat, complete)


def _of(state: State, seat: int) -> list[int]:
    return [action for action in legal(state) if action >> 4 & 7 == seat]


class _Task:
    """The steps to a solution; results of a step stay when the next is cut short."""

    def __init__(self, root: Root, own: list[int], others: list[int]) -> None:
        self.root = root
        self.own = own
        self.others = others
        self.settled = False
        self.outcomes: dict[int, int] = {}
        self.lengths: dict[int, int] = {}

    def find_best(self) -> None:
        """Find only the best outcome; skip actions that are not better than another."""
        losing = []
        for action in self.own:
            value = self.root.value(action, 0, 0, 1)
            if value == 0:
                losing.append(action)
            else:
                self.outcomes[action] = value
                if value == 1:
                    break
        else:
            for action in losing:
                self.outcomes[action] = value = self.root.value(action, 0, -1, 0)
                if value == 0:
                    break
        self.settled = not self.others

    def find_outcomes(self) -> None:
        """Find all outcomes, also of the other seat if that is the awaited one."""
        for action in (*self.others, *self.own):
            if action not in self.outcomes:
                self.outcomes[action] = self.root.value(action, 0, -1, 1)
            self.settled = self.settled or action == (self.others or self.own)[-1]

    def find_lengths(self) -> None:
        """Find the lengths of wins and defeats: the least number of bouts without a draw."""
        bouts = 0
        todo = [action for action, outcome in self.outcomes.items() if outcome]
        while todo:
            bouts += 1
            for action in todo:
                outcome = self.outcomes[action]
                alpha, beta = (0, 1) if outcome > 0 else (-1, 0)
                if self.root.value(action, bouts, alpha, beta) == outcome:
                    self.lengths[action] = bouts
            todo = [action for action in todo if action not in self.lengths]

    def solution(self, seat: int, complete: bool) -> Solution:
        wait = None
        if self.others:
            reply = max((self._value(action) for action in self.others), key=lambda v: v.rank)
            wait = Value(-reply.outcome, reply.length)
        values = {action: self._value(action) for action in self.own if action in self.outcomes}
        return Solution(seat, values, wait, self.root.search.nodes, complete)

    def _value(self, action: int) -> Value:
        return Value(self.outcomes[action], self.lengths.get(action, 0))
