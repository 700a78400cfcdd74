"""What is known of one seat's cards, as the game goes on."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Holding:
    """What is known of a seat's cards.

    `known` is the mask of cards that it certainly holds. For each unknown card `slots` has the
    mask of what it is not. `needs` are masks of which the unknown cards contain at least one
    each. `doubts` are of the same length as `slots`: for each the likely, not certain, masks of
    what it is not. `moved` are the cards that have come to it or gone openly an odd number of
    times.
    """

    count: int = 0
    known: int = 0
    slots: list[int] = field(default_factory=list)
    doubts: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    needs: list[int] = field(default_factory=list)
    moved: int = 0

    def lacks(self, mask: int) -> None:
        """None of the unknown cards is in `mask`."""
        self.slots = [slot | mask for slot in self.slots]

    def doubt(self, number: int, mask: int) -> None:
        """Probably none of the unknown cards is in `mask`, by the event of that number."""
        if mask:
            self.doubts = [(*doubts, (number, mask)) for doubts in self.doubts]

    def has_one(self, mask: int) -> None:
        """The unknown cards or the known ones have at least one of `mask`."""
        if not self.known & mask:
            self.needs = [need for need in self.needs if need & mask != mask]
            self.needs.append(mask)

    def draws(self, count: int) -> None:
        """It has drawn `count` unknown cards."""
        self.slots = [*self.slots, *[0] * count]
        self.doubts = [*self.doubts, *[()] * count]

    def drew(self, card: int) -> None:
        """The unknown card that came last is this one."""
        self.slots.pop()
        self.doubts.pop()
        self.known |= 1 << card

    def shows(self, card: int) -> None:
        """It shows one of its cards and keeps it."""
        bit = 1 << card
        if not self.known & bit:
            self._finds(bit)
            self.known |= bit

    def plays(self, card: int) -> None:
        """It lays one of its cards."""
        bit = 1 << card
        self.count -= 1
        self.moved ^= bit
        if self.known & bit:
            self.known ^= bit
        else:
            self._finds(bit)

    def _finds(self, bit: int) -> None:
        """One of the unknown cards is this one: of those it can be, that of which most is known.

        What is known of a card is known of all that came before it, too: so nothing untrue is
        kept of the others, whichever it was.
        """
        self.needs = [need for need in self.needs if not need & bit]
        can = [at for at, slot in enumerate(self.slots) if not slot & bit]
        if can:
            at = max(can, key=lambda at: (self.slots[at].bit_count(), len(self.doubts[at])))
            del self.slots[at]
            del self.doubts[at]

    def gets(self, mask: int) -> None:
        """Cards come to it openly."""
        self.count += mask.bit_count()
        self.moved ^= mask
        self.known |= mask
