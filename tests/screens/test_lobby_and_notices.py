"""The lobby, and the answers to commands."""

from dataclasses import dataclass, replace

import pytest

from bot.model.buttons import GamePress, LanguagePress, LobbyPress, decode
from bot.model.game_info import LobbyInfo, LobbySeatInfo
from bot.model.lobby_options import LOBBY_OPTIONS, set_option
from bot.sandbox.markup import parse_html
from bot.screens.lobby import closed_lobby_screen, lobby_screen
from bot.screens.names import utf16
from bot.screens.notices import (
    greeting_screen,
    help_screen,
    language_screen,
    leave_question_screen,
    note_screen,
    rules_screen,
)
from bot.screens.text import bot_name, message
from engine import ALLOWED, PRESETS, Rules
from engine.ai.levels import LEVELS
from tests.readers import EN, READERS, RU
from tests.screens.names_and_games import button, info_of, labels, press, read

LOBBY = LobbyInfo(
    3,
    100,
    (
        LobbySeatInfo("Аня", 100),
        LobbySeatInfo("стёпа >_<", 101, waiting=True),
        LobbySeatInfo("Бот Клава", None),
    ),
    Rules(),
    solo=False,
    page="open",
    bot_url="https://t.me/durak_bot?start=join",
)


ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))
NO_BOTS = replace(LOBBY, seats=LOBBY.seats[:2])


def presses(screen):
    return [decode(b.data) for row in screen.keyboard for b in row if b.data]


def shown(screen):
    """The labels without the marks that keep the direction of names to themselves."""
    return [[text.translate(ISOLATES) for text in row] for row in labels(screen)]


@dataclass(frozen=True)
class Row:
    name: str
    games: int = 5
    defeats: int = 2


def test_a_lobby_shows_who_sits_and_by_which_rules():
    screen = lobby_screen(LOBBY, RU)
    assert "Подкидной · 36 карт · подкидывают все по очереди\n" in read(screen)
    assert "1. Аня 👑\n2. стёпа >_< ⏳\n3. Бот Клава 🤖 любитель\nЗа столом 6 мест" in read(screen)
    assert labels(screen) == [
        ["Сажусь", "Встаю"],
        ["Открыть личку"],
        ["Позвать бота", "Во что играем"],
        ["Раздаём", "Отменить"],
        ["Кто за столом"],
        ["Боты: любитель"],
        ["Отпустить бота"],
    ]
    assert button(screen, "Открыть личку").url == LOBBY.bot_url
    assert press(screen, "Сажусь") == LobbyPress(3, "join")
    assert labels(lobby_screen(LOBBY, EN))[0] == ["Join", "Leave"]


def test_a_solo_lobby_has_nobody_to_join():
    solo = replace(LOBBY, solo=True, seats=(LOBBY.seats[0], LOBBY.seats[2]))
    assert labels(lobby_screen(solo, RU)) == [
        ["Позвать бота", "Во что играем"],
        ["Раздаём", "Отменить"],
        ["Боты: любитель"],
    ]
    assert "👑" not in lobby_screen(solo, RU).text
    assert "мест" not in lobby_screen(solo, RU).text
    three = replace(solo, seats=(*solo.seats, LOBBY.seats[2]))
    assert labels(lobby_screen(three, RU))[-1] == ["Отпустить бота"]


@pytest.mark.parametrize("reader", READERS)
def test_a_press_on_the_level_of_the_bots_makes_it_the_next(reader):
    level, seen = LEVELS[0], []
    for _ in LEVELS:
        screen = lobby_screen(replace(LOBBY, level=level), reader)
        seen.append(level)
        [following] = [p for p in presses(screen) if p.verb == "set"]
        assert following.key == "level"
        level = LEVELS[following.value]
    assert (tuple(seen), level) == (LEVELS, LEVELS[0])
    assert not [p for p in presses(lobby_screen(NO_BOTS, reader)) if p.verb == "set"]


def test_the_page_of_seats_has_a_row_for_each_but_the_host():
    screen = lobby_screen(replace(LOBBY, page="seats"), RU)
    assert shown(screen) == [["✖️ стёпа >_<"], ["✖️ Бот Клава"], ["Готово"]]
    assert "1. Аня 👑\n2. стёпа >_< ⏳\n3. Бот Клава 🤖 любитель\n✖️" in read(screen)
    assert "сделать хозяином" not in read(screen)
    assert presses(screen)[0] == LobbyPress(3, "out", "", 101)
    firm = (*LOBBY.seats, LobbySeatInfo("Вова", 102))
    screen = lobby_screen(replace(LOBBY, seats=firm, page="seats"), RU)
    assert shown(screen)[2:] == [["👑 Вова", "✖️ Вова"], ["Готово"]]
    assert presses(screen)[2] == LobbyPress(3, "crown", "", 102)
    assert "👑 — сделать хозяином стола\n✖️ — попросить из-за стола" in read(screen)


def test_computers_of_the_page_of_seats_are_told_apart():
    seats = (*LOBBY.seats, LobbySeatInfo("Бот Филя", None))
    screen = lobby_screen(replace(LOBBY, seats=seats, page="seats"), EN)
    out = [p for p in presses(screen) if p.key == "bot"]
    assert len({p.value for p in out}) == 2 and {p.verb for p in out} == {"out"}


