"""Ranks: how high the pogony of a chat have lifted whom (docs/rules.md §9)."""

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


def straps(game: Game, seat: int) -> tuple[Card, ...]:
    """The two cards that were hung on a seat last in a game that is over; () where none were."""
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
    """Return what went out with a seat: its last two attack cards that were not taken back."""
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
