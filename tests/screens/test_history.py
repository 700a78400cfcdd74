"""The list of past games, and a past game step by step."""

from dataclasses import replace
from typing import Any

import pytest

from bot.model.buttons import HistoryPress
from bot.model.game_info import PastGame, ReplayPosition
from bot.screens.history import PAGE, history_screen, replay_screen
from bot.screens.names import utf16
from engine import Rules
from engine.frames import frames
from tests.readers import EN, RU
from tests.screens.names_and_games import WORST, info_of, labels, press, read

RECORD: dict[str, Any] = {
    "format": "durak-record/1",
    "rules": {},
    "seats": 3,
    "leader": 0,
    "position": {"hands": [["6S", "8D"], ["9S", "7C", "AH"], ["TC"]], "talon": [], "trump": "H"},
    "actions": ["0 lead 6S", "1 beat 6S 9S", "1 lead 7C", "2 beat 7C TC", "1 lead AH"],
}
FRAMES = frames({**RECORD, "actions": RECORD["actions"][:4]})
RESULT = {"durak": 1, "losers": [1], "draw": False, "void": False, "places": [2, 0, 1]}


def past(result=RESULT, **changes):
    info = info_of(("Аня", "Борис", "Степан"), bots=(2,), chat_title="", **changes)
    return PastGame(info, Rules(), 1_700_000_000, result)


def at(step, **changes):
    last = len(FRAMES) - 1
    return replace(ReplayPosition(step, last, back=0, on=2, page=1), **changes)


def shown(step, reader=RU, game=None, **changes):
    return replay_screen(FRAMES[step], game or past(), at(step, **changes), reader)


def test_a_moment_shows_the_table_what_was_done_and_all_hands():
    assert read(shown(1)) == (
        "14.11 22:13 UTC\n"
        "Подкидной · козырь ♥️ · колода пуста\n"
        "Ходит Аня → отбивается Борис\n"
        "6♠️–?\n"
        "Аня заходит 6♠️\n"
        "—\n"
        "Аня: 8♦️\n"
        "Борис: 7♣️ 9♠️ Т♥️\n"
        "Степан 🤖: 10♣️\n"
        "Шаг 1 из 4 · заход 1"
    )
    assert "Step 1 of 4 · bout 1" in read(shown(1, EN))


def test_the_deal_is_step_0():
    assert "Карты розданы" in read(shown(0))
    assert "Аня: 6♠️ 8♦️" in read(shown(0))


def test_the_buttons_lead_to_steps_and_stay_where_they_are():
    for step, (before, after) in {0: (0, 1), 1: (0, 2), 4: (3, 4)}.items():
        screen = shown(step)
        assert labels(screen) == [["⏮", "⏪", "◀️", "▶️", "⏩", "⏭"], ["Запись", "К списку"]]
        steps = [press(screen, label).step for label in labels(screen)[0]]
        assert steps == [0, 0, before, after, 2, 4]
    assert press(shown(1), "▶️") == HistoryPress("see", 1, 7, 2)
    assert press(shown(1), "Запись") == HistoryPress("file", 1, 7)
    assert press(shown(1), "К списку") == HistoryPress("list", 1)


def test_hidden_hands_are_counted():
    words = read(shown(1, closed=frozenset({1})))
    assert "Борис: 🂠 × 3, карты не показывает" in words
    assert "Аня: 8♦️" in words
    assert "Т♥️" not in words and "7♣️" not in words


def test_who_did_it_where_it_was_not_the_player():
    assert "⏰" in read(shown(1, by="clock"))
    assert "💤" in read(shown(1, by="autopilot"))


def test_who_is_out_or_gone_holds_nothing():
    words = read(shown(4))
    assert "Степан 🤖: 1-е место" in words


def test_the_end_has_the_result_and_a_stopped_game_says_so():
    ended = frames({**RECORD, "actions": ["0 resign", "1 resign"]})
    words = read(replay_screen(ended[-1], past(), at(2, last=2), RU))
    assert "Дурак — Борис" in words
    assert "Аня: не в игре" in words
    assert "заход" not in words
    assert "Игра остановлена" in read(shown(4, game=past(None)))
    assert "Игра остановлена" not in read(shown(3, game=past(None)))


def test_the_worst_names_fit():
    info = info_of((WORST,) * 3, chat_title=WORST)
    screen = replay_screen(FRAMES[2], PastGame(info, Rules(), 1.0, RESULT), at(2), RU)
    assert utf16(screen.text) < 4096
    assert read(screen).endswith("Шаг 2 из 4 · заход 2")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "дурак Борис"),
        ({"durak": None, "draw": True, "losers": []}, "ничья"),
        ({"durak": None, "losers": [0, 2]}, "в дураках Аня, Степан"),
        ({"durak": None, "void": True}, "не в счёт"),
        (None, "остановлена"),
    ],
)
def test_a_row_says_when_who_and_how(changes, words):
    result = None if changes is None else {**RESULT, **changes}
    screen = history_screen([past(result)], 0, False, RU)
    assert read(screen) == (f"Прошлые партии\n1. 14.11 22:13 UTC · Аня, Борис, Степан 🤖 — {words}")
    assert press(screen, "1") == HistoryPress("see", 0, 7)


def test_in_private_rows_name_the_chat():
    game = past()
    screen = history_screen([replace(game, info=replace(game.info, chat_title="Дача"))], 0, False,
                            EN)  # fmt: skip
    assert "· Дача · Аня, Борис, Степан 🤖 — durak Борис" in read(screen)


def test_pages_go_on_counting():
    full = [past(game_id=number) for number in range(20, 20 + PAGE)]
    first = history_screen(full, 0, True, RU)
    assert labels(first) == [["1", "2", "3", "4", "5", "6"], ["Раньше →"]]
    middle = history_screen(full, 1, True, RU)
    assert labels(middle) == [["7", "8", "9", "10", "11", "12"], ["← Новее", "Раньше →"]]
    assert press(middle, "8") == HistoryPress("see", 1, 21)
    assert press(middle, "← Новее") == HistoryPress("list", 0)
    assert labels(history_screen(full[:1], 2, False, RU)) == [["13"], ["← Новее"]]


def test_where_nothing_was_played_that_is_said():
    screen = history_screen([], 0, False, RU)
    assert "/play" in screen.text and not screen.keyboard
