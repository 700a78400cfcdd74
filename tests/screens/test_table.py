"""The table in the group, and how a game ends there."""

from dataclasses import replace

import pytest

from bot.model.buttons import GamePress
from bot.model.game_info import SeatInfo
from bot.screens.hand import hand_screen
from bot.screens.table import table_screen
from engine import Game, Rules, Verb
from engine.ai.levels import LEVELS
from tests.readers import EN, READERS, RU
from tests.screens.names_and_games import button, info_of, labels, play, position, press, read


def table(game, reader=RU, **options):
    return table_screen(game.view(None), info_of(bots=(2,)), reader, **options)


def test_the_table_shows_what_everybody_may_see():
    game = position("6S 6C KC JS", "9S AD 7C", "8D 8H", "TS QS", talon="TH 9D", trump="D")
    play(game, "0 lead 6S", "1 beat 6S 9S", "0 throw 6C")
    assert read(table(game)) == (
        "Подкидной · козырь ♦️ (9♦️) · в колоде 2\n"
        "Ходит Аня → отбивается Борис\n"
        "6♠️–9♠️   6♣️–?\n"
        "Аня подкидывает 6♣️\n"
        "Аня 2 · Борис 2 · Вова 2 🤖 · Гена 2\n"
        "⏳ Борис"
    )
    assert read(table(game, EN)) == (
        "Throw-in Durak · trump ♦️ (9♦️) · 2 in the deck\n"
        "Аня leads → Борис defends\n"
        "6♠️–9♠️   6♣️–?\n"
        "Аня throws in 6♣️\n"
        "Аня 2 · Борис 2 · Вова 2 🤖 · Гена 2\n"
        "⏳ Борис"
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("reader", READERS)
def test_how_well_a_computer_plays_stands_beside_its_name(level, reader):
    seats = (SeatInfo("Аня", 100), SeatInfo("Бот Клава", None, level))
    info = replace(info_of(), seats=seats)
    game = position("6S 6C", "9S AD 7C")
    shown = read(table_screen(game.view(None), info, reader))
    assert f"Аня 2 · Бот Клава 3 🤖 {reader.text(f'level-{level}')}\n" in shown


def test_equal_cards_led_together_are_one_lead():
    game = position("6S 6C 9H", "9S AD 7C", "8D 8H", trump="D")
    play(game, "0 lead 6S", "0 throw 6C")
    assert "\nАня заходит 6♠️ 6♣️\n" in read(table(game))
    play(game, "1 beat 6S 9S", "1 beat 6C 7C")
    assert "\nБорис бьёт 6♠️–9♠️, 6♣️–7♣️\n" in read(table(game))


def test_the_table_leads_to_the_cards():
    screen = table(position("6S", "9S", "8D", "TS"))
    assert labels(screen) == [["Мои карты", "К картам"]]
    assert press(screen, "Мои карты") == GamePress(7, "mine")
    assert button(screen, "К картам").url == "https://t.me/durak_bot"


def test_the_end_has_places_pogony_and_a_button_for_the_next_game():
    game = position("6S 6C", "9S AD 7C KD", trump="D")
    play(game, "0 lead 6S", "0 throw 6C")
    screen = table(game)
    assert "Дурак — Борис\n1. Аня\n2. Борис — дурак\n" in read(screen)
    assert "Погоны вешает Аня, носит Борис" in read(screen)
    assert press(screen, "Ещё партию") == GamePress(7, "again")
    assert "worn by Борис" in read(table(game, EN))


@pytest.mark.parametrize(
    ("rules", "words"),
    [({}, "Ничья: дурака нет"), ({"draw_result": "both_lose"}, "не спасает: Аня, Борис")],
)
def test_a_draw_is_a_draw(rules, words):
    game = play(position("6S", "9S", trump="D", **rules), "0 lead 6S", "1 beat 6S 9S")
    assert words in read(table(game))
    assert "\nКарт не осталось ни у кого.\n1. Аня\n2. Борис\n" in read(table(game))


def taken_in_turn(*hands, **rules):
    """A game in which nobody beats anything: who is to lead leads the first card that goes."""
    game = position(*hands, **rules)
    while not game.over:
        takes = [action for action in game.legal() if action.verb is Verb.TAKE]
        game.apply((takes or game.legal())[0])
    return game


def test_a_draw_by_repetition_says_why_and_gives_no_places_to_who_holds_cards():
    hands = ("6S 9S", "7C 9C", "8D 9D")
    shown = read(table(taken_in_turn(*hands, throw_after_take=False)))
    assert "Ничья: дурака нет\nКарты пошли по кругу: такой расклад уже в третий раз.\n" in shown
    assert "С картами остались: Аня, Борис, Вова\n" in shown
    assert "1. " not in shown
    lost = taken_in_turn(*hands, throw_after_take=False, draw_result="both_lose")
    assert "не спасает: Аня, Борис, Вова\nКарты пошли по кругу" in read(table(lost))


def test_who_left_before_a_draw_has_lost_and_the_draw_is_a_draw():
    game = play(position("6S", "9S", "KD", trump="D"), "2 resign", "0 lead 6S", "1 beat 6S 9S")
    shown = read(table(game))
    assert "Ничья: дурака нет\nКарт не осталось ни у кого.\n1. Аня\n2. Борис\n" in shown
    assert "3. Вова (уход — поражение)" in shown


def test_a_team_loses_as_a_whole():
    game = position("6S", "9S", "6C", "KS", trump="D", teams=2)
    play(game, "0 resign")
    shown = read(table(game))
    assert "В дураках: Аня, Вова\n🏆 Победа: Борис, Гена\nАня — уход\n" in shown


def test_a_team_whose_player_was_out_first_may_have_lost():
    game = position("6S", "8S", "9C KC", "TC AC", trump="D", teams=2)
    play(game, "0 lead 6S", "1 beat 6S 8S")
    assert "Аня: карт нет · Борис: карт нет" in read(table(game))
    assert "Аня: карты кончились\n" in read(table(game))
    assert "дело за твоей командой" in read(hand_screen(game.view(0), [], info_of(), RU))
    play(game, "2 lead 9C", "3 beat 9C TC", "3 lead AC", "2 take")
    shown = read(table(game))
    assert game.result.places[0] == 0 and game.result.losers == (0, 2)
    assert "В дураках: Аня, Вова\n🏆 Победа: Борис, Гена\n" in shown
    assert "1. " not in shown
    own = [read(hand_screen(game.view(seat), [], info_of(), RU)) for seat in range(4)]
    assert ["Твоя команда победила" in words for words in own] == [False, True, False, True]
    assert ["в дураках твоя команда" in words for words in own] == [True, False, True, False]
    assert not any("Твоё место" in words for words in own)


@pytest.mark.parametrize(
    ("rules", "leader", "words"),
    [
        ({}, None, "Первый ход — {}: младший козырь (без козырей — младшая карта)"),
        ({"first_lead": "left_of_dealer"}, None, "Первый ход — {}: слева от сдающего (Борис)"),
        ({}, 2, "Первый ход — {}: сдаёт дурак, ходят из-под него"),
        ({"next_lead": "at_durak"}, 0, "Первый ход — {}: сдаёт дурак, под него и ходят"),
        ({"next_lead": "durak"}, 1, "Первый ход — {}: дурак сдаёт, дурак и ходит"),
    ],
)
def test_why_somebody_leads_first_is_told_through_the_first_bout(rules, leader, words):
    game = Game.deal(Rules(**rules), 3, 1, seed="s", leader=leader)
    lead = game.view(None).lead
    told = words.format(info_of().seats[lead].name) + "\n"
    assert told in read(table(game))
    game.apply(game.legal()[0])
    assert told in read(table(game))
    assert told in read(hand_screen(game.view(0), [], info_of(), RU))
    while not game.view(None).bout:
        game.apply(game.legal()[-1])
    assert "Первый ход" not in read(table(game))


def test_with_two_seats_the_durak_leads_for_revenge():
    game = Game.deal(Rules(), 2, 1, seed="s", leader=1)
    assert "Первый ход — Борис: дурак отыгрывается" in read(table(game))


def test_where_the_one_who_was_to_lead_has_left_no_rule_is_named():
    game = Game.deal(Rules(), 3, 1, seed="s")
    play(game, f"{game.view(None).lead} resign")
    assert "Первый ход" not in read(table(game))
    assert "Первый ход" not in read(table(position("6S 9S", "8S", first_bout=True)))


def test_a_void_game_and_one_that_was_ended_do_not_count():
    game = position("6S 7S", "9S 8S", "6C TC", trump="D", leaver="restart")
    play(game, "0 lead 6S", "2 resign")
    assert "За столом уже не все (Вова): остальным партия не в счёт." in read(table(game))
    stopped = table(position("6S", "9S"), ended="stopped")
    assert read(stopped) == "Игра остановлена, никому не в зачёт."
    assert labels(stopped) == [["Ещё партию"]]


def test_who_has_left_is_not_in_the_game():
    game = position("6S 7S", "9S 8S", "6C TC", trump="D")
    play(game, "0 lead 6S", "2 resign")
    assert "Вова: не в игре" in read(table(game))
    assert "Вова уходит из игры" in read(table(game))


def test_screens_are_the_same_in_every_world_that_looks_the_same():
    worlds = [
        play(position("6S 9C", "8S AH", hidden, talon=talon), "0 lead 6S")
        for hidden, talon in (("TC TD", "KC 7H"), ("KC QD", "TD 7H"))
    ]
    shown = [(table(game), hand_screen(game.view(1), game.legal_for(1), info_of(), RU))
             for game in worlds]  # fmt: skip
    assert shown[0] == shown[1]
