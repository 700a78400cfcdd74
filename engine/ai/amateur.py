"""Amateur: greedy with card sense.

In words. It plays as `engine.ai.greedy` does, and

- leads ranks that it holds several of: each further plain card of a rank makes the card cheaper
  to lead by four ranks;
- throws trumps, the ace excepted, from when two cards are left in the talon;
- counts cards and remembers who took which: once it can tell every card of the others, it goes
  through what it may do, thinks of everybody going on as greedy does, and takes what ends best,
  its first thought among equals.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.actions import Action, Verb, pack
from engine.ai import greedy
from engine.ai.playout import play_out, worth
from engine.ai.worlds import Worlds
from engine.apply import apply
from engine.state import State
from engine.view import View

_PAIR = 4
_TRUMP = 13
_LOW_TALON = 2


def choose(view: View, legal: Sequence[Action]) -> Action | None:
    """Return an action of `legal` for the view's seat, None if it is not awaited."""
    thought = greedy.choose(view, legal)
    if thought is None:
        return None
    own = [a for a in legal if a.seat == view.seat and a.verb is not Verb.RETRACT]
    if len(own) == 1:
        return thought
    if thought.verb is Verb.LEAD:
        thought = _lead(view, own)
    elif thought.verb is Verb.PASS:
        thought = _throw(view, own, thought)
    world = _open_cards(view)
    return thought if world is None else _best(world, thought, own)


def _lead(view: View, own: list[Action]) -> Action:
    def price(action: Action) -> int:
        card = action.cards[0]
        if card.suit == view.trump:
            return (card >> 2) + _TRUMP
        held = sum(1 for c in view.hand if c.rank == card.rank and c.suit != view.trump)
        return (card >> 2) - _PAIR * (held - 1)

    return min(own, key=price)


def _throw(view: View, own: list[Action], thought: Action) -> Action:
    if view.talon > _LOW_TALON:
        return thought
    throws = [a for a in own if a.verb is Verb.THROW and a.cards[0].rank != "A"]
    return min(throws, key=lambda a: greedy.price(a.cards[0], view.trump), default=thought)


def _open_cards(view: View) -> State | None:
    """Return the state, if no card of the others is hidden any more."""
    if view.talon > 1 or view.lead is None:
        return None
    worlds = Worlds(view)
    return worlds.sample(Random(0)) if worlds.certain else None


def _best(world: State, thought: Action, own: list[Action]) -> Action:
    """Return the best action under greedy play; `thought` if none is better."""
    best, highest = thought, -1.0
    for action in (thought, *(action for action in own if action != thought)):
        after = world.copy()
        apply(after, pack(action))
        value = worth(play_out(after), action.seat)
        if value > highest:
            best, highest = action, value
    return best
