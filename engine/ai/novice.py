"""Novice: greedy with the mistakes that people make.

Description. It intends to play as `engine.ai.greedy` does, but at times

- leads any plain card, not its cheapest;
- beats with a dearer card than it need, be it a trump;
- takes to save the trump that it would have to beat with;
- forgets to throw, or to transfer;
- throws a trump into a bout while there is a talon.

Mistakes are seeded by the view: equal views give equal actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.actions import Action, Verb
from engine.ai import greedy
from engine.ai.chance import random_of
from engine.view import View

ANY_LEAD, DEARER, SORRY, FORGETS, TRUMP_THROWN = 0.3, 0.3, 0.25, 0.25, 0.1
"""The probability of each mistake where it is possible."""


def choose(view: View, legal: Sequence[Action]) -> Action | None:
    """Return an action of `legal` for the view's seat, None if it is not awaited."""
    meant = greedy.choose(view, legal)
    if meant is None:
        return None
    random = random_of(view, "novice")
    own = [action for action in legal if action.seat == view.seat]
    if meant.verb is Verb.LEAD:
        return _lead(view, own, meant, random)
    if meant.verb in (Verb.THROW, Verb.PASS):
        return _throw(view, own, meant, random)
    if meant.verb in (Verb.TRANSFER, Verb.SHOW, Verb.BEAT):
        return _answer(view, own, meant, random)
    return meant


def _lead(view: View, own: list[Action], meant: Action, random: Random) -> Action:
    plain = [action for action in own if action.cards[0].suit != view.trump]
    return random.choice(plain) if plain and random.random() < ANY_LEAD else meant


def _throw(view: View, own: list[Action], meant: Action, random: Random) -> Action:
    passing = next(action for action in own if action.verb is Verb.PASS)
    if meant.verb is Verb.THROW:
        return passing if random.random() < FORGETS else meant
    trumps = [action for action in own if action.verb is Verb.THROW]
    return random.choice(trumps) if trumps and random.random() < TRUMP_THROWN else meant


def _answer(view: View, own: list[Action], meant: Action, random: Random) -> Action:
    beats = [action for action in own if action.verb is Verb.BEAT]
    if meant.verb is not Verb.BEAT:
        if len(view.unbeaten) > 1 or not beats or random.random() >= FORGETS:
            return meant
        meant = min(beats, key=lambda action: greedy.price(action.cards[1], view.trump))
    if meant.cards[1].suit == view.trump and meant.cards[0].suit != view.trump:
        if view.talon and random.random() < SORRY:
            return next(action for action in own if action.verb is Verb.TAKE)
    elif len(view.unbeaten) == 1 and random.random() < DEARER:
        return random.choice(beats)
    return meant
