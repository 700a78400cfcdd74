"""The reference for benchmarks: podkidnoy for two on 36 cards, in a single loop.

It has no options, records or events: about the best that plain Python can do. The rules are the
defaults without taking cards back.
"""

from __future__ import annotations

from random import Random

_RANKS = tuple(0xF << 4 * rank for rank in range(13))
_SUITS = tuple(sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4))
_BEATERS = tuple(
    tuple(
        _SUITS[card & 3] & ~((2 << card) - 1) | (_SUITS[trump] if card & 3 != trump else 0)
        for card in range(52)
    )
    for trump in range(4)
)
_PASS, _TAKE = 52, 53


def play(random: Random) -> int:
    """Play one uniformly random game; return its number of actions."""
    deck = list(range(16, 52))
    random.shuffle(deck)
    hands = [sum(1 << card for card in deck[:6]), sum(1 << card for card in deck[6:12])]
    trump = deck[12] & 3
    talon = [deck[12], *reversed(deck[13:])]
    beaters = _BEATERS[trump]
    trumps = _SUITS[trump]
    rand = random.random
    lows = [hand & trumps or hand << 52 for hand in hands]
    attacker = 0 if lows[0] & -lows[0] <= lows[1] & -lows[1] else 1
    count = 0
    while True:
        defender = 1 - attacker
        cap = min(6, hands[defender].bit_count())
        table = ranks = laid = 0
        open_card = -1
        taking = False
        while True:
            choices = []
            if open_card < 0 or taking:
                cards = hands[attacker] & ranks if laid else hands[attacker]
                if laid == cap:
                    cards = 0
                if laid and not cards:
                    break
                while cards:
                    low = cards & -cards
                    choices.append(low.bit_length() - 1)
                    cards ^= low
                if laid:
                    choices.append(_PASS)
            else:
                cards = hands[defender] & beaters[open_card]
                while cards:
                    low = cards & -cards
                    choices.append(low.bit_length() - 1)
                    cards ^= low
                choices.append(_TAKE)
            choice = choices[int(rand() * len(choices))]
            count += 1
            if choice == _PASS:
                break
            if choice == _TAKE:
                taking = True
                continue
            bit = 1 << choice
            table |= bit
            ranks |= _RANKS[choice >> 2]
            if open_card < 0 or taking:
                hands[attacker] ^= bit
                laid += 1
                if not taking:
                    open_card = choice
            else:
                hands[defender] ^= bit
                open_card = -1
            if not talon and (
                (
                    not hands[attacker]
                    and (taking or hands[defender].bit_count() != (open_card >= 0))
                )
                or not hands[defender]
            ):
                return count
        if taking:
            hands[defender] |= table
        for seat in (attacker, defender):
            need = 6 - hands[seat].bit_count()
            while need > 0 and talon:
                hands[seat] |= 1 << talon.pop()
                need -= 1
        if not hands[0] or not hands[1]:
            return count
        if not taking:
            attacker = defender
