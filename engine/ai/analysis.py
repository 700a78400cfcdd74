"""A game looked back on by one seat: what each of its decisions was worth, and what was better.

A decision is judged by what its seat could know when it was made, not by the hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from typing import Any

from engine.actions import Action, Verb
from engine.ai.thinking import assess
from engine.ai.why import Why, why
from engine.record import steps
from engine.view import View

SLIGHT = 0.03
"""Losses below are within what a short search can't tell from nothing."""
_NO_CHOICE = (Verb.RETRACT, Verb.RESIGN)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision: what was `played` at `step`, and the `best` that could have been.

    `view` is what the seat saw, but for its log. `chance` is that of not becoming the durak after
    the best action, and `loss` how much less it was after the one played, both 0 to 1. `exact`:
    the ending was solved. `why` speaks for the best action.
    """

    step: int
    view: View
    played: Action
    best: Action
    chance: float
    loss: float
    exact: bool
    why: Why


def decisions(record: Mapping[str, Any], seat: int) -> tuple[int, ...]:
    """The numbers of a record's actions with which a seat chose between two or more.

    Raises:
        RecordError: the record cannot be played.
    """
    found = []
    for step, (game, text) in enumerate(zip(steps(record), record["actions"], strict=False)):
        # What is laid beside one's own card, unasked, belongs to the decision before.
        if not text.startswith(f"{seat} ") or seat not in game.awaited:
            continue
        choices = [action for action in game.legal_for(seat) if action.verb not in _NO_CHOICE]
        if len(choices) > 1 and Action.parse(text).verb not in _NO_CHOICE:
            found.append(step)
    return tuple(found)


def judge(record: Mapping[str, Any], step: int, seconds: float, clock: float = inf) -> Judgement:
    """Judge the decision at a step that `decisions` has named, in so many seconds of one core.

    The search ends, too, when `clock` seconds have passed by the clock.

    Raises:
        RecordError: the record cannot be played.
    """
    game = next(islice(steps(record), step, None))
    played = Action.parse(record["actions"][step])
    view, legal = game.view(played.seat), game.legal_for(played.seat)
    found = assess(view, legal, seconds, clock=clock)
    best = found[0]
    own = next(one for one in found if one.action == played)
    loss = max(best.value - own.value, 0.0)
    if not loss:
        best = own
    return Judgement(
        step=step,
        view=replace(view, log=()),
        played=played,
        best=best.action,
        chance=best.value,
        loss=loss,
        exact=best.exact and own.exact,
        why=why(view, [one.action for one in found], best.action),
    )


def costliest(judged: Sequence[Judgement], most: int = 3) -> list[Judgement]:
    """The decisions that have cost more than a little, the costliest first."""
    costly = [one for one in judged if one.loss >= (SLIGHT if not one.exact else 1e-6)]
    return sorted(costly, key=lambda one: -one.loss)[:most]
