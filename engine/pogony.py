"""Ranks: how high the pogony of a chat have lifted whom (docs/rules.md §9)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

Wearer = TypeVar("Wearer", bound=Hashable)

RANKS = (
    "private",
    "sergeant",
    "sergeant-major",
    "warrant-officer",
    "lieutenant",
    "captain",
    "major",
    "lieutenant-colonel",
    "colonel",
    "general",
    "marshal",
)
"""From 0, who wears nothing yet, to 10; the words are for code, `locales/` has those for people."""
MARSHAL = len(RANKS) - 1


def rank_after(worn: int) -> int:
    """The rank (0..10) of somebody who has been given so many pogony (0 or more)."""
    return min(worn, MARSHAL)


def ranks_after(before: Mapping[Wearer, int], hung_on: Iterable[Wearer]) -> dict[Wearer, int]:
    """The ranks when a game's pogony, in the order of its result, have been hung.

    `before` has the ranks of who has one, others are privates; `hung_on` names the wearer of each
    entry. Who hangs, having been hung or not, keeps the rank it has. Nobody gets above marshal.
    """
    after = dict(before)
    for wearer in hung_on:
        after[wearer] = rank_after(after.get(wearer, 0) + 1)
    return after
