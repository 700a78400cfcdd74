"""Knowledge of one seat's hand, updated by events."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Holding:
    """What is known of a seat's hand.

    `known` is the mask of cards that it certainly holds. For each unknown card, `slots` has the
    mask of what it is not. `needs` are masks; the unknown cards include one of each. `doubts` has
    for each slot the masks of what it probably is not. `moved` are the cards that came or went
    openly an odd number of times.
    """

    count: int = 0
    known: int = 0
    slots: list[int] = field(default_factory=list)
    doubts: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    needs: list[int] = field(default_factory=list)
    moved: int = 0

    def lacks(self, mask: int) -> None:
        """Record that no unknown card is in `mask`."""
        self.slots = [slot | mask for slot in self.slots]

    def doubt(self, number: int, mask: int) -> None:
        """Record that probably no unknown card is in `mask`, by event `number`."""
        if mask:
            self.doubts = [(*doubts, (number, mask)) for doubts in self.doubts]

    def has_one(self, mask: int) -> None:
        """Record that the hand has at least one card of `mask`."""
        if not self.known & mask:
            self.needs = [need for need in self.needs if need & mask != mask]
            self.needs.append(mask)

    def draws(self, count: int) -> None:
        """Record a draw of `count` unknown cards."""
        self.slots = [*self.slots, *[0] * count]
        self.doubts = [*self.doubts, *[()] * count]

    def drew(self, card: int) -> None:
        """Record that the last unknown card drawn is `card`."""
        self.slots.pop()
        self.doubts.pop()
        self.known |= 1 << card

    def shows(self, card: int) -> None:
        """Record that a card was shown and kept."""
        bit = 1 << card
        if not self.known & bit:
            self._finds(bit)
            self.known |= bit

    def plays(self, card: int) -> None:
        """Record that a card was played."""
        bit = 1 << card
        self.count -= 1
        self.moved ^= bit
        if self.known & bit:
            self.known ^= bit
        else:
            self._finds(bit)

    def _finds(self, bit: int) -> None:
        """Remove the slot of a card: of the possible ones, that with the most constraints.

        A constraint on a slot also holds for all slots before it, so the constraints that remain
        are true whichever slot it was.
        """
        self.needs = [need for need in self.needs if not need & bit]
        can = [at for at, slot in enumerate(self.slots) if not slot & bit]
        if can:
            at = max(can, key=lambda at: (self.slots[at].bit_count(), len(self.doubts[at])))
            del self.slots[at]
            del self.doubts[at]

    def gets(self, mask: int) -> None:
        """Record that cards came openly."""
        self.count += mask.bit_count()
        self.moved ^= mask
        self.known |= mask
