"""How long people may think, when they are rung, and when their time is up. Changes nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.storage.deadlines import Deadline
from bot.storage.games import DAY
from engine import Action, Verb

if TYPE_CHECKING:
    from bot.tables.game import LiveGame

THROW_SECONDS = 30.0
"""The longest time for throwing or passing: all the others wait for each thrower in turn."""
DEAD_SECONDS = 3600.0
"""So long after its deadline anybody may end a game."""
JUST_NOW = 5.0
"""Whoever pressed so many seconds ago needs no ring to know that it is their turn again."""


def limit(live: LiveGame, seat: int) -> float | None:
    """How many seconds the person on an awaited seat has; None where there is no clock."""
    clock = live.stored.deal.clock
    if not clock:
        return None
    return min(clock, THROW_SECONDS) if throws(live, seat) else float(clock)


def throws(live: LiveGame, seat: int) -> bool:
    """Whether an awaited seat is asked to throw or pass."""
    return bool(live.game.state.attack) and seat != live.game.state.defender


def counts(live: LiveGame, seat: int) -> bool:
    """Whether a decision let pass is a sign of absence.

    In a slow game nobody is expected to be there for the few seconds of a throw-in.
    """
    return live.stored.deal.clock < DAY or not throws(live, seat)


def deadlines_after(live: LiveGame, action: Action | None, at: float) -> dict[int, Deadline]:
    """Who is awaited, by seat, after an action (None: a deal) was played at `at`.

    Whoever is asked the same as before has no more time for it.
    """
    kept: dict[int, Deadline] = {}
    if action is not None and action.verb is Verb.PASS and live.game.state.attack:
        kept = {seat: wait for seat, wait in live.deadlines.items() if seat != action.seat}
    return {
        seat: kept.get(seat) or _new(live, seat, at)
        for seat in live.game.awaited
        if live.decides(seat)
    }


def missing_deadlines(live: LiveGame, at: float) -> dict[int, Deadline]:
    """All waits, with those that are missing since `at`: after a deal, or somebody's return."""
    decide = [seat for seat in live.game.awaited if live.decides(seat)]
    return {seat: live.deadlines.get(seat) or _new(live, seat, at) for seat in decide}


def extended(live: LiveGame, seat: int, since: float) -> Deadline:
    """The wait of a seat whose person could see what is asked only since then."""
    return replace(_new(live, seat, since), step=live.deadlines[seat].step)


def _new(live: LiveGame, seat: int, at: float) -> Deadline:
    seconds = limit(live, seat)
    return Deadline(seat, live.step, at, None if seconds is None else at + seconds)


def ring_at(live: LiveGame, seat: int, ring_after: float) -> float | None:
    """When the phone of an awaited person rings; None where it does not (again).

    That is when half the time has gone; without a clock after `ring_after` seconds. Whoever has
    pressed something since is looking anyway.
    """
    wait, choice = live.deadlines[seat], live.rings.get(seat, "half")
    if choice == "never" or live.rung.get(seat) == wait.step:
        return None
    pressed = live.pressed.get(seat, 0.0)
    if choice == "now" and pressed + JUST_NOW < wait.since:
        return wait.since
    if wait.until is None:
        return max(wait.since, pressed) + ring_after
    at = max(wait.since, pressed) + (wait.until - wait.since) / 2
    return at if at < wait.until else None


def dead(live: LiveGame, now: float) -> bool:
    """Whether a game's deadline has passed so long ago that anybody may end it."""
    if live.paused:
        return now >= live.at + DEAD_SECONDS
    until = [wait.until for wait in live.deadlines.values() if wait.until is not None]
    return any(now >= moment + DEAD_SECONDS for moment in until)
