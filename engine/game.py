"""`Game`: the readable form of a game, a thin codec over the integer core."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.actions import UNPACKED, Action, pack
from engine.apply import apply
from engine.bout import begin, places
from engine.cards import CARDS, SUITS, Card, bits, deck_of, mask_of, sorted_hand
from engine.deal import deal, shuffled
from engine.errors import DealError, IllegalAction, Reason
from engine.events import Event, EventKind
from engine.legal import awaited, legal, throwers
from engine.notation import read, write
from engine.refusal import may_resign, refuse
from engine.rules import Rules
from engine.state import ASKING, BOUT, DECK_DUE, LEADING, OVER, State, compiled
from engine.trace import events_of
from engine.view import Pogony, Result, View


class Game:
    """One game, from the deal to its result.

    `state` is the integer core; `log` the public events so far. Make one with `deal`,
    `from_position` or `from_notation`.

    The repr is the notation and shows every hand: it is for tests and bug reports. A log that
    people other than the players may read takes `str(game.view(None))` instead.
    """

    __slots__ = ("_done", "_legal", "log", "rules", "state")

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.log: list[Event] = []
        self._done: list[Action | str] = []
        self._legal: list[int] | None = None

    @classmethod
    def deal(
        cls,
        rules: Rules,
        seats: int,
        dealer: int,
        *,
        deck: Sequence[Card] | None = None,
        seed: str | None = None,
        leader: int | None = None,
    ) -> Game:
        """Deal a game from a deck, top first, or from the deck that belongs to a seed.

        `leader` is the seat that leads where an earlier game has settled it (docs/rules.md §4).

        Raises:
            RulesError: the rules cannot seat that many.
            DealError: a deck that is not the deck, both or neither of deck and seed, no such seat.
        """
        state = State(compiled(rules, seats))
        if (deck is None) == (seed is None):
            raise DealError("a deal takes a deck or a seed")
        for name, seat in (("dealer", dealer), ("leader", leader)):
            if seat is not None and not 0 <= seat < seats:
                raise DealError(f"{name}: no such seat: {seat}")
        state.dealer = dealer
        state.leader = -1 if leader is None else leader
        game = cls(rules, state)
        game._deal(shuffled(rules.deck, seed) if deck is None and seed is not None else deck or ())
        return game

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        hands: Sequence[Iterable[Card]],
        talon: Sequence[Card],
        trump: str,
        leader: int,
        *,
        first_bout: bool = False,
    ) -> Game:
        """Return a game that begins in the middle: before the lead of `leader` (docs/record.md).

        Raises:
            RulesError: the rules cannot seat that many.
            DealError: cards twice or not of the deck, a leader without cards, fewer than two
                sides in, an empty hand beside a talon, a talon that does not end in a trump.
        """
        state = State(compiled(rules, len(hands)))
        _check_position(rules, hands, talon, trump)
        state.hands = [mask_of(hand) for hand in hands]
        state.set_talon(talon)
        state.set_trump(SUITS.index(trump))
        state.trump_card = talon[-1] if talon else -1
        state.first = first_bout
        state.outs = [seat for seat, hand in enumerate(state.hands) if not hand]
        state.gone = mask_of(state.outs)
        state.bout_outs = len(state.outs)
        if state.outs and talon:
            raise DealError("a seat without cards beside a talon")
        if state.r.sides_in[state.gone] < 2:
            raise DealError("at least two seats, or teams, must hold cards")
        if not 0 <= leader < len(hands) or not state.hands[leader]:
            raise DealError(f"leader: no such seat with cards: {leader}")
        state.leader = leader
        state.seen = [(*state.hands, leader)]
        begin(state, leader)
        return cls(rules, state)

    @classmethod
    def from_notation(cls, text: str) -> Game:
        """Return a game that goes on from a notation, as `notation` writes it.

        Its log and its actions begin empty.

        >>> game = Game.from_notation("hands=9D/9HAS trump=H discard=- lead=0")
        >>> [str(action) for action in game.legal()]
        ['0 lead 9D']
        >>> Game.from_notation("hands=9D/9D trump=H lead=0")
        Traceback (most recent call last):
            ...
        engine.errors.NotationError: 9D: in two places

        Raises:
            NotationError: it is no notation, or its parts do not fit each other.
        """
        state = read(text)
        return cls(state.r.rules, state)

    def notation(self) -> str:
        """Return the position now in one line, all hands open (docs/record.md).

        A game that is read back from it has the same legal actions, is awaited the same and ends
        the same. What was played before is not in it.

        >>> game = Game.from_position(Rules(deck=24), [[Card.parse("9D")], [Card.parse("9H")]],
        ...                           [], "H", 0)
        >>> events = game.apply(game.legal()[0])
        >>> game.notation()
        'hands=-/9H table=0:9D trump=H discard=- lead=0 defender=1 bout=0 out=0 rules=deck:24'
        """
        return write(self.state)

    def __repr__(self) -> str:
        return f"Game.from_notation({self.notation()!r})"

    @property
    def step(self) -> int:
        """How many actions have been played: the number of the next one, from 0."""
        return len(self._done)

    @property
    def last_text(self) -> str:
        """The last action in record notation, empty before the first."""
        return str(self._done[-1]) if self._done else ""

    @property
    def actions(self) -> list[str]:
        """What was done since the deal, in record notation (docs/record.md).

        Each access formats all of it: `step` and `last_text` are there for less.
        """
        return [str(action) for action in self._done]

    def copy(self) -> Game:
        """Return an independent game in the same state."""
        new = Game(self.rules, self.state.copy())
        new.log = self.log[:]
        new._done = self._done[:]
        return new

    def legal(self) -> list[Action]:
        """Return every legal action of every seat but resigning (docs/record.md)."""
        return [UNPACKED[packed] for packed in self._packed_legal()]

    def legal_for(self, seat: int) -> list[Action]:
        """Return the legal actions of one seat."""
        return [UNPACKED[packed] for packed in self._packed_legal() if packed >> 4 & 7 == seat]

    def _packed_legal(self) -> list[int]:
        if self._legal is None:
            self._legal = legal(self.state)
        return self._legal

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that owe a decision, sorted (docs/record.md)."""
        return tuple(awaited(self.state))

    @property
    def deck_due(self) -> bool:
        """Whether a redeal was asked for and `redeal` must be called next."""
        return self.state.phase == DECK_DUE

    @property
    def over(self) -> bool:
        """Whether the game has a result."""
        return self.state.phase == OVER

    def apply(self, action: Action) -> list[Event]:
        """Play one action and return its events, in order, each with its audience.

        Raises:
            IllegalAction: it is not legal now; nothing is changed.
        """
        state = self.state
        packed = pack(action) if 0 <= action.seat < 8 else -1
        if packed not in self._packed_legal() and not may_resign(state, action):
            raise refuse(state, action)
        trace = state.trace = []
        bout = state.bout
        apply(state, packed)
        state.trace = None
        self._legal = None
        self._done.append(action)
        done = Event(EventKind.ACTION, bout, action.seat, None, action.verb, action.cards)
        if not trace:
            self.log.append(done)
            return [done]
        return self._keep([done, *events_of(trace, bout, state)])

    def redeal(self, deck: Sequence[Card]) -> list[Event]:
        """Deal the new deck that a redeal has asked for and return the events.

        Raises:
            IllegalAction: no new deck is due.
            DealError: it is not the deck of the rules; the old one stays due.
        """
        if not self.deck_due:
            raise IllegalAction(Reason.NO_DECK_DUE, "deck")
        events = self._deal(deck)
        self.state.deal += 1
        self._done.append(" ".join(("deck", *map(str, deck))))
        return events

    def _deal(self, deck: Sequence[Card]) -> list[Event]:
        trace = self.state.trace = []
        try:
            deal(self.state, deck)
        finally:
            self.state.trace = None
        self._legal = None
        return self._keep(events_of(trace, self.state.bout, self.state))

    def _keep(self, events: list[Event]) -> list[Event]:
        self.log.extend(event for event in events if event.audience is None)
        return events

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it is on."""
        s = self.state
        if s.phase != OVER:
            return None
        everyone = (1 << s.r.n) - 1
        draw = not s.void and s.durak < 0 and (not s.r.teams or s.lost in (0, everyone))
        return Result(
            durak=None if s.durak < 0 else s.durak,
            losers=tuple(bits(s.lost)),
            draw=draw,
            void=s.void,
            places=tuple(places(s)),
            pogony=tuple(Pogony(None if by < 0 else by, on) for by, on in s.pogony),
        )

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Return a seat's cards, sorted as they are shown (docs/rules.md §3)."""
        return sorted_hand(self.state.hands[seat], self.state.trump)

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a bystander where `seat` is None, may know."""
        s = self.state
        asking = s.phase in (ASKING, DECK_DUE) or s.lead < 0
        return View(
            seat=seat,
            rules=self.rules,
            seats=s.r.n,
            dealer=None if s.dealer < 0 else s.dealer,
            deal=s.deal,
            bout=s.bout,
            trump=SUITS[s.trump],
            trump_card=None if s.trump_card < 0 else CARDS[s.trump_card],
            talon=len(s.talon) - s.drawn,
            discard=s.discard.bit_count(),
            hand=() if seat is None else self.hand(seat),
            counts=tuple(hand.bit_count() for hand in s.hands),
            table=self.table,
            lead=None if asking else s.lead,
            defender=None if asking else s.defender,
            taking=s.taking,
            out=tuple(s.outs),
            resigned=tuple(s.resigned),
            throwers=tuple(throwers(s)),
            room_left=self._room_left(),
            awaited=self.awaited,
            result=self.result,
            log=tuple(self.log),
        )

    def _room_left(self) -> int:
        s = self.state
        if s.phase == BOUT:
            return s.cap - len(s.attack)
        return s.cap_for(s.defender) if s.phase == LEADING else 0

    @property
    def table(self) -> tuple[tuple[Card, Card | None], ...]:
        """The pairs on the table, in the order they were laid; None where not beaten yet."""
        pairs = zip(self.state.attack, self.state.defence, strict=True)
        return tuple((CARDS[a], CARDS[d] if d >= 0 else None) for a, d in pairs)


def _check_position(
    rules: Rules, hands: Sequence[Iterable[Card]], talon: Sequence[Card], trump: str
) -> None:
    if trump not in tuple(SUITS):
        raise DealError(f"trump: not a suit: {trump!r}")
    cards = [card for hand in hands for card in hand] + list(talon)
    if len(set(cards)) != len(cards):
        raise DealError("a card stands twice in the position")
    foreign = set(cards) - set(deck_of(rules.deck))
    if foreign:
        raise DealError(f"not in the deck: {' '.join(map(str, sorted(foreign)))}")
    if talon and talon[-1].suit != trump:
        raise DealError("the last card of the talon is not of the trump suit")
