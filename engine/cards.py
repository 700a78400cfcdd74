"""Cards: the integers the core counts in, and the readable `Card` over them.

A card is an integer 0..51: ``4 * rank + suit``, ranks ``2``..``A`` as 0..12, suits S, C, D, H as
0..3. A set of cards is a bit mask of those. Ascending integers are ascending ranks, and spades,
clubs, diamonds, hearts within a rank: the order in which hands are shown (docs/rules.md §3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

RANKS = "23456789TJQKA"
SUITS = "SCDH"
DECK_SIZES = (36, 24, 52)
HAND_SIZE = 6

RANK_MASK = tuple(0xF << 4 * rank for rank in range(13))
SUIT_MASK = tuple(sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4))
DECK_MASKS = {size: (1 << 52) - (1 << 52 - size) for size in DECK_SIZES}


class Card(int):
    """One card; `str` gives its notation, rank then suit: ``6S``, ``TD``, ``AH``."""

    __slots__ = ()

    @staticmethod
    def parse(text: str) -> Card:
        """Return the card of a notation such as ``"TS"``.

        Raises:
            ValueError: it is not the notation of a card.
        """
        card = _BY_TEXT.get(text)
        if card is None:
            raise ValueError(f"not a card: {text!r}")
        return card

    @property
    def rank(self) -> str:
        """One of ``23456789TJQKA``."""
        return RANKS[self >> 2]

    @property
    def suit(self) -> str:
        """One of ``SCDH``."""
        return SUITS[self & 3]

    def __str__(self) -> str:
        return RANKS[self >> 2] + SUITS[self & 3]

    def __repr__(self) -> str:
        return f"Card({self})"


CARDS = tuple(Card(number) for number in range(52))
_BY_TEXT = {str(card): card for card in CARDS}


def bits(mask: int) -> Iterator[int]:
    """Yield the cards of a mask as integers, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterable[int]) -> int:
    """Return the bit mask of distinct cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def card_text(cards: Iterable[int]) -> str:
    """Return cards in notation without spaces, ``-`` where there are none.

    >>> card_text([16, 33])
    '6STC'
    """
    return "".join(str(CARDS[card]) for card in cards) or "-"


def deck_of(size: int) -> tuple[Card, ...]:
    """Return the deck of 24, 36 or 52 cards, ascending: 9-A, 6-A or 2-A."""
    return CARDS[52 - size :]


def sorted_hand(mask: int, trump: int) -> tuple[Card, ...]:
    """Return a hand as shown: plain cards by rank, then trumps (docs/rules.md §3)."""
    trumps = mask & SUIT_MASK[trump]
    return tuple(CARDS[card] for part in (mask & ~trumps, trumps) for card in bits(part))


@cache
def beaters(trump: int) -> tuple[int, ...]:
    """Return, by attack card, the mask of cards that beat it (docs/rules.md §5)."""
    masks = []
    for card in range(52):
        higher = SUIT_MASK[card & 3] & ~((2 << card) - 1)
        masks.append(higher if card & 3 == trump else higher | SUIT_MASK[trump])
    return tuple(masks)
