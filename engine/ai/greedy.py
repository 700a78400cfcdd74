"""Greedy: the baseline of the arena, strong for a policy without memory or search.

Description. A card is cheaper the lower its rank, and every trump is dearer than every plain card.

- Lead the cheapest card.
- Answer an attack: show a trump where that passes it on, else transfer with a plain card, the
  cheapest; else beat. The unbeaten cards are gone through from the hardest (trumps first, then by
  rank, high to low), each is given the cheapest card left that beats it; where one gets none, take.
- Throw the cheapest plain card that may be thrown, whatever it is; a trump only once the talon is
  gone and nobody is taking. Otherwise pass.
- Keep any hand, never take a card back, never take what is beaten.

Equal ranks of plain suits go in the order S, C, D, H. `engine.ai.fast` is the same player on the
integer core.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Verb
from engine.cards import Card
from engine.view import View


def choose(view: View, legal: Sequence[Action]) -> Action | None:
    """Return an action of `legal` for the view's seat, None if it is not awaited."""
    if view.seat not in view.awaited:
        return None
    own: dict[Verb, list[Action]] = {}
    for action in legal:
        if action.seat == view.seat:
            own.setdefault(action.verb, []).append(action)
    if Verb.LEAD in own:
        return _cheapest(own[Verb.LEAD], view.trump)
    if Verb.PASS in own:
        return _throw(view, own)
    if Verb.TAKE in own:
        return _answer(view, own)
    return own[Verb.KEEP][0]


def _answer(view: View, own: dict[Verb, list[Action]]) -> Action:
    if Verb.SHOW in own:
        return own[Verb.SHOW][0]
    transfers = _plain(own.get(Verb.TRANSFER, []), view.trump)
    if transfers:
        return _cheapest(transfers, view.trump)
    beats = own.get(Verb.BEAT, [])
    used: set[Card] = set()
    first: Action | None = None
    for attack in sorted(view.unbeaten, key=lambda card: price(card, view.trump), reverse=True):
        answers = [a for a in beats if a.cards[0] == attack and a.cards[1] not in used]
        if not answers:
            return own[Verb.TAKE][0]
        beat = _cheapest(answers, view.trump)
        used.add(beat.cards[1])
        first = first or beat
    return first or own[Verb.TAKE][0]


def _throw(view: View, own: dict[Verb, list[Action]]) -> Action:
    throws = own.get(Verb.THROW, [])
    cheap = _plain(throws, view.trump) or ([] if view.talon or view.taking else throws)
    return _cheapest(cheap, view.trump) if cheap else own[Verb.PASS][0]


def price(card: Card, trump: str) -> tuple[bool, int]:
    """Return the sort key of a card's value: by rank, trumps above all plain cards."""
    return card.suit == trump, card


def _cheapest(actions: list[Action], trump: str) -> Action:
    return min(actions, key=lambda action: price(action.cards[-1], trump))


def _plain(actions: list[Action], trump: str) -> list[Action]:
    return [action for action in actions if action.cards[-1].suit != trump]
