"""The naive implementation's drawing, ends and pogony: docs/rules.md §§7-9."""

from __future__ import annotations

from typing import Any

LOWEST = {24: "9", 36: "6", 52: "2"}


class NaiveEnd:
    """What follows an action in a bout, and a resignation; the rest is in `naive.Naive`."""

    n: int
    rules: dict[str, Any]
    lead: Any
    defender: Any
    result: Any
    mover: Any
    settled_leader: Any
    thrown: Any
    phase: str
    trump: str
    trump_card: Any
    taking: bool
    first: bool
    bouts: int
    out_before: int
    hands: list[list[str]]
    talon: list[str]
    discard: list[str]
    table: list[list[Any]]
    laid: list[tuple[int, str, str]]
    asked: list[int]
    out: list[int]
    resigned: list[int]
    hangings: list[tuple[int, list[int]]]
    seen: dict[str, int]
    begin: Any
    deciding: Any
    forget_bout: Any
    from_left_of: Any
    go_on_asking: Any
    is_in: Any
    left: Any
    unbeaten: Any

    def settle(self):
        """After an action in a bout: who is out, is the game over, has the bout ended?"""
        if self.phase != "bout":
            return
        self.let_out(range(self.n))
        unbeaten = self.unbeaten()
        if self.at_most_one_side_in():
            alone = [seat for seat in range(self.n) if self.is_in(seat)] == [self.defender]
            as_many = len(self.hands[self.defender]) == len(unbeaten)
            if not (alone and as_many and not self.taking):
                if self.is_in(self.defender):
                    self.pick_up()
                self.bout_over(None, draws=False)
        elif (self.taking or not unbeaten) and not self.deciding():
            self.end_bout()

    def end_bout(self):
        leader = self.defender
        if self.taking:
            self.pick_up()
            leader = self.left(self.defender)
        self.bout_over(leader, draws=True)

    def let_out(self, order):
        for seat in order:
            if self.is_in(seat) and not self.hands[seat] and not self.talon:
                self.out.append(seat)

    def at_most_one_side_in(self):
        seats = [seat for seat in range(self.n) if self.is_in(seat)]
        return len({seat % 2 if self.rules["teams"] else seat for seat in seats}) <= 1

    def pick_up(self):
        self.hands[self.defender] += [card for pair in self.table for card in pair if card]
        self.table = []

    def bout_over(self, leader, draws):
        """Discard what is on the table, draw, hang, and end the game or go on with `leader`."""
        self.discard += [card for pair in self.table for card in pair if card]
        self.table = []
        if draws:
            self.draw()
        hung = self.hang()
        self.bouts += 1
        self.first = False
        if self.at_most_one_side_in():
            return self.finish(hung)
        if not self.is_in(leader):
            leader = self.left(leader)
        if self.count_position(leader) == 3:
            return self.finish(hung, repeated=True)
        self.forget_bout()
        self.begin(leader)

    def count_position(self, leader):
        position = repr(([sorted(hand) for hand in self.hands], leader, self.talon))
        self.seen[position] = self.seen.get(position, 0) + 1
        return self.seen[position]

    def draw(self):
        order = [s for s in self.from_left_of(self.defender) if s not in (self.lead, self.defender)]
        order = ([self.lead] if self.lead != self.defender else []) + order + [self.defender]
        order = [seat for seat in order if self.is_in(seat)]
        needy = [seat for seat in order if len(self.hands[seat]) < 6]
        held = {len(self.hands[seat]) for seat in needy}
        missing = sum(6 - len(self.hands[seat]) for seat in needy)
        if self.rules["draw_evenly"] and len(held) == 1 and missing > len(self.talon):
            while self.talon:
                for seat in needy:
                    self.hands[seat] += self.talon[:1]
                    self.talon = self.talon[1:]
        for seat in needy:
            while len(self.hands[seat]) < 6 and self.talon:
                self.hands[seat].append(self.talon.pop(0))
        self.let_out(order)

    def resign(self, seat):
        """§8: a seat that left the game."""
        self.discard += self.hands[seat]
        self.hands[seat] = []
        self.resigned.append(seat)
        self.seen = {}
        others = [s for s in range(self.n) if self.is_in(s)]
        if len(others) <= 1 or self.rules["teams"] or self.rules["leaver"] == "restart":
            void = len(others) > 1 and not self.rules["teams"]
            self.discard += [card for pair in self.table for card in pair if card]
            self.table = []
            self.hang()
            self.bouts += self.phase == "bout"
            return self.finish(set(), left=seat, void=void)
        if self.phase == "asking":
            self.asked = [s for s in self.asked if s != seat]
            self.go_on_asking()
        elif self.phase == "leading":
            leader = self.left(self.lead) if seat == self.lead else self.lead
            self.count_position(leader)
            self.begin(leader)
        elif seat == self.defender:
            self.bout_over(self.left(seat), draws=True)
        else:
            self.settle()

    def hang(self):
        """Note what the seats that went out in this bout hang; who was hung."""
        hung = set()
        kind = self.rules["pogony"]
        for seat in sorted(self.out[self.out_before :]):
            last = [(card[0], how) for layer, card, how in self.laid if layer == seat][-2:]
            pair = len(last) == 2 and last[0][0] == last[1][0]
            if kind == "off" or not pair or "beat" in (last[0][1], last[1][1]):
                continue
            if kind == "sixes" and last[0][0] != LOWEST[self.rules["deck"]]:
                continue
            on = [s for s in range(self.n) if self.is_in(s)]
            self.hangings.append((seat, on))
            hung |= set(on)
        return hung

    def finish(self, hung, repeated=False, left=None, void=False):
        """The result; `left` is the seat whose resignation ended the game."""
        rules, teams = self.rules, self.rules["teams"]
        seats = range(self.n)
        remaining = [seat for seat in seats if self.is_in(seat)]
        self.phase, self.taking, self.thrown = "over", False, None
        durak, losers = None, set(self.resigned)
        draw = not void and left is None and (repeated or not remaining)
        if draw and rules["draw_result"] == "both_lose":
            if teams:
                losers |= set(seats)
            elif repeated:
                losers |= set(remaining)
            else:
                other = self.mover if self.lead == self.defender else self.lead
                losers |= {self.defender, other}
        elif not draw and not void:
            loser = remaining[0] if left is None else left
            losers |= {s for s in seats if s == loser or (teams and s % 2 == loser % 2)}
            durak = None if teams else loser
        pogony: list[dict[str, Any]] = []
        for by, on in self.hangings:
            if teams:
                on = [] if draw or by in losers else sorted(losers)
            pogony += [{"by": by, "on": seat} for seat in on]
        if durak is not None and left is None and rules["pogony"] != "off" and durak not in hung:
            lowest = [card for card in self.hands[durak] if card[0] == LOWEST[rules["deck"]]]
            if len(lowest) >= 2:
                pogony.append({"by": None, "on": durak})
        if teams:
            remaining.sort(key=lambda seat: (seat in losers, seat))
        self.result = {
            "durak": durak,
            "losers": sorted(losers),
            "draw": draw,
            "void": void,
            "places": self.out + remaining + self.resigned[::-1],
            "pogony": [] if void else pogony,
        }
