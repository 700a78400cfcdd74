"""Deadlines and the absent on screens."""

import pytest

from bot.model.buttons import GamePress, RemovePress
from bot.sandbox.markup import parse_html
from bot.screens.hand import alone_screen, hand_screen
from bot.screens.table import table_screen
from tests.readers import EN, RU
from tests.screens.names_and_games import info_of, labels, play, position, press, read

UNTIL = 1_800_000_000.7


def game():
    return play(position("6S", "9S AD", "8D", "TS"), "0 lead 6S")


def table(reader=RU, **info):
    return table_screen(game().view(None), info_of(**info), reader)


def hand(seat, **info):
    position = game()
    return hand_screen(position.view(seat), position.legal_for(seat), info_of(**info), RU)


def test_a_deadline_is_a_moment_that_telegram_knows():
    screen = table(until={1: UNTIL})
    text, entities = parse_html(screen.text)
    assert "⏳ \u2068Борис\u2069, до 08:00:00 UTC" in text
    (moment,) = [entity for entity in entities if entity["type"] == "date_time"]
    assert (moment["unix_time"], moment["date_time_format"]) == (1_800_000_000, "T")
    assert "until 08:00:00 UTC" in read(table(EN, until={1: UNTIL}))


def test_where_there_are_days_the_date_is_told():
    assert "⏳ Борис, до 15.01 08:00 UTC" in read(table(until={1: UNTIL}, slow=True))


def test_without_a_clock_only_the_name_stands_there():
    assert read(table()).endswith("⏳ Борис")


def test_the_table_says_who_is_away_and_how_many_want_them_out():
    screen = table(away=(1, 2), votes={1: (0, 2), 2: (1, 2)})
    assert "💤 Борис не у стола: играет бот\n💤 Вова не у стола: играет бот" in read(screen)
    assert labels(screen)[1:] == [
        ["Я здесь"],
        ["Убрать: \u2068Борис\u2069"],
        ["Убрать: \u2068Вова\u2069 (1 из 2)"],
    ]
    assert press(screen, "Я здесь") == GamePress(7, "here")
    assert press(screen, "Убрать: \u2068Борис\u2069") == RemovePress(7, 1)


def test_a_paused_game_awaits_nobody():
    screen = table(away=(0, 1, 2, 3), paused=True)
    assert read(screen).endswith("⏸ Все отошли, партия ждёт. Кто вернётся, жмёт «Я здесь»")
    assert "⏳" not in screen.text


def test_a_hand_tells_its_player_what_was_done_for_them():
    assert "Ещё раз — и за тебя сядет бот" in read(hand(1, missed=(1,)))
    away = hand(1, away=(1,))
    assert "За тебя играет бот" in read(away)
    assert press(away, "Я здесь") == GamePress(7, "here")
    assert "За тебя" not in read(hand(0, away=(1,)))


@pytest.mark.parametrize("seat", range(4))
def test_a_message_for_one_is_short_even_where_all_are_away(seat):
    position = game()
    info = info_of(away=(0, 1, 2, 3), names=("👨‍👩‍👧‍👦" * 12,) * 4, until={1: UNTIL})
    screen = alone_screen(position.view(seat), position.legal_for(seat), info, RU)
    assert len(screen.text.encode("utf-16-le")) // 2 < 1024
