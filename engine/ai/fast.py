"""The greedy policy on the integer core, as fast as an `apply`.

It plays as `engine.ai.greedy`, where it is described; it reads a `State` with all cards, but uses
only what the acting seat can see.
"""

from __future__ import annotations

from engine.actions import BEAT, KEEP, LEAD, PASS, SHOW, TAKE, THROW, TRANSFER
from engine.cards import DECK_MASKS, SUIT_MASK
from engine.legal import show_of, transfers
from engine.state import BOUT, LEADING, State

_PLAIN = tuple(DECK_MASKS[52] ^ suit for suit in SUIT_MASK)
_AS_LEAD = {1 << card: LEAD | card << 7 for card in range(52)}
_AS_THROW = {1 << card: THROW | card << 7 for card in range(52)}


def choose(s: State) -> int:
    """Return the next action of greedy, packed; of several throwers the first acts.

    The game must not be over or await a new deck.
    """
    phase = s.phase
    if phase == BOUT:
        if s.open and not s.taking:
            return _answer(s)
        seat, cards = s.throwing[0]
        return throw_of(s, seat, cards)
    if phase == LEADING:
        hand = s.hands[s.lead]
        plain = hand & _PLAIN[s.trump]
        return s.lead << 4 | _AS_LEAD[plain & -plain or hand & -hand]
    return KEEP | s.asked[0] << 4


def throw_of(s: State, seat: int, cards: int) -> int:
    """Return greedy's action for a seat that may throw `cards` (a mask) or pass."""
    plain = cards & _PLAIN[s.trump]
    if plain:
        return seat << 4 | _AS_THROW[plain & -plain]
    if s.taking or s.drawn != len(s.talon):
        return PASS | seat << 4
    return seat << 4 | _AS_THROW[cards & -cards]


def _answer(s: State) -> int:
    defender = s.defender
    plain = _PLAIN[s.trump]
    if s.r.transfer:
        card = show_of(s)
        if card >= 0:
            return SHOW | defender << 4 | card << 7
        cards = transfers(s) & plain
        if cards:
            return TRANSFER | defender << 4 | (cards & -cards).bit_length() - 1 << 7
    hand = s.hands[defender]
    beaters = s.beaters
    unbeaten = s.open
    if not unbeaten & unbeaten - 1:
        attack = unbeaten.bit_length() - 1
        cards = hand & beaters[attack]
        if not cards:
            return TAKE | defender << 4
        low = cards & plain
        low = low & -low or cards & -cards
        return BEAT | defender << 4 | attack << 7 | low.bit_length() - 1 << 13
    first = -1
    for part in (unbeaten & ~plain, unbeaten & plain):
        while part:
            attack = part.bit_length() - 1
            part ^= 1 << attack
            cards = hand & beaters[attack]
            if not cards:
                return TAKE | defender << 4
            low = cards & plain
            low = low & -low or cards & -cards
            hand ^= low
            if first < 0:
                first = BEAT | defender << 4 | attack << 7 | low.bit_length() - 1 << 13
    return first
