"""Actions: packed integers for the core, and readable `Action` objects.

A packed action is ``verb | seat << 4 | card << 7 | other << 13``; `other` is the defence card of a
beat, otherwise 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import CARDS, Card

LEAD, THROW, BEAT, TRANSFER, SHOW, TAKE, PASS, RETRACT, REDEAL, KEEP, RESIGN = range(11)


class Verb(StrEnum):
    """What a seat does, in record notation (docs/record.md).

    `code` is its number when packed, `cards_needed` how many cards (0..2) an action has.
    """

    code: int
    cards_needed: int

    LEAD = "lead"
    THROW = "throw"
    BEAT = "beat"
    TRANSFER = "transfer"
    SHOW = "show"
    TAKE = "take"
    PASS = "pass"
    RETRACT = "retract"
    REDEAL = "redeal"
    KEEP = "keep"
    RESIGN = "resign"


VERBS = tuple(Verb)
for _code, _verb in enumerate(VERBS):
    _verb.code = _code
    _verb.cards_needed = 0
for _verb in (Verb.LEAD, Verb.THROW, Verb.TRANSFER, Verb.SHOW, Verb.RETRACT):
    _verb.cards_needed = 1
Verb.BEAT.cards_needed = 2


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a seat: `cards` has none, one, or for a beat attack and defence."""

    seat: int
    verb: Verb
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return " ".join((str(self.seat), str(self.verb), *map(str, self.cards)))

    @staticmethod
    def parse(text: str) -> Action:
        """An action from record notation, such as ``"1 beat 6S 8S"``.

        Raises:
            ValueError: it is not an action; the text says what is wrong.
        """
        words = text.split(" ")
        if len(words) < 2 or not (words[0].isascii() and words[0].isdigit()):
            raise ValueError(f"not an action: {text!r}")
        try:
            verb = Verb(words[1])
        except ValueError:
            raise ValueError(f"no such verb: {words[1]!r}") from None
        if len(words) - 2 != verb.cards_needed:
            raise ValueError(f"{verb} takes {verb.cards_needed} cards: {text!r}")
        return Action(int(words[0]), verb, tuple(Card.parse(word) for word in words[2:]))


def pack(action: Action) -> int:
    """The packed integer of an action whose seat is 0..7."""
    packed = action.verb.code | action.seat << 4
    cards = action.cards
    if cards:
        packed |= cards[0] << 7
        if len(cards) == 2:
            packed |= cards[1] << 13
    return packed


class _Unpacked(dict[int, Action]):
    """A cache of the actions of packed integers; there are at most some 25,000."""

    def __missing__(self, packed: int) -> Action:
        verb = VERBS[packed & 15]
        cards = (CARDS[packed >> 7 & 63], CARDS[packed >> 13 & 63])[: verb.cards_needed]
        action = self[packed] = Action(packed >> 4 & 7, verb, cards)
        return action


UNPACKED = _Unpacked()
"""The action of each packed integer; equal integers give the same object."""
