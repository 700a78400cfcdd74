"""The hand: labels, places of buttons, what each carries, what is said."""

import pytest

from bot.model.buttons import AheadPress, CardPress, GamePress, HintPress, MovePress
from bot.screens.hand import alone_screen, hand_alert, hand_screen
from bot.screens.names import utf16
from bot.screens.text import refusal
from engine import Action, Game, Reason, Rules, Verb
from engine.cards import deck_of
from tests.readers import EN, RU
from tests.screens.names_and_games import (
    PEOPLE,
    WORST,
    button,
    cards,
    info_of,
    labels,
    play,
    position,
    press,
    presses,
    read,
)


def hand(game, seat, reader=RU, info=None, **options):
    info = info or info_of(PEOPLE[: game.state.r.n])
    return hand_screen(game.view(seat), game.legal_for(seat), info, reader, **options)


def flat(rows):
    return [label for row in rows for label in row]


def test_the_lead_sees_cards_six_a_row_below_two_rows_of_words():
    game = position("6S 6C 7D 8D TD JS QS AH", "9S", talon="KD KH", trump="H")
    screen = hand(game, 0)
    assert labels(screen) == [
        ["Беру"],
        ["Бито"],
        ["6♠️", "6♣️", "7♦️", "8♦️", "10♦️", "В♠️"],
        ["Д♠️", "Т♥️"],
        ["К столу"],
    ]
    assert press(screen, "6♣️") == MovePress(7, 0, 0, 0, Verb.LEAD, cards("6C"))
    assert button(screen, "6♣️").style == "primary"
    assert press(screen, "Беру") == MovePress(7, 0, 0, 0, Verb.TAKE)
    assert button(screen, "Беру").style is None
    assert "Твой ход: заходи" in read(screen)
    assert labels(hand(game, 0, EN))[:3] == [
        ["Take"],
        ["Pass"],
        ["6♠️", "6♣️", "7♦️", "8♦️", "10♦️", "J♠️"],
    ]


def test_equal_cards_can_be_led_together_as_far_as_the_cap_goes():
    game = position("6S 6C 6D 7D", "9S 9C", talon="KD KH", trump="H")
    screen = hand(game, 0)
    assert press(screen, "6♠️ 6♣️") == MovePress(7, 0, 0, 0, Verb.LEAD, cards("6S 6C"))
    assert "6♠️ 6♣️ 6♦️" not in flat(labels(screen))
    longer = position("6S 6C 6D 7D", "9S 9C TS", talon="KD KH", trump="H")
    assert button(hand(longer, 0), "6♠️ 6♣️ 6♦️").style == "primary"
    alone = position("6S 6C 7D", "9S 9C", lead_many=False)
    assert "6♠️ 6♣️" not in flat(labels(hand(alone, 0)))


def test_throwing_together_needs_a_moment_that_lets_a_second_card_follow():
    start = ("0 lead 9D", "1 beat 9D TD")
    hands = ("9D TS TC", "TD 6H 7H KS KC", "AS")
    calm = play(position(*hands), *start)
    assert "10♠️ 10♣️" not in flat(labels(hand(calm, 0)))
    lively = play(position(*hands, throw_timing="any_time"), *start)
    assert press(hand(lively, 0), "10♠️ 10♣️").verb == Verb.THROW


def test_a_card_that_beats_two_has_a_button_a_pairing():
    game = play(position("6S 6C 7S", "KH 8S 9D", trump="H"), "0 lead 6S", "0 throw 6C")
    screen = hand(game, 1)
    assert labels(screen) == [
        ["Беру"],
        ["Бито"],
        ["8♠️", "9♦️", "К♥️"],
        ["К♥️ → 6♠️", "К♥️ → 6♣️"],
        ["К столу"],
    ]
    assert press(screen, "К♥️ → 6♣️") == MovePress(7, 0, 0, 2, Verb.BEAT, cards("6C KH"))
    assert press(screen, "8♠️") == MovePress(7, 0, 0, 2, Verb.BEAT, cards("6S 8S"))
    assert press(screen, "К♥️") == CardPress(7, 0, 0, cards("KH")[0])
    assert button(screen, "К♥️").style == "primary"
    assert press(screen, "9♦️") == CardPress(7, 0, 0, cards("9D")[0])
    assert button(screen, "9♦️").style is None
    assert button(screen, "Беру").style == "danger"
    assert "Можно: 8♠️ К♥️" in read(screen)


