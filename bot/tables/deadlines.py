"""Deadlines and rings of awaited people. Pure: no I/O. Times are in Unix seconds."""

from __future__ import annotations

from dataclasses import replace

from bot.storage.deadlines import Deadline
from bot.storage.games import DAY
from bot.tables.game import LiveGame
from engine import Action, Verb

THROW_SECONDS = 30.0
"""The longest time for throwing or passing, as throwers are awaited in turn."""
DEAD_SECONDS = 3600.0
"""How long after its deadline anybody may end a game."""
JUST_NOW = 5.0
"""The seconds after a press when a person is not rung: they are still looking."""


def limit(live: LiveGame, seat: int) -> float | None:
    """Return the seconds that an awaited seat has, None where there is no clock."""
    clock = live.stored.deal.clock
    if not clock:
        return None
    return min(clock, THROW_SECONDS) if throws(live, seat) else float(clock)


def throws(live: LiveGame, seat: int) -> bool:
    """Tell whether an awaited seat is asked to throw or pass."""
    return bool(live.game.state.attack) and seat != live.game.state.defender


def counts(live: LiveGame, seat: int) -> bool:
    """Tell whether letting a decision pass counts as a miss.

    In a slow game nobody is expected to be there for the few seconds of a throw-in.
    """
    return live.stored.deal.clock < DAY or not throws(live, seat)


def deadlines_after(live: LiveGame, action: Action | None, at: float) -> dict[int, Deadline]:
    """Return the deadlines by seat after an action (None: a deal) was played at `at`.

    A pass leaves the deadlines of the other throwers as they were.
    """
    kept: dict[int, Deadline] = {}
    if action is not None and action.verb is Verb.PASS and live.game.state.attack:
        kept = {seat: old for seat, old in live.deadlines.items() if seat != action.seat}
    return _deadlines(live, kept, at)


def missing_deadlines(live: LiveGame, at: float) -> dict[int, Deadline]:
    """Return all deadlines by seat; those that are new begin at `at`."""
    return _deadlines(live, live.deadlines, at)


def _deadlines(live: LiveGame, kept: dict[int, Deadline], at: float) -> dict[int, Deadline]:
    awaited = [seat for seat in live.moment.awaited if live.decides(seat)]
    return {seat: kept.get(seat) or _new(live, seat, at) for seat in awaited}


def extended(live: LiveGame, seat: int, since: float) -> Deadline:
    """Return the deadline of a seat counted from `since`, when its hand could be seen."""
    return replace(_new(live, seat, since), step=live.deadlines[seat].step)


def _new(live: LiveGame, seat: int, at: float) -> Deadline:
    seconds = limit(live, seat)
    return Deadline(seat, live.step, at, None if seconds is None else at + seconds)


def ring_at(live: LiveGame, seat: int, ring_after: float) -> float | None:
    """Return when the person on an awaited seat is to be rung, None for never (again).

    By default after half of the time, and without a clock after `ring_after` seconds; both are
    counted from the person's last press if that is later.
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
    """Return the seats to ring now, each with the step of the decision it is rung for.

    A seat with a valid queued answer is not rung.
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
    """Return when the next ring or deadline of a game is due, None for never."""
    moments = [deadline.until for deadline in live.deadlines.values()]
    moments += [ring_at(live, seat, ring_after) for seat in live.deadlines]
    return min((moment for moment in moments if moment is not None), default=None)


def dead(live: LiveGame, now: float) -> bool:
    """Tell whether a deadline passed so long ago that anybody may end the game."""
    if live.paused:
        return now >= live.at + DEAD_SECONDS
    until = [one.until for one in live.deadlines.values() if one.until is not None]
    return any(now >= moment + DEAD_SECONDS for moment in until)
