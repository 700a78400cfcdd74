"""Infer hidden cards and the public state from a view (§5-§8).

The log is read from the deal on. Cards that a seat has taken, shown or thrown and taken back are
known to be in its hand until they are played. The others are unknown, with some exclusions: a seat
that was not asked to throw had no card that it could throw (§5: only a seat with a legal throw is
asked), and one that passed had one.
"""

from __future__ import annotations

from engine.actions import Verb
from engine.ai.holding import Holding
from engine.bout import hangs
from engine.cards import DECK_MASKS, HAND_SIZE, RANK_MASK, SUIT_MASK, SUITS, mask_of
from engine.events import Event, EventKind
from engine.legal import throw_order
from engine.state import ASKING, BOUT, DECK_DUE, LEADING, OVER, State, compiled
from engine.view import View

TAKE_TELLS, BEAT_TELLS, LEAD_TELLS, PASS_TELLS = 0.8, 0.8, 0.6, 0.6
"""Probabilities of inferences from actions.

A taker has no plain card that beats; a beating card is the cheapest; a lead is the lowest plain
card; a seat that passes has no plain card to throw.
"""

_UNKNOWN = -100
"""The number of cards of a seat that has left a game which began in the middle."""
_HELD = 1 << 60
"""A placeholder in the public state for the unknown cards of a seat."""


