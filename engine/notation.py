"""The one-line notation of a game: its position now, with all hands open (docs/record.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from engine.bout import over_in_play
from engine.cards import CARDS, DECK_MASKS, RANK_MASK, SUITS, Card, bits, card_text, mask_of
from engine.errors import NotationError
from engine.legal import throws
from engine.rules import Rules
from engine.state import ASKING, BOUT, DECK_DUE, LEADING, OVER, State, compiled

_KEYS = (
    "hands", "table", "talon", "trump", "discard", "asked", "lead", "defender", "mover", "passed",
    "retracted", "shown", "bout", "deal", "dealer", "leader", "out", "resigned", "seen", "pogony",
    "hangers", "durak", "lost", "rules",
)  # fmt: skip
_FLAGS = ("taking", "retractable", "first", "over", "void")
FIELDS = (*_KEYS, *_FLAGS)
"""The names that a notation may have: those with a value, and those that stand alone."""
_ONLY_IN = {
    ASKING: ("asked", "leader"),
    BOUT: ("table", "taking", "retractable", "mover", "passed", "retracted", "shown"),
    OVER: ("over", "durak", "lost", "void"),
}
_NOW = "="
"""Stands for the position that began the bout."""


def write(s: State) -> str:
    """Return the notation of a state, which `read` takes back."""
    in_bout, over = s.phase == BOUT, s.phase == OVER
    fields: dict[str, str | bool] = {
        "hands": _hands_text(s.hands),
        "table": _table_text(s) if in_bout else "",
        "taking": s.taking,
        "retractable": in_bout and s.r.retract and s.last >= 0,
        "talon": "".join(str(CARDS[card]) for card in s.talon[s.drawn :]),
        "trump": SUITS[s.trump] if s.trump_card < 0 else str(CARDS[s.trump_card]),
        "discard": "" if s.discard == _rest(s) else card_text(bits(s.discard)),
        "asked": _asked_text(s),
        "lead": seat_text(s.lead),
        "defender": seat_text(s.defender),
        "mover": seat_text(s.mover) if in_bout else "",
        "passed": seats_text(bits(s.passed)) if in_bout else "",
        "retracted": _retracted_text(s) if in_bout else "",
        "shown": card_text(bits(s.shown)) if in_bout and s.shown else "",
        "bout": str(s.bout),
        "first": s.first and not over,
        "deal": str(s.deal) if s.deal else "",
        "dealer": seat_text(s.dealer),
        "leader": seat_text(s.leader) if s.phase in (ASKING, DECK_DUE) else "",
        "out": seats_text(s.outs),
        "resigned": seats_text(s.resigned),
        "seen": _seen_text(s) if s.phase in (LEADING, BOUT) else "",
        "pogony": ",".join(f"{seat_text(by) or '-'}>{on}" for by, on in s.pogony),
        "hangers": "" if over else seats_text(s.hangers),
        "over": over,
        "durak": seat_text(s.durak),
        "lost": seats_text(bits(s.lost)) if over else "",
        "void": s.void,
        "rules": s.r.rules.notation(),
    }
    return line(fields)


def line(fields: Mapping[str, str | bool]) -> str:
    """Return ``key=value`` for texts and ``key`` for flags; empty and false ones are left out."""
    return " ".join(
        key if value is True else f"{key}={value}" for key, value in fields.items() if value
    )


def _hands_text(hands: Iterable[int]) -> str:
    return "/".join(card_text(bits(hand)) for hand in hands)


def seat_text(seat: int | None) -> str:
    """Return the number of a seat, empty for none (None or -1)."""
    return "" if seat is None or seat < 0 else str(seat)


def seats_text(seats: Iterable[int]) -> str:
    """Return the numbers of seats between commas."""
    return ",".join(map(str, seats))


def _table_text(s: State) -> str:
    """The cards of the bout in the order they were laid, each with the seat that laid it."""
    beaten = dict(zip(s.defence, s.attack, strict=True))
    laid = ((entry & 7, entry >> 4, entry & 8) for entry in s.laid)
    return ",".join(
        f"{seat}:{CARDS[card]}" if attack else f"{seat}:{CARDS[beaten[card]]}/{CARDS[card]}"
        for seat, card, attack in laid
    )


def _asked_text(s: State) -> str:
    if s.phase == DECK_DUE:
        return "deck"
    return seats_text(s.asked) if s.phase == ASKING else ""


def _retracted_text(s: State) -> str:
    return ",".join(f"{seat}:{card_text(bits(s.barred[seat]))}" for seat in sorted(s.barred))


def _seen_text(s: State) -> str:
    start = _start(s)
    if s.seen == [start]:
        return ""
    texts = (
        _NOW if position == start else f"{position[-1]}@{_hands_text(position[:-1])}"
        for position in s.seen
    )
    return ",".join(texts) or "-"


def _start(s: State) -> tuple[int, ...]:
    """The position that began the bout, as the repetition rule counts them."""
    hands = s.hands[:]
    for entry in s.laid if s.phase == BOUT else ():
        hands[entry & 7] |= 1 << (entry >> 4)
    return (*hands, s.lead)


def _rest(s: State) -> int:
    """The mask of the deck's cards that are in no hand, in the talon or on the table."""
    placed = mask_of(s.talon[s.drawn :]) | s.table
    for hand in s.hands:
        placed |= hand
    return DECK_MASKS[s.r.rules.deck] & ~placed


