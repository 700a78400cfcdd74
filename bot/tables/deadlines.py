"""How long people may think, when they are rung, and when their time is up. Changes nothing."""

from __future__ import annotations

from dataclasses import replace

from bot.storage.deadlines import Deadline
from bot.storage.games import DAY
from bot.tables.game import LiveGame
from engine import Action, Verb

THROW_SECONDS = 30.0
"""The longest time for throwing or passing: all the others wait for each thrower in turn."""
DEAD_SECONDS = 3600.0
"""So long after its deadline anybody may end a game."""
JUST_NOW = 5.0
"""A person who pressed so many seconds ago needs no ring to know that it is their turn again."""


def limit(live: LiveGame, seat: int) -> float | None:
    """Return how many seconds the person on an awaited seat has, None where there is no clock."""
    clock = live.stored.deal.clock
    if not clock:
        return None
    return min(clock, THROW_SECONDS) if throws(live, seat) else float(clock)


def throws(live: LiveGame, seat: int) -> bool:
    """Tell whether an awaited seat is asked to throw or pass."""
    return bool(live.game.state.attack) and seat != live.game.state.defender


def counts(live: LiveGame, seat: int) -> bool:
    """Tell whether a decision let pass is a sign of absence.

    In a slow game nobody is expected to be there for the few seconds of a throw-in.
    """
    return live.stored.deal.clock < DAY or not throws(live, seat)


def deadlines_after(live: LiveGame, action: Action | None, at: float) -> dict[int, Deadline]:
    """Return who is awaited, by seat, after an action (None: a deal) was played at `at`.

    A person who is asked the same as before has no more time for it.
    """
    kept: dict[int, Deadline] = {}
    if action is not None and action.verb is Verb.PASS and live.game.state.attack:
        kept = {seat: old for seat, old in live.deadlines.items() if seat != action.seat}
    return _deadlines(live, kept, at)


def missing_deadlines(live: LiveGame, at: float) -> dict[int, Deadline]:
    """Return all deadlines; those that are missing, after a person's return, begin at `at`."""
    return _deadlines(live, live.deadlines, at)


def _deadlines(live: LiveGame, kept: dict[int, Deadline], at: float) -> dict[int, Deadline]:
    awaited = [seat for seat in live.moment.awaited if live.decides(seat)]
    return {seat: kept.get(seat) or _new(live, seat, at) for seat in awaited}


def extended(live: LiveGame, seat: int, since: float) -> Deadline:
    """Return the deadline of a seat whose person could see what is asked only since then."""
    return replace(_new(live, seat, since), step=live.deadlines[seat].step)


def _new(live: LiveGame, seat: int, at: float) -> Deadline:
    seconds = limit(live, seat)
    return Deadline(seat, live.step, at, None if seconds is None else at + seconds)


def ring_at(live: LiveGame, seat: int, ring_after: float) -> float | None:
    """Return when the phone of an awaited person rings, None where it does not (again).

    That is when half the time has gone; without a clock after `ring_after` seconds. A person who
    has pressed something since is looking anyway.
    """
    deadline, choice = live.deadlines[seat], live.rings.get(seat, "half")
    if choice == "never" or live.rung.get(seat) == deadline.step:
        return None
    pressed = live.pressed.get(seat, 0.0)
    if choice == "now" and pressed + JUST_NOW < deadline.since:
        return deadline.since
    if deadline.until is None:
        return max(deadline.since, pressed) + ring_after
    at = max(deadline.since, pressed) + (deadline.until - deadline.since) / 2
    return at if at < deadline.until else None


def due_rings(live: LiveGame, now: float, ring_after: float) -> dict[int, int]:
    """Return the steps of the decisions that seats are to be rung for now, by seat.

    A seat that has answered ahead is not asked, so it is not rung.
    """
    answered = live.good_answers
    return {
        seat: deadline.step
        for seat, deadline in live.deadlines.items()
        if seat not in answered
        and (at := ring_at(live, seat, ring_after)) is not None
        and at <= now
    }


def next_due(live: LiveGame, ring_after: float) -> float | None:
    """Return when the next ring or expired clock of a game is due, None where none is."""
    moments = [deadline.until for deadline in live.deadlines.values()]
    moments += [ring_at(live, seat, ring_after) for seat in live.deadlines]
    return min((moment for moment in moments if moment is not None), default=None)


def dead(live: LiveGame, now: float) -> bool:
    """Tell whether a game's deadline has passed so long ago that anybody may end it."""
    if live.paused:
        return now >= live.at + DEAD_SECONDS
    until = [one.until for one in live.deadlines.values() if one.until is not None]
    return any(now >= moment + DEAD_SECONDS for moment in until)
