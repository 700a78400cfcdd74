"""The integer core: one mutable `State`, and the rules compiled for it.

Everything that plays fast (the opponent, the bench) works on this; `engine.game` is the readable
codec over it. Legal actions are in `engine.legal`, transitions in `engine.apply`, the deal in
`engine.deal`, how bouts and games end in `engine.bout`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from operator import or_
from typing import Any

from engine.cards import CARDS, RANK_MASK, SUIT_MASK, SUITS, beaters, bits, card_text
from engine.rules import Rules

ASKING, DECK_DUE, LEADING, BOUT, OVER = range(5)
ALL, NEIGHBOURS, LEAD_ALONE = range(3)
_PHASES = ("asking", "deck-due", "leading", "bout", "over")
_CARDS = (1 << len(CARDS)) - 1

TraceEntry = tuple[Any, ...]


class Compiled:
    """`Rules` for a number of seats, as the flags and masks that the core asks for.

    Raises:
        RulesError: the rules cannot seat that many.
    """

    __slots__ = (
        "after_take",
        "any_pair",
        "any_time",
        "both_lose",
        "draw_evenly",
        "drawing",
        "first_limit",
        "free",
        "lead_many",
        "lead_rank_only",
        "limit",
        "lowest_rank",
        "more_while_unbeaten",
        "n",
        "next_in",
        "next_opponent",
        "pogony",
        "redeal",
        "restart",
        "retract",
        "rules",
        "show",
        "side_mask",
        "sides_in",
        "take_beaten",
        "teams",
        "throwers",
        "transfer",
        "transfer_first",
    )  # fmt: skip

    def __init__(self, rules: Rules, n: int) -> None:
        rules.check_seats(n)
        self.rules = rules
        self.n = n
        self.transfer = rules.transfer
        self.lead_many = rules.lead_many
        self.any_time = rules.throw_timing == "any_time"
        self.show = rules.transfer_by_show
        self.transfer_first = rules.transfer_first_bout
        self.more_while_unbeaten = rules.transfer or self.any_time
        self.limit = 6 if rules.bout_limit == "six" else 52
        self.first_limit = min(self.limit, rules.first_bout_limit)
        self.throwers = {"all": ALL, "neighbours": NEIGHBOURS, "lead": LEAD_ALONE}[rules.throwers]
        self.free = rules.throw_order == "free"
        self.lead_rank_only = rules.throw_ranks == "lead_if_four" and n >= 4
        self.after_take = rules.throw_after_take
        self.take_beaten = rules.take_beaten
        self.retract = rules.retract
        self.redeal = rules.redeal_one_suit
        self.draw_evenly = rules.draw_evenly
        self.restart = rules.leaver == "restart"
        self.teams = rules.teams
        self.both_lose = rules.draw_result == "both_lose"
        self.pogony = rules.pogony != "off"
        self.any_pair = rules.pogony == "any_pair"
        self.lowest_rank = RANK_MASK[13 - rules.deck // 4]
        # A side is who wins and loses together: a seat alone, or a team.
        sides = [seat % 2 if rules.teams else seat for seat in range(n)]
        self.side_mask = tuple(
            sum(1 << other for other in range(n) if sides[other] == side) for side in sides
        )
        # By the mask of seats out or resigned: how many sides are in, and who comes after whom.
        masks = range(1 << n)
        self.sides_in = tuple(
            len({sides[seat] for seat in range(n) if not gone >> seat & 1}) for gone in masks
        )
        self.next_in = tuple(tuple(_next(n, seat, gone) for seat in range(n)) for gone in masks)
        self.next_opponent = tuple(
            tuple(_next(n, seat, gone | self.side_mask[seat]) for seat in range(n))
            for gone in masks
        )
        self.drawing = tuple(
            tuple(_drawing(n, lead, defender) for defender in range(n)) for lead in range(n)
        )


def _next(n: int, seat: int, barred: int) -> int:
    """The nearest seat on the left that is not in the mask `barred`; `seat` where none is."""
    others = ((seat + step) % n for step in range(1, n))
    return next((other for other in others if not barred >> other & 1), seat)


def _drawing(n: int, lead: int, defender: int) -> tuple[int, ...]:
    """The drawing order: the lead, then from the defender's left, the defender last (§7)."""
    others = [(defender + step) % n for step in range(1, n)]
    if lead == defender:
        return (*others, defender)
    others.remove(lead)
    return (lead, *others, defender)


@lru_cache(maxsize=512)
def compiled(rules: Rules, n: int) -> Compiled:
    """Return the compiled form of rules for `n` seats, shared by all games with both."""
    return Compiled(rules, n)


