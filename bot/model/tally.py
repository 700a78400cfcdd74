"""The tally of a game: its results for the people in it (docs/score.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Game
from engine.statistics import statistics

ALL_CHATS = 0
"""The id of the board of all games between people."""


@dataclass(frozen=True, slots=True)
class PersonResult:
    """The result of a game for one person; see `engine.statistics.SeatStatistics`."""

    user_id: int
    seat: int
    place: int
    tier: int = 1
    durak: bool = False
    lost: bool = False
    won: bool = False
    draw: bool = False
    resigned: bool = False
    taken: int = 0
    beaten: int = 0
    hung: int = 0
    worn: int = 0


@dataclass(frozen=True, slots=True)
class Strap:
    """Pogony hung on a person; `by_id` is None for a computer, or for nobody."""

    seat: int
    user_id: int
    by_id: int | None


@dataclass(frozen=True, slots=True)
class Tally:
    """The score of a game for its people; `straps` are in the order of its result.

    `unplayed`: it was resigned before a bout was finished.
    """

    people: tuple[PersonResult, ...] = ()
    straps: tuple[Strap, ...] = ()
    teams: bool = False
    unplayed: bool = False


def tally_of(people: Sequence[int | None], game: Game) -> Tally:
    """Return the tally of a game; `people` are user ids by seat, None for computers.

    Raises:
        ValueError: the game has no result.
    """
    stats = statistics(game)
    seated = [(seat, who) for seat, who in enumerate(people) if who is not None]
    results = tuple(
        PersonResult(
            user_id=who,
            seat=seat,
            place=own.place,
            tier=own.tier,
            durak=own.durak,
            lost=own.lost,
            won=own.won,
            draw=stats.draw,
            resigned=own.resigned,
            taken=own.taken,
            beaten=own.beaten,
            hung=own.hung,
            worn=own.worn,
        )
        for seat, who in seated
        for own in (stats.seats[seat],)
    )
    straps = tuple(
        Strap(entry.on, wearer, None if entry.by is None else people[entry.by])
        for entry in stats.pogony
        if (wearer := people[entry.on]) is not None
    )
    played = any(own.taken or own.beaten for own in stats.seats)
    unplayed = not played and any(own.resigned for own in stats.seats)
    return Tally(results, straps, stats.teams, unplayed)