def test_transfer_show_and_take_back_say_what_they_do():
    rules = {"transfer": True, "transfer_by_show": True, "trump": "D"}
    game = play(position("6S 6C 7S", "6D 6H AS", "KS QS JS", **rules), "0 lead 6S", "0 throw 6C")
    defender = hand(game, 1)
    assert press(defender, "Перевожу 6♥️").verb == Verb.TRANSFER
    assert press(defender, "Показываю 6♦️").verb == Verb.SHOW
    assert press(defender, "6♦️ → 6♠️").verb == Verb.BEAT
    assert isinstance(press(defender, "6♥️"), CardPress)
    assert press(hand(game, 0), "↩️ 6♣️ назад") == MovePress(7, 0, 0, 2, Verb.RETRACT, cards("6C"))
    assert press(hand(game, 0, EN), "↩️ Take back 6♣️").verb == Verb.RETRACT
    assert press(hand(game, 1, EN), "Transfer 6♥️").verb == Verb.TRANSFER


def test_buttons_stay_where_they_are_while_others_act():
    game = position("6S 6C 9S", "8S AH 7C", "6D 6H 9C", trump="H", throw_timing="any_time")
    hands = [game.view(2).hand]
    places = [labels(hand(game, 2))[:3]]
    for action in ("0 lead 6S", "1 beat 6S 8S", "0 throw 6C", "1 take"):
        play(game, action)
        hands.append(game.view(2).hand)
        places.append(labels(hand(game, 2))[:3])
    assert set(hands) == {hands[0]}
    assert [rows[0] for rows in places] == [["Беру"]] * 5
    assert [rows[1] for rows in places] == [["Бито"]] * 4 + [["Пусть берёт"]]
    assert [rows[2] for rows in places] == [["6♦️", "9♣️", "6♥️"]] * 5


def test_an_answer_ahead_is_offered_to_who_may_be_asked_and_marked_once_given():
    game = play(position("6S 9S", "8S AH 7C", "6D 9C", trump="H"), "0 lead 6S")
    screen = hand(game, 2)
    assert press(screen, "Бито") == AheadPress(7, 0, 0, 1, "pass")
    assert press(screen, "Больше не подкидываю") == AheadPress(7, 0, 0, 1, "bout")
    given = hand(game, 2, ahead="pass")
    assert press(given, "Бито ✓") == AheadPress(7, 0, 0, 1, "none")
    assert press(given, "Больше не подкидываю") == AheadPress(7, 0, 0, 1, "bout")
    assert "Сказано заранее: бито" in read(given)
    never = hand(game, 2, ahead="bout")
    assert press(never, "Больше не подкидываю ✓") == AheadPress(7, 0, 0, 1, "none")
    assert isinstance(press(hand(game, 1), "Бито"), MovePress)
    assert "Больше не подкидываю" not in flat(labels(hand(game, 1)))


def test_who_may_not_throw_gives_no_answer_ahead():
    hands = ("6S 9S", "8S AH 7C", "6D 9C", "6C JC", "7D QD")
    asked = {
        rules.get("throwers", "all"): [
            seat
            for seat in range(5)
            if isinstance(
                press(hand(play(position(*hands, **rules), "0 lead 6S"), seat), "Бито"), AheadPress
            )
        ]
        for rules in ({}, {"throwers": "neighbours"}, {"throwers": "lead"})
    }
    assert asked == {"all": [0, 2, 3, 4], "neighbours": [0, 2], "lead": [0]}
    teams = play(position(*hands[:4], teams=2), "0 lead 6S")
    assert isinstance(press(hand(teams, 3), "Бито"), MovePress)


