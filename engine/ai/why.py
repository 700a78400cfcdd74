"""Explain why an action is good, in terms that people use, from a seat's view.

The search reasons in numbers; these are facts of the position that a person would name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.actions import Action, Verb
from engine.ai.worlds import Worlds
from engine.cards import RANK_MASK, RANKS, SUITS, Card, beaters
from engine.view import View

HIGH = 10
"""Plain cards of this rank (queen) or higher are worth keeping; see `engine.cards`."""


class Ground(StrEnum):
    """The reason for an action."""

    ONLY = "only"  # it is the only legal action
    LAST_CARD = "last-card"  # with it the hand is empty
    GENERAL = "general"  # no single reason
    UNBEATABLE = "unbeatable"  # the defender has nothing that beats it
    LACKS_RANK = "lacks-rank"  # `rank`: nobody else holds any of it
    LOWEST = "lowest"  # a low card of little use
    SEVERAL = "several"  # more of the rank can follow
    DRAWS_TRUMPS = "draws-trumps"  # a trump led to draw out others
    CHEAPEST = "cheapest"  # nothing cheaper beats it
    SAME_RANK = "same-rank"  # its rank is on the table already
    PASSES_ON = "passes-on"  # another has to beat
    CANNOT_BEAT = "cannot-beat"  # not all of it can be beaten
    KEEPS_TRUMPS = "keeps-trumps"
    KEEPS_HIGH = "keeps-high"
    GAINS = "gains"  # the cards taken are useful
    LOADS = "loads"  # the taker gets more cards
    SHEDS = "sheds"  # one card fewer in the hand
    ENOUGH = "enough"  # throwing more gains nothing
    NEW_CARDS = "new-cards"  # a redeal may bring better ones


@dataclass(frozen=True, slots=True)
class Why:
    """A ground, and its rank (one of ``23456789TJQKA``) if it is about one."""

    ground: Ground
    rank: str | None = None


def why(view: View, legal: Sequence[Action], action: Action) -> Why:
    """Return the reason for an action of the view's seat; `legal` are all its actions."""
    if len(legal) == 1:
        return Why(Ground.ONLY)
    return _Case(view, tuple(legal)).why(action)


class _Case:
    def __init__(self, view: View, legal: tuple[Action, ...]) -> None:
        self.view = view
        self.legal = legal
        self._worlds = Worlds(view)

    def why(self, action: Action) -> Why:
        verb = action.verb
        plays = verb in (Verb.LEAD, Verb.THROW, Verb.BEAT, Verb.TRANSFER)
        if plays and len(self.view.hand) == 1 and not self.view.talon:
            return Why(Ground.LAST_CARD)
        if verb is Verb.TAKE:
            return self._take()
        if verb is Verb.BEAT:
            return self._beat(*action.cards)
        if verb is Verb.LEAD:
            return self._lead(action.cards[0])
        if verb is Verb.THROW:
            return self._throw(action.cards[0])
        if verb is Verb.PASS:
            return self._pass()
        if verb in (Verb.TRANSFER, Verb.SHOW):
            return Why(Ground.PASSES_ON)
        return Why(Ground.NEW_CARDS if verb is Verb.REDEAL else Ground.GENERAL)

    def _take(self) -> Why:
        beats = [a for a in self.legal if a.verb is Verb.BEAT]
        open_cards = self.view.unbeaten
        if {a.cards[0] for a in beats} != set(open_cards) or len({a.cards[1] for a in beats}) < len(
            open_cards
        ):
            return Why(Ground.CANNOT_BEAT)
        for attack in open_cards:
            with_what = [a.cards[1] for a in beats if a.cards[0] == attack]
            if all(self._trump(card) for card in with_what):
                return Why(Ground.KEEPS_TRUMPS)
            if all(self._dear(card) for card in with_what):
                return Why(Ground.KEEPS_HIGH)
        return Why(Ground.GAINS)

    def _beat(self, attack: Card, card: Card) -> Why:
        others = [a.cards[1] for a in self.legal if a.verb is Verb.BEAT and a.cards[0] == attack]
        if card.rank not in self._ranks() and not self._held_by_others(card.rank):
            return Why(Ground.LACKS_RANK, card.rank)
        if len(others) > 1 and card == min(others, key=self._cost):
            return Why(Ground.CHEAPEST)
        if card.rank in self._ranks():
            return Why(Ground.SAME_RANK)
        return Why(Ground.GENERAL)

    def _lead(self, card: Card) -> Why:
        if self._unbeatable(card):
            return Why(Ground.UNBEATABLE)
        if self._trump(card):
            plain = any(not self._trump(other) for other in self.view.hand)
            return Why(Ground.DRAWS_TRUMPS if plain else Ground.GENERAL)
        if sum(other.rank == card.rank for other in self.view.hand) > 1:
            return Why(Ground.SEVERAL)
        return Why(Ground.LOWEST if card == min(self.view.hand, key=self._cost) else Ground.SHEDS)

    def _throw(self, card: Card) -> Why:
        if self.view.taking:
            return Why(Ground.LOADS)
        if self._unbeatable(card):
            return Why(Ground.UNBEATABLE)
        return Why(Ground.GENERAL if self._dear(card) or self._trump(card) else Ground.SHEDS)

    def _pass(self) -> Why:
        cards = [a.cards[0] for a in self.legal if a.verb is Verb.THROW]
        if cards and all(self._trump(card) for card in cards):
            return Why(Ground.KEEPS_TRUMPS)
        if cards and all(self._trump(card) or self._dear(card) for card in cards):
            return Why(Ground.KEEPS_HIGH)
        return Why(Ground.ENOUGH)

    def _trump(self, card: Card) -> bool:
        return card.suit == self.view.trump

    def _dear(self, card: Card) -> bool:
        return card >> 2 >= HIGH

    def _cost(self, card: Card) -> tuple[bool, int]:
        return self._trump(card), card

    def _ranks(self) -> set[str]:
        return {one.rank for pair in self.view.table for one in pair if one is not None}

    def _unbeatable(self, card: Card) -> bool:
        """Return whether the defender certainly can't beat a card."""
        defender = self.view.defender
        if defender is None or defender == self.view.seat:
            return False
        return not self._possible(defender) & beaters(SUITS.index(self.view.trump))[card]

    def _held_by_others(self, rank: str) -> bool:
        mask = RANK_MASK[RANKS.index(rank)]
        others = (seat for seat in range(self.view.seats) if seat != self.view.seat)
        return any(self._possible(seat) & mask for seat in others)

    def _possible(self, seat: int) -> int:
        """Return the mask of the cards that a seat may hold, by the view."""
        knowledge = self._worlds.knowledge
        return knowledge.seats[seat].known | (knowledge.pool & ~self._worlds.lacks(seat))
