"""Find the reason why an action is illegal."""

from __future__ import annotations

from engine.actions import (
    BEAT,
    KEEP,
    LEAD,
    PASS,
    REDEAL,
    RESIGN,
    RETRACT,
    SHOW,
    TAKE,
    THROW,
    TRANSFER,
    Action,
    pack,
)
from engine.errors import IllegalAction, Reason
from engine.legal import transferable
from engine.state import ASKING, BOUT, DECK_DUE, LEADING, NEIGHBOURS, OVER, State


def refuse(s: State, action: Action) -> IllegalAction:
    """Return the error for an action that is not legal (a resignation included)."""
    reason = _reason(s, action)
    message = str(reason)
    if reason is Reason.NO_SUCH_CARD:
        message = f"no such card in seat {action.seat}'s hand"
    return IllegalAction(reason, str(action), message)


def _reason(s: State, action: Action) -> Reason:
    if s.phase == OVER:
        return Reason.GAME_OVER
    if not 0 <= action.seat < s.r.n:
        return Reason.NO_SUCH_SEAT
    if s.phase == DECK_DUE:
        return Reason.DECK_DUE
    if s.gone >> action.seat & 1:
        return Reason.NOT_IN_GAME
    packed = pack(action)
    verb, seat = packed & 15, action.seat
    if s.phase == ASKING:
        return Reason.NOT_ASKED if verb in (REDEAL, KEEP) else Reason.REDEAL_FIRST
    if verb in (REDEAL, KEEP):
        return Reason.NOT_ASKED
    if s.phase == LEADING:
        if verb != LEAD:
            return Reason.NO_LEAD_YET
        return Reason.NOT_TO_LEAD if seat != s.lead else Reason.NO_SUCH_CARD
    return _in_bout(s, verb, seat, packed >> 7 & 63, packed >> 13)


def _in_bout(s: State, verb: int, seat: int, card: int, other: int) -> Reason:
    if verb == LEAD:
        return Reason.LED_ALREADY
    if verb == RETRACT:
        return Reason.NOT_LAST if s.r.retract else Reason.NO_RETRACT
    if verb == THROW:
        return _throw(s, seat, card)
    if verb == PASS:
        return _pass(s, seat)
    if seat != s.defender:
        return Reason.NOT_DEFENDER
    if s.taking:
        return Reason.TAKING
    if verb == BEAT:
        return _beat(s, seat, card, other)
    if verb == TAKE:
        return Reason.ALL_BEATEN
    return _transfer(s, verb, card)


def _throw(s: State, seat: int, card: int) -> Reason:
    if not s.hands[seat] >> card & 1:
        return Reason.NO_SUCH_CARD
    wrong = _not_thrower(s, seat)
    if wrong:
        return wrong
    if s.barred.get(seat, 0) >> card & 1:
        return Reason.TAKEN_BACK
    if not s.ranks >> card & 1:
        return Reason.WRONG_RANK
    if len(s.attack) >= s.cap:
        return Reason.CAP
    if s.passed >> seat & 1:
        return Reason.PASSED
    if s.open and not s.taking and not (s.r.any_time and (s.r.lead_many or s.opened)):
        return Reason.UNBEATEN
    return _turn_or_role(s)


def _pass(s: State, seat: int) -> Reason:
    wrong = _not_thrower(s, seat)
    if wrong:
        return wrong
    if s.open and not s.taking:
        return Reason.UNBEATEN
    if s.passed >> seat & 1:
        return Reason.PASSED
    cards = s.hands[seat] & s.ranks & ~s.barred.get(seat, 0)
    if not cards or len(s.attack) >= s.cap:
        return Reason.NOTHING_TO_THROW
    return _turn_or_role(s)


def _turn_or_role(s: State) -> Reason:
    """Return why a seat with a card to throw may not: not its turn, or by the rules."""
    if s.r.throwers == NEIGHBOURS or s.r.free:
        return Reason.NOT_THROWER
    return Reason.NOT_ITS_TURN


def _not_thrower(s: State, seat: int) -> Reason | None:
    if seat == s.defender:
        return Reason.OWN_DEFENCE
    if s.r.side_mask[s.defender] >> seat & 1:
        return Reason.TEAMMATE
    return None


def _beat(s: State, seat: int, attack: int, card: int) -> Reason:
    if not s.hands[seat] >> card & 1:
        return Reason.NO_SUCH_CARD
    if attack not in s.attack:
        return Reason.NOT_ON_TABLE
    if not s.open >> attack & 1:
        return Reason.BEATEN_ALREADY
    return Reason.DOES_NOT_BEAT


def _transfer(s: State, verb: int, card: int) -> Reason:
    r = s.r
    if not (r.transfer if verb == TRANSFER else r.show):
        return Reason.NO_TRANSFER
    if not s.hands[s.defender] >> card & 1:
        return Reason.NO_SUCH_CARD
    if s.first and not r.transfer_first:
        return Reason.FIRST_BOUT
    if not transferable(s):
        return Reason.BEGUN_TO_BEAT
    if s.attack[0] >> 2 != card >> 2:
        return Reason.OTHER_RANK
    if verb == SHOW:
        if card & 3 != s.trump:
            return Reason.NOT_TRUMP
        if s.shown >> card & 1:
            return Reason.SHOWN_ALREADY
    return Reason.NEXT_CANNOT


def may_resign(s: State, action: Action) -> bool:
    """Return whether a resignation is legal (docs/record.md)."""
    return (
        pack(action) & 15 == RESIGN
        and s.phase in (ASKING, LEADING, BOUT)
        and 0 <= action.seat < s.r.n
        and not s.gone >> action.seat & 1
    )
