"""The end of a bout: drawing, pogony, and the end of the game (§5, §7, §8, §9)."""

from __future__ import annotations

from engine.cards import HAND_SIZE, mask_of
from engine.state import LEADING, OVER, State


def end_bout(s: State, *, beaten: bool) -> None:
    """Clear the table, draw, hang pogony, and begin the next bout or end the game."""
    defender = s.defender
    if beaten:
        clear_table(s, "beaten")
        next_lead = defender
    else:
        s.hands[defender] |= s.table
        clear_table(s, "taken")
        next_lead = s.r.next_in[s.gone][defender]
    if s.drawn != len(s.talon):
        draw(s)
    conclude_bout(s, next_lead)


def conclude_bout(s: State, next_lead: int) -> None:
    """After drawing, hang pogony, and end the game or begin the next bout.

    `next_lead` is the seat to lead; if it is not in the game, the next one on its left leads.
    """
    gone = s.gone
    s.hanged = 0
    if len(s.outs) != s.bout_outs:
        hang(s)
    s.bout += 1
    if gone:
        if s.r.sides_in[gone] < 2:
            finish(s)
            return
        if gone >> next_lead & 1:
            next_lead = s.r.next_in[gone][next_lead]
    # A position can only repeat while nothing is drawn or discarded; else `seen` is reset.
    position = (*s.hands, next_lead)
    s.seen.append(position)
    if s.seen.count(position) == 3:
        finish(s, repeated=True)
        return
    s.first = s.taking = s.opened = False
    s.others = s.passed = s.shown = s.ranks = 0
    s.mover = s.last = -1
    if s.barred:
        s.barred = {}
    s.laid = []
    s.bout_outs = len(s.outs)
    begin(s, next_lead)


def begin(s: State, lead: int, rule: str | None = None) -> None:
    """Begin the next bout, which `lead` leads; the first one by a `rule` (§4)."""
    s.phase = LEADING
    s.lead = lead
    s.defender = s.r.next_opponent[s.gone][lead]
    if s.trace is not None:
        s.trace.append(("leader", lead, s.defender, rule))


def clear_table(s: State, how: str) -> None:
    """Clear the table; unless it was "taken", move its cards to the discard."""
    if how != "taken":
        s.discard |= s.table
        s.seen = []
    if s.trace is not None:
        s.trace.append((how, s.defender, s.table))
    s.attack = []
    s.defence = []
    s.open = 0
    s.table = 0


def draw(s: State) -> None:
    """Draw from the talon in order; seats left without cards go out (§7, §8)."""
    size = len(s.talon)
    drawn = s.drawn
    if drawn == size:
        return
    hands, gone = s.hands, s.gone
    order = s.r.drawing[s.lead][s.defender]
    if not (s.r.draw_evenly and _draw_evenly(s, order)):
        masks = s.talon_masks
        for seat in order:
            need = HAND_SIZE - hands[seat].bit_count()
            if need > 0 and not gone >> seat & 1:
                upto = drawn + need
                if upto > size:
                    upto = size
                cards = masks[upto] ^ masks[drawn]
                hands[seat] |= cards
                if s.trace is not None:
                    s.trace.append(("drew", seat, cards))
                drawn = upto
                if drawn == size:
                    break
        if drawn != s.drawn:
            s.drawn = drawn
            s.seen = []
    if s.drawn == size:
        for seat in order:
            if not hands[seat] and not gone >> seat & 1:
                s.outs.append(seat)
                s.gone |= 1 << seat
                if s.trace is not None:
                    s.trace.append(("out", seat))


def _draw_evenly(s: State, order: tuple[int, ...]) -> bool:
    """Draw one card each in turn, if all need equally many of a short talon (§7)."""
    needs = [(seat, HAND_SIZE - s.hands[seat].bit_count()) for seat in order]
    needs = [(seat, need) for seat, need in needs if need > 0 and not s.gone >> seat & 1]
    left = len(s.talon) - s.drawn
    if len({need for _, need in needs}) != 1 or needs[0][1] * len(needs) <= left:
        return False
    for turn, (seat, _) in enumerate(needs[:left]):
        cards = mask_of(s.talon[s.drawn + turn :: len(needs)])
        s.hands[seat] |= cards
        if s.trace is not None:
            s.trace.append(("drew", seat, cards))
    s.drawn = len(s.talon)
    s.seen = []
    return True


