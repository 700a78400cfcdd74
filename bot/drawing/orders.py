"""What is drawn, and by which function: to be handed to a worker process.

What draws is imported there, when it is first needed, and nowhere else: it is big, and the bot
plays on where it is not there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Portrait:
    """A person: `title` is the new rank in words, `rank` as a number (0..10).

    `cards` lie on the straps, each as (rank as it is written, one of ♠♥♦♣), two or fewer.
    `avatar` is a picture of the person in any format; `hue` (any number) chooses a colour without.
    """

    name: str
    title: str
    rank: int
    cards: tuple[tuple[str, str], ...]
    hue: int
    avatar: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Played:
    """A game: when it ended (Unix seconds), the rating after it (None: it did not count), and
    whether it was a defeat."""

    at: float
    rating: float | None
    lost: bool


def pogony(portraits: Sequence[Portrait]) -> bytes:
    """See `bot.drawing.portrait.draw`."""
    from bot.drawing.portrait import draw

    return draw(portraits)


def rating(games: Sequence[Played], title: str, held: str, lost: str) -> bytes:
    """See `bot.drawing.plots.rating`."""
    from bot.drawing import plots

    return plots.rating(games, title, held, lost)


def chance(points: Sequence[float], title: str, below: str, marks: Sequence[int] = ()) -> bytes:
    """See `bot.drawing.plots.chance`."""
    from bot.drawing import plots

    return plots.chance(points, title, below, marks)
