"""What one audience may know of a game: built from an allow-list, never by leaving things out."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, card_text
from engine.events import Event
from engine.notation import line, seat_text, seats_text
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Pogony:
    """Shoulder-straps hung on seat `on` by seat `by`; None where it was left with two."""

    by: int | None
    on: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended (docs/rules.md §§8-9). `places` has every seat, the first place first."""

    durak: int | None
    losers: tuple[int, ...]
    draw: bool
    void: bool
    places: tuple[int, ...]
    pogony: tuple[Pogony, ...]

    def winners(self, teams: int) -> frozenset[int]:
        """Return the seats that have won: the first place, or the winning team; none in a draw.

        Of the losing team somebody may have gone out first.
        """
        if self.draw or self.void:
            return frozenset()
        if teams:
            return frozenset(self.places) - frozenset(self.losers)
        return frozenset(self.places[:1])


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """The game as seat `seat` sees it; as a bystander does where `seat` is None.

    `str` gives it in one line, without the log. A bystander's has no hidden card in it, so that
    it may stand in any log; a seat's has the hand of that seat.

    `hand` is sorted as docs/rules.md §3 has it and empty for a bystander. `counts` are all seats'
    numbers of cards. `table` holds pairs of attack card and defence card or None. `lead` and
    `defender` are None while redeals are asked for. `talon` and `discard` are numbers of cards;
    `trump_card` is None where a position without a talon was dealt. `throwers` are the seats that
    may yet be asked to throw or pass in this bout, in throwing order, whether or not their cards
    fit: that is not looked at. `room_left` is how many more attack cards the bout takes, 0 where
    none is on or about to begin. `log` holds the public events
    from the deal on, oldest first: all that has been played, taken and shown.
    """

    seat: int | None
    rules: Rules
    seats: int
    dealer: int | None
    deal: int
    bout: int
    trump: str
    trump_card: Card | None
    talon: int
    discard: int
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    table: tuple[tuple[Card, Card | None], ...]
    lead: int | None
    defender: int | None
    taking: bool
    out: tuple[int, ...]
    resigned: tuple[int, ...]
    throwers: tuple[int, ...]
    room_left: int
    awaited: tuple[int, ...]
    result: Result | None
    log: tuple[Event, ...]

    def __str__(self) -> str:
        hands = [str(count) for count in self.counts]
        if self.seat is not None:
            hands[self.seat] = card_text(self.hand)
        return line(
            {
                "seat": seat_text(self.seat),
                "hands": "/".join(hands),
                "table": ",".join(
                    str(attack) if defence is None else f"{attack}/{defence}"
                    for attack, defence in self.table
                ),
                "taking": self.taking,
                "talon": str(self.talon),
                "trump": self.trump if self.trump_card is None else str(self.trump_card),
                "discard": str(self.discard),
                "lead": seat_text(self.lead),
                "defender": seat_text(self.defender),
                "awaited": seats_text(self.awaited),
                "bout": str(self.bout),
                "deal": str(self.deal) if self.deal else "",
                "dealer": seat_text(self.dealer),
                "out": seats_text(self.out),
                "resigned": seats_text(self.resigned),
                "over": self.result is not None,
                "rules": self.rules.notation(),
            }
        )

    def __repr__(self) -> str:
        return f"<View {self}>"

    @property
    def unbeaten(self) -> tuple[Card, ...]:
        """The attack cards not beaten yet, in the order they were laid."""
        return tuple(attack for attack, defence in self.table if defence is None)

    @property
    def seen(self) -> int:
        """How many cards lie on the table: what a take or a pass was said to."""
        return sum(1 if defence is None else 2 for _, defence in self.table)