class Knowledge:
    """The log of a view, read once.

    `state` is the game in integers but for the hands, the talon and what follows from them;
    `seats` is what is known of each hand, the own one (known whole) included; `gone` are the
    cards known to be on the table or in the discard; `positions` are those of the repetition
    rule, as masks to be combined with the hands by exclusive or, and the lead. `kept` is the
    mask of seats that might have had a redeal.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.state = s = State(compiled(view.rules, view.seats))
        s.set_trump(SUITS.index(view.trump))
        s.trump_card = -1 if view.trump_card is None else int(view.trump_card)
        s.dealer = -1 if view.dealer is None else view.dealer
        s.deal = view.deal
        self.dealt = any(event.kind is EventKind.TRUMP for event in view.log)
        self.seats = [Holding() for _ in range(view.seats)]
        self.doubts: list[tuple[int, float]] = []
        self.positions: list[tuple[tuple[int, ...], int]] = []
        self.kept = 0
        log = self._since_deal()
        self.talon = view.talon + sum(e.count for e in log if e.kind is EventKind.DREW)
        self._begin(log)
        at = 0
        while at < len(log):
            at = self._read(log, at)
        self._end()

    def _since_deal(self) -> list[Event]:
        """Return the events after the last deal."""
        log = self.view.log
        deals = [at for at, event in enumerate(log) if event.kind is EventKind.TRUMP]
        if not deals:
            return list(log)
        before, log = log[: deals[-1]], log[deals[-1] + 1 :]
        for event in before:
            if event.kind is EventKind.ACTION and event.verb == Verb.RESIGN:
                assert event.seat is not None
                self.state.resigned.append(event.seat)
                self.state.gone |= 1 << event.seat
        return list(log)

    def _begin(self, log: list[Event]) -> None:
        """Set the hands as dealt, or with the sizes that the position must have had."""
        view, s = self.view, self.state
        for number, seat in enumerate(self.seats):
            if s.gone >> number & 1:
                continue
            seat.count = HAND_SIZE if self.dealt else self._count_at_start(log, number)
            seat.draws(max(0, seat.count))
        if self.dealt and not self.talon:
            if s.gone >> s.dealer & 1:
                s.discard |= 1 << s.trump_card
            else:
                self.seats[s.dealer].drew(s.trump_card)
        if not self.dealt:
            went = {event.seat for event in log if event.kind is EventKind.OUT}
            s.outs = [seat for seat in view.out if seat not in went]
            s.gone = mask_of(s.outs)
            begun = (e.seat for e in log if e.kind is EventKind.LEADER or e.verb == Verb.LEAD)
            leads = next(begun, view.lead)
            assert leads is not None
            self._leads(leads, s.r.next_opponent[s.gone][leads], 0)

    def _count_at_start(self, log: list[Event], number: int) -> int:
        if number in self.view.resigned:
            return _UNKNOWN
        count = self.view.counts[number]
        for event in log:
            if event.seat == number:
                count -= _change(event)
        return count

    def _read(self, log: list[Event], at: int) -> int:
        """Read the event at an index of the log; return the index to go on from."""
        event = log[at]
        kind = event.kind
        s = self.state
        if kind is EventKind.ACTION:
            self._action(event)
        elif kind is EventKind.DREW:
            ends = at
            while ends < len(log) and log[ends].kind is EventKind.DREW:
                ends += 1
            self._draw(log[at:ends])
            return ends
        elif kind is EventKind.LEADER:
            assert event.seat is not None and event.other is not None
            self._leads(event.seat, event.other, event.bout)
        elif kind is EventKind.DEFENDER:
            assert event.seat is not None
            s.defender = event.seat
            s.cap = self._cap(event.seat)
        elif kind in (EventKind.BEATEN, EventKind.TAKEN, EventKind.CLEARED):
            self._cleared(event)
        elif kind is EventKind.OUT:
            assert event.seat is not None
            s.outs.append(event.seat)
            s.gone |= 1 << event.seat
        elif kind is EventKind.BACK:
            assert event.seat is not None
            s.outs.remove(event.seat)
            s.gone ^= 1 << event.seat
        elif kind is EventKind.POGONY:
            assert event.seat is not None
            s.pogony.append((-1 if event.other is None else event.other, event.seat))
        return at + 1

    def _action(self, event: Event) -> None:
        s = self.state
        assert event.seat is not None
        number, verb = event.seat, event.verb
        seat = self.seats[number]
        if verb in (Verb.THROW, Verb.PASS) and (s.taking or not s.open):
            self._asked(number)
        last, s.last = s.last, -1
        if verb in (Verb.LEAD, Verb.THROW, Verb.TRANSFER):
            card = int(event.cards[0])
            seat.plays(card)
            if verb == Verb.LEAD:
                s.phase = BOUT
                lower = -1 if s.trumps >> card & 1 else (1 << (card & ~3)) - 1
                self._doubt(number, lower & ~s.trumps, LEAD_TELLS)
                s.cap = self._cap(s.defender)
            elif verb == Verb.THROW:
                s.last = number << 6 | card
                if not s.opened and number != s.lead:
                    s.others += 1
            else:
                self._passes_on(number)
            self._lay_attack(number, card)
        elif verb == Verb.BEAT:
            self._beat(number, *map(int, event.cards))
        elif verb == Verb.SHOW:
            card = int(event.cards[0])
            s.shown |= 1 << card
            seat.shows(card)
            self._passes_on(number)
        elif verb == Verb.TAKE:
            self._take(number)
        elif verb == Verb.PASS:
            self._pass(number)
        elif verb == Verb.RETRACT:
            self._retract(number, last)
        elif verb == Verb.KEEP:
            self.kept |= 1 << number
        elif verb == Verb.RESIGN:
            self._resign(number)

    def _cap(self, defender: int) -> int:
        s = self.state
        return min(self.seats[defender].count, s.r.first_limit if s.first else s.r.limit)

    def _passes_on(self, number: int) -> None:
        s = self.state
        s.mover = number
        s.opened = True
        s.passed = 0

    def _lay_attack(self, number: int, card: int) -> None:
        s = self.state
        bit = 1 << card
        s.attack.append(card)
        s.defence.append(-1)
        s.open |= bit
        s.table |= bit
        s.laid.append(card << 4 | 8 | number)
        if not s.ranks or not s.r.lead_rank_only:
            s.ranks |= RANK_MASK[card >> 2]

    def _beat(self, number: int, attack: int, card: int) -> None:
        s = self.state
        self.seats[number].plays(card)
        self._doubt(number, self._cheaper(card) & s.beaters[attack], BEAT_TELLS)
        s.defence[s.attack.index(attack)] = card
        s.open ^= 1 << attack
        s.table |= 1 << card
        s.laid.append(card << 4 | number)
        s.opened = True
        s.passed = 0
        if not s.r.lead_rank_only:
            s.ranks |= RANK_MASK[card >> 2]

    def _pass(self, number: int) -> None:
        s = self.state
        self.seats[number].has_one(self._throwable(number))
        self._doubt(number, self._throwable(number) & ~s.trumps, PASS_TELLS)
        s.passed |= 1 << number

    def _take(self, number: int) -> None:
        s = self.state
        if s.open.bit_count() == 1:
            attack = s.open.bit_length() - 1
            self._doubt(number, s.beaters[attack] & ~s.trumps, TAKE_TELLS)
        s.taking = s.opened = True
        s.passed = 0

    def _cheaper(self, card: int) -> int:
        """Return the cheaper cards: lower ones of the suit, and plain ones for a trump."""
        trumps = self.state.trumps
        if not trumps >> card & 1:
            return SUIT_MASK[card & 3] & (1 << card) - 1
        return ~trumps | trumps & (1 << card) - 1

    def _doubt(self, number: int, mask: int, strength: float) -> None:
        self.seats[number].doubt(len(self.doubts), mask)
        self.doubts.append((number, strength))

    def _retract(self, number: int, last: int) -> None:
        s = self.state
        bit = 1 << (last & 63)
        self.seats[number].gets(bit)
        s.attack.pop()
        s.defence.pop()
        s.laid.pop()
        s.open ^= bit
        s.table ^= bit
        s.barred[number] = s.barred.get(number, 0) | bit
        if not s.opened and number != s.lead:
            s.others -= 1

    def _resign(self, number: int) -> None:
        s = self.state
        seat = self.seats[number]
        s.discard |= seat.known
        self.seats[number] = Holding(moved=seat.moved)
        s.resigned.append(number)
        s.gone |= 1 << number
        self.positions = []
        if s.phase == LEADING and s.lead >= 0:
            self._remember(s.lead)

    def _throwable(self, number: int) -> int:
        s = self.state
        return s.ranks & ~s.barred.get(number, 0)

    def _asked(self, number: int) -> None:
        """Infer that the seats before an asked one have nothing to throw (§5)."""
        if self.state.r.free:
            return
        for other in self._throwing_order():
            if other == number:
                return
            if not self.state.passed >> other & 1:
                self.seats[other].lacks(self._throwable(other))

    def _throwing_order(self) -> list[int]:
        s = self.state
        s.hands = [_HELD if seat.count else 0 for seat in self.seats]
        return list(throw_order(s))

    def _cleared(self, event: Event) -> None:
        s = self.state
        cards = mask_of(event.cards)
        asked = event.kind is not EventKind.CLEARED and (s.r.after_take or not s.taking)
        if asked and len(s.attack) < s.cap:
            for other in self._throwing_order():
                if not s.passed >> other & 1:
                    self.seats[other].lacks(self._throwable(other))
        if event.kind is EventKind.TAKEN:
            assert event.seat is not None
            self.seats[event.seat].gets(cards)
        else:
            s.discard |= cards
            self.positions = []
        s.attack, s.defence = [], []
        s.open = s.table = 0

    def _draw(self, drew: list[Event]) -> None:
        """Record draws; the seat that drew the last card of the talon has the trump card."""
        s = self.state
        left = self.talon
        evenly = s.r.draw_evenly and self._needs_are_equal(left)
        for event in drew:
            assert event.seat is not None
            self.seats[event.seat].draws(event.count)
            self.seats[event.seat].count += event.count
            self.talon -= event.count
        if not self.talon:
            last = drew[(left - 1) % len(drew) if evenly else -1].seat
            assert last is not None
            self.seats[last].drew(s.trump_card)
        self.positions = []

    def _needs_are_equal(self, left: int) -> bool:
        needs = [
            HAND_SIZE - seat.count
            for number, seat in enumerate(self.seats)
            if seat.count < HAND_SIZE and not self.state.gone >> number & 1
        ]
        return len(set(needs)) == 1 and sum(needs) > left

    def _leads(self, lead: int, defender: int, bout: int) -> None:
        """Begin a bout; if one was to begin already, a seat has left before the lead."""
        s = self.state
        again = s.phase == LEADING and s.lead >= 0
        if s.r.teams and s.r.pogony:
            gone_now = sorted(s.outs[s.bout_outs :])
            s.hangers.extend(seat for seat in gone_now if hangs(s, seat))
        s.phase = LEADING
        s.lead, s.defender = lead, defender
        s.bout = bout
        s.first = self.dealt and bout == 0
        s.taking = s.opened = False
        s.others = s.passed = s.shown = s.ranks = 0
        s.mover = s.last = -1
        s.barred = {}
        s.laid = []
        s.bout_outs = len(s.outs)
        if again:
            self.positions = []
        self._remember(lead)

    def _remember(self, lead: int) -> None:
        self.positions.append((tuple(seat.moved for seat in self.seats), lead))

    def _end(self) -> None:
        """Apply the present: the own hand, the awaited seats, and what they imply."""
        view, s = self.view, self.state
        s.phase = _phase(view)
        if s.phase in (BOUT, LEADING) and s.lead >= 0:
            self.positions = [
                (tuple(seat.moved ^ old for seat, old in zip(self.seats, moved, strict=True)), lead)
                for moved, lead in self.positions
            ]
        if s.phase == BOUT and (s.taking or not s.open):
            self._awaited_now()
        if view.seat is not None:
            own = self.seats[view.seat]
            own.known = mask_of(view.hand)
            own.slots, own.doubts, own.needs = [], [], []
        self.gone = s.discard | s.table
        located = self.gone | mask_of(card for card in [s.trump_card] if card >= 0)
        for seat in self.seats:
            located |= seat.known
        self.pool = DECK_MASKS[view.rules.deck] & ~located
        for seat in self.seats:
            seat.slots = [slot & self.pool for slot in seat.slots]

    def _awaited_now(self) -> None:
        s, awaited = self.state, self.view.awaited
        for other in self._throwing_order():
            if s.passed >> other & 1:
                continue
            if other in awaited:
                self.seats[other].has_one(self._throwable(other))
                if not s.r.free:
                    return
            else:
                self.seats[other].lacks(self._throwable(other))


def _change(event: Event) -> int:
    """Return by how many cards an event has changed its seat's hand."""
    if event.kind in (EventKind.DREW, EventKind.TAKEN):
        return event.count
    if event.kind is not EventKind.ACTION:
        return 0
    if event.verb in (Verb.LEAD, Verb.THROW, Verb.TRANSFER, Verb.BEAT):
        return -1
    return 1 if event.verb == Verb.RETRACT else 0


def _phase(view: View) -> int:
    if view.result is not None:
        return OVER
    if view.lead is None:
        return ASKING if view.awaited else DECK_DUE
    return BOUT if view.table else LEADING
