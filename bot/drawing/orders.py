"""Drawing tasks to be run in a worker process, and their arguments.

The drawing modules are imported on first use and only in workers: they are large, and the bot
runs without them.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.subjects import Played, Portrait


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
