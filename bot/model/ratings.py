"""Ratings: how much a game between people tells about how well they play (docs/score.md).

The model is Plackett and Luce's, for any number of sides, teams and draws, after Weng and Lin, "A
Bayesian Approximation Method for Online Ranking" (2011), as openskill has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

DAMPING = 0.8
"""What every game that two people have both played in since midnight leaves of the next one's
weight: so all their games of a day weigh as much as five at most."""

_MODEL = PlackettLuce()
_START = _MODEL.rating()
_ORIGIN, _STEP = 1000, 40


@dataclass(frozen=True, slots=True)
class Rating:
    """How well somebody plays: most likely `mu`, give or take `sigma`."""

    mu: float = _START.mu
    sigma: float = _START.sigma

    @property
    def shown(self) -> int:
        """The number for people: 1000 for who has not played, never below 0.

        It is what somebody plays like at least, almost surely (three sigmas off), so that it takes
        many games to get high.
        """
        return max(0, round(_ORIGIN + _STEP * (self.mu - 3 * self.sigma)))


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """Somebody in a game: `side` wins and loses together; the lower `tier`, the better it did.

    `met` has for others of the game how many earlier ones of that day both had played in.
    """

    user_id: int
    side: int
    tier: int
    rating: Rating
    met: Mapping[int, int]


def rated(players: Sequence[RatedPlayer]) -> dict[int, Rating]:
    """The new ratings, by person, after a game of at least two sides of people."""
    sides: dict[int, list[RatedPlayer]] = {}
    for player in players:
        sides.setdefault(player.side, []).append(player)
    teams = [[_MODEL.rating(p.rating.mu, p.rating.sigma) for p in side] for side in sides.values()]
    tiers = [float(min(player.tier for player in side)) for side in sides.values()]
    found = _MODEL.rate(teams, ranks=tiers)
    after: dict[int, Rating] = {}
    for side, ratings in zip(sides.values(), found, strict=True):
        for player, new in zip(side, ratings, strict=True):
            others = [p.user_id for p in players if p.side != player.side]
            after[player.user_id] = _nearer(player, weight(player.met, others), new.mu, new.sigma)
    return after


def weight(met: Mapping[int, int], opponents: Sequence[int]) -> float:
    """How much a game counts for somebody, 0..1, by how often they met these people that day."""
    return sum(DAMPING ** met.get(other, 0) for other in opponents) / len(opponents)


def _nearer(player: RatedPlayer, share: float, mu: float, sigma: float) -> Rating:
    was = player.rating
    return Rating(was.mu + share * (mu - was.mu), was.sigma + share * (sigma - was.sigma))
