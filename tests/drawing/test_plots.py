"""Plots have a fixed size and show their data."""

from io import BytesIO

import pytest
from PIL import Image

from bot.drawing import orders, plots
from bot.drawing.subjects import Played

DAY = 86_400


def drawn(content):
    image = Image.open(BytesIO(content))
    assert image.format == "PNG"
    assert image.size == (plots.WIDTH, plots.HEIGHT)
    return image.convert("RGB").tobytes()


def games(*ratings):
    return [Played(1.8e9 + n * DAY, rating, n % 3 == 0) for n, rating in enumerate(ratings)]


@pytest.mark.parametrize(
    "played", [games(1500), games(None, None), games(None, 1480, None, 1510, 1530)]
)
def test_a_rating_over_games(played):
    drawn(orders.rating(played, "Аня 🔥 $x$", "Сыграно", "Поражения"))


def test_other_games_make_another_picture():
    one, other = (
        drawn(orders.rating(games(*ratings), "Аня", "Сыграно", "Поражения"))
        for ratings in ((1500, 1510, 1490), (1500, 1480, 1490))
    )
    assert one != other


@pytest.mark.parametrize(("points", "marks"), [([0.5], []), ([0.25, 0.5, 0.9, 1.0], [2, 9])])
def test_a_chance_over_moves(points, marks):
    drawn(orders.chance(points, "Шанс остаться в дураках", "Ход", marks))
