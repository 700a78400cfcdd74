"""Static evaluation of two hands."""

from __future__ import annotations

from itertools import pairwise

from engine.ai.ending.table import Deck
from engine.cards import bits
from engine.state import Compiled


class Hands:
    """The cards and rules of one search, with caches of facts about sets of cards.

    `left` is how many bouts may still begin before the game counts as a draw; 0 means no limit.
    `twins` has for each card in play the mask of its twin, see `play_with`.
    """

    def __init__(self, r: Compiled, deck: Deck) -> None:
        self.deck = deck
        self.size = deck.size
        self.beats = deck.beats
        self.ranks = deck.ranks
        self.limit = r.limit
        self.after_take = r.after_take
        self.transfer = r.transfer
        self.left = 0
        self.unions: dict[int, int] = {}
        self.twins_of: dict[int, list[int]] = {}
        self.twins: list[int] = []

    def last_card(self, a: int, d: int) -> int:
        """Return the value of a lead that leaves the attacker without cards."""
        return 0 if not d & (d - 1) and d & self.beats[a.bit_length() - 1] else 1

    def sure(self, a: int, d: int) -> bool:
        """Return whether `a`, which leads, certainly wins.

        It does if it can lead unbeatable cards, one a bout, until it holds cards of one rank and
        fewer of them than `d`.
        """
        sure = rest = ranks = 0
        for card in self.deck.by_worth:
            bit = 1 << card
            if not a & bit:
                continue
            if d & self.beats[card]:
                if rest and not rest & self.ranks[card]:
                    return False
                if not rest and ranks & bit and self.transfer:
                    return False
                rest |= bit
            else:
                if ranks & bit and self.transfer:
                    return False
                sure |= bit
            ranks |= self.ranks[card]
        if self.transfer and ranks & d:
            return False
        bouts, last = sure.bit_count(), rest.bit_count()
        if last > self.limit or (last and last >= d.bit_count() + bouts):
            return False
        if last:
            bouts += 1 if self.after_take else last
        return not self.left or bouts <= self.left

    def play_with(self, live: int) -> None:
        """Set the twins: the next lower card of the suit, if both are equivalent.

        They are if no other card in play has the rank of either.
        """
        known = self.twins_of.get(live)
        if known is not None:
            self.twins = known
            return
        found = [0] * self.size
        cards = self.deck.cards
        for lower, card in pairwise(bits(live)):
            pair = 1 << lower | 1 << card
            same_suit = cards[lower] & 3 == cards[card] & 3
            if same_suit and not (self.ranks[lower] | self.ranks[card]) & live & ~pair:
                found[card] = 1 << lower
        self.twins_of[live] = self.twins = found

    def union(self, a: int) -> int:
        """Return the mask of all cards with a rank of the hand."""
        ranks = 0
        for card in bits(a):
            ranks |= self.ranks[card]
        self.unions[a] = ranks
        return ranks

    def matched(self, d: int, open_: int) -> bool:
        """Return whether `d` can beat all open cards."""
        if not open_:
            return True
        low = open_ & -open_
        beaters = d & self.beats[low.bit_length() - 1]
        return any(self.matched(d ^ 1 << card, open_ ^ low) for card in bits(beaters))