def over_in_play(s: State) -> bool:
    """Return whether the game is over within the bout (§8).

    It is when at most one side is in, unless that is a defender who can still go out.
    """
    sides = s.r.sides_in[s.gone]
    if sides > 1:
        return False
    defender = s.defender
    return not (
        sides
        and not s.taking
        and s.open
        and s.gone | 1 << defender == (1 << s.r.n) - 1
        and s.hands[defender].bit_count() == s.open.bit_count()
    )


def over_in_bout(s: State) -> None:
    """End the game within a bout, without drawing (§8)."""
    if s.gone >> s.defender & 1:
        clear_table(s, "beaten")
    else:
        s.hands[s.defender] |= s.table
        clear_table(s, "taken")
    hang(s)
    s.bout += 1
    finish(s)


def hang(s: State) -> None:
    """Hang the pogony of the seats that went out in this bout (§9)."""
    s.hanged = 0
    if not s.r.pogony or len(s.outs) == s.bout_outs:
        return
    for seat in sorted(s.outs[s.bout_outs :]):
        if not hangs(s, seat):
            continue
        if s.r.teams:
            s.hangers.append(seat)
            continue
        for other in range(s.r.n):
            if not s.gone >> other & 1:
                _hang_on(s, seat, other)
                s.hanged |= 1 << other


def hangs(s: State, seat: int) -> bool:
    """Return whether the last two cards that a seat laid in this bout hang pogony."""
    own = [entry for entry in s.laid if entry & 7 == seat][-2:]
    if len(own) < 2 or not own[0] & own[1] & 8:
        return False
    first, second = own[0] >> 4, own[1] >> 4
    if first >> 2 != second >> 2:
        return False
    return s.r.any_pair or bool(1 << first & s.r.lowest_rank)


def _hang_on(s: State, by: int, on: int) -> None:
    s.pogony.append((by, on))
    if s.trace is not None:
        s.trace.append(("pogony", by, on))


def finish(s: State, *, repeated: bool = False, durak: int = -1, void: bool = False) -> None:
    """Set the result: the losers and further pogony (§8, §9).

    `durak` is the seat that resigned, if the game ends by that.
    """
    r = s.r
    s.phase = OVER
    s.void = void
    s.last = -1
    s.taking = False
    for seat in s.resigned:
        s.lost |= 1 << seat
    alive = [seat for seat in range(r.n) if not s.gone >> seat & 1]
    if void:
        s.pogony.clear()
    elif durak >= 0:
        _lose(s, durak)
    elif repeated or not alive:
        if r.both_lose:
            _both_lose(s, alive if repeated else None)
    else:
        _lose(s, alive[0])
        _left_with_two(s, alive[0])
    if s.trace is not None:
        s.trace.append(("over",))


def _lose(s: State, seat: int) -> None:
    """Mark a seat, or its whole team, as having lost."""
    if not s.r.teams:
        s.durak = seat
        s.lost |= 1 << seat
        return
    team = s.r.side_mask[seat]
    s.lost |= team
    for by in s.hangers:
        if not team >> by & 1:
            for on in range(s.r.n):
                if team >> on & 1:
                    _hang_on(s, by, on)


def _both_lose(s: State, alive: list[int] | None) -> None:
    if s.r.teams:
        s.lost = (1 << s.r.n) - 1
    elif alive is not None:
        s.lost |= mask_of(alive)
    else:
        other = s.mover if s.lead == s.defender else s.lead
        s.lost |= 1 << s.defender | 1 << other


def _left_with_two(s: State, durak: int) -> None:
    if not s.r.pogony or s.r.teams or s.hanged >> durak & 1:
        return
    if (s.hands[durak] & s.r.lowest_rank).bit_count() >= 2:
        _hang_on(s, -1, durak)


def places(s: State) -> list[int]:
    """Return all seats, the first place first (§8)."""
    n = s.r.n
    rest = [seat for seat in range(n) if not s.gone >> seat & 1]
    rest.sort(key=lambda seat: (bool(s.r.teams) and bool(s.lost >> seat & 1), seat))
    return [*s.outs, *rest, *reversed(s.resigned)]
