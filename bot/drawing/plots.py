"""Plots: a person's rating and results, and the probability of a defeat in a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from bot.drawing import fonts
from bot.drawing.subjects import Played

WIDTH, HEIGHT = 900, 540
"""Size of a plot in pixels."""
_DPI = 100
_PAPER, _INK, _LINE = "#f6f4ec", "#2b2f2a", "#2f7d5b"
_GOOD, _BAD = "#3f7fd0", "#c8372d"


def rating(games: Sequence[Played], title: str, held: str, lost: str) -> bytes:
    """Return a PNG of the rating and the results of games (one or more, oldest first).

    `held` and `lost` are the legend's labels for games that were not lost and that were.
    """
    figure, axes = _paper(title)
    known, line = 0.0, []
    first = next((game.rating for game in games if game.rating is not None), 0.0)
    for game in games:
        known = (known or first) if game.rating is None else game.rating
        line.append(known)
    axes.plot(range(len(games)), line, color=_LINE, linewidth=2.2, zorder=2)
    for defeat, colour, label in ((False, _GOOD, held), (True, _BAD, lost)):
        at = [number for number, game in enumerate(games) if game.lost is defeat]
        heights = [line[number] for number in at]
        axes.scatter(at, heights, s=34, color=colour, label=fonts.drawable(label), zorder=3)
    axes.legend(loc="best", frameon=False)
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _day(games, x)))
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.margins(x=0.03, y=0.15)
    return _png(figure)


def chance(points: Sequence[float], title: str, below: str, marks: Sequence[int] = ()) -> bytes:
    """Return a PNG of the probability (0..1) of a defeat after each move.

    `below` is the label of the x axis; `marks` are the indexes of highlighted moves.
    """
    figure, axes = _paper(title)
    moves = range(len(points))
    axes.fill_between(moves, points, color=_BAD, alpha=0.14, linewidth=0)
    axes.plot(moves, points, color=_BAD, linewidth=2.2)
    pointed = [mark for mark in marks if 0 <= mark < len(points)]
    axes.scatter(pointed, [points[mark] for mark in pointed], s=54, color=_BAD, zorder=3)
    axes.set_xlabel(fonts.drawable(below))
    axes.set_ylim(0, 1)
    axes.set_xlim(0, max(1, len(points) - 1))
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    return _png(figure)


def _paper(title: str) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH / _DPI, HEIGHT / _DPI), dpi=_DPI, facecolor=_PAPER)
    FigureCanvasAgg(figure)
    figure.set_layout_engine("constrained", h_pad=0.14, w_pad=0.14)
    axes = figure.add_subplot(facecolor=_PAPER)
    name, size = fonts.fitted(fonts.drawable(title), WIDTH * 0.85, 22, 13)
    # Otherwise matplotlib would parse text between dollar signs as a formula.
    axes.set_title(name, fontsize=size * 72 / _DPI, fontweight="bold", color=_INK, parse_math=False)
    axes.grid(color=_INK, alpha=0.12)
    axes.tick_params(colors=_INK, labelsize=11)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(_INK)
    return figure, axes


def _day(games: Sequence[Played], number: float) -> str:
    if not 0 <= number < len(games) or number != int(number):
        return ""
    return datetime.fromtimestamp(games[int(number)].at, UTC).strftime("%d.%m.%y")


def _png(figure: Figure) -> bytes:
    written = BytesIO()
    figure.savefig(written, format="png")
    return written.getvalue()
