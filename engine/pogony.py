"""Ranks by pogony (docs/rules.md §9)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from engine.actions import Action, Verb
from engine.cards import Card
from engine.game import Game

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
"""Identifiers of ranks 0 (no pogony) to 10; their names for people are in `locales/`."""
MARSHAL = len(RANKS) - 1


def rank_after(worn: int) -> int:
    """Return the rank (0..10) for a number of pogony worn (0 or more)."""
    return min(worn, MARSHAL)


def ranks_after(before: Mapping[Wearer, int], hung_on: Iterable[Wearer]) -> dict[Wearer, int]:
    """Return the ranks after the pogony of a game, in the order of its result.

    `before` has the ranks so far, 0 for those missing; `hung_on` names the wearer of each entry.
    Hanging pogony on others does not change a rank; marshal is the highest.
    """
    after = dict(before)
    for wearer in hung_on:
        after[wearer] = rank_after(after.get(wearer, 0) + 1)
    return after


def straps(game: Game, seat: int) -> tuple[Card, ...]:
    """Return the two cards last hung on a seat in a finished game, () if none were."""
    hung = [entry for entry in game.result.pogony if entry.on == seat] if game.result else []
    if not hung:
        return ()
    by = hung[-1].by
    return _lowest(game, seat) if by is None else _last_laid(game, by)


def _lowest(game: Game, seat: int) -> tuple[Card, ...]:
    held = sorted(game.hand(seat))
    lowest = (52 - game.rules.deck) // 4
    return tuple(card for card in held if card // 4 == lowest)[:2]


def _last_laid(game: Game, by: int) -> tuple[Card, ...]:
    """Return the last two attack cards of a seat that were not taken back."""
    laid: list[Card] = []
    for text in game.actions:
        if not text.startswith(f"{by} "):
            continue
        action = Action.parse(text)
        if action.verb in (Verb.LEAD, Verb.THROW, Verb.TRANSFER):
            laid.append(action.cards[0])
        elif action.verb is Verb.RETRACT:
            laid.remove(action.cards[0])
    return tuple(laid[-2:])
