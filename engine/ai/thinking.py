"""`master` and `grandmaster`: what they do, and what they think of every action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import UNPACKED, Action, Verb, pack
from engine.ai.search import Search
from engine.view import View

MASTER_SECONDS = 0.3
GRANDMASTER_SECONDS = 1.5
UNLIMITED = 1 << 30


class Assessed(NamedTuple):
    """An action, what it is worth to its seat (1 not durak, 0 durak), and whether that is exact."""

    action: Action
    value: float
    exact: bool


def think(
    view: View, legal: Sequence[Action], seconds: float, worlds: int = UNLIMITED
) -> Action | None:
    """The best action for the view's seat, one of `legal`; None where it is not awaited.

    The search ends when this process has spent `seconds` of its processor or so many worlds were
    tried. The worlds are drawn from the view alone; with a number of worlds the same view gives
    the same action, with seconds only the number of worlds differs.
    """
    own = _candidates(view, legal)
    if len(own) < 2:
        return own[0] if own else None
    search = Search(view, [pack(action) for action in own], _seed(view))
    search.run(seconds, worlds)
    return UNPACKED[search.best()]


def assess(
    view: View, legal: Sequence[Action], seconds: float, worlds: int = UNLIMITED
) -> list[Assessed]:
    """What each action of the view's seat is worth, the best first; empty where not awaited.

    Taking a card back is not assessed. Limits and chance as with `think`.
    """
    own = _candidates(view, legal)
    if not own:
        return []
    search = Search(view, [pack(action) for action in own], _seed(view))
    search.run(seconds, worlds, every=True)
    found = [Assessed(action, search.worth(at), False) for at, action in enumerate(own)]
    return sorted(found, key=lambda one: -one.value)


def _candidates(view: View, legal: Sequence[Action]) -> list[Action]:
    if view.seat not in view.awaited:
        return []
    return [a for a in legal if a.seat == view.seat and a.verb is not Verb.RETRACT]


def _seed(view: View) -> str:
    return f"{view.seat} {view.deal} {len(view.log)} {' '.join(map(str, view.hand))}"
