"""`Rules`: the options agreed on before the deal (docs/rules.md §2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.cards import HAND_SIZE
from engine.errors import RulesError

RULES_VERSION = 1

ALLOWED: dict[str, tuple[Any, ...]] = {
    "deck": (36, 24, 52),
    "transfer": (False, True),
    "transfer_by_show": (False, True),
    "transfer_first_bout": (True, False),
    "bout_limit": ("six", "hand"),
    "first_bout_limit": (6, 5),
    "lead_many": (True, False),
    "throwers": ("all", "neighbours", "lead"),
    "throw_order": ("in_turn", "free"),
    "throw_timing": ("after_beat", "any_time"),
    "throw_ranks": ("table", "lead_if_four"),
    "throw_after_take": (True, False),
    "take_beaten": (False, True),
    "retract": (True, False),
    "redeal_one_suit": (False, True),
    "trump_ace": (True, False),
    "first_lead": ("lowest_trump", "left_of_dealer"),
    "next_lead": ("from_under", "at_durak", "lowest_trump", "durak"),
    "two_seat_revenge": (True, False),
    "draw_evenly": (False, True),
    "leaver": ("play_on", "restart"),
    "teams": (0, 2),
    "draw_result": ("draw", "both_lose"),
    "pogony": ("sixes", "any_pair", "off"),
}
"""Every key with its values, the default first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A set of rules, immutable and hashable.

    Raises:
        RulesError: a value that is not among `ALLOWED`, or an impossible combination.
    """

    deck: int = 36
    transfer: bool = False
    transfer_by_show: bool = False
    transfer_first_bout: bool = True
    bout_limit: str = "six"
    first_bout_limit: int = 6
    lead_many: bool = True
    throwers: str = "all"
    throw_order: str = "in_turn"
    throw_timing: str = "after_beat"
    throw_ranks: str = "table"
    throw_after_take: bool = True
    take_beaten: bool = False
    retract: bool = True
    redeal_one_suit: bool = False
    trump_ace: bool = True
    first_lead: str = "lowest_trump"
    next_lead: str = "from_under"
    two_seat_revenge: bool = True
    draw_evenly: bool = False
    leaver: str = "play_on"
    teams: int = 0
    draw_result: str = "draw"
    pogony: str = "sixes"

    def __post_init__(self) -> None:
        for key, values in ALLOWED.items():
            value = getattr(self, key)
            if not any(type(value) is type(allowed) and value == allowed for allowed in values):
                listed = ", ".join(str(allowed) for allowed in values)
                raise RulesError(key, f"{value!r} is not one of {listed}")
        if self.transfer_by_show and not self.transfer:
            raise RulesError("transfer_by_show", "needs transfer")

    @classmethod
    def from_dict(cls, options: Mapping[str, Any]) -> Rules:
        """Return rules with the keys that are given; the others are at their defaults.

        Raises:
            RulesError: an unknown key, too.
        """
        for key in options:
            if key not in ALLOWED:
                raise RulesError(str(key), "no such rule")
        return cls(**options)

    @classmethod
    def from_notation(cls, text: str) -> Rules:
        """Return the rules of a text such as ``deck:24,transfer:true`` or "" (defaults).

        Raises:
            RulesError: an unknown key or value, a key twice, an impossible combination.
        """
        options: dict[str, Any] = {}
        for word in text.split(",") if text else ():
            key, _, value = word.partition(":")
            if key in options:
                raise RulesError(key, "stands twice")
            options[key] = next((v for v in ALLOWED.get(key, ()) if str(v).lower() == value), value)
        return cls.from_dict(options)

    def notation(self) -> str:
        """Return the keys that differ from their default, as `from_notation` takes them.

        >>> Rules(deck=24, transfer=True).notation()
        'deck:24,transfer:true'
        """
        return ",".join(f"{key}:{str(value).lower()}" for key, value in self.differences().items())

    def to_dict(self) -> dict[str, Any]:
        """Return all keys with their values."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def differences(self) -> dict[str, Any]:
        """Return the keys that differ from their default."""
        return {key: value for key, value in self.to_dict().items() if value != ALLOWED[key][0]}

    @property
    def max_seats(self) -> int:
        """The most seats for the deck, with six cards each (docs/rules.md §2)."""
        return self.deck // HAND_SIZE

    def check_seats(self, seats: int) -> None:
        """Check that these rules can be played with a number of seats.

        Raises:
            RulesError: they can't; the error names the rule.
        """
        if not 2 <= seats <= self.max_seats:
            raise RulesError("deck", f"{self.deck} cards seat 2 to {self.max_seats}, not {seats}")
        if self.teams and (seats < 4 or seats % 2):
            raise RulesError("teams", f"needs an even number of seats, four or more, not {seats}")


PRESETS: dict[str, Rules] = {
    "podkidnoy": Rules(),
    "perevodnoy": Rules(transfer=True),
    "lively": Rules(throw_order="free", throw_timing="any_time"),
    "family": Rules(throwers="lead", throw_ranks="lead_if_four", first_lead="left_of_dealer"),
    "championship": Rules(
        bout_limit="hand",
        first_bout_limit=5,
        lead_many=False,
        throwers="neighbours",
        retract=False,
        trump_ace=False,
        draw_result="both_lose",
    ),
}
"""Named sets of rules (docs/rules.md §2)."""
