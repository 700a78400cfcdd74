"""Automatic decisions: of computers, for absent people, and when a clock expires."""

from __future__ import annotations

from dataclasses import dataclass

from bot.storage.games import ActorKind
from bot.storage.queued_answers import QueuedAnswer
from bot.tables.game import LiveGame
from bot.tables.thinking import QUICK, quick
from engine import Action, Verb
from engine.ai.plain import PlainPolicy

CLOCK_BOUT = "clock"
"""The kind of a queued answer given by the clock: no more throwing in this bout."""
_AUTOPILOT = PlainPolicy()


@dataclass(frozen=True, slots=True)
class Decision:
    """An action about to be played; `actor` is the user id where a person acts."""

    action: Action
    kind: ActorKind
    actor: int | None = None


def at_once(live: LiveGame) -> Decision | None:
    """Return the decision to play without a pause, None where there is none.

    Queued answers and forced passes need no pause, nor do computers once all people have left.
    """
    if live.paused:
        return None
    for seat in live.moment.awaited:
        passing = Action(seat, Verb.PASS)
        if seat in live.queued and passing in live.moment.legal(seat):
            return _answered_ahead(live, passing)
        if not live.decides(seat):
            decision = choice(live, seat)
            passes = decision is not None and decision.action.verb in (Verb.PASS, Verb.KEEP)
            if passes or not live.people_in:
                return decision
    return None


def next_seat(live: LiveGame) -> int | None:
    """Return the seat that a computer or the autopilot plays next, None for none."""
    if live.paused:
        return None
    return next((seat for seat in live.moment.awaited if not live.decides(seat)), None)


def choice(live: LiveGame, seat: int) -> Decision | None:
    """Return the decision for an awaited seat, None if its computer must think first.

    Hands that may be dealt again are kept. The plain policy plays for absent people.
    """
    computer = live.person(seat) is None
    kind: ActorKind = "bot" if computer else "autopilot"
    legal = live.moment.legal(seat)
    keep = Action(seat, Verb.KEEP)
    if keep in legal:
        return Decision(keep, kind)
    if len(legal) == 1:
        return Decision(legal[0], kind)
    if not computer:
        return Decision(_autopilot(live, seat), kind)
    level = live.stored.deal.seats[seat].level
    if level in QUICK or not live.people_in:
        return Decision(quick(level, live.moment.view(seat), legal), kind)
    return None


def overdue(live: LiveGame, seat: int) -> Decision:
    """Return the decision at an expired clock: pass, take, keep, or a cheap lead."""
    legal = live.moment.legal(seat)
    for verb in (Verb.PASS, Verb.TAKE, Verb.KEEP):
        if Action(seat, verb) in legal:
            return Decision(Action(seat, verb), "clock")
    return Decision(_autopilot(live, seat), "clock")


def passes_for_bout(live: LiveGame, seat: int) -> QueuedAnswer:
    """Return the queued answer of a thrower whose time is up."""
    return QueuedAnswer(seat, CLOCK_BOUT, live.game.state.bout)


def _autopilot(live: LiveGame, seat: int) -> Action:
    action = _AUTOPILOT.choose(live.moment.view(seat), live.moment.legal(seat))
    assert action is not None, "an awaited seat has something to do"
    return action


def _answered_ahead(live: LiveGame, passing: Action) -> Decision:
    seat = passing.seat
    if live.queued[seat].kind == CLOCK_BOUT:
        return Decision(passing, "clock")
    return Decision(passing, "person", live.person(seat))
