"""Transitions: what a legal action does to the `State` (§5, §6)."""

from __future__ import annotations

from collections.abc import Callable

from engine.bout import end_bout, over_in_bout, over_in_play
from engine.cards import RANK_MASK
from engine.deal import settle_leader
from engine.leave import resign
from engine.legal import throws
from engine.state import BOUT, DECK_DUE, State


def apply(s: State, action: int) -> None:
    """Play a packed action that `legal` has listed, or a resignation, and all that follows.

    Nothing is checked: an action that is not legal leaves the state meaningless.
    """
    _PLAY[action & 15](s, action >> 4 & 7, action >> 7 & 63, action >> 13)


def _lead(s: State, seat: int, card: int, _: int) -> None:
    s.phase = BOUT
    s.cap = s.cap_for(s.defender)
    _lay_attack(s, seat, card)
    if not s.hands[seat] and s.drawn == len(s.talon):
        _go_out(s, seat)


def _throw(s: State, seat: int, card: int, _: int) -> None:
    if seat != s.lead and not s.opened:
        s.others += 1
    _lay_attack(s, seat, card)
    s.last = seat << 6 | card
    if not s.hands[seat] and s.drawn == len(s.talon) and _go_out(s, seat):
        return
    if s.taking and not throws(s):
        end_bout(s, beaten=False)


def _lay_attack(s: State, seat: int, card: int) -> None:
    bit = 1 << card
    s.hands[seat] ^= bit
    s.attack.append(card)
    s.defence.append(-1)
    s.open |= bit
    s.table |= bit
    s.laid.append(card << 4 | 8 | seat)
    if not s.r.lead_rank_only or not s.ranks:
        s.ranks |= RANK_MASK[card >> 2]


def _beat(s: State, seat: int, attack: int, card: int) -> None:
    bit = 1 << card
    s.hands[seat] ^= bit
    s.table |= bit
    s.defence[s.attack.index(attack)] = card
    s.open ^= 1 << attack
    s.laid.append(card << 4 | seat)
    s.opened = True
    s.passed = 0
    s.last = -1
    if not s.r.lead_rank_only:
        s.ranks |= RANK_MASK[card >> 2]
    if not s.hands[seat] and s.drawn == len(s.talon) and _go_out(s, seat):
        return
    if not s.open and not throws(s):
        end_bout(s, beaten=True)


def _transfer(s: State, seat: int, card: int, _: int) -> None:
    _lay_attack(s, seat, card)
    _pass_on(s, seat)
    if not s.hands[seat] and s.drawn == len(s.talon):
        _go_out(s, seat)


def _show(s: State, seat: int, card: int, _: int) -> None:
    s.shown |= 1 << card
    _pass_on(s, seat)


def _pass_on(s: State, seat: int) -> None:
    """The next opponent on the left becomes the defender."""
    s.mover = seat
    s.defender = s.r.next_opponent[s.gone][seat]
    s.cap = s.cap_for(s.defender)
    s.opened = True
    s.passed = 0
    s.last = -1
    if s.trace is not None:
        s.trace.append(("defender", s.defender))


def _take(s: State, _: int, __: int, ___: int) -> None:
    s.taking = True
    s.opened = True
    s.passed = 0
    s.last = -1
    if over_in_play(s):
        over_in_bout(s)
    elif not s.r.after_take or not throws(s):
        end_bout(s, beaten=False)


def _pass(s: State, seat: int, _: int, __: int) -> None:
    s.passed |= 1 << seat
    s.last = -1
    _end_if_nobody_throws(s)


def _retract(s: State, seat: int, card: int, _: int) -> None:
    bit = 1 << card
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
    _end_if_nobody_throws(s)


def _end_if_nobody_throws(s: State) -> None:
    if s.taking:
        if not throws(s):
            end_bout(s, beaten=False)
    elif not s.open and not throws(s):
        end_bout(s, beaten=True)


def _redeal(s: State, _: int, __: int, ___: int) -> None:
    s.asked.clear()
    s.phase = DECK_DUE


def _keep(s: State, _: int, __: int, ___: int) -> None:
    del s.asked[0]
    if not s.asked:
        settle_leader(s)


def _resign(s: State, seat: int, _: int, __: int) -> None:
    resign(s, seat)
    if s.phase == BOUT:
        _end_if_nobody_throws(s)


def _go_out(s: State, seat: int) -> bool:
    """The seat has no cards and the talon is empty; True where the game has ended with it (§8)."""
    s.outs.append(seat)
    s.gone |= 1 << seat
    if s.trace is not None:
        s.trace.append(("out", seat))
    if over_in_play(s):
        over_in_bout(s)
        return True
    return False


_PLAY: tuple[Callable[[State, int, int, int], None], ...] = (
    _lead, _throw, _beat, _transfer, _show, _take, _pass, _retract, _redeal, _keep, _resign,
)  # fmt: skip
