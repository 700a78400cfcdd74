"""Opponent model: how likely each seat plays as greedy, by its past decisions.

The hand of a seat at a past decision is not known, but possible ones are. A world gives its hand
now; going back through the log, cards that it played return, cards that it took leave, and some of
those it may have drawn leave with each draw. Each decision is compared with greedy's in several
such pasts; the share of agreement is weighed by its frequency in games of greedy and of grandmaster
(`engine.ai.training.manners` counts it).
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import NamedTuple

from engine.actions import Verb
from engine.ai.worlds import Worlds
from engine.cards import DECK_MASKS, RANK_MASK, SUIT_MASK, SUITS, beaters, bits, mask_of
from engine.events import Event, EventKind
from engine.view import View

PASTS = 12
"""The number of possible pasts for each decision."""
LEADS, ANSWERS, THROWS = range(3)
_LAYS, _GETS, _DRAWS = range(3, 6)
SHARES = 6
"""Classes of the share of pasts in which greedy agrees: none, four between, all."""
TELLS = (
    (-1.56, 0.54, 0.58, 0.44, 0.54, 0.53),
    (-2.95, -0.61, -0.13, 0.19, 0.56, 0.51),
    (-3.5, -0.26, 0.11, 0.32, 0.46, 0.1),
)
"""Log-likelihood ratio for greedy, by kind of decision and class of share."""


class Decision(NamedTuple):
    """A decision, and the class of the share of pasts in which greedy agrees."""

    kind: int
    share: int


class _Step(NamedTuple):
    """A change of a hand: a decision, or cards that were played, taken or drawn.

    `cards` are those played or taken, or those known to be held before a draw; none for a decision
    to take or pass. `about` are the attack cards to beat, the ranks to throw, or the known card
    among those drawn; `size` is how many were drawn, or for a throw whether greedy throws trumps.
    """

    kind: int
    cards: int
    about: int = 0
    size: int = 0


def plainness(view: View, worlds: Worlds, rng: Random) -> list[float]:
    """Return how likely each seat plays as greedy, 0..1 (not the view's own).

    For a seat without decisions it is a half.
    """
    return [
        1 / (1 + exp(-sum(TELLS[kind][share] for kind, share in found)))
        for found in decisions(view, worlds, rng)
    ]


def decisions(view: View, worlds: Worlds, rng: Random) -> list[list[Decision]]:
    """Return the decisions of each other seat since the deal."""
    found: list[list[Decision]] = []
    hands = [worlds.sample(rng).hands for _ in range(PASTS)]
    greedy = _Greedy(SUITS.index(view.trump))
    for seat, steps in enumerate(_Reader(view).steps):
        if seat == view.seat:
            found.append([])
            continue
        same = [0] * len(steps)
        for held in hands:
            greedy.go_back(steps, held[seat], same, rng)
        found.append(
            [
                Decision(step.kind, _class(count))
                for step, count in zip(steps, same, strict=True)
                if step.kind <= THROWS
            ]
        )
    return found


def _class(count: int) -> int:
    if not count:
        return 0
    return SHARES - 1 if count == PASTS else 1 + count * (SHARES - 2) // PASTS


class _Greedy:
    """Greedy's decisions with a hand, and the way back through a hand's changes."""

    def __init__(self, trump: int) -> None:
        self.beats = beaters(trump)
        self.plain = DECK_MASKS[52] & ~SUIT_MASK[trump]

    def go_back(self, steps: list[_Step], hand: int, same: list[int], rng: Random) -> None:
        """Count, for each decision of a seat that holds `hand` now, if greedy agrees."""
        for at in range(len(steps) - 1, -1, -1):
            kind, cards, about, size = steps[at]
            if kind == _GETS:
                hand &= ~cards
            elif kind == _DRAWS:
                hand &= ~about
                drawn = list(bits(hand & ~cards))
                some = min(size - about.bit_count(), len(drawn))
                hand &= ~mask_of(rng.sample(drawn, some))
            else:
                hand |= cards
                if kind != _LAYS and self._does(kind, hand, about, size) == cards:
                    same[at] += 1

    def _does(self, kind: int, hand: int, about: int, size: int) -> int:
        """Return the lowest card that greedy plays, as a mask; 0 if it takes or passes."""
        if kind == LEADS:
            return self._low(hand)
        if kind == ANSWERS:
            return self._answer(hand, about)
        cards = hand & about
        return self._low(cards if size else cards & self.plain)

    def _low(self, cards: int) -> int:
        cards = cards & self.plain or cards
        return cards & -cards

    def _answer(self, hand: int, about: int) -> int:
        """Return the card that beats `about`, or 0 if one of its cards can't be beaten."""
        lowest = 0
        for part in (about & ~self.plain, about & self.plain):
            while part:
                attack = part.bit_length() - 1
                part ^= 1 << attack
                lowest = self._low(hand & self.beats[attack])
                if not lowest:
                    return 0
                hand ^= lowest
        return lowest


class _Reader:
    """Reads the log from the last deal on; `steps` lists the changes of each hand."""

    def __init__(self, view: View) -> None:
        self.steps: list[list[_Step]] = [[] for _ in range(view.seats)]
        self._known = [0] * view.seats
        self._transfer = view.rules.transfer
        self._trump_card = view.trump_card
        self._clear()
        log = view.log
        begin = max((at + 1 for at, e in enumerate(log) if e.kind is EventKind.TRUMP), default=0)
        self._talon = view.talon + sum(e.count for e in log[begin:] if e.kind is EventKind.DREW)
        for event in log[begin:]:
            if event.kind is EventKind.ACTION:
                self._action(event)
            elif event.kind is EventKind.DREW:
                self._draw(event)
            elif event.kind is EventKind.TAKEN:
                assert event.seat is not None
                self._get(event.seat, mask_of(event.cards))
            if event.kind in (EventKind.TAKEN, EventKind.BEATEN, EventKind.CLEARED):
                self._clear()

    def _clear(self) -> None:
        self._open = self._ranks = 0
        self._beaten = self._taking = False

    def _get(self, seat: int, cards: int) -> None:
        self.steps[seat].append(_Step(_GETS, cards))
        self._known[seat] |= cards

    def _draw(self, event: Event) -> None:
        """Record a draw; who draws the last cards of the talon has the trump card."""
        assert event.seat is not None
        self._talon -= event.count
        last = 0
        if not self._talon and self._trump_card is not None:
            last = 1 << self._trump_card
        self.steps[event.seat].append(_Step(_DRAWS, self._known[event.seat], last, event.count))
        self._known[event.seat] |= last

    def _action(self, event: Event) -> None:
        assert event.seat is not None
        steps = self.steps[event.seat]
        verb = event.verb
        if verb == Verb.RETRACT:
            cards = mask_of(event.cards)
            self._open &= ~cards
            self._get(event.seat, cards)
        elif verb in (Verb.TAKE, Verb.BEAT):
            self._answer(event, steps)
        elif verb == Verb.PASS:
            steps.append(self._throw(0))
        elif verb == Verb.SHOW:
            self._known[event.seat] |= mask_of(event.cards)
        elif verb in (Verb.LEAD, Verb.THROW, Verb.TRANSFER):
            cards = mask_of(event.cards)
            if verb == Verb.LEAD:
                steps.append(_Step(LEADS, cards))
            elif verb == Verb.THROW and (self._taking or not self._open):
                steps.append(self._throw(cards))
            else:
                steps.append(_Step(_LAYS, cards))
            self._lay(event.seat, cards)
            self._open |= cards

    def _throw(self, cards: int) -> _Step:
        trumps = not self._taking and not self._talon
        return _Step(THROWS, cards, self._ranks, trumps)

    def _answer(self, event: Event, steps: list[_Step]) -> None:
        """Record an answer, unless the attack might have been passed on."""
        assert event.seat is not None
        cards = 0
        asked = self._open and (self._beaten or not self._transfer)
        about = self._open
        if event.verb == Verb.BEAT:
            attack, cards = (1 << card for card in event.cards)
            about = attack
            self._open ^= attack
            self._beaten = True
            self._lay(event.seat, cards)
        else:
            self._taking = True
        if asked:
            steps.append(_Step(ANSWERS, cards, about))
        elif cards:
            steps.append(_Step(_LAYS, cards))

    def _lay(self, seat: int, cards: int) -> None:
        self._known[seat] &= ~cards
        for card in bits(cards):
            self._ranks |= RANK_MASK[card >> 2]
