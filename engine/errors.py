"""Errors of the engine. Texts for people are made from `Reason` in the locales."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any


class Reason(StrEnum):
    """Why an action is illegal; the value is for records and logs."""

    GAME_OVER = "the game is over"
    NO_SUCH_SEAT = "no such seat"
    NOT_IN_GAME = "the seat is out or has resigned"
    DECK_DUE = "a new deck is due"
    NO_DECK_DUE = "no new deck is due"
    REDEAL_FIRST = "redeals are being asked for"
    NOT_ASKED = "the seat is not asked about a redeal"
    NOT_TO_LEAD = "it is not the seat to lead"
    NO_LEAD_YET = "no card has been led"
    LED_ALREADY = "a card has been led"
    NO_SUCH_CARD = "no such card in the hand"
    NOT_DEFENDER = "it is not the defender"
    OWN_DEFENCE = "the defender does not throw"
    TEAMMATE = "a teammate of the defender does not throw"
    NOT_ON_TABLE = "no such attack card on the table"
    BEATEN_ALREADY = "that card is beaten already"
    DOES_NOT_BEAT = "that card does not beat it"
    TAKING = "the defender is taking"
    ALL_BEATEN = "every card is beaten"
    CAP = "no more attack cards are allowed in this bout"
    WRONG_RANK = "that rank may not be thrown"
    NOT_THROWER = "the seat may not throw in this bout"
    NOT_ITS_TURN = "another seat has the right to throw"
    UNBEATEN = "a card is not beaten yet"
    PASSED = "the seat has passed"
    TAKEN_BACK = "a card taken back is not thrown again in the bout"
    NOTHING_TO_THROW = "the seat has nothing to throw and is not asked"
    NO_TRANSFER = "the rules have no such transfer"
    FIRST_BOUT = "the first bout is not transferred"
    BEGUN_TO_BEAT = "a card has been beaten"
    OTHER_RANK = "the card is not of the attack's rank"
    NEXT_CANNOT = "the next defender holds too few cards"
    NOT_TRUMP = "only the trump of the rank is shown"
    SHOWN_ALREADY = "the card has been shown in this bout"
    NO_RETRACT = "the rules let nobody take a card back"
    NOT_LAST = "it is not the throw just made"


class EngineError(Exception):
    """Base class of the engine's errors, which can be pickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), self.args, self.__dict__)


def _made_again(kind: type[EngineError], args: tuple[Any, ...], has: dict[str, Any]) -> EngineError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(has)
    return error


class RulesError(EngineError, ValueError):
    """An invalid rule, value or combination; `key` names the rule."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(f"{key}: {message}")
        self.key = key


class DealError(EngineError, ValueError):
    """A deck, position, seat or leader with which no game can be dealt."""


class IllegalAction(EngineError):
    """An illegal action; the game is unchanged.

    `reason` says why; `text` is the action in record notation: it may name a hidden
    card, so log it only where all cards are public.
    """

    def __init__(self, reason: Reason, text: str, message: str | None = None) -> None:
        super().__init__(message or str(reason))
        self.reason = reason
        self.text = text


class RecordError(EngineError, ValueError):
    """A record that can't be played; `number` is the action's, -1 for the record."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(f"action {number}: {message}" if number >= 0 else f"record: {message}")
        self.number = number


class NotationError(EngineError, ValueError):
    """A text that is not the notation of a game; the message names the field."""


class UnknownPlayer(EngineError, ValueError):
    """There is no computer player of that name; the message lists the known ones."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"no such player: {name!r}; there are {', '.join(known)}")
        self.name = name


class ProofError(EngineError, ValueError):
    """A record with a missing or wrong proof of its deal; the message says where."""