@pytest.mark.parametrize("reader", READERS)
def test_no_page_of_a_lobby_has_over_ten_rows(reader):
    rules = set_option(Rules(), "deck", 2)
    people = [LobbySeatInfo("Щ" * 60, 2**52 + n, waiting=n == 1) for n in range(rules.max_seats)]
    for seats in (people, [*people[:2], *(LobbySeatInfo(f"Бот {n}", None) for n in range(6))]):
        for page in ("open", "game", "seats"):
            lobby = replace(
                LOBBY, host_id=2**52, lobby_id=2**63 - 1, seats=tuple(seats), rules=rules, page=page
            )
            assert len(lobby_screen(lobby, reader).keyboard) <= 10


def test_a_host_whose_seat_waits_is_seen_to_be_the_host():
    waiting = replace(LOBBY, seats=(replace(LOBBY.seats[0], waiting=True), *LOBBY.seats[1:]))
    assert "1. Аня 👑 ⏳" in read(lobby_screen(waiting, RU))


def test_who_was_not_waited_for_is_named():
    screen = closed_lobby_screen("dealt", LOBBY, RU, ["Вова <b>", ""])
    assert read(screen).endswith("Не дождались «Старта»: Вова <b>, кто-то")


def test_choosing_ticks_what_holds_and_offers_the_rest():
    rules = set_option(set_option(Rules(), "game", 1), "first", 1)
    screen = lobby_screen(replace(LOBBY, page="game", rules=rules), RU)
    assert labels(screen) == [
        ["Подкидной", "✓ Переводной", "Вольный"],
        ["24", "✓ 36", "52"],
        ["✓ Все", "Соседи", "Кто ходит"],
        ["До шести", "✓ До пяти"],
        ["✓ Без часов", "30 с", "1 мин", "2 мин", "Сутки"],
        ["Готово"],
    ]
    assert press(screen, "52") == LobbyPress(3, "set", "deck", 2)
    assert "Переводной · 36 карт" in read(screen)
    assert "в первом заходе — не больше пяти карт" in read(screen)


@pytest.mark.parametrize("reader", READERS)
def test_every_choice_of_a_lobby_can_be_shown(reader):
    for key, values in LOBBY_OPTIONS.items():
        for index in range(len(values)):
            rules = set_option(Rules(), key, index)
            screen = lobby_screen(replace(LOBBY, page="game", rules=rules), reader)
            assert sum(b.text.startswith("✓") for row in screen.keyboard for b in row) == 5


def test_what_is_left_of_a_lobby_has_no_buttons():
    dealt = closed_lobby_screen("dealt", LOBBY, RU)
    assert not dealt.keyboard
    assert "Аня" in dealt.text
    assert "🤖 любитель" in dealt.text
    assert "любитель" not in closed_lobby_screen("dealt", NO_BOTS, RU).text
    assert read(closed_lobby_screen("cancelled", LOBBY, RU)).startswith("Игра не собралась")


@pytest.mark.parametrize("reader", READERS)
def test_every_value_of_every_rule_can_be_explained(reader):
    for key, values in ALLOWED.items():
        for value in values:
            options = {"transfer": True, key: value} if key == "transfer_by_show" else {key: value}
            text, _ = parse_html(rules_screen(Rules(**options), reader).text)
            assert utf16(text) < 4096
    pages = {rules_screen(Rules(transfer=value), reader).text for value in (False, True)}
    assert len(pages) == 2


def test_rules_are_said_as_they_were_agreed():
    page = read(rules_screen(PRESETS["championship"], RU))
    assert "В первом заходе — не больше пяти карт, побит он или взят." in page
    assert "Подкидывают только соседи отбивающегося." in page
    assert "Как договорились" not in read(rules_screen(None, RU))


def test_where_the_lead_alone_throws_nothing_is_said_of_turns():
    page = read(rules_screen(PRESETS["family"], RU))
    assert "Подкидывает только тот, кто ходит." in page
    assert "по очереди" not in page
    assert "по очереди" in read(rules_screen(Rules(), RU))


def test_notes_and_questions():
    assert note_screen("a < b & c").text == "a &lt; b &amp; c"
    question = leave_question_screen(info_of(), 0, RU)
    assert press(question, "Ухожу") == GamePress(7, "leave")
    assert press(question, "Играю дальше") == GamePress(7, "stay")
    assert "Дача" not in read(question)
    there = leave_question_screen(info_of(topic="Карты"), 0, RU, private=True)
    assert read(there) == f"Дача · Карты\n{read(question)}"
    alone = leave_question_screen(info_of(solo=True), 0, RU, private=True)
    assert read(alone) == read(leave_question_screen(info_of(solo=True), 0, RU))
    languages = language_screen(RU, private=False)
    assert press(languages, "Русский ✓") == LanguagePress(RU.language)
    assert press(languages, "English") == LanguagePress(EN.language)
    for reader in READERS:
        for screen in (
            greeting_screen(reader),
            help_screen(reader, True),
            help_screen(reader, False),
        ):
            assert "/play" in parse_html(screen.text)[0]


def test_names_in_toasts_are_made_fit_and_computers_have_names():
    assert message("goes-out", RU, name="\u202eАня\n", place=1).startswith("\u2068Аня\u2069:")
    assert message("goes-out", RU, name="\u200b", place=1).startswith("кто-то:")
    assert message("toast-done", RU) == ""
    assert bot_name(0, RU) == "Бот Стёпа"
    assert len({bot_name(number, EN) for number in range(8)}) == 8
