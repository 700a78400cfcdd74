"""Names come as anything."""

from dataclasses import replace

import pytest

from bot.model.game_info import LobbyInfo, LobbySeatInfo
from bot.model.scores import Board, BoardRow, Companion, Personal, Ranked, Ranks, Totals
from bot.sandbox.entities import formatted
from bot.screens.hand import alone_screen, hand_screen
from bot.screens.lobby import closed_lobby_screen, lobby_screen
from bot.screens.names import clean, utf16
from bot.screens.notices import leave_question_screen, note_screen
from bot.screens.scores import board_screen, ranks_screen, stats_screen
from bot.screens.table import table_screen
from bot.screens.text import message
from engine import Rules
from tests.readers import EN, RU
from tests.screens.names_and_games import info_of, position, read

HOSTILE = (
    "стёпа >_<",
    "</b><b>",
    "&lt;i&gt;",
    "<tg-spoiler>",
    "\u202eхакер",
    "\u2067\u2067אבג",
    "a\u2069\u2069\u202cb",
    "\u200b\u2060\ufeff",
    "\u3164\u3164",
    "\ufe0f",
    "👨‍👩‍👧‍👦" * 16,
    "🇷🇺" * 64,
    "z" + "\u0300" * 300,
    "Аня\nБорис\r\nВова",
    "a\x00b\x1bc",
    "'\"`*_[]()~|{}",
    "ن" * 64,
)
CONTROLS = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u200e\u200f\u061c")


def test_markup_in_a_name_is_only_text():
    game = position("6S", "7S")
    screen = table_screen(game.view(None), info_of(("стёпа >_<", "<b>&amp;")), RU)
    assert "⁨стёпа &gt;_&lt;⁩ 1 · ⁨&lt;b&gt;&amp;amp;⁩ 1" in screen.text
    assert "стёпа >_< 1 · <b>& 1" not in screen.text


def test_marks_of_direction_are_dropped_and_names_keep_theirs_to_themselves():
    assert clean("\u202eхакер\u2066\u200f") == "хакер"
    screen = table_screen(position("6S", "7S").view(None), info_of(("דוד", "Боря")), RU)
    assert "\u2068דוד\u2069 1 · " in screen.text


@pytest.mark.parametrize(
    "name", ["", "  ", "\u200b\u200d", "\u3164", "\u2800\u2800", "\u0301", "\n"]
)
def test_a_name_with_nothing_to_see_is_a_number(name):
    assert clean(name) == ""
    view = position("6S", "7S").view(None)
    assert "Игрок 2 1" in read(table_screen(view, info_of(("Аня", name)), RU))
    assert "Player 2 1" in read(table_screen(view, info_of(("Аня", name)), EN))


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


def screens_with(name):
    """Every kind of text in which a name or a chat's title stands."""
    info = info_of((name, "Боря"), chat_title=name, topic=name, number=2)
    view = position("6S", "7S").view(0)
    lobby = LobbyInfo(
        1,
        5,
        (LobbySeatInfo(name, 5), LobbySeatInfo(name, 6, True)),
        Rules(),
        False,
        "open",
        "https://t.me/b",
    )
    ranked = Ranked(5, name, 3, 3)
    board_row = BoardRow(1, 5, name, Totals(games=3), 1000, few=False)
    personal = Personal(5, name, "here", Totals(games=1), favourite=Companion(name, 1))
    return [
        table_screen(view, info, RU),
        hand_screen(view, (), info, RU),
        alone_screen(view, (), info, RU),
        lobby_screen(lobby, RU),
        lobby_screen(replace(lobby, page="seats"), RU),
        closed_lobby_screen("dealt", lobby, RU, [name, name]),
        board_screen(Board("wins", "ever", 0, 1, (board_row,), None, 5), RU, asker=name),
        stats_screen(personal, RU, ("here",), chat=name),
        ranks_screen(Ranks("2026-11", (ranked,), (("2026-10", (ranked,)),)), RU),
        leave_question_screen(info, 0, RU),
        leave_question_screen(info, 0, RU, private=True),
        note_screen(message("note-gone", RU, name=name)),
        note_screen(message("note-shut-muted", RU, chat=name)),
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_or_title_breaks_or_turns_a_message(name):
    harmless = screens_with("Ы")
    for screen, plain in zip(screens_with(name), harmless, strict=True):
        shown = formatted(screen.text, "HTML", None, 4096)
        kinds = [entity["type"] for entity in shown.entities]
        assert kinds == [e["type"] for e in formatted(plain.text, "HTML", None, 4096).entities]
        assert not CONTROLS & set(shown.text)
        assert shown.text.count("\u2068") == shown.text.count("\u2069")
        assert len(shown.text.split("\n")) == len(read(plain).split("\n"))


def test_a_title_with_nothing_to_see_is_a_group():
    view = position("6S", "7S").view(0)
    assert read(
        hand_screen(view, (), info_of(("Аня", "Боря"), chat_title="\u3164"), RU)
    ).startswith("Группа\n")


def test_namesakes_and_topics_are_told_apart_in_the_hand():
    view = position("6S", "7S").view(0)
    info = info_of(("Аня", "Боря"), topic="Карты", number=2)
    assert read(hand_screen(view, (), info, RU)).startswith("Дача · Карты (2)\n")
