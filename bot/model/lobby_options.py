"""The options of a lobby, each with a few values that stand for rules."""

from __future__ import annotations

import zlib
from typing import Any

from engine import Rules

CLOCKS = (("off", 0), ("half", 30), ("one", 60), ("two", 120), ("day", 86400))
"""The clocks in the order of their buttons: names, and seconds (0: no limit)."""
CLOCK = 120
"""The clock of a new lobby, in seconds."""

LOBBY_OPTIONS: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "game": (
        (
            "podkidnoy",
            {
                "transfer": False,
                "transfer_by_show": False,
                "throw_order": "in_turn",
                "throw_timing": "after_beat",
            },
        ),
        (
            "perevodnoy",
            {"transfer": True, "throw_order": "in_turn", "throw_timing": "after_beat"},
        ),
        (
            "lively",
            {
                "transfer": False,
                "transfer_by_show": False,
                "throw_order": "free",
                "throw_timing": "any_time",
            },
        ),
    ),
    "deck": (("24", {"deck": 24}), ("36", {"deck": 36}), ("52", {"deck": 52})),
    "throwers": (
        ("all", {"throwers": "all"}),
        ("neighbours", {"throwers": "neighbours"}),
        ("lead", {"throwers": "lead"}),
    ),
    "first": (("six", {"first_bout_limit": 6}), ("five", {"first_bout_limit": 5})),
}
"""The values of each option in the order of their buttons: name, and rules to set."""


def seat_mark(user_id: int | None, name: str) -> tuple[str, int]:
    """Return what a button calls a seat: it names who sits there, wherever they sit by then.

    Computers, which have no ids, are told from each other by their names.
    """
    return ("bot", zlib.crc32(name.encode())) if user_id is None else ("", user_id)


def set_option(rules: Rules, key: str, index: int) -> Rules:
    """Return the rules with value number `index` of an option; other rules stay.

    Raises:
        LookupError: there is no such option or value.
    """
    if not 0 <= index < len(LOBBY_OPTIONS[key]):
        raise IndexError(index)
    return Rules.from_dict(rules.to_dict() | LOBBY_OPTIONS[key][index][1])


def chosen(rules: Rules, key: str) -> int | None:
    """Return the index of the value of an option that rules have, None for no value."""
    options = rules.to_dict()
    for index, (_, changes) in enumerate(LOBBY_OPTIONS[key]):
        if all(options[name] == value for name, value in changes.items()):
            return index
    return None
