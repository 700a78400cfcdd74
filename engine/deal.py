"""Shuffling, dealing, redealing, and the first lead (§3, §4)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from engine.bout import begin
from engine.cards import DECK_MASKS, HAND_SIZE, SUIT_MASK, Card, deck_of, mask_of
from engine.errors import DealError
from engine.state import ASKING, LEADING, State


def shuffled(size: int, seed: str) -> tuple[Card, ...]:
    """Return the deck of `size` cards of a seed, top first; it never changes.

    The algorithm is specified in docs/record.md: a Fisher-Yates shuffle with numbers from SHA-256
    in counter mode. All orders are equally likely over uniform seeds.
    """
    deck = list(deck_of(size))
    numbers = _numbers(seed)
    for last in range(size - 1, 0, -1):
        pick = _below(last + 1, numbers)
        deck[last], deck[pick] = deck[pick], deck[last]
    return tuple(deck)


def _numbers(seed: str) -> Iterator[int]:
    """Yield 32-bit numbers, eight from each SHA-256 of ``seed:counter``."""
    counter = 0
    while True:
        block = hashlib.sha256(f"{seed}:{counter}".encode()).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Return a uniform number in 0..bound-1, by rejection sampling."""
    limit = (1 << 32) // bound * bound
    return next(number for number in numbers if number < limit) % bound


def deal(s: State, deck: Sequence[int]) -> None:
    """Deal `deck` (top first), turn the trump, ask for redeals or settle the leader.

    A seat that has resigned is dealt cards too, which go to the discard (§8).

    Raises:
        DealError: it is not the deck of the rules.
    """
    r = s.r
    n, size = r.n, r.rules.deck
    cards = list(map(int, deck))
    if len(cards) != size or mask_of(cards) != DECK_MASKS[size]:
        raise DealError(f"not the deck of {size} cards")
    if not r.rules.trump_ace:
        _avoid_ace(cards, n)
    dealt = HAND_SIZE * n
    hands = [0] * n
    for turn in range(n):
        hands[(s.dealer + 1 + turn) % n] = mask_of(cards[turn:dealt:n])
    s.discard = 0
    for seat in s.resigned:
        s.discard |= hands[seat]
        hands[seat] = 0
    s.hands = hands
    s.trump_card = cards[_trump_place(size, n)]
    s.set_trump(s.trump_card & 3)
    s.set_talon(cards[dealt + 1 :] + cards[dealt : dealt + 1])
    s.lead = s.defender = -1
    if s.trace is not None:
        s.trace.append(("dealt",))
    if r.redeal:
        order = ((s.dealer + 1 + turn) % n for turn in range(n))
        s.asked = [seat for seat in order if one_suited(hands[seat])]
    if s.asked:
        s.phase = ASKING
    else:
        settle_leader(s)


def one_suited(hand: int) -> bool:
    """Return whether a hand has cards, all of one suit (§3, `redeal_one_suit`)."""
    return bool(hand) and any(not hand & ~suit for suit in SUIT_MASK)


def _trump_place(size: int, n: int) -> int:
    """Return the trump card's index in the deck: after the hands, or the last card."""
    return min(HAND_SIZE * n, size - 1)


def _avoid_ace(cards: list[int], n: int) -> None:
    """Swap an ace out of the trump card's place (§3, `trump_ace=false`)."""
    place = _trump_place(len(cards), n)
    if cards[place] >> 2 == 12:
        later = range(place + 1, len(cards))
        earlier = range(place - 1, -1, -1)
        other = next(at for part in (later, earlier) for at in part if cards[at] >> 2 != 12)
        cards[place], cards[other] = cards[other], cards[place]


def settle_leader(s: State) -> None:
    """Begin the first bout, with the given leader or by `first_lead` (§4)."""
    lead = s.leader
    if lead < 0:
        first = (s.dealer + 1) % s.r.n
        lead = first if s.r.rules.first_lead == "left_of_dealer" else _lowest(s)
    if s.gone >> lead & 1:
        lead = s.r.next_in[s.gone][lead]
    s.phase = LEADING
    s.seen = [(*s.hands, lead)]
    begin(s, lead, _lead_rule(s, lead))


def _lead_rule(s: State, lead: int) -> str | None:
    """Return the rule by which a seat leads first; None where the one that was to has left.

    A leader known before the deal was not found by the lowest trump.
    """
    rules = s.r.rules
    if s.leader < 0:
        return rules.first_lead
    if s.leader != lead:
        return None
    if s.r.n == 2 and rules.two_seat_revenge:
        return "revenge"
    return None if rules.next_lead == "lowest_trump" else rules.next_lead


def _lowest(s: State) -> int:
    """Return the seat with the lowest trump, else the lowest card, from the left (§4)."""
    n = s.r.n
    order = [(s.dealer + 1 + step) % n for step in range(n)]
    trumps = s.trumps
    held = [(s.hands[seat] & trumps, seat) for seat in order]
    lowest = [(trump & -trump, at) for at, (trump, _) in enumerate(held) if trump]
    if not lowest:
        hands = [(s.hands[seat], at) for at, seat in enumerate(order)]
        lowest = [(_rank_of_lowest(hand), at) for hand, at in hands if hand]
    return order[min(lowest)[1]]


def _rank_of_lowest(hand: int) -> int:
    return ((hand & -hand).bit_length() - 1) >> 2
