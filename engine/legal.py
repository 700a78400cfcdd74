"""Legal actions of all seats, and the seats that are awaited (§5, §6)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import (
    BEAT,
    KEEP,
    LEAD,
    PASS,
    REDEAL,
    RETRACT,
    SHOW,
    TAKE,
    THROW,
    TRANSFER,
)
from engine.cards import RANK_MASK, bits
from engine.state import ALL, ASKING, BOUT, LEADING, NEIGHBOURS, State

_AS_LEAD = {1 << card: LEAD | card << 7 for card in range(52)}
_AS_THROW = {1 << card: THROW | card << 7 for card in range(52)}
_AS_DEFENCE = {1 << card: card << 13 for card in range(52)}


def legal(s: State) -> list[int]:
    """Return all legal actions of all seats, packed (`engine.actions`), but resigning.

    Empty once the game is over and while a new deck is due.
    """
    phase = s.phase
    actions: list[int] = []
    if phase == BOUT:
        if s.open and not s.taking:
            defender = s.defender
            hand = s.hands[defender]
            masks = s.beaters
            base = BEAT | defender << 4
            unbeaten = s.open
            while unbeaten:
                low = unbeaten & -unbeaten
                unbeaten ^= low
                attack = low.bit_length() - 1
                cards = hand & masks[attack]
                if cards:
                    head = base | attack << 7
                    while cards:
                        low = cards & -cards
                        actions.append(head | _AS_DEFENCE[low])
                        cards ^= low
            actions.append(TAKE | defender << 4)
            if not s.opened or s.r.more_while_unbeaten:
                _more_while_unbeaten(s, actions)
        else:
            for seat, cards in s.throwing:
                base = seat << 4
                while cards:
                    low = cards & -cards
                    actions.append(base | _AS_THROW[low])
                    cards ^= low
                actions.append(PASS | base)
            if s.r.take_beaten and not s.taking:
                actions.append(TAKE | s.defender << 4)
        if s.last >= 0 and s.r.retract:
            actions.append(RETRACT | (s.last >> 6) << 4 | (s.last & 63) << 7)
    elif phase == LEADING:
        base = s.lead << 4
        hand = s.hands[s.lead]
        while hand:
            low = hand & -hand
            actions.append(base | _AS_LEAD[low])
            hand ^= low
    elif phase == ASKING:
        seat = s.asked[0] << 4
        actions = [REDEAL | seat, KEEP | seat]
    return actions


def _more_while_unbeaten(s: State, actions: list[int]) -> None:
    """Add transfers, shows and throws while cards are unbeaten."""
    r = s.r
    if r.transfer:
        defender = s.defender
        for card in bits(transfers(s)):
            actions.append(TRANSFER | defender << 4 | card << 7)
        card = show_of(s)
        if card >= 0:
            actions.append(SHOW | defender << 4 | card << 7)
    if r.any_time:
        for seat, cards in throws_while_unbeaten(s):
            actions.extend(THROW | seat << 4 | card << 7 for card in bits(cards))
    elif not s.opened and r.lead_many and len(s.attack) < s.cap:
        cards = s.hands[s.lead] & s.ranks
        if cards:
            cards &= ~s.barred.get(s.lead, 0)
            actions.extend(THROW | s.lead << 4 | card << 7 for card in bits(cards))


def transferable(s: State) -> bool:
    """Return whether this bout can be transferred now at all, next seat aside (§6)."""
    if s.taking or (s.first and not s.r.transfer_first):
        return False
    return s.open.bit_count() == len(s.attack)


def transfers(s: State) -> int:
    """Return the mask of cards that the defender may transfer with."""
    cards = s.hands[s.defender] & RANK_MASK[s.attack[0] >> 2]
    if not cards or not transferable(s):
        return 0
    return cards if len(s.attack) < s.cap_for(s.r.next_opponent[s.gone][s.defender]) else 0


def show_of(s: State) -> int:
    """Return the trump that the defender may show, or -1."""
    if not s.r.show or not transferable(s):
        return -1
    card = (s.attack[0] & ~3) | s.trump
    bit = 1 << card
    if not s.hands[s.defender] & bit or s.shown & bit:
        return -1
    following = s.r.next_opponent[s.gone][s.defender]
    if following == s.defender:  # no opponent is in
        return -1
    return card if len(s.attack) <= s.cap_for(following) else -1


def throws(s: State) -> list[tuple[int, int]]:
    """Return who may throw or pass while all is beaten or being taken, with the cards.

    In turn, that is one seat at most; in free order, every seat that has not passed.
    """
    if len(s.attack) >= s.cap:
        return []
    ranks = s.ranks
    hands = s.hands
    passed = s.passed
    barred = s.barred
    found = []
    for seat in (1 - s.defender,) if s.r.n == 2 else throw_order(s):
        cards = hands[seat] & ranks
        if cards and not passed >> seat & 1:
            if barred:
                cards &= ~barred.get(seat, 0)
                if not cards:
                    continue
            if not s.r.free:
                return [(seat, cards)]
            found.append((seat, cards))
    return found


def throws_while_unbeaten(s: State) -> list[tuple[int, int]]:
    """Return who may throw while a card is unbeaten, and the cards (§5, `any_time`).

    The further cards of `lead_many` are open to the lead whatever the other options say.
    """
    if s.opened:
        return throws(s)
    if not s.r.lead_many:
        return []
    found = throws(s)
    if not s.others and not any(seat == s.lead for seat, _ in found):
        cards = s.hands[s.lead] & s.ranks & ~s.barred.get(s.lead, 0)
        if cards and len(s.attack) < s.cap:
            return [*found, (s.lead, cards)] if s.r.free else [(s.lead, cards)]
    return found


def throw_order(s: State) -> Sequence[int]:
    """Return the throwing seats, the one with the first right first."""
    r = s.r
    n = r.n
    defender = s.defender
    lead = s.lead
    if r.throwers == ALL:
        barred = r.side_mask[defender]
        order = [] if barred >> lead & 1 else [lead]
        for seat in range(defender + 1, defender + n):
            seat %= n
            if seat != lead and not barred >> seat & 1:
                order.append(seat)
        return order
    if r.throwers == NEIGHBOURS:
        return _neighbours(s)
    thrower = s.mover if lead == defender else lead
    return () if r.side_mask[defender] >> thrower & 1 else (thrower,)


def throwers(s: State) -> list[int]:
    """Return the seats that may yet be asked to throw or pass in this bout (§5).

    They hold cards and have not passed since the last answer; they are in throwing order. Which
    cards they hold is not looked at, so that all seats may know.
    """
    if s.phase != BOUT:
        return []
    return [seat for seat in throw_order(s) if s.hands[seat] and not s.passed >> seat & 1]


def _neighbours(s: State) -> list[int]:
    """Return the nearest opponents with cards beside the defender, the lead first."""
    n = s.r.n
    barred = s.r.side_mask[s.defender]
    found: list[int] = []
    for side in (1, -1):
        for step in range(1, n):
            seat = (s.defender + side * step) % n
            if s.hands[seat] and not barred >> seat & 1:
                if seat not in found:
                    found.append(seat)
                break
    if s.lead in found and found[0] != s.lead:
        found.reverse()
    return found


def awaited(s: State) -> list[int]:
    """Return the seats that owe a decision, sorted (docs/record.md)."""
    if s.phase == BOUT:
        if s.open and not s.taking:
            return [s.defender]
        return sorted(seat for seat, _ in s.throwing)
    if s.phase == LEADING:
        return [s.lead]
    return s.asked[:1] if s.phase == ASKING else []