def test_who_has_passed_is_told_so_by_a_move():
    game = play(position("6S 6C 9S", "8S AH 7C", "6D 9C"), "0 lead 6S", "1 beat 6S 8S", "0 pass")
    assert isinstance(press(hand(game, 0), "Бито"), MovePress)
    assert press(hand(game, 2), "Бито") == MovePress(7, 0, 0, 2, Verb.PASS)
    assert button(hand(game, 2), "Бито").style == "success"


def test_the_defender_who_takes_is_let():
    game = play(position("6S 6C 9S", "8S AH 7C", "6D 9C"), "0 lead 6S", "1 take")
    assert press(hand(game, 0), "Пусть берёт") == MovePress(7, 0, 0, 1, Verb.PASS)
    assert "→ Борис берёт" in read(hand(game, 0))
    assert button(hand(game, 0, EN), "Let them take").style == "success"


def test_a_redeal_is_asked_in_words():
    suit = cards("6S 7S 8S 9S TS JS")
    rest = [card for card in deck_of(36) if card not in suit]
    deck = [card for pair in zip(suit, rest, strict=False) for card in pair] + rest[6:]
    game = Game.deal(Rules(redeal_one_suit=True), 2, 1, deck=deck)
    screen = hand(game, 0)
    assert labels(screen)[-2] == ["Пересдать", "Играем так"]
    assert press(screen, "Пересдать").verb == Verb.REDEAL
    assert "Решаем, пересдавать ли" in read(screen)
    assert labels(hand(game, 1))[:2] == [["Беру"], ["Бито"]]


def test_all_cards_of_a_hand_of_thirty_are_reachable():
    many = [card for card in deck_of(36) if str(card) not in ("6S", "AS", "AC", "AD", "KC", "KD")]
    mine = " ".join(map(str, many))
    game = play(position("6S AS AC AD KC KD", mine, trump="H"), "0 lead 6S")
    screen = hand(game, 1, info=info_of((WORST, WORST)))
    grid = flat(labels(screen)[2:7])
    assert len(grid) == len(many) == 30
    assert utf16(screen.text) <= 4096
    assert utf16(hand_alert(game.view(1), info_of(), RU)) <= 200


def test_pairings_are_limited_to_the_oldest_cards():
    attack = "2S 2C 2D 2H"
    rest = [str(card) for card in deck_of(52) if str(card) not in (*attack.split(), "4S")]
    game = position(f"{attack} 4S", " ".join(rest), trump="H", deck=52)
    play(game, "0 lead 2S", "0 throw 2C", "0 throw 2D", "0 throw 2H")
    screen = hand(game, 1)
    assert sum(map(len, screen.keyboard)) <= 100
    pairings = {press(screen, label).cards for label in flat(labels(screen)) if "→" in label}
    beats = {action.cards for action in game.legal_for(1) if action.cards[1:] and
             action.cards[1].suit == "H"}  # fmt: skip
    assert len(beats) == 48
    assert pairings == {pair for pair in beats if pair[0] != cards("2H")[0]}


def test_data_fits_for_large_numbers():
    game = position("2S 2C 2D 2H 7D", "9S 9C TS TC", deck=52, trump="H")
    screen = hand(game, 0, info=info_of(PEOPLE[:2], game_id=10**9))
    data = [b.data for row in screen.keyboard for b in row if b.data]
    assert max(map(len, data)) <= 64
    assert press(screen, "2♠️ 2♣️ 2♦️ 2♥️").cards == cards("2S 2C 2D 2H")


def test_the_bout_that_has_ended_can_be_read_until_the_next_action():
    game = position("6S 6C 9S TD", "8S AH 7C KD", "6D 9C JD", trump="H")
    play(game, "0 lead 6S", "1 beat 6S 8S", "0 throw 6C", "1 take", "2 throw 6D")
    assert "Вова подкидывает 6♦️" in read(hand(game, 0))
    assert game.view(None).bout == 1
    text = read(hand(game, 0))
    assert "Прошлый заход: Борис берёт 4" in text
    moves = "Аня заходит 6♠️ · Борис бьёт 6♠️–8♠️ · Аня подкидывает 6♣️ · Борис берёт"
    assert moves in text
    play(game, "2 lead 9C")
    later = read(hand(game, 0))
    assert moves not in later
    assert "Вова заходит 9♣️" in later
    assert "Прошлый заход: Борис берёт 4" in later


