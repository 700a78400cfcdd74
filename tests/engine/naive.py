"""A second, naive implementation of docs/rules.md §§3-6, as a reference.

Written from the rules alone: cards are strings, hands are lists, nothing is fast, nothing is
shared with the engine. §§7-9 are in `naive_end`. `Naive` starts from a record (docs/record.md).
"""

from __future__ import annotations

import copy
from typing import Any

from tests.engine.naive_end import NaiveEnd

RANKS = "23456789TJQKA"
DEFAULTS = {
    "deck": 36,
    "transfer": False,
    "transfer_by_show": False,
    "transfer_first_bout": True,
    "bout_limit": "six",
    "first_bout_limit": 6,
    "lead_many": True,
    "throwers": "all",
    "throw_order": "in_turn",
    "throw_timing": "after_beat",
    "throw_ranks": "table",
    "throw_after_take": True,
    "take_beaten": False,
    "retract": True,
    "redeal_one_suit": False,
    "trump_ace": True,
    "first_lead": "lowest_trump",
    "draw_evenly": False,
    "leaver": "play_on",
    "teams": 0,
    "draw_result": "draw",
    "pogony": "sixes",
}


class Naive(NaiveEnd):
    """The game of a record; its `actions` are not played by themselves."""

    def __init__(self, record):
        self.rules = {**DEFAULTS, **record["rules"]}
        self.n = record["seats"]
        self.dealer = record.get("dealer")
        self.settled_leader = record.get("leader")
        self.lead = self.defender = self.result = None
        self.table, self.discard, self.out, self.resigned = [], [], [], []
        self.bouts, self.hangings, self.seen, self.asked = 0, [], {}, []
        self.forget_bout()
        if "position" not in record:
            self.first = True
            return self.deal(record["deck"])
        position = record["position"]
        self.hands = [list(hand) for hand in position["hands"]]
        self.talon = list(position["talon"])
        self.trump = position["trump"]
        self.trump_card = self.talon[-1] if self.talon else None
        self.first = position.get("first_bout", False)
        self.out = [seat for seat in range(self.n) if not self.hands[seat]]
        self.out_before = len(self.out)
        self.count_position(self.settled_leader)
        self.begin(self.settled_leader)

    def forget_bout(self):
        self.taking = False
        self.passed, self.shown, self.taken_back = set(), set(), set()
        self.laid = []  # (seat, card, how), in order
        self.answered = False  # a beat, transfer, show or take in this bout
        self.mover = None  # the seat that transferred or showed last
        self.before_throw: Any = None
        self.thrown = None
        self.out_before = len(self.out)

    # §3, §4

    def deal(self, deck):
        deck = list(deck)
        last = 6 * self.n if 6 * self.n < len(deck) else len(deck) - 1
        if not self.rules["trump_ace"] and deck[last][0] == "A":
            later = [i for i in range(last + 1, len(deck)) if deck[i][0] != "A"]
            earlier = [i for i in range(last - 1, -1, -1) if deck[i][0] != "A"]
            other = (later + earlier)[0]
            deck[last], deck[other] = deck[other], deck[last]
        self.trump_card = deck[last]
        self.trump = self.trump_card[1]
        self.hands = [[] for _ in range(self.n)]
        for i in range(6 * self.n):
            self.hands[(self.dealer + 1 + i) % self.n].append(deck[i])
        self.talon = deck[6 * self.n + 1 :] + deck[6 * self.n : 6 * self.n + 1]
        self.discard = [card for seat in self.resigned for card in self.hands[seat]]
        for seat in self.resigned:
            self.hands[seat] = []
        self.asked = []
        if self.rules["redeal_one_suit"]:
            for seat in self.from_left_of(self.dealer):
                if self.is_in(seat) and len({card[1] for card in self.hands[seat]}) == 1:
                    self.asked.append(seat)
        self.phase = "asking"
        self.go_on_asking()

    def go_on_asking(self):
        if self.asked:
            return
        leader = self.settled_leader
        if leader is None and self.rules["first_lead"] == "left_of_dealer":
            leader = self.left(self.dealer)
        if leader is None:
            seats = [seat for seat in self.from_left_of(self.dealer) if self.is_in(seat)]
            trumps = [RANKS.index(c[0]) for s in seats for c in self.hands[s] if c[1] == self.trump]
            every = [RANKS.index(c[0]) for s in seats for c in self.hands[s]]
            lowest = RANKS[min(trumps or every)]
            wanted = [lowest + suit for suit in ([self.trump] if trumps else "SCDH")]
            leader = next(s for s in seats if any(card in wanted for card in self.hands[s]))
        if not self.is_in(leader):
            leader = self.left(leader)
        self.count_position(leader)
        self.begin(leader)

    # Seats

    def from_left_of(self, seat):
        """All seats clockwise, the given one last."""
        return [(seat + i) % self.n for i in range(1, self.n + 1)]

    def is_in(self, seat):
        return seat not in self.out and seat not in self.resigned

    def left(self, seat):
        return next(s for s in self.from_left_of(seat) if self.is_in(s))

    def opponents(self, one, other):
        return one % 2 != other % 2 if self.rules["teams"] else one != other

    def next_opponent(self, seat):
        for other in self.from_left_of(seat):
            if self.is_in(other) and self.opponents(seat, other):
                return other
        return None

    # §5

    def begin(self, leader):
        self.phase = "leading"
        self.lead = leader
        self.defender = self.next_opponent(leader)
        self.cap = self.cap_of(self.defender)

    def cap_of(self, seat):
        limits = [len(self.hands[seat])]
        if self.rules["bout_limit"] == "six":
            limits.append(6)
        if self.first:
            limits.append(self.rules["first_bout_limit"])
        return min(limits)

    def unbeaten(self):
        return [attack for attack, defence in self.table if defence is None]

    def beats(self, attack, card):
        if card[1] == attack[1]:
            return RANKS.index(card[0]) > RANKS.index(attack[0])
        return card[1] == self.trump

    def throwing_seats(self):
        rule = self.rules["throwers"]
        foes = [s for s in self.from_left_of(self.defender) if self.opponents(self.defender, s)]
        if rule == "all":
            return foes
        if rule == "neighbours":
            holding = [seat for seat in foes if self.hands[seat]]
            return holding[:1] + holding[-1:]
        seat = self.mover if self.lead == self.defender else self.lead
        return [seat] if seat in foes else []

    def throwable(self, seat):
        """The cards that a seat could throw now, if it were its turn."""
        if self.phase != "bout" or not self.is_in(seat) or len(self.table) >= self.cap:
            return []
        if seat == self.defender or seat in self.passed:
            return []
        if self.taking and not self.rules["throw_after_take"]:
            return []
        lead_many = (
            self.rules["lead_many"]
            and seat == self.lead
            and not self.answered
            and all(layer == self.lead for layer, _, _ in self.laid)
        )
        if not lead_many:
            if seat not in self.throwing_seats():
                return []
            if not self.rules["lead_many"] and not self.answered:
                return []
            waiting = self.unbeaten() and not self.taking
            if self.rules["throw_timing"] == "after_beat" and waiting:
                return []
        ranks = {card[0] for pair in self.table for card in pair if card}
        if self.rules["throw_ranks"] == "lead_if_four" and self.n >= 4:
            ranks = {self.table[0][0][0]}
        return [
            card
            for card in self.hands[seat]
            if card[0] in ranks and (seat, card) not in self.taken_back
        ]

    def deciding(self):
        """The seats that have a legal throw and have not passed, whose turn it is."""
        order = [self.lead, *(s for s in self.from_left_of(self.defender) if s != self.lead)]
        seats = [seat for seat in order if self.throwable(seat)]
        return seats[:1] if self.rules["throw_order"] == "in_turn" else seats

    def transfers(self):
        if not self.rules["transfer"] or (self.first and not self.rules["transfer_first_bout"]):
            return []
        if self.taking or any(defence for _, defence in self.table):
            return []
        new = self.next_opponent(self.defender)
        if new is None:
            return []
        texts = []
        for card in self.hands[self.defender]:
            if card[0] != self.table[0][0][0]:
                continue
            if len(self.table) + 1 <= self.cap_of(new):
                texts.append(f"transfer {card}")
            may_show = self.rules["transfer_by_show"] and card not in self.shown
            if may_show and card[1] == self.trump and len(self.table) <= self.cap_of(new):
                texts.append(f"show {card}")
        return texts

    def legal(self):
        """Every legal action of every seat: {seat: sorted texts}; resigning is not listed."""
        found = {}
        if self.phase == "asking":
            found[self.asked[0]] = ["keep", "redeal"]
        if self.phase == "leading":
            found[self.lead] = [f"lead {card}" for card in self.hands[self.lead]]
        if self.phase == "bout":
            unbeaten = self.unbeaten()
            defence = []
            if not self.taking:
                for attack in unbeaten:
                    for card in self.hands[self.defender]:
                        if self.beats(attack, card):
                            defence.append(f"beat {attack} {card}")
                if unbeaten or self.rules["take_beaten"]:
                    defence.append("take")
                defence += self.transfers()
            found[self.defender] = defence
            for seat in self.deciding():
                texts = found.setdefault(seat, [])
                texts += [f"throw {card}" for card in self.throwable(seat)]
                if not unbeaten or self.taking:
                    texts.append("pass")
            if self.thrown and self.rules["retract"]:
                seat, card = self.thrown
                found.setdefault(seat, []).append(f"retract {card}")
        return {seat: sorted(texts) for seat, texts in found.items() if texts}

    def awaited(self):
        if self.phase == "asking":
            return self.asked[:1]
        if self.phase == "leading":
            return [self.lead]
        if self.phase != "bout":
            return []
        if self.unbeaten() and not self.taking:
            return [self.defender]
        return sorted(self.deciding())

    def do(self, text):
        """Play one action in record notation; ValueError where it is not legal."""
        if text.startswith("deck "):
            if self.phase != "deck":
                raise ValueError(text)
            return self.deal(text.split(" ")[1:])
        seat, what = text.split(" ", 1)
        seat = int(seat)
        if what == "resign":
            if self.phase in ("deck", "over") or seat >= self.n or not self.is_in(seat):
                raise ValueError(text)
            self.thrown = None
            return self.resign(seat)
        if what not in self.legal().get(seat, []):
            raise ValueError(text)
        verb, *cards = what.split(" ")
        if verb == "retract":
            self.retract()
        else:
            self.before_throw = None
            before = copy.deepcopy(self.__dict__) if verb == "throw" else None
            getattr(self, "do_" + verb)(seat, *cards)
            self.before_throw = before
            self.thrown = (seat, cards[0]) if verb == "throw" else None
        self.settle()

    def lay(self, seat, card, how):
        self.hands[seat].remove(card)
        self.laid.append((seat, card, how))
        if how != "beat":
            self.table.append([card, None])

    def do_lead(self, seat, card):
        self.phase = "bout"
        self.lay(seat, card, "lead")

    def do_throw(self, seat, card):
        self.lay(seat, card, "throw")

    def do_beat(self, seat, attack, card):
        self.lay(seat, card, "beat")
        next(pair for pair in self.table if pair[0] == attack)[1] = card
        self.answer()

    def do_transfer(self, seat, card):
        self.lay(seat, card, "transfer")
        self.pass_on(seat)

    def do_show(self, seat, card):
        self.shown.add(card)
        self.pass_on(seat)

    def pass_on(self, seat):
        self.mover = seat
        self.defender = self.next_opponent(seat)
        self.cap = self.cap_of(self.defender)
        self.answer()

    def do_take(self, _):
        self.taking = True
        self.answer()

    def answer(self):
        self.answered = True
        self.passed = set()

    def do_pass(self, seat):
        self.passed.add(seat)

    def retract(self):
        thrown = self.thrown
        self.__dict__ = self.before_throw
        self.before_throw = self.thrown = None
        self.taken_back.add(thrown)

    def do_redeal(self, _):
        self.asked = []
        self.phase = "deck"

    def do_keep(self, _):
        self.asked.pop(0)
        self.go_on_asking()

    def state(self):
        """The whole state, as docs/record.md has it."""
        asking = self.phase in ("asking", "deck")

        def order(card):
            return (card[1] == self.trump, RANKS.index(card[0]), "SCDH".index(card[1]))

        return {
            "trump": self.trump,
            "trump_card": self.trump_card,
            "talon": len(self.talon),
            "discard": len(self.discard),
            "hands": [sorted(hand, key=order) for hand in self.hands],
            "table": [list(pair) for pair in self.table],
            "lead": None if asking else self.lead,
            "defender": None if asking else self.defender,
            "taking": self.taking,
            "bout": self.bouts,
            "out": list(self.out),
            "resigned": list(self.resigned),
            "legal": {str(seat): texts for seat, texts in sorted(self.legal().items())},
            "awaited": self.awaited(),
            "result": self.result,
        }
