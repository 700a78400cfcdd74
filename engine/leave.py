"""Resignations (§8)."""

from __future__ import annotations

from engine.bout import (
    begin,
    clear_table,
    conclude_bout,
    draw,
    finish,
    hang,
)
from engine.deal import settle_leader
from engine.state import ASKING, BOUT, LEADING, State


def resign(s: State, seat: int) -> None:
    """Let a seat resign: discard its cards, and play on or end the game.

    If the bout goes on, the caller must check whether it has ended by this.
    """
    s.discard |= s.hands[seat]
    s.hands[seat] = 0
    s.resigned.append(seat)
    s.gone |= 1 << seat
    s.last = -1
    s.seen = []
    alive = s.r.n - s.gone.bit_count()
    if s.r.teams or alive <= 1:
        _end(s, durak=seat)
    elif s.r.restart:
        _end(s, durak=-1)
    elif s.phase == ASKING:
        if seat in s.asked:
            s.asked.remove(seat)
        if not s.asked:
            settle_leader(s)
    elif s.phase == LEADING:
        _before_lead(s, seat)
    elif seat == s.defender:
        clear_table(s, "cleared")
        draw(s)
        conclude_bout(s, seat)


def _before_lead(s: State, seat: int) -> None:
    """Set the lead and defender of the next bout, and restart the count of positions."""
    if seat == s.lead:
        begin(s, s.r.next_in[s.gone][seat])
    elif seat == s.defender:
        begin(s, s.lead)
    s.seen = [(*s.hands, s.lead)]


def _end(s: State, *, durak: int) -> None:
    """End the game by a resignation: lost by `durak`, or void if that is -1."""
    void = durak < 0
    if s.phase == BOUT:
        clear_table(s, "cleared")
        if not void:
            hang(s)
        s.bout += 1
    s.asked.clear()
    finish(s, durak=durak, void=void)
