"""Worlds: complete states that are consistent with all that a seat knows."""

from __future__ import annotations

from random import Random

from engine.ai.holding import Holding
from engine.ai.knowledge import Knowledge
from engine.cards import SUIT_MASK, bits
from engine.deal import one_suited
from engine.legal import throws
from engine.state import ASKING, BOUT, State
from engine.view import View

_TRIES = 40
_PLAIN_TELLS = 0.97
"""The probability of likely inferences for a seat that plays as greedy."""


class Worlds:
    """The possible worlds of a view.

    `knowledge` is inferred from the view. A world has the seat's own hand, the public state, and
    the known cards of other hands and of the talon's bottom; the others are dealt at random to the
    places that can have them.
    """

    def __init__(self, view: View) -> None:
        self.knowledge = Knowledge(view)
        self._pool = list(bits(self.knowledge.pool))
        self._known = [seat.known for seat in self.knowledge.seats]
        self._seats = [n for n, seat in enumerate(self.knowledge.seats) for _ in seat.slots]
        rest = [0] * (len(self._pool) - len(self._seats))
        slots = [slot for seat in self.knowledge.seats for slot in seat.slots]
        self._barred = [*slots, *rest]
        self._doubts = [doubt for seat in self.knowledge.seats for doubt in seat.doubts]
        self._needs = [(n, m) for n, seat in enumerate(self.knowledge.seats) for m in seat.needs]
        self._free = not any(self._barred) and not self._needs and view.lead is not None
        self._undrawn = max(0, view.talon - 1)
        self._discarded = view.discard - self.knowledge.state.discard.bit_count()

    @property
    def certain(self) -> bool:
        """Whether there is only one world: no card of a hand or the talon is hidden."""
        hidden = sum(1 for seat in self.knowledge.seats if seat.slots)
        return hidden <= 1 and self._undrawn == 0 and len(self._seats) == len(self._pool)

    def lacks(self, seat: int) -> int:
        """Return the mask of hidden cards that a seat certainly does not hold."""
        slots = self.knowledge.seats[seat].slots
        lacked = self.knowledge.pool
        for slot in slots:
            lacked &= slot
        return lacked

    def sample(self, rng: Random, *, likely: bool = False, plain: int = 0) -> State:
        """Return a random possible world, in which the rest of the game can be played.

        All consistent worlds are about equally likely; with `likely`, those are preferred in which
        the others have played as people do, the seats of the mask `plain` almost always.
        """
        cards = self._pool[:]
        rng.shuffle(cards)
        if not self._free or (likely and self._doubts):
            cards = self._arranged(cards, rng, likely, plain)
        hands = self._known[:]
        for seat, card in zip(self._seats, cards, strict=False):
            hands[seat] |= 1 << card
        return self._state(hands, cards[len(self._seats) :])

    def _state(self, hands: list[int], rest: list[int]) -> State:
        knowledge = self.knowledge
        s = knowledge.state.copy()
        s.hands = hands
        undrawn = self._undrawn
        if knowledge.view.talon:
            s.set_talon((*rest[:undrawn], s.trump_card))
        for card in rest[undrawn:][: self._discarded]:
            s.discard |= 1 << card
        s.seen = [
            (*(hand ^ change for hand, change in zip(hands, changes, strict=True)), lead)
            for changes, lead in knowledge.positions
        ]
        if s.phase == BOUT:
            if s.taking or not s.open:
                s.throwing = throws(s)
        elif s.phase == ASKING:
            s.asked = self._asked(hands)
        return s

    def _asked(self, hands: list[int]) -> list[int]:
        """Return who is and who will be asked about a redeal, with these hands (§3)."""
        s, n = self.knowledge.state, len(hands)
        first = self.knowledge.view.awaited[0]
        order = [(s.dealer + 1 + turn) % n for turn in range(n)]
        later = order[order.index(first) + 1 :]
        return [first, *(seat for seat in later if one_suited(hands[seat]))]

    def _arranged(self, cards: list[int], rng: Random, likely: bool, plain: int) -> list[int]:
        """Return the cards, rearranged to satisfy all constraints."""
        for attempt in range(_TRIES):
            barred = self._barred
            if likely and attempt < _TRIES // 4:
                barred = self._doubted(rng, plain)
            if self._settle(cards, barred, rng) and self._meet(cards, barred, rng):
                break
            rng.shuffle(cards)
        if self.knowledge.state.phase == ASKING:
            for seat in {*bits(self.knowledge.kept), *self.knowledge.view.awaited}:
                if seat != self.knowledge.view.seat:
                    self._one_suit(cards, seat, rng)
        return cards

    def _doubted(self, rng: Random, plain: int) -> list[int]:
        """Return the constraints of the places, with a sample of the probable ones."""
        believed = [
            rng.random() < (_PLAIN_TELLS if plain >> seat & 1 else strength)
            for seat, strength in self.knowledge.doubts
        ]
        barred = self._barred[:]
        for at, doubts in enumerate(self._doubts):
            for number, mask in doubts:
                if believed[number]:
                    barred[at] |= mask
        return barred

    def _settle(self, cards: list[int], barred: list[int], rng: Random) -> bool:
        """Swap cards until none is in a forbidden place; return whether that succeeded."""
        size = len(cards)
        for at in range(len(self._seats)):
            card = cards[at]
            mask = barred[at]
            if not mask >> card & 1:
                continue
            begin = int(rng.random() * size)
            for step in range(size):
                other = (begin + step) % size
                if not mask >> cards[other] & 1 and not barred[other] >> card & 1:
                    cards[at], cards[other] = cards[other], card
                    break
            else:
                return False
        return True

    def _meet(self, cards: list[int], barred: list[int], rng: Random) -> bool:
        """Swap cards until every seat meets its needs; return whether that succeeded."""
        for _ in range(4):
            unmet = [need for need in self._needs if not self._has(cards, *need)]
            if not unmet:
                return True
            for seat, mask in unmet:
                self._give(cards, barred, seat, mask, rng)
        return not any(not self._has(cards, *need) for need in self._needs)

    def _has(self, cards: list[int], seat: int, mask: int) -> bool:
        pairs = zip(self._seats, cards, strict=False)
        return any(owner == seat and mask >> card & 1 for owner, card in pairs)

    def _give(self, cards: list[int], barred: list[int], seat: int, mask: int, rng: Random) -> None:
        places = [at for at, owner in enumerate(self._seats) if owner == seat]
        sources = [at for at, card in enumerate(cards) if mask >> card & 1 and at not in places]
        swaps = [
            (at, source)
            for at in places
            for source in sources
            if not barred[at] >> cards[source] & 1 and not barred[source] >> cards[at] & 1
        ]
        if swaps:
            at, source = rng.choice(swaps)
            cards[at], cards[source] = cards[source], cards[at]

    def _one_suit(self, cards: list[int], seat: int, rng: Random) -> None:
        """Give cards of one suit to a seat that was asked about a redeal."""
        places = [at for at, owner in enumerate(self._seats) if owner == seat]
        holding: Holding = self.knowledge.seats[seat]
        suits = [
            suit
            for suit in range(4)
            if not holding.known & ~SUIT_MASK[suit]
            and (self.knowledge.pool & SUIT_MASK[suit]).bit_count() >= len(places)
        ]
        if not suits:
            return
        suit = rng.choice(suits)
        chosen = rng.sample([card for card in cards if card & 3 == suit], len(places))
        for at, card in zip(places, chosen, strict=True):
            here = cards.index(card)
            cards[at], cards[here] = cards[here], cards[at]
