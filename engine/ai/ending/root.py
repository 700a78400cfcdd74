"""The root of an ending search, which converts the engine's state.

A bout that the search does not support (cards left in the talon, a limit of the first bout, a card
taken back, a lead that went out) is played on the engine itself until the next one begins.
"""

from __future__ import annotations

from engine.actions import RETRACT, TAKE
from engine.ai.ending.budget import Limits
from engine.ai.ending.search import Search
from engine.ai.ending.table import Deck
from engine.apply import apply
from engine.legal import awaited, legal
from engine.state import LEADING, OVER, State


class Root:
    """An ending to be solved for the seats `pair`, the only two that are in."""

    def __init__(self, state: State, limits: Limits) -> None:
        self.state = state
        self.pair = pair_of(state)
        self.deck = Deck(state)
        closed = frozenset(
            self._key(position) for position in state.seen if state.seen.count(position) > 1
        )
        self.search = Search(state.r, self.deck, closed, limits)
        self.known: dict[tuple[object, ...], int] = {}

    def _key(self, position: tuple[int, ...]) -> int:
        lead = position[-1]
        hand, other = position[lead], position[self.other(lead)]
        key = self.deck.pack(hand) << self.deck.size | self.deck.pack(other)
        return key << 1 | (lead != self.pair[0])

    def other(self, seat: int) -> int:
        """Return the other of the two seats."""
        return self.pair[seat == self.pair[0]]

    def value(self, action: int, bouts: int, alpha: int, beta: int) -> int:
        """Return the value of an action for its seat.

        A game of more than `bouts` bouts is a draw (0: no limit). The value is exact between
        `alpha` and `beta`, else a bound.

        Raises:
            OutOfBudgetError: the nodes or the time are used up.
        """
        search = self.search
        search.path.clear()
        return self._after(self.state, action, action >> 4 & 7, bouts, alpha, beta)

    def _after(self, s: State, action: int, seat: int, bouts: int, alpha: int, beta: int) -> int:
        """Return the value for `seat` of the state after an action."""
        after = s.copy()
        apply(after, action)
        if after.phase == OVER:
            return outcome(after, seat)
        if bouts and after.bout != s.bout:
            bouts -= 1
            if not bouts:
                return 0
        if not self._odd(after):
            return self._enter(after, seat, bouts, alpha, beta)
        return self._walk(after, seat, bouts)

    def _odd(self, s: State) -> bool:
        """Return whether the search does not support this bout."""
        if s.drawn != len(s.talon) or s.barred or s.passed or s.lead not in self.pair:
            return True
        r = s.r
        return s.first and (r.first_limit < r.limit or (r.transfer and not r.transfer_first))

    def _enter(self, s: State, seat: int, bouts: int, alpha: int, beta: int) -> int:
        search = self.search
        search.within(bouts)
        attacker = self.other(s.defender)
        search.side = int(attacker != self.pair[0])
        if attacker != seat:
            alpha, beta = -beta, -alpha
        value = self._search(s, attacker, alpha, beta)
        return value if attacker == seat else -value

    def _search(self, s: State, attacker: int, alpha: int, beta: int) -> int:
        search = self.search
        pack = self.deck.pack
        a, d = pack(s.hands[attacker]), pack(s.hands[s.defender])
        if s.phase == LEADING:
            return search.bout(a, d, alpha, beta)
        table, open_, ranks = pack(s.table), pack(s.open), pack(s.ranks)
        search.play_with(a | d | table)
        room = s.cap - len(s.attack)
        if s.taking:
            return search.take(a, d, table, ranks, room, alpha, beta)
        if not open_:
            value = search.attack(a, d, table, ranks, room, alpha, beta)
            if s.r.take_beaten and value > alpha:
                taken = search.take(a, d, table, ranks, room, alpha, min(beta, value))
                value = min(value, taken)
            return value
        shown = pack(s.shown)
        if search.early and (s.r.any_time if s.opened else s.r.lead_many):
            return search.press(a, d, table, open_, ranks, room, shown, 0, alpha, beta)
        return search.answer(a, d, table, open_, ranks, room, shown, alpha, beta)

    def _walk(self, s: State, seat: int, bouts: int) -> int:
        """Return the exact value for `seat`, by the engine's legal actions."""
        key = (
            *s.hands, s.table, s.open, s.taking, s.defender, len(s.attack), s.drawn, s.phase,
            s.opened, s.shown, s.bout, seat, bouts,
        )  # fmt: skip
        if key in self.known:
            return self.known[key]
        self.search.count()
        due = awaited(s)[0]
        own, early = [], []
        for action in legal(s):
            if action >> 4 & 7 == due:
                own.append(action)
            elif self.search.early and action & 15 not in (RETRACT, TAKE):
                early.append(action)
        value = self._best(s, own, due, bouts, -2)
        if early and value > -1:
            value = -self._best(s, early, self.other(due), bouts, -value)
        self.known[key] = value = value if due == seat else -value
        return value

    def _best(self, s: State, actions: list[int], seat: int, bouts: int, best: int) -> int:
        for action in actions:
            if action & 15 != RETRACT:
                best = max(best, self._after(s, action, seat, bouts, -1, 1))
                if best == 1:
                    break
        return best


def pair_of(s: State) -> tuple[int, int]:
    """Return the two seats in, or the last one and the one that has just gone out."""
    seats = [seat for seat in range(s.r.n) if not s.gone >> seat & 1]
    if len(seats) == 1:
        seats = sorted([*seats, s.outs[-1]])
    first, second = seats
    return first, second


def outcome(s: State, seat: int) -> int:
    """Return 1, 0 or -1: the seat has won, drawn or lost the finished game."""
    drawn = s.lost in (0, (1 << s.r.n) - 1) if s.r.teams else s.durak < 0
    if drawn:
        return 0
    return -1 if s.lost >> seat & 1 else 1
