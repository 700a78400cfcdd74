"""Endings of open cards, solved exactly: `solve` gives each action its result and its length."""

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
    """What an action comes to with best play by both.

    `outcome` is 1, 0 or -1: a win, a draw or a defeat of the seat that acts. `length` is in how
    many bouts the game is over, this one included, where the winner hurries and the loser delays;
    0 for a draw, and where the budget did not do for it.
    """

    outcome: int
    length: int

    @property
    def rank(self) -> tuple[int, int]:
        """The better the greater: a win soon, a win late, a draw, a defeat late, one soon."""
        if self.outcome > 0:
            return 1, -self.length if self.length else -_MANY
        return self.outcome, self.length


@dataclass(frozen=True, slots=True)
class Solution:
    """The values of what a seat may do now.

    Where the budget did not do for all actions some are missing from `values`, but none that
    could have a better outcome than the best that is there. `wait` is what it comes to if a seat
    that is not awaited does nothing (it may throw early, or take a card back); None for the seat
    that is awaited. `nodes` is how many positions were looked at; `complete` tells that nothing
    is missing, lengths included.
    """

    seat: int
    values: dict[int, Value]
    wait: Value | None
    nodes: int
    complete: bool

    @property
    def best(self) -> int | None:
        """The best action, packed; None where waiting is as good. The same for equal states."""
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
        """Whether all that the seat may do loses. People err: a search may still find traps."""
        return self.outcome < 0


def solvable(state: State) -> bool:
    """Whether two seats (with teams, opponents) are in, and somebody has to act.

    The talon may have cards left; who asks must know all of them and both hands.
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

    The search stops after `seconds` of processor time, `clock` seconds by the clock or so many
    `nodes`. None where the best outcome was not found till then, or the seat has nothing to do.
    The result depends on the state and the number of nodes only, where no time has cut it short.
    Once a best outcome is there, those of the other actions are worked out, then the lengths;
    `others` and `lengths` leave them out.
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
    """The steps to a solution; what a step has found stays when the next is cut short."""

    def __init__(self, root: Root, own: list[int], others: list[int]) -> None:
        self.root = root
        self.own = own
        self.others = others
        self.settled = False
        self.outcomes: dict[int, int] = {}
        self.lengths: dict[int, int] = {}

    def find_best(self) -> None:
        """The best outcome, no more; an action that is not better than another is left out."""
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
        """All outcomes, those of the other seat too where it is the one that is awaited."""
        for action in (*self.others, *self.own):
            if action not in self.outcomes:
                self.outcomes[action] = self.root.value(action, 0, -1, 1)
            self.settled = self.settled or action == (self.others or self.own)[-1]

    def find_lengths(self) -> None:
        """In how many bouts wins and defeats come: the least number that leaves no draw."""
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
