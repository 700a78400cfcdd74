"""Rank pictures: right size, distinct for each rank, any name."""

from io import BytesIO

import pytest
from PIL import Image

from bot.drawing import fonts, orders, portrait, straps
from bot.drawing.subjects import Portrait
from engine.pogony import RANKS

SIXES = (("6", "♠"), ("6", "♥"))


def drawn(*people):
    """The picture, which must be a PNG, as pixels."""
    image = Image.open(BytesIO(orders.pogony(people)))
    assert image.format == "PNG"
    return image.convert("RGB")


def anya(rank=1, **changes):
    given = {"name": "Аня", "title": "сержант", "rank": rank, "cards": SIXES, "hue": 1001}
    return Portrait(**given | changes)


def photo(colour, kind="JPEG", size=(320, 320)):
    written = BytesIO()
    Image.new("RGB", size, colour).save(written, kind)
    return written.getvalue()


def head(image):
    """The pixel in the middle of the head, a little off the letter."""
    return image.getpixel((320, 90))


def test_every_rank_looks_different():
    assert len(RANKS) == straps.RANKS
    assert len({straps.strap(rank) for rank in range(straps.RANKS)}) == straps.RANKS
    pixels = {drawn(anya(rank)).tobytes() for rank in (0, 1, 5, 10)}
    assert len(pixels) == 4


@pytest.mark.parametrize(
    ("people", "row", "rows"), [(1, 1, 1), (2, 2, 1), (4, 4, 1), (5, 3, 2), (7, 4, 2)]
)
def test_people_stand_side_by_side_and_more_than_four_in_two_rows(people, row, rows):
    assert drawn(*[anya()] * people).size == (portrait.WIDTH * row, portrait.HEIGHT * rows)


def test_all_who_are_hung_at_once_are_in_the_picture():
    colours = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (0, 255, 255)]
    image = drawn(*(anya(avatar=photo(colour, "PNG")) for colour in colours))
    half = portrait.WIDTH // 2
    lefts = [0, 2 * half, 4 * half, half, 3 * half]
    found = [
        image.getpixel((x + half, 90 + portrait.HEIGHT * (n > 2))) for n, x in enumerate(lefts)
    ]
    assert found == colours


def test_a_photo_is_worn_and_else_the_persons_colour():
    assert head(drawn(anya(avatar=photo("#ff0000"))))[0] > 240
    assert head(drawn(anya(avatar=photo("#0000ff", "PNG", (90, 200)))))[2] > 240
    plain = head(drawn(anya()))
    assert plain != head(drawn(anya(hue=1002)))
    for broken in (b"x", photo("#ff0000")[:200]):
        assert head(drawn(anya(avatar=broken))) == plain


def test_cards_lie_on_the_straps():
    bare, one, two = (drawn(anya(cards=cards)).tobytes() for cards in ((), SIXES[:1], SIXES))
    assert len({bare, one, two}) == 3


@pytest.mark.parametrize(
    "name",
    ["Gena", "🔥🔥", "👑 Королева", "محمد", "王小明", "<&>\"'", "", "\u202eА\x00\n", "я" * 300],
)
def test_any_name_can_be_drawn(name):
    assert drawn(anya(name=name)).size == (portrait.WIDTH, portrait.HEIGHT)


def test_what_the_font_has_not_is_left_out():
    assert fonts.drawable("👑 Королева\u202e 👑") == "Королева"
    assert fonts.drawable("王小明🔥") == ""
    assert fonts.drawable("\u2068Аня\u2069: партии") == "Аня: партии"
    assert fonts.initial("🔥 ёжик") == "Ё"
    assert fonts.initial("…!") == ""


def test_long_words_are_made_small_then_short():
    assert fonts.fitted("Аня", 500, 40, 20) == ("Аня", 40)
    text, size = fonts.fitted("я" * 25, 500, 40, 20)
    assert text == "я" * 25 and 20 <= size < 40
    text, size = fonts.fitted("я" * 100, 500, 40, 20)
    assert text.endswith("…") and len(text) < 60 and size == 20
