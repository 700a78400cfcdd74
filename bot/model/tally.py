"""What a game comes to for the people in it (docs/score.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Game
from engine.statistics import statistics

ALL_CHATS = 0
"""The board of all games between people."""


@dataclass(frozen=True, slots=True)
class PersonResult:
    """How a game went for one person; see `engine.statistics.SeatStatistics`."""

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
    """Pogony hung on a person, by a person or (None) a computer or fate."""

    seat: int
    user_id: int
    by_id: int | None


@dataclass(frozen=True, slots=True)
class Tally:
    """What a game comes to for the people in it; `straps` are in the order of its result."""

    people: tuple[PersonResult, ...] = ()
    straps: tuple[Strap, ...] = ()
    teams: bool = False


def tally_of(people: Sequence[int | None], game: Game) -> Tally:
    """The tally of a game that was played to its end; `people` sit on its seats, None: a computer.

    Raises:
        ValueError: it has no result.
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
    return Tally(results, straps, stats.teams)
