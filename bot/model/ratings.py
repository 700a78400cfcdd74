"""Ratings of people by their games with one another (docs/score.md).

The model is Plackett-Luce for any number of sides, with teams and draws, after Weng and Lin, "A
Bayesian Approximation Method for Online Ranking" (2011), as implemented by openskill.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

DAMPING = 0.8
"""Factor by which each earlier game against the same opponent reduces the weight of the next."""
KNOWN = 10
"""Games on the board of all chats after which a person is new no longer."""

_MODEL = PlackettLuce()
_START = _MODEL.rating()
_ORIGIN, _STEP = 1000, 40


@dataclass(frozen=True, slots=True)
class Rating:
    """The skill of a person: a normal distribution of mean `mu`, deviation `sigma`."""

    mu: float = _START.mu
    sigma: float = _START.sigma

    @property
    def shown(self) -> int:
        """The rating as it is displayed: 1000 before the first game, never below 0.

        It is a lower bound of the skill, three sigmas below the mean, so that a high rating takes
        many games.
        """
        return max(0, round(_ORIGIN + _STEP * (self.mu - 3 * self.sigma)))


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A person in a game; members of a `side` win and lose together.

    The lower the `tier`, the better the side did. `games` is how many games they have on the board
    of all chats; `met` has, for each opponent, how many earlier games reduce the weight of this
    one. Both are from before the game.
    """

    user_id: int
    side: int
    tier: int
    rating: Rating
    games: int
    met: Mapping[int, int]


def rated(players: Sequence[RatedPlayer]) -> dict[int, Rating]:
    """Return the new ratings by user id after a game of at least two sides of people."""
    sides: dict[int, list[RatedPlayer]] = {}
    for player in players:
        sides.setdefault(player.side, []).append(player)
    teams = [[_MODEL.rating(p.rating.mu, p.rating.sigma) for p in side] for side in sides.values()]
    tiers = [float(min(player.tier for player in side)) for side in sides.values()]
    found = _MODEL.rate(teams, ranks=tiers)
    after: dict[int, Rating] = {}
    for side, ratings in zip(sides.values(), found, strict=True):
        for player, new in zip(side, ratings, strict=True):
            opponents = [p for p in players if p.side != player.side]
            share = sum(weight(p.games, player.met.get(p.user_id, 0)) for p in opponents)
            after[player.user_id] = _nearer(player, share / len(opponents), new.mu, new.sigma)
    return after


def weight(games: int, met: int) -> float:
    """Return the weight (0..1) of a game against an opponent with so many games, met so often."""
    return min(1.0, (games + 1) / KNOWN) * DAMPING**met


def _nearer(player: RatedPlayer, share: float, mu: float, sigma: float) -> Rating:
    was = player.rating
    return Rating(was.mu + share * (mu - was.mu), was.sigma + share * (sigma - was.sigma))
