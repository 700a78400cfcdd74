"""The plain policy: sensible play without search.

Description. Lead the cheapest plain card, of the rank held most often among equals; trumps last.
Beat with the cheapest card that does it, and take rather than spend an ace of trumps while there
is a talon, or a high trump on a small card early. Transfer when that costs no trump. Throw plain
cards that are not high, while the talon lasts; at the end throw whatever may be thrown, trumps
only if there is nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Verb
from engine.cards import Card
from engine.view import View

_TRUMP = 13
_HIGH = 10


class PlainPolicy:
    """A stateless policy that plays from the view and the legal actions alone."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        """Return an action for the view's seat, None if it is not awaited."""
        own = [action for action in legal if action.seat == view.seat]
        if view.seat not in view.awaited or not own:
            return None
        by_verb: dict[Verb, list[Action]] = {}
        for action in own:
            by_verb.setdefault(action.verb, []).append(action)
        if Verb.KEEP in by_verb:
            return by_verb[Verb.KEEP][0]
        if Verb.LEAD in by_verb:
            return self._lead(view, by_verb[Verb.LEAD])
        if view.seat == view.defender:
            return self._defend(view, by_verb)
        return self._throw(view, by_verb)

    def _lead(self, view: View, leads: list[Action]) -> Action:
        def price(action: Action) -> tuple[int, int]:
            card = action.cards[0]
            same = sum(1 for other in view.hand if other.rank == card.rank)
            return _cost(card, view.trump), -same

        return min(leads, key=price)

    def _defend(self, view: View, by_verb: dict[Verb, list[Action]]) -> Action:
        shows = by_verb.get(Verb.SHOW)
        if shows:
            return shows[0]
        transfers = [
            action
            for action in by_verb.get(Verb.TRANSFER, [])
            if not view.talon or action.cards[0].suit != view.trump
        ]
        if transfers:
            return min(transfers, key=lambda action: _cost(action.cards[0], view.trump))
        beats = by_verb.get(Verb.BEAT, [])
        hardest = _hardest(view, beats)
        if hardest is None or _too_dear(view, hardest):
            return by_verb[Verb.TAKE][0]
        return hardest

    def _throw(self, view: View, by_verb: dict[Verb, list[Action]]) -> Action:
        passes = by_verb[Verb.PASS][0]
        throws = by_verb.get(Verb.THROW, [])
        if not throws:
            return passes
        best = min(throws, key=lambda action: _cost(action.cards[0], view.trump))
        cost = _cost(best.cards[0], view.trump)
        if view.talon:
            keep = _HIGH if not view.taking else _HIGH - 2
            return best if cost < keep else passes
        if cost >= _TRUMP and (view.taking or len(view.hand) > 2):
            return passes
        return best


def _cost(card: Card, trump: str) -> int:
    """Return the value of a card: its rank 0..12, plus 13 for a trump."""
    return (card >> 2) + (_TRUMP if card.suit == trump else 0)


def _hardest(view: View, beats: list[Action]) -> Action | None:
    """Return the cheapest beat of the hardest card, None if one can't be beaten."""
    found: list[Action] = []
    for attack in view.unbeaten:
        answers = [action for action in beats if action.cards[0] == attack]
        if not answers:
            return None
        found.append(min(answers, key=lambda action: _cost(action.cards[1], view.trump)))
    if len({action.cards[1] for action in found}) < len(found):
        spare = {action.cards[1] for action in beats}
        if len(spare) < len(found):
            return None
    return max(found, key=lambda action: _cost(action.cards[1], view.trump), default=None)


def _too_dear(view: View, beat: Action) -> bool:
    """Return whether taking is better than a beat that costs a high trump."""
    attack, defence = beat.cards
    if not view.talon or defence.suit != view.trump or attack.suit == view.trump:
        return defence.suit == view.trump and defence.rank == "A" and view.talon > 0
    return defence.rank == "A" or (defence.rank in "QK" and view.seen <= 2 and view.talon > 6)
