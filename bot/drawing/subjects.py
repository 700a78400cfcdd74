"""What pictures are of."""

from __future__ import annotations

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