def read(text: str) -> State:
    """Return the state of a notation.

    Raises:
        NotationError: it is none, or its parts do not fit each other.
    """
    try:
        return _Reader(text).state()
    except NotationError:
        raise
    except ValueError as error:
        raise NotationError(str(error)) from error


class _Reader:
    """The fields of one notation, and the state that is made of them."""

    def __init__(self, text: str) -> None:
        self.fields: dict[str, str] = {}
        for word in text.split(" "):
            key, equals, value = word.partition("=")
            if key not in FIELDS:
                raise NotationError(f"no such field: {key!r}")
            if key in self.fields:
                raise NotationError(f"{key}: stands twice")
            if key in _KEYS and not value:
                raise NotationError(f"{key}: without a value")
            if key in _FLAGS and equals:
                raise NotationError(f"{key}: takes no value")
            self.fields[key] = value
        hands = self._hands("hands", self._needed("hands"))
        self.s = State(compiled(Rules.from_notation(self.fields.get("rules", "")), len(hands)))
        self.s.hands = hands

    def state(self) -> State:
        s = self.s
        s.phase = self._phase()
        s.taking = "taking" in self.fields
        s.first = "first" in self.fields
        s.void = "void" in self.fields
        s.bout = self._number("bout")
        s.deal = self._number("deal")
        s.dealer = self._seat("dealer")
        s.leader = self._seat("leader")
        s.lead = self._seat("lead")
        s.mover = self._seat("mover")
        s.durak = self._seat("durak")
        s.lost = mask_of(self._seats("lost"))
        s.passed = mask_of(self._seats("passed"))
        s.hangers = self._seats("hangers")
        s.pogony = self._pogony()
        s.outs = self._seats("out")
        s.resigned = self._seats("resigned")
        s.gone = mask_of(s.outs) | mask_of(s.resigned)
        self._trump_and_talon()
        s.defender = self._defender()
        if s.phase == BOUT:
            self._bout()
        else:
            s.bout_outs = len(s.outs)
        self._cards()
        s.seen = self._seen()
        self._check_seats()
        if s.phase == BOUT:
            self._check_bout()
        return s

    def _needed(self, key: str) -> str:
        if key not in self.fields:
            raise NotationError(f"{key}: missing")
        return self.fields[key]

    def _phase(self) -> int:
        asked = self.fields.get("asked")
        phase = LEADING
        if "over" in self.fields:
            phase = OVER
        elif asked is not None:
            phase = DECK_DUE if asked == "deck" else ASKING
            self.s.asked = [] if phase == DECK_DUE else self._seats("asked")
        elif "table" in self.fields:
            phase = BOUT
        for only, keys in _ONLY_IN.items():
            for key in keys:
                if key in self.fields and only != (ASKING if phase == DECK_DUE else phase):
                    raise NotationError(f"{key}: not in a game at this point")
        needed = {ASKING: "dealer", DECK_DUE: "dealer", LEADING: "lead", BOUT: "lead"}
        if phase in needed:
            self._needed(needed[phase])
        if phase in (ASKING, DECK_DUE) and "lead" in self.fields:
            raise NotationError("lead: not while redeals are asked for")
        return phase

    def _trump_and_talon(self) -> None:
        s, trump = self.s, self._needed("trump")
        talon = self._distinct("talon")
        if trump in tuple(SUITS):
            s.set_trump(SUITS.index(trump))
        else:
            s.trump_card = int(Card.parse(trump))
            s.set_trump(s.trump_card & 3)
        if talon and talon[-1] != s.trump_card:
            raise NotationError("talon: its last card is not the trump card")
        s.set_talon(talon)

    def _defender(self) -> int:
        """The seat of the field; before a lead it follows, and need not be given."""
        s, given = self.s, self._seat("defender")
        if s.phase == LEADING:
            follows = s.r.next_opponent[s.gone][s.lead]
            if given not in (-1, follows):
                raise NotationError(f"defender: seat {follows} would be")
            return follows
        if s.phase == BOUT:
            self._needed("defender")
        if (given < 0) != (s.lead < 0):
            raise NotationError("defender: one without a lead, or a lead without one")
        return given

    def _bout(self) -> None:
        s = self.s
        for text in self._list("table"):
            self._lay(text)
        opened = s.taking or s.mover >= 0 or any(card >= 0 for card in s.defence)
        s.opened = opened
        if not opened:
            s.others = sum(entry & 7 != s.lead for entry in s.laid)
        for card in [s.attack[0]] if s.r.lead_rank_only else bits(s.table):
            s.ranks |= RANK_MASK[card >> 2]
        s.bout_outs = len(s.outs) - len({entry & 7 for entry in s.laid} & set(s.outs))
        s.shown = mask_of(self._distinct("shown"))
        for text in self._list("retracted"):
            seat, _, cards = text.partition(":")
            s.barred[self._seat_of("retracted", seat)] = mask_of(_cards("retracted", cards))
        # What the defender held when it became one: what it has beaten with was among it.
        beaten = len(s.attack) - s.open.bit_count()
        limit = s.r.first_limit if s.first else s.r.limit
        s.cap = min(limit, s.hands[s.defender].bit_count() + beaten)
        if "retractable" in self.fields:
            s.last = (s.laid[-1] & 7) << 6 | s.laid[-1] >> 4
        if s.taking or not s.open:
            s.throwing = throws(s)

    def _lay(self, text: str) -> None:
        """Lay the card of ``seat:attack`` or ``seat:attack/defence``."""
        s = self.s
        who, _, cards = text.partition(":")
        seat = self._seat_of("table", who)
        first, slash, second = cards.partition("/")
        attack = int(Card.parse(first))
        card = int(Card.parse(second)) if slash else attack
        if s.table >> card & 1:
            raise NotationError(f"table: {CARDS[card]} stands twice")
        s.table |= 1 << card
        if not slash:
            s.attack.append(attack)
            s.defence.append(-1)
            s.open |= 1 << attack
            s.laid.append(attack << 4 | 8 | seat)
            return
        if not s.open >> attack & 1:
            raise NotationError(f"table: {first} is no unbeaten card")
        if not s.beaters[attack] >> card & 1:
            raise NotationError(f"table: {second} does not beat {first}")
        s.defence[s.attack.index(attack)] = card
        s.open ^= 1 << attack
        s.laid.append(card << 4 | seat)

    def _cards(self) -> None:
        """Check that each card is in one place of the deck, and fill the discard."""
        s = self.s
        rest = _rest(s)
        s.discard = mask_of(self._distinct("discard")) if "discard" in self.fields else rest
        places = [*s.hands, mask_of(s.talon), s.table, s.discard]
        for one, other in combinations(places, 2):
            if one & other:
                raise NotationError(f"{card_text(bits(one & other))}: in two places")
        named = [*places, s.shown, *s.barred.values()]
        if s.trump_card >= 0:
            named.append(1 << s.trump_card)
        for mask in named:
            foreign = mask & ~DECK_MASKS[s.r.rules.deck]
            if foreign:
                raise NotationError(f"{card_text(bits(foreign))}: not in the deck")

    def _seen(self) -> list[tuple[int, ...]]:
        s = self.s
        if s.phase not in (LEADING, BOUT):
            if "seen" in self.fields:
                raise NotationError("seen: not in a game at this point")
            return []
        start = _start(s)
        if "seen" not in self.fields:
            return [start]
        seen: list[tuple[int, ...]] = []
        for text in [] if self.fields["seen"] == "-" else self._list("seen"):
            lead, _, hands = text.partition("@")
            masks = [] if text == _NOW else self._hands("seen", hands)
            position = (*masks, self._seat_of("seen", lead)) if masks else start
            if len(position) != len(start):
                raise NotationError(f"seen: {len(masks)} hands")
            seen.append(position)
            if seen.count(position) > 2:
                raise NotationError("seen: a position three times, so the game would be over")
        return seen

    def _check_seats(self) -> None:
        """Check who is in the game, and that each of them holds cards."""
        s = self.s
        if set(s.outs) & set(s.resigned):
            raise NotationError("resigned: a seat that is out")
        if any(s.hands[seat] for seat in (*s.outs, *s.resigned)):
            raise NotationError("out: a seat that holds cards")
        if s.phase == OVER:
            return
        if s.outs and s.talon:
            raise NotationError("out: while there is a talon")
        if s.phase != BOUT and s.r.sides_in[s.gone] < 2:
            raise NotationError("hands: at least two seats, or teams, must be in the game")
        for seat, hand in enumerate(s.hands):
            if not hand and not s.gone >> seat & 1 and not (s.phase == BOUT and s.talon):
                raise NotationError(f"hands: seat {seat} has no cards, and is not out")
        for key, seats in (("lead", [s.lead]), ("asked", s.asked), ("defender", [s.defender])):
            for seat in seats:
                late = key == "lead" and s.phase == BOUT
                if seat >= 0 and s.gone >> seat & 1 and not late:
                    raise NotationError(f"{key}: seat {seat} is not in the game")

    def _check_bout(self) -> None:
        """Check that the bout can have come to this, and is not over."""
        s = self.s
        if s.taking and not s.r.after_take:
            raise NotationError("taking: the rules end the bout with it")
        if s.mover >= 0 and not s.r.transfer:
            raise NotationError("mover: the rules have no transfer")
        if s.mover == s.defender or (s.lead == s.defender and s.mover < 0):
            raise NotationError("defender: cannot be the lead without a mover, or the mover")
        if len(s.attack) > s.cap:
            raise NotationError(f"table: {len(s.attack)} attack cards, of {s.cap} allowed")
        if over_in_play(s) or not ((s.open and not s.taking) or s.throwing):
            raise NotationError("table: the bout would be over")
        if s.last >= 0:
            seat = s.last >> 6
            gone_before = s.gone >> seat & 1 and s.outs[-1:] != [seat]
            attacked = len(s.attack) > 1 and s.attack[-1] == s.last & 63
            if not s.r.retract or not attacked or gone_before or seat == s.defender:
                raise NotationError("retractable: the last card on the table was not thrown")

    def _list(self, key: str) -> list[str]:
        return self.fields[key].split(",") if key in self.fields else []

    def _number(self, key: str) -> int:
        text = self.fields.get(key, "0")
        if not (text.isascii() and text.isdigit()) or len(text) > 6:
            raise NotationError(f"{key}: not a number: {text!r}")
        return int(text)

    def _seat(self, key: str) -> int:
        return self._seat_of(key, self.fields[key]) if key in self.fields else -1

    def _seat_of(self, key: str, text: str) -> int:
        if text not in tuple(map(str, range(self.s.r.n))):
            raise NotationError(f"{key}: no such seat: {text!r}")
        return int(text)

    def _seats(self, key: str) -> list[int]:
        seats = [self._seat_of(key, text) for text in self._list(key)]
        if len(set(seats)) != len(seats):
            raise NotationError(f"{key}: a seat stands twice")
        return seats

    def _distinct(self, key: str) -> list[int]:
        return _cards(key, self.fields.get(key, "-"))

    def _hands(self, key: str, text: str) -> list[int]:
        return [mask_of(_cards(key, hand)) for hand in text.split("/")]

    def _pogony(self) -> list[tuple[int, int]]:
        pogony = []
        for text in self._list("pogony"):
            by, _, on = text.partition(">")
            hanger = -1 if by == "-" else self._seat_of("pogony", by)
            pogony.append((hanger, self._seat_of("pogony", on)))
        return pogony


def _cards(key: str, text: str) -> list[int]:
    """The distinct cards of a text such as ``6STD``; ``-`` is none."""
    if text == "-":
        return []
    cards = [int(Card.parse(text[at : at + 2])) for at in range(0, len(text), 2)]
    if not cards or len(set(cards)) != len(cards):
        raise NotationError(f"{key}: " + ("a card stands twice" if cards else "no cards"))
    return cards
