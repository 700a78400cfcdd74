"""Features of a position, as row numbers of the value network's first layer.

A position is encoded before a lead, from one seat's perspective and with all hands open: its own
hand, those of partners and opponents, rank by rank (number of plain cards, and the trump), the
talon, the lead, the number of seats in. With two seats the perspective is always the lead's.
"""

from __future__ import annotations

from engine.cards import SUIT_MASK
from engine.state import State

CHUNK = 12
"""Bits of a hand per look-up: three ranks of four suits."""
MINE, PARTNERS, OTHERS = 0, 104, 208
"""First row of a hand, by owner; its rows are ``rank * 8 + trump * 4 + plain cards``."""
TALON, ROLE, ALIVE, OWN_COUNT, LEAST_COUNT = 312, 337, 341, 350, 366
BOTTOM, RULES, OWN_HIGH, OTHER_HIGH, ROWS = 382, 396, 400, 409, 418
_MOST = 15
_DECKS = {24: 2, 36: 0, 52: 3}


def hand_rows(at: int, chunk: int, trump: int) -> list[int]:
    """Return the rows, from 0, of the cards of a chunk that begins at card `at`."""
    rows = []
    for step in range(CHUNK // 4):
        four = chunk >> 4 * step & 15
        if four:
            held = four >> trump & 1
            rows.append((at // 4 + step) * 8 + held * 4 + four.bit_count() - held)
    return rows


def high(own: int, other: int, trump: int) -> int:
    """Count the plain cards that the other hand can't beat in suit, 8 at most."""
    count = 0
    for suit in range(4):
        if suit != trump:
            mask = SUIT_MASK[suit]
            count += ((own & mask) >> (other & mask).bit_length()).bit_count()
    return count if count < 8 else 8


def place_rows(s: State, seat: int) -> list[int]:
    """Return the rows of all but the hands, for a seat that is in, before a lead."""
    r = s.r
    hands = s.hands
    gone = s.gone
    left = len(s.talon) - s.drawn
    lead, defender = s.lead, s.defender
    if seat == lead:
        role = 0
    elif seat == defender:
        role = 1
    else:
        role = 2 if seat == r.next_opponent[gone][defender] else 3
    own = hands[seat].bit_count()
    side = r.side_mask[seat]
    least = _MOST
    for other, hand in enumerate(hands):
        if not (gone | side) >> other & 1:
            count = hand.bit_count()
            if count < least:
                least = count
    rows = [
        TALON + (left if left < 24 else 24),
        ROLE + role,
        ALIVE + r.n - gone.bit_count(),
        OWN_COUNT + (own if own < _MOST else _MOST),
        LEAST_COUNT + least,
        BOTTOM + (s.trump_card >> 2 if left else 13),
    ]
    if r.transfer:
        rows.append(RULES + 1)
    if r.rules.deck != 36:
        rows.append(RULES + _DECKS[r.rules.deck])
    if not r.teams and r.n - gone.bit_count() == 2:
        other = lead + defender - seat
        rows.append(OWN_HIGH + high(hands[seat], hands[other], s.trump))
        rows.append(OTHER_HIGH + high(hands[other], hands[seat], s.trump))
    return rows


def kind(s: State) -> str:
    """Return which network evaluates a position: "duel", "crowd" or "teams"."""
    if s.r.teams:
        return "teams"
    return "duel" if s.r.n - s.gone.bit_count() == 2 else "crowd"
