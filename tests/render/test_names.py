"""Names come as anything."""

import pytest

from bot.render.names import clean, utf16
from bot.render.table import table_screen
from tests.render.names_and_games import info_of, position, read


def test_markup_in_a_name_is_only_text():
    game = position("6S", "7S")
    screen = table_screen(game.view(None), info_of(("стёпа >_<", "<b>&amp;")), "ru")
    assert "⁨стёпа &gt;_&lt;⁩ 1 · ⁨&lt;b&gt;&amp;amp;⁩ 1" in screen.text
    assert "стёпа >_< 1 · <b>& 1" not in screen.text


def test_marks_of_direction_are_dropped_and_names_keep_theirs_to_themselves():
    assert clean("\u202eхакер\u2066\u200f") == "хакер"
    screen = table_screen(position("6S", "7S").view(None), info_of(("דוד", "Боря")), "ru")
    assert "\u2068דוד\u2069 1 · " in screen.text


@pytest.mark.parametrize(
    "name", ["", "  ", "\u200b\u200d", "\u3164", "\u2800\u2800", "\u0301", "\n"]
)
def test_a_name_with_nothing_to_see_is_a_number(name):
    assert clean(name) == ""
    view = position("6S", "7S").view(None)
    assert "Игрок 2 1" in read(table_screen(view, info_of(("Аня", name)), "ru"))
    assert "Player 2 1" in read(table_screen(view, info_of(("Аня", name)), "en"))


def test_long_names_are_cut_between_characters_and_stay_on_one_line():
    assert clean("а" * 20) == "а" * 20
    assert clean("а" * 21) == "а" * 19 + "…"
    assert clean("и\u0306" * 20) == "и\u0306" * 20
    assert clean("Аня\nи\tБорис") == "Аня и Борис"
    assert clean("🇷🇺" * 30) == "🇷🇺" * 9 + "…"
    family = "👨‍👩‍👧‍👦"
    short = clean(family * 64)
    assert short.rstrip("…") == family * 3
    assert utf16(clean("z" + "\u0300" * 500)) < 6
