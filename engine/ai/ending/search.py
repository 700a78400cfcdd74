"""Alpha-beta search of an ending with open cards: two seats, no talon.

A value is 1, 0 or -1: a win, a draw or a defeat of the seat that attacks. Both hands, the table
and its unbeaten cards are masks of `Deck` numbers.

Some actions are skipped because they never improve a result (docs/opponent.md has the proofs):
taking a thrown card back, taking what is beaten already, throwing earlier than necessary (unless
the attack may be transferred, or ends with the taking), beating a part of the table before taking.

With transfers a position may repeat. A winning side can win without repeating one, and a side that
can hold a draw may repeat for ever, so a repetition is worth a draw, whatever the history. A value
that depends on an ancestor on the path holds only for that path and is not stored, unless it is
decided (Campbell's remedy for graph-history interaction).
"""

from __future__ import annotations

from engine.ai.ending.budget import Budget, Limits
from engine.ai.ending.hands import Hands
from engine.ai.ending.table import Deck
from engine.cards import bits
from engine.state import Compiled

_ANY = (-1, 1)
_WON = (1, 1)
_FOREVER = 0
_FREE = 1 << 30


class Search(Hands, Budget):
    """A search with its transposition tables and its `Budget`.

    `left` is how many bouts may still begin before the game counts as a draw; 0 means no limit.
    """

    def __init__(self, r: Compiled, deck: Deck, closed: frozenset[int], limits: Limits) -> None:
        Hands.__init__(self, r, deck)
        Budget.__init__(self, limits)
        self.grows = [0] * deck.size if r.lead_rank_only else deck.ranks
        self.rank_matters = r.lead_rank_only
        self.show = r.show
        self.lead_many = r.lead_many
        self.any_time = r.any_time
        self.between = r.any_time and not r.after_take
        self.early = r.transfer or not r.after_take
        self.closed = closed
        self.side = 0
        self.passed_on = False
        self.kept: list[dict[int, tuple[int, int]]] = [{}]
        self.kept_in_bout: list[dict[int, tuple[int, int]]] = [{}]
        self.path: dict[int, int] = {}
        self.hangs_on = _FREE

    def within(self, bouts: int) -> None:
        """Count games of more than so many bouts as draws; 0 means no limit."""
        self.left = bouts
        while len(self.kept) <= bouts:
            self.kept.append({})
            self.kept_in_bout.append({})

    def next_bout(self, a: int, d: int, alpha: int, beta: int) -> int:
        """Return the value for `a`, which leads next, after the end of a bout."""
        left = self.left
        if not left:
            return self.bout(a, d, alpha, beta)
        if left == 1:
            return 0
        self.left = left - 1
        value = self.bout(a, d, alpha, beta)
        self.left = left
        return value

    def swapped(self, a: int, d: int, alpha: int, beta: int) -> int:
        """Return the value for `d` after a beaten bout: the defender `a` leads next."""
        self.side ^= 1
        value = -self.next_bout(a, d, -beta, -alpha)
        self.side ^= 1
        return value

    def bout(self, a: int, d: int, alpha: int, beta: int) -> int:
        """Return the value for `a`, which is about to lead; both hold cards."""
        key = a << self.size | d
        if self.closed:
            key = key << 1 | self.side
            if key in self.closed:
                return 0
        if not a & (a - 1):
            return self.last_card(a, d)
        kept = self.kept[self.left]
        low, high = kept.get(key, _ANY)
        if self.left:
            known = self.kept[_FOREVER].get(key, _ANY)
            low = max(low, min(known[0], 0))
            high = min(high, max(known[1], 0))
        if low == high or low >= beta:
            return low
        if high <= alpha:
            return high
        if self.sure(a, d):
            kept[key] = _WON
            return 1
        self.count()
        alpha = max(alpha, low)
        beta = min(beta, high)
        twins = self.twins
        self.play_with(a | d)
        value = self._settle(a, d, key, alpha, beta)
        self.twins = twins
        if value is None:
            return 0
        kept[key] = _kept(value, low, high, alpha, beta)
        return value

    def _settle(self, a: int, d: int, key: int, alpha: int, beta: int) -> int | None:
        """Return the value for the lead, None for a draw that holds only for the path."""
        if not self.transfer:
            return self._lead(a, d, alpha, beta)
        depth = self.path.get(key)
        if depth is not None:
            self.hangs_on = min(self.hangs_on, depth)
            return None
        depth = self.path[key] = len(self.path)
        outer, self.hangs_on = self.hangs_on, _FREE
        value = self._lead(a, d, alpha, beta)
        del self.path[key]
        hangs_on, self.hangs_on = self.hangs_on, outer
        if hangs_on < depth and not value:
            self.hangs_on = min(outer, hangs_on)
            return None
        return value

    def _lead(self, a: int, d: int, alpha: int, beta: int) -> int:
        best = -1
        room = min(d.bit_count(), self.limit) - 1
        early = self.early and self.lead_many
        twins = self.twins
        for card in self.deck.by_worth:
            bit = 1 << card
            if not a & bit or twins[card] & a:
                continue
            ranks = self.ranks[card]
            if early:
                value = self.press(a ^ bit, d, bit, bit, ranks, room, 0, card + 1, alpha, beta)
            else:
                value = self.answer(a ^ bit, d, bit, bit, ranks, room, 0, alpha, beta)
            if value > best:
                best = value
                if value >= beta or value == 1:
                    break
                alpha = max(alpha, value)
        return best

    def press(
        self,
        a: int,
        d: int,
        table: int,
        open_: int,
        ranks: int,
        room: int,
        shown: int,
        floor: int,
        alpha: int,
        beta: int,
    ) -> int:
        """Return the value as `answer`, but the attacker may throw cards >= `floor` first.

        If a taker gets more cards anyway, that improves nothing, unless passing the attack on is
        the defender's best answer: to beat or take more is harder.
        """
        best = self.answer(a, d, table, open_, ranks, room, shown, alpha, beta)
        if best >= beta or best == 1 or room <= 0:
            return best
        if self.after_take and not self.passed_on:
            return best
        alpha = max(alpha, best)
        for card in bits((a & ranks) >> floor << floor):
            bit = 1 << card
            value = self.press(
                a ^ bit, d, table | bit, open_ | bit, ranks | self.grows[card],
                room - 1, shown, card + 1, alpha, beta,
            )  # fmt: skip
            if value > best:
                best = value
                if value >= beta or value == 1:
                    break
                alpha = max(alpha, value)
        return best

    def answer(
        self,
        a: int,
        d: int,
        table: int,
        open_: int,
        ranks: int,
        room: int,
        shown: int,
        alpha: int,
        beta: int,
    ) -> int:
        """Return the value for `a` when `d` must beat the open cards, pass on, or take."""
        self.nodes += 1
        if not a:
            self.passed_on = False
            if d.bit_count() != open_.bit_count():
                return 1
            return 0 if self.matched(d, open_) else 1
        worst = 1
        if self.between:
            worst = self._beat_any(a, d, table, open_, ranks, room, alpha, beta)
        else:
            worst = self._beat_all(a, d, table, open_, ranks, room, alpha, beta)
        if worst > alpha and worst != -1:
            worst = min(worst, self.take(a, d, table, ranks, room, alpha, min(beta, worst)))
        self.passed_on = False
        if table != open_ or not self.transfer or worst <= alpha or worst == -1:
            return worst
        value = self._pass_on(a, d, table, ranks, shown, alpha, min(beta, worst))
        self.passed_on = value < worst
        return min(value, worst)

    def _beat_all(
        self, a: int, d: int, table: int, open_: int, ranks: int, room: int, alpha: int, beta: int
    ) -> int:
        """Return the best value of beating all open cards, 1 if that is impossible."""
        low = open_ & -open_
        open_ ^= low
        beaters = d & self.beats[low.bit_length() - 1]
        worst = 1
        twins = self.twins
        equal = beaters
        quiet = ~(self.unions.get(a) or self.union(a))
        while beaters:
            low = beaters & quiet or beaters
            low &= -low
            beaters ^= low
            card = low.bit_length() - 1
            if twins[card] & equal:
                continue
            after = d ^ low
            grown = ranks | self.grows[card]
            if open_:
                value = self._beat_all(a, after, table | low, open_, grown, room, alpha, beta)
            elif not after:
                return -1
            else:
                value = self.attack(a, after, table | low, grown, room, alpha, beta)
            if value < worst:
                worst = value
                if value <= alpha or value == -1:
                    break
                beta = min(beta, value)
        return worst

    def _beat_any(
        self, a: int, d: int, table: int, open_: int, ranks: int, room: int, alpha: int, beta: int
    ) -> int:
        """Return the best value of beating any one card, if throws between may help."""
        worst = 1
        for attack in bits(open_):
            still = open_ ^ 1 << attack
            for card in bits(d & self.beats[attack]):
                bit = 1 << card
                after = d ^ bit
                grown = ranks | self.grows[card]
                if still:
                    value = self.press(a, after, table | bit, still, grown, room, 0, 0, alpha, beta)
                elif not after:
                    return -1
                else:
                    value = self.attack(a, after, table | bit, grown, room, alpha, beta)
                if value < worst:
                    worst = value
                    if value <= alpha or value == -1:
                        return worst
                    beta = min(beta, value)
        return worst

    def _pass_on(
        self, a: int, d: int, table: int, ranks: int, shown: int, alpha: int, beta: int
    ) -> int:
        """Return the best value of transferring and showing, 1 if impossible."""
        cards = d & self.ranks[(table & -table).bit_length() - 1]
        cap = min(a.bit_count(), self.limit)
        laid = table.bit_count()
        if not cards or laid > cap:
            return 1
        worst = 1
        self.side ^= 1
        for card in bits(cards):
            bit = 1 << card
            if laid < cap:
                value = self._received(
                    d ^ bit, a, table | bit, ranks, cap - laid - 1, shown, alpha, beta
                )
                if value < worst:
                    worst = value
            if worst > alpha and self.show and bit & self.deck.trumps & ~shown:
                value = self._received(d, a, table, ranks, cap - laid, shown | bit, alpha, beta)
                if value < worst:
                    worst = value
            if worst <= alpha or worst == -1:
                break
            beta = min(beta, worst)
        self.side ^= 1
        return worst

    def _received(
        self, a: int, d: int, table: int, ranks: int, room: int, shown: int, alpha: int, beta: int
    ) -> int:
        """Return the value for `d`, to which `a` has just passed the open cards on."""
        if self.any_time:
            return -self.press(a, d, table, table, ranks, room, shown, 0, -beta, -alpha)
        return -self.answer(a, d, table, table, ranks, room, shown, -beta, -alpha)

    def attack(
        self, a: int, d: int, table: int, ranks: int, room: int, alpha: int, beta: int
    ) -> int:
        """Return the value for `a`, which may throw or pass, when all is beaten."""
        throws = a & ranks
        if not throws or not room:
            return self.swapped(d, a, alpha, beta)
        key = (a << self.size | d) << self.size | table
        if self.rank_matters:
            key = key << self.size | ranks
        if self.closed:
            key = key << 1 | self.side
        kept = self.kept_in_bout[self.left]
        low, high = kept.get(key, _ANY)
        if low == high or low >= beta:
            return low
        if high <= alpha:
            return high
        self.count()
        alpha = max(alpha, low)
        beta = min(beta, high)
        outer, self.hangs_on = self.hangs_on, _FREE
        best = self._throw(a, d, table, ranks, room, alpha, beta)
        if self.hangs_on < _FREE and not best:
            self.hangs_on = min(outer, self.hangs_on)
            return 0
        self.hangs_on = outer
        kept[key] = _kept(best, low, high, alpha, beta)
        return best

    def _throw(
        self, a: int, d: int, table: int, ranks: int, room: int, alpha: int, beta: int
    ) -> int:
        best = -1
        throws = a & ranks
        while throws:
            bit = throws & -throws
            throws ^= bit
            card = bit.bit_length() - 1
            grown = ranks | self.grows[card]
            if self.between:
                value = self.press(a ^ bit, d, table | bit, bit, grown, room - 1, 0, 0, alpha, beta)
            else:
                value = self.answer(a ^ bit, d, table | bit, bit, grown, room - 1, 0, alpha, beta)
            if value > best:
                best = value
                if value >= beta or value == 1:
                    return best
                alpha = max(alpha, value)
        return max(best, self.swapped(d, a, alpha, beta))

    def take(self, a: int, d: int, table: int, ranks: int, room: int, alpha: int, beta: int) -> int:
        """Return the value for `a` when `d` takes, and `a` may add cards."""
        throws = a & ranks if self.after_take and room else 0
        if throws == a and a.bit_count() <= room:
            return 1
        d |= table
        best = -1
        some = throws
        while True:
            if some.bit_count() <= room:
                value = self.next_bout(a ^ some, d | some, alpha, beta)
                if value > best:
                    best = value
                    if value >= beta or value == 1:
                        break
                    alpha = max(alpha, value)
            if not some:
                return best
            some = (some - 1) & throws
        return best


def _kept(value: int, low: int, high: int, alpha: int, beta: int) -> tuple[int, int]:
    """Return the bounds to store, by the result of a search with a window."""
    if value >= beta:
        return value, value if value == 1 else high
    if value <= alpha:
        return value if value == -1 else low, value
    return value, value
