"""The words under the picture of who got pogony, and what is drawn."""

import pytest

from bot.model.scores import RankChange
from bot.screens.rank_picture import portraits, rank_picture_caption
from engine import Card
from tests.readers import READERS

ANYA, BORIS = RankChange(0, 1001, 0, 1), RankChange(1, 1002, 9, 10)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", ["<b>", "\u202e", "👑 Королева", "я" * 500])
def test_any_name_stands_in_the_caption(reader, name):
    caption = rank_picture_caption([ANYA, BORIS], [name, "Борис"], reader)
    assert len(caption) < 1024 and "\u202e" not in caption
    assert "<" not in caption
    first, second = caption.split("\n")
    assert "\u2068" in first and "Борис" in second


def test_cards_are_written_as_in_that_language():
    cards = {0: (Card.parse("JS"), Card.parse("JH"))}
    for reader, jack in zip(READERS, ("В", "J"), strict=True):
        [shown, other] = portraits([ANYA, BORIS], ["Аня", ""], cards, {1001: b"x"}, reader)
        assert shown.cards == ((jack, "♠"), (jack, "♥"))
        assert (shown.rank, shown.hue, shown.avatar) == (1, 1001, b"x")
        assert other.cards == () and other.avatar is None and other.name
