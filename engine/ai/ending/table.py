"""The cards of an ending, numbered densely, with their relations."""

from __future__ import annotations

from engine.cards import bits
from engine.state import State


class Deck:
    """The cards in play in a state, numbered from 0: plain suits first, trumps last.

    Within a suit a higher number is a higher rank. `beats` has for each card the mask of those
    that beat it, `ranks` the mask of those of its rank (itself included), `by_worth` all numbers
    from the cheapest plain card to the highest trump.
    """

    __slots__ = ("beats", "by_worth", "cards", "number", "ranks", "size", "trumps")

    def __init__(self, state: State) -> None:
        mask = state.table
        for hand in state.hands:
            mask |= hand
        for card in state.talon[state.drawn :]:
            mask |= 1 << card
        trump = state.trump
        self.cards = sorted(bits(mask), key=lambda c: (c & 3 == trump, c & 3, c))
        self.size = len(self.cards)
        self.number = {card: number for number, card in enumerate(self.cards)}
        self.beats = [self.pack(state.beaters[card]) for card in self.cards]
        self.ranks = [self.pack(0xF << (card & ~3)) for card in self.cards]
        self.trumps = self.pack(state.trumps)
        self.by_worth = sorted(
            range(self.size), key=lambda n: (self.cards[n] & 3 == trump, self.cards[n] >> 2)
        )

    def pack(self, mask: int) -> int:
        """Convert a mask of cards to a mask of numbers; cards not in play are dropped."""
        packed = 0
        for card, number in self.number.items():
            packed |= (mask >> card & 1) << number
        return packed
