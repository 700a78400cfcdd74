"""Statistics of a finished game for each seat, as scores count them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.actions import Verb
from engine.events import EventKind
from engine.game import Game
from engine.view import Pogony, Result

KINDS = ("podkidnoy", "perevodnoy", "lively", "teams")
"""Kinds of rules that are counted apart, see `kind_of`."""


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """The statistics of one seat.

    `place` counts from 1. So does `tier`, which compares results: seats that are level after a
    draw share one, and with teams it is the team's. `taken` and `beaten` count the bouts it ended
    as the defender; `hung` and `worn` the pogony it gave and got.
    """

    place: int
    tier: int
    won: bool
    lost: bool
    durak: bool
    resigned: bool
    taken: int
    beaten: int
    hung: int
    worn: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """A finished game; `pogony` are in chronological order (docs/rules.md §9)."""

    kind: str
    teams: bool
    draw: bool
    seats: tuple[SeatStatistics, ...]
    pogony: tuple[Pogony, ...]


def statistics(game: Game) -> Statistics:
    """Return the statistics of a finished game.

    Raises:
        ValueError: the game is not over, or is void.
    """
    result = game.result
    if result is None or result.void:
        raise ValueError("a game without a result")
    winners = result.winners(game.rules.teams)
    taken, beaten = _ends(game, EventKind.TAKEN), _ends(game, EventKind.BEATEN)
    seats = tuple(
        SeatStatistics(
            place=result.places.index(seat) + 1,
            tier=_tier(game, result, seat),
            won=seat in winners,
            lost=seat in result.losers,
            durak=result.durak == seat,
            resigned=seat in game.state.resigned,
            taken=taken.count(seat),
            beaten=beaten.count(seat),
            hung=sum(entry.by == seat for entry in result.pogony),
            worn=sum(entry.on == seat for entry in result.pogony),
        )
        for seat in range(game.state.r.n)
    )
    teams = bool(game.rules.teams)
    return Statistics(kind_of(game.rules.to_dict()), teams, result.draw, seats, result.pogony)


def kind_of(rules: Mapping[str, object]) -> str:
    """Return the kind, out of `KINDS`, of a record's rules; defaults may be missing.

    Teams come first, then throwing by all at any time, then transfers.
    """
    if rules.get("teams"):
        return "teams"
    if rules.get("throw_order") == "free" and rules.get("throw_timing") == "any_time":
        return "lively"
    return "perevodnoy" if rules.get("transfer") else "podkidnoy"


def leavers(actions: Iterable[str]) -> tuple[int, ...]:
    """Return the seats that resigned, in order, from the actions of a record."""
    split = (text.partition(" ") for text in actions)
    return tuple(int(seat) for seat, _, verb in split if verb == Verb.RESIGN)


def _ends(game: Game, how: EventKind) -> list[int | None]:
    """Return the defenders of all bouts with that end."""
    return [event.seat for event in game.log if event.kind is how]


def _tier(game: Game, result: Result, seat: int) -> int:
    if game.rules.teams:
        return 1 if result.draw or seat not in result.losers else 2
    state = game.state
    before = state.outs[: state.bout_outs]
    level = result.draw and seat not in before and seat not in state.resigned
    return len(before) + 1 if level else result.places.index(seat) + 1
