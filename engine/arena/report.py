"""The result of a match: score or share of defeats, 95 % interval, and times."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.arena.match import Match, Played, Times


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half its 95 % interval, infinite for a single value."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.inf
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, 1.96 * math.sqrt(variance / len(values))


def standing(match: Match, played: Sequence[Played]) -> str:
    """Return A's result so far in a line.

    The interval is over deals, since the games of a deal share a deck.
    """
    if match.sides:
        mean, half = interval([sum(deal.scores) / len(deal.scores) for deal in played])
        return f"{match.a} scores {mean:.3f} ± {half:.3f} against {match.b}"
    shares = [sum(score == 0 for score in deal.scores) / len(deal.scores) for deal in played]
    mean, half = interval(shares)
    return (
        f"{match.a} is durak in {100 * mean:.1f} ± {100 * half:.1f} % of games among "
        f"{match.seats - 1} {match.b}, where {100 / match.seats:.1f} % is a fair share"
    )


def report(match: Match, played: Sequence[Played]) -> str:
    """Return several lines on the deals played (one or more)."""
    scores = [score for deal in played for score in deal.scores]
    a, b = Times(), Times()
    for deal in played:
        a.join(deal.a)
        b.join(deal.b)
    lost, drawn = scores.count(0), scores.count(0.5)
    return "\n".join(
        (
            standing(match, played),
            f"{len(scores)} games of {len(played)} deals: {match.a} lost {lost}, "
            f"{drawn} were drawn",
            _times(match.a, a),
            _times(match.b, b),
        )
    )


def _times(name: str, times: Times) -> str:
    mean = times.seconds / times.moves if times.moves else 0.0
    return (
        f"a move of {name}: {1000 * mean:.3g} ms on average, "
        f"95 % within {1000 * times.below(0.95):.3g} ms ({times.moves} moves with a choice)"
    )
