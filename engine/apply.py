"""Transitions: apply legal actions to the `State` (§5, §6)."""

from __future__ import annotations

from collections.abc import Callable

from engine.bout import end_bout, over_in_bout, over_in_play
from engine.cards import RANK_MASK
from engine.deal import settle_leader
from engine.leave import resign
from engine.legal import throws
from engine.state import BOUT, DECK_DUE, State


def apply(s: State, action: int) -> None:
    """Apply a packed action listed by `legal`, or a resignation, with all its effects.

    Nothing is checked: an illegal action leaves the state undefined.
    """
    _PLAY[action & 15](s, action)


def _lead(s: State, action: int) -> None:
    s.phase = BOUT
    s.cap = s.cap_for(s.defender)
    _lay_attack(s, action)


def _throw(s: State, action: int) -> None:
    seat = action >> 4 & 7
    if not s.opened and seat != s.lead:
        s.others += 1
    s.last = seat << 6 | action >> 7
    if not _lay_attack(s, action) and s.taking:
        _settle(s)


def _lay_attack(s: State, action: int) -> bool:
    """Lay an attack card; return whether the game has ended with it."""
    seat = action >> 4 & 7
    card = action >> 7
    bit = 1 << card
    hand = s.hands[seat] = s.hands[seat] ^ bit
    s.attack.append(card)
    s.defence.append(-1)
    s.open |= bit
    s.table |= bit
    s.laid.append(card << 4 | 8 | seat)
    if not s.ranks or not s.r.lead_rank_only:
        s.ranks |= RANK_MASK[card >> 2]
    return not hand and s.drawn == len(s.talon) and _go_out(s, seat)


def _beat(s: State, action: int) -> None:
    seat = action >> 4 & 7
    attack = action >> 7 & 63
    card = action >> 13
    bit = 1 << card
    hand = s.hands[seat] = s.hands[seat] ^ bit
    s.table |= bit
    s.defence[s.attack.index(attack)] = card
    unbeaten = s.open = s.open ^ 1 << attack
    s.laid.append(card << 4 | seat)
    s.opened = True
    s.passed = 0
    s.last = -1
    if not s.r.lead_rank_only:
        s.ranks |= RANK_MASK[card >> 2]
    if not hand and s.drawn == len(s.talon) and _go_out(s, seat):
        return
    if not unbeaten:
        _settle(s)


def _transfer(s: State, action: int) -> None:
    _pass_on(s, action >> 4 & 7)
    _lay_attack(s, action)


def _show(s: State, action: int) -> None:
    s.shown |= 1 << (action >> 7)
    _pass_on(s, action >> 4 & 7)


def _pass_on(s: State, seat: int) -> None:
    """Make the next opponent on the left the defender."""
    s.mover = seat
    s.defender = s.r.next_opponent[s.gone][seat]
    s.cap = s.cap_for(s.defender)
    s.opened = True
    s.passed = 0
    s.last = -1
    if s.trace is not None:
        s.trace.append(("defender", s.defender))


def _take(s: State, _: int) -> None:
    s.taking = True
    s.opened = True
    s.passed = 0
    s.last = -1
    if s.gone and over_in_play(s):
        over_in_bout(s)
    elif s.r.after_take:
        _settle(s)
    else:
        end_bout(s, beaten=False)


def _pass(s: State, action: int) -> None:
    s.passed |= 1 << (action >> 4 & 7)
    s.last = -1
    _settle(s)


def _retract(s: State, action: int) -> None:
    seat = action >> 4 & 7
    bit = 1 << (action >> 7)
    s.last = -1
    s.attack.pop()
    s.defence.pop()
    s.laid.pop()
    s.open ^= bit
    s.table ^= bit
    s.hands[seat] |= bit
    s.barred[seat] = s.barred.get(seat, 0) | bit
    if not s.opened and seat != s.lead:
        s.others -= 1
    if s.gone >> seat & 1:
        s.gone ^= 1 << seat
        s.outs.pop()
        if s.trace is not None:
            s.trace.append(("back", seat))
    _settle(s)


def _settle(s: State) -> None:
    """When all is beaten or being taken, set who may throw, or end the bout."""
    if s.taking or not s.open:
        if len(s.attack) < s.cap:
            s.throwing = throws(s)
            if s.throwing:
                return
        end_bout(s, beaten=not s.taking)


def _redeal(s: State, _: int) -> None:
    s.asked.clear()
    s.phase = DECK_DUE


def _keep(s: State, _: int) -> None:
    del s.asked[0]
    if not s.asked:
        settle_leader(s)


def _resign(s: State, action: int) -> None:
    resign(s, action >> 4 & 7)
    if s.phase == BOUT:
        _settle(s)


def _go_out(s: State, seat: int) -> bool:
    """Let a seat without cards go out; return whether the game has ended with it (§8)."""
    s.outs.append(seat)
    s.gone |= 1 << seat
    if s.trace is not None:
        s.trace.append(("out", seat))
    if over_in_play(s):
        over_in_bout(s)
        return True
    return False


_PLAY: tuple[Callable[[State, int], None], ...] = (
    _lead, _throw, _beat, _transfer, _show, _take, _pass, _retract, _redeal, _keep, _resign,
)  # fmt: skip
