"""How a bout ends, who draws, what is hung, and whether the game is over (§5, §7, §8, §9)."""

from __future__ import annotations

from engine.cards import HAND_SIZE, mask_of
from engine.state import BOUT, LEADING, OVER, State


def end_bout(s: State, *, beaten: bool) -> None:
    """End the bout: clear the table, draw, hang pogony, and begin the next or end the game."""
    defender = s.defender
    if not beaten:
        s.hands[defender] |= table_mask(s)
    clear_table(s, "beaten" if beaten else "taken")
    draw(s)
    conclude_bout(s, defender if beaten else defender + 1)


def conclude_bout(s: State, next_lead: int) -> None:
    """After the drawing: hang pogony, end the game or let the next bout begin.

    `next_lead` is the seat to lead, or where it is not in the game the next on its left.
    """
    hang(s)
    s.bout += 1
    if game_is_over(s):
        finish(s)
        return
    next_lead %= s.r.n
    if s.gone >> next_lead & 1:
        next_lead = s.next_in(next_lead)
    if _third_time(s, next_lead):
        finish(s, repeated=True)
        return
    reset_bout(s)
    begin(s, next_lead)


def begin(s: State, lead: int) -> None:
    """Let `lead` lead the bout to come."""
    s.phase = LEADING
    s.lead = lead
    s.defender = s.next_opponent(lead)
    if s.trace is not None:
        s.trace.append(("leader", lead, s.defender))


def reset_bout(s: State) -> None:
    """Forget what belongs to the bout that has ended."""
    s.first = False
    s.taking = False
    s.opened = False
    s.others = 0
    s.passed = 0
    s.shown = 0
    s.mover = -1
    s.last = -1
    s.ranks = 0
    if s.barred:
        s.barred = {}
    s.laid.clear()
    s.bout_outs = len(s.outs)


def table_mask(s: State) -> int:
    """The cards on the table, attack and defence."""
    mask = 0
    for card in s.attack:
        mask |= 1 << card
    for card in s.defence:
        if card >= 0:
            mask |= 1 << card
    return mask


def clear_table(s: State, how: str) -> None:
    """Empty the table; unless it was "taken", its cards go to the discard."""
    table = table_mask(s)
    if how != "taken":
        s.discard |= table
        s.seen.clear()
    s.attack = []
    s.defence = []
    s.open = 0
    if s.trace is not None:
        s.trace.append((how, s.defender, table))


def draw(s: State) -> None:
    """Deal out from the talon, in order, and let out whom it does not reach (§7, §8)."""
    left = len(s.talon) - s.drawn
    if not left:
        return
    n = s.r.n
    lead, defender, hands = s.lead, s.defender, s.hands
    order = [] if lead == defender else [lead]
    for step in range(1, n):
        seat = (defender + step) % n
        if seat != lead:
            order.append(seat)
    order.append(defender)
    if s.gone:
        order = [seat for seat in order if not s.gone >> seat & 1]
    for seat, cards in _shares(s, order, left):
        mask = mask_of(cards)
        hands[seat] |= mask
        s.drawn += len(cards)
        s.seen.clear()
        if s.trace is not None:
            s.trace.append(("drew", seat, mask))
    if s.drawn == len(s.talon):
        for seat in order:
            if not hands[seat]:
                s.outs.append(seat)
                s.gone |= 1 << seat
                if s.trace is not None:
                    s.trace.append(("out", seat))


def _shares(s: State, order: list[int], left: int) -> list[tuple[int, tuple[int, ...]]]:
    """Which seats draw which cards of the talon, in drawing order (§7)."""
    needs = [(seat, HAND_SIZE - s.hands[seat].bit_count()) for seat in order]
    needs = [(seat, need) for seat, need in needs if need > 0]
    start, count = s.drawn, len(needs)
    if s.r.draw_evenly and len({need for _, need in needs}) == 1 and needs[0][1] * count > left:
        rows = [(seat, s.talon[start + turn :: count]) for turn, (seat, _) in enumerate(needs)]
        return [(seat, cards) for seat, cards in rows if cards]
    shares = []
    for seat, need in needs:
        cards = s.talon[start : start + need]
        if not cards:
            break
        shares.append((seat, cards))
        start += need
    return shares


def _third_time(s: State, lead: int) -> bool:
    """Count the position that is about to begin a bout (§8)."""
    position = (*s.hands, lead, s.drawn)
    times = s.seen.get(position, 0) + 1
    s.seen[position] = times
    return times == 3


def game_is_over(s: State) -> bool:
    """Whether at most one side is in, unless the defender can still go out in this bout (§8)."""
    alive = [seat for seat in range(s.r.n) if not s.gone >> seat & 1]
    if len(alive) > 1:
        sides = s.r.sides
        first = sides[alive[0]]
        return all(sides[seat] == first for seat in alive)
    if not alive or s.phase != BOUT or not s.open:
        return True
    defender = s.defender
    return alive[0] != defender or s.taking or s.hands[defender].bit_count() != s.open.bit_count()


def over_in_bout(s: State) -> None:
    """End the game within a bout: nobody draws (§8)."""
    if s.gone >> s.defender & 1:
        clear_table(s, "beaten")
    else:
        s.hands[s.defender] |= table_mask(s)
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
        if not _hangs(s, seat):
            continue
        if s.r.teams:
            s.hangers.append(seat)
            continue
        for other in range(s.r.n):
            if not s.gone >> other & 1:
                _hang_on(s, seat, other)
                s.hanged |= 1 << other


def _hangs(s: State, seat: int) -> bool:
    """Whether the last two cards that the seat laid in this bout hang pogony."""
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
    """Settle the result: who lost, and what pogony is added (§8, §9).

    `durak` is the seat that resigned, where the game ends by that.
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
    """The seat, or its whole team, has lost."""
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
    """All seats, the first place first (§8)."""
    n = s.r.n
    rest = [seat for seat in range(n) if not s.gone >> seat & 1]
    rest.sort(key=lambda seat: (bool(s.r.teams) and bool(s.lost >> seat & 1), seat))
    return [*s.outs, *rest, *reversed(s.resigned)]
