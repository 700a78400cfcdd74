"""What a view tells of one's own chances in a bout: who may still be asked, how much fits."""

from __future__ import annotations

from engine import EventKind, Verb, View

_ANSWERS = (Verb.BEAT, Verb.TRANSFER, Verb.SHOW, Verb.TAKE)


def may_be_asked(view: View) -> bool:
    """Whether the seat may yet be asked to throw or pass in this bout (docs/rules.md §5).

    True too for one whose turn it is; cards that fit or do not fit are not looked at.
    """
    seat, defender = view.seat, view.defender
    if seat is None or defender is None or not view.table or not view.counts[seat]:
        return False
    if not _opponents(view, seat, defender) or _has_passed(view, seat):
        return False
    if view.rules.throwers == "neighbours" and view.seats > 2:
        return seat in _neighbours(view, defender)
    if view.rules.throwers == "lead" and view.seats > 2:
        return seat == (view.lead if view.lead != defender else _last_mover(view))
    return True


def room(view: View) -> int:
    """How many more attack cards the bout takes (docs/rules.md §5, cap)."""
    if view.defender is None:
        return 0
    beaten = sum(defence is not None for _, defence in view.table)
    cap = view.counts[view.defender] + beaten
    if view.rules.bout_limit == "six":
        cap = min(cap, 6)
    if view.bout == 0:
        cap = min(cap, view.rules.first_bout_limit)
    return cap - len(view.table)


def _opponents(view: View, seat: int, other: int) -> bool:
    return seat != other and not (view.rules.teams and seat % 2 == other % 2)


def _has_passed(view: View, seat: int) -> bool:
    for event in reversed(view.log):
        if event.kind is not EventKind.ACTION:
            continue
        if event.bout != view.bout or event.verb in _ANSWERS:
            return False
        if event.seat == seat and event.verb == Verb.PASS:
            return True
    return False


def _neighbours(view: View, defender: int) -> set[int]:
    found = set()
    for side in (1, -1):
        around = ((defender + side * step) % view.seats for step in range(1, view.seats))
        nearest = (s for s in around if view.counts[s] and _opponents(view, s, defender))
        found.add(next(nearest, defender))
    return found


def _last_mover(view: View) -> int | None:
    movers = (
        event.seat
        for event in reversed(view.log)
        if event.bout == view.bout and event.verb in (Verb.TRANSFER, Verb.SHOW)
    )
    return next(movers, None)
