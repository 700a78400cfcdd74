"""Analysis of a finished game: the value of each decision, and better ones.

A decision is judged by what its seat could know at the time, not by the hidden cards.
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
"""Losses below this are noise of a short search."""
_NO_CHOICE = (Verb.RETRACT, Verb.RESIGN)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision: the action `played` at `step`, and the `best` one.

    `view` is what the seat saw, without its log. `chance` is the probability of not becoming the
    durak after the best action, `loss` how much lower it was after the one played, both 0 to 1.
    `exact`: the ending was solved. `why` explains the best action.
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
    """Return the numbers of a record's actions where a seat had a choice.

    Raises:
        RecordError: the record can't be played.
    """
    found = []
    for step, (game, text) in enumerate(zip(steps(record), record["actions"], strict=False)):
        # A card thrown beside one's own, without being awaited, belongs to the decision before.
        if not text.startswith(f"{seat} ") or seat not in game.awaited:
            continue
        choices = [action for action in game.legal_for(seat) if action.verb not in _NO_CHOICE]
        if len(choices) > 1 and Action.parse(text).verb not in _NO_CHOICE:
            found.append(step)
    return tuple(found)


def judge(record: Mapping[str, Any], step: int, seconds: float, clock: float = inf) -> Judgement:
    """Judge the decision at a step listed by `decisions`, in `seconds` of CPU time.

    The search also ends after `clock` seconds of wall time.

    Raises:
        RecordError: the record can't be played.
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
    """Return up to `most` decisions with a considerable loss, the costliest first."""
    costly = [one for one in judged if one.loss >= (SLIGHT if not one.exact else 1e-6)]
    return sorted(costly, key=lambda one: -one.loss)[:most]