def test_out_and_the_end_are_told_without_gender():
    game = position("6S", "8S 7C", "KD QD", trump="H")
    play(game, "0 lead 6S", "1 beat 6S 8S")
    screen = hand(game, 0)
    assert "Карты кончились: 1-е место" in read(screen)
    assert labels(screen) == [["К столу"]]
    play(game, "1 lead 7C")
    assert game.over
    end = hand(game, 2)
    assert "Дурак — Вова" in read(end)
    assert "Дурак на этот раз — ты" in read(end)
    assert press(end, "Ещё партию") == GamePress(7, "again")
    assert "Твоё место: 2-е" in read(hand(game, 1))


def test_who_went_out_can_still_take_the_card_back():
    game = position("6S 6C", "8S 7C KD", "KC QD", trump="H")
    play(game, "0 lead 6S", "0 throw 6C")
    assert press(hand(game, 0), "↩️ 6♣️ назад").verb == Verb.RETRACT


@pytest.mark.parametrize("ended", ["stopped", "broken"])
def test_a_game_ended_from_outside_says_so(ended):
    screen = hand_screen(None, [], info_of(), RU, ended=ended)
    assert labels(screen) == [["Ещё партию"], ["К столу"]]
    assert "Никому не в зачёт" in screen.text or "никому не в зачёт" in screen.text


def test_equal_screens_have_equal_digests_and_others_have_not():
    game = play(position("6S 9S", "8S AH 7C", "6D 9C"), "0 lead 6S")
    assert hand(game, 2).digest == hand(game.copy(), 2).digest
    assert hand(game, 2).digest != hand(game, 2, ahead="pass").digest
    assert hand(game, 2).digest != hand(game, 2, EN).digest


def test_the_hand_for_one_in_a_group_is_short_and_has_the_same_buttons():
    game = play(position("6S 9S", "8S AH 7C", "6D 9C"), "0 lead 6S")
    info = info_of((WORST, "<" * 64, "&" * 64))
    alone = alone_screen(game.view(1), game.legal_for(1), info, RU)
    assert utf16(alone.text) < 1024
    assert alone.keyboard == hand(game, 1, info=info).keyboard[:-1]


def test_the_alert_is_plain():
    game = play(position("6S 9S", "8S AH 7C"), "0 lead 6S")
    alert = hand_alert(game.view(1), info_of(("<b>", "x")), RU)
    assert alert == "Козырь ♥️\n6♠️–?\n7♣️ 8♠️ Т♥️"


def test_a_solo_hand_has_no_title_and_no_link():
    info = info_of(PEOPLE[:2], bots=(1,), solo=True, chat_title="", chat_url=None)
    screen = hand(position("6S 9S", "8S AH 7C"), 0, info=info)
    assert read(screen).startswith("Подкидной · козырь ♥️")
    assert "Борис 3 🤖" in read(screen)
    assert labels(screen)[-2:] == [["6♠️", "9♠️"], ["Подсказка"]]
    assert press(screen, "Подсказка") == HintPress(info.game_id)


def test_every_reason_is_put_in_words():
    for reader in (RU, EN):
        words = [refusal(reason, reader) for reason in Reason]
        assert all(0 < utf16(text) <= 200 for text in words)
        assert len(set(words)) >= len(words) - 1


def test_an_action_of_another_seat_is_never_asked_for():
    game = play(position("6S 9S", "8S AH 7C", "6D 9C"), "0 lead 6S")
    assert Action(1, Verb.TAKE) in game.legal_for(1)
    assert all(p.verb in (Verb.TAKE, Verb.PASS) for p in presses(hand(game, 2))
               if isinstance(p, MovePress))  # fmt: skip