class State:
    """A game in integers. Copy it freely; apply only actions that `legal` has listed.

    `hands` are masks by seat, `talon` the cards still undealt at the deal, in drawing order, of
    which `drawn` are gone. `attack` and `defence` are the table's pairs (-1: not beaten), `open`
    the mask of unbeaten attack cards, `ranks` the mask of cards that could be thrown by rank,
    `cap` how many attack cards the bout may have. `gone` is the mask of seats out or resigned.
    `throwing` are the seats that may throw and pass, with the cards they may throw, while all is
    beaten or the defender is taking. `seen` are the positions that have begun a bout and may come
    again. `talon_masks` has at k the mask of the first k cards of the talon.
    `last` is ``seat << 6 | card`` of a throw that was the last action, else -1. `laid` lists the
    bout's cards as ``card << 4 | attack << 3 | seat``.
    """

    __slots__ = (
        "asked", "attack", "barred", "beaters", "bout", "bout_outs", "cap", "deal", "dealer",
        "defence", "defender", "discard", "drawn", "durak", "first", "gone", "hands", "hanged",
        "hangers", "laid", "last", "lead", "leader", "lost", "mover", "open", "opened", "others",
        "outs", "passed", "phase", "pogony", "r", "ranks", "resigned", "seen", "shown", "table",
        "taking", "talon", "talon_masks", "throwing", "trace", "trump", "trump_card", "void",
    )  # fmt: skip

    def __init__(self, r: Compiled) -> None:
        self.r = r
        self.phase = LEADING
        self.deal = 0
        self.dealer = -1
        self.leader = -1
        self.trump = 0
        self.trump_card = -1
        self.beaters = beaters(0)
        self.hands = [0] * r.n
        self.talon: tuple[int, ...] = ()
        self.talon_masks: tuple[int, ...] = (0,)
        self.drawn = 0
        self.discard = 0
        self.lead = -1
        self.defender = -1
        self.attack: list[int] = []
        self.defence: list[int] = []
        self.open = 0
        self.table = 0
        self.ranks = 0
        self.cap = 0
        self.taking = False
        self.opened = False
        self.others = 0
        self.passed = 0
        self.barred: dict[int, int] = {}
        self.shown = 0
        self.mover = -1
        self.last = -1
        self.laid: list[int] = []
        self.bout = 0
        self.first = True
        self.outs: list[int] = []
        self.bout_outs = 0
        self.resigned: list[int] = []
        self.gone = 0
        self.asked: list[int] = []
        self.seen: list[tuple[int, ...]] = []
        self.throwing: list[tuple[int, int]] = []
        self.pogony: list[tuple[int, int]] = []
        self.hangers: list[int] = []
        self.hanged = 0
        self.durak = -1
        self.lost = 0
        self.void = False
        self.trace: list[TraceEntry] | None = None

    def __repr__(self) -> str:
        """Return the phase, the hands and the table; `engine.notation.write` has the rest."""
        # Bits above the cards stand for cards that are not known (`engine.ai.knowledge`).
        hands = "/".join(card_text(bits(hand & _CARDS)) for hand in self.hands)
        pairs = zip(self.attack, self.defence, strict=True)
        table = ",".join(card_text(card for card in pair if card >= 0) for pair in pairs) or "-"
        return (
            f"<State {_PHASES[self.phase]} hands={hands} talon={len(self.talon) - self.drawn} "
            f"trump={SUITS[self.trump]} table={table} lead={self.lead} defender={self.defender}>"
        )

    def copy(self) -> State:
        """Return an independent state; the copy traces nothing."""
        new = State.__new__(State)
        new.r = self.r
        new.phase = self.phase
        new.deal = self.deal
        new.dealer = self.dealer
        new.leader = self.leader
        new.trump = self.trump
        new.trump_card = self.trump_card
        new.beaters = self.beaters
        new.hands = self.hands[:]
        new.talon = self.talon
        new.talon_masks = self.talon_masks
        new.drawn = self.drawn
        new.discard = self.discard
        new.lead = self.lead
        new.defender = self.defender
        new.attack = self.attack[:]
        new.defence = self.defence[:]
        new.open = self.open
        new.table = self.table
        new.ranks = self.ranks
        new.cap = self.cap
        new.taking = self.taking
        new.opened = self.opened
        new.others = self.others
        new.passed = self.passed
        new.barred = self.barred.copy()
        new.shown = self.shown
        new.mover = self.mover
        new.last = self.last
        new.laid = self.laid[:]
        new.bout = self.bout
        new.first = self.first
        new.outs = self.outs[:]
        new.bout_outs = self.bout_outs
        new.resigned = self.resigned[:]
        new.gone = self.gone
        new.asked = self.asked[:]
        new.seen = self.seen[:]
        new.throwing = self.throwing
        new.pogony = self.pogony[:]
        new.hangers = self.hangers[:]
        new.hanged = self.hanged
        new.durak = self.durak
        new.lost = self.lost
        new.void = self.void
        new.trace = None
        return new

    def set_talon(self, talon: Iterable[int]) -> None:
        """Lay the talon: its cards in drawing order, none of them drawn."""
        self.talon = tuple(talon)
        self.talon_masks = tuple(accumulate((1 << card for card in self.talon), or_, initial=0))
        self.drawn = 0

    def set_trump(self, suit: int) -> None:
        """Make `suit` (0..3) trump."""
        self.trump = suit
        self.beaters = beaters(suit)

    @property
    def trumps(self) -> int:
        """The mask of all trump cards."""
        return SUIT_MASK[self.trump]

    def cap_for(self, seat: int) -> int:
        """Return how many attack cards a bout may have with `seat` as defender (§5)."""
        held = self.hands[seat].bit_count()
        limit = self.r.first_limit if self.first else self.r.limit
        return held if held < limit else limit
