"""Drawing tasks to be run in a worker process, and their arguments.

The drawing modules are imported on first use and only in workers: they are large, and the bot
runs without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Portrait:
    """A person with a new rank: `title` in words, `rank` as a number (0..10).

    `cards` are up to two cards on the straps, each (displayed rank, one of ♠♥♦♣). `avatar` is a
    picture in any format; without one, `hue` (any integer) selects a colour.
    """

    name: str
    title: str
    rank: int
    cards: tuple[tuple[str, str], ...]
    hue: int
    avatar: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Played:
    """A game: its end (Unix seconds), the rating after it, and whether it was lost.

    `rating` is None if the game did not count for the rating.
    """

    at: float
    rating: float | None
    lost: bool


def pogony(portraits: Sequence[Portrait]) -> bytes:
    """Run `bot.drawing.portrait.draw`."""
    from bot.drawing.portrait import draw

    return draw(portraits)


def rating(games: Sequence[Played], title: str, held: str, lost: str) -> bytes:
    """Run `bot.drawing.plots.rating`."""
    from bot.drawing import plots

    return plots.rating(games, title, held, lost)


def chance(points: Sequence[float], title: str, below: str, marks: Sequence[int] = ()) -> bytes:
    """Run `bot.drawing.plots.chance`."""
    from bot.drawing import plots

    return plots.chance(points, title, below, marks)
