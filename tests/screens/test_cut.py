"""The deck before the deal, and the check after the game, as they are read."""

from dataclasses import replace
from typing import Any

import pytest

from bot.model.buttons import CutPress, ProofPress, decode
from bot.model.game_info import CutInfo, SeatInfo
from bot.screens.cut import cut_screen, cutter_screen
from bot.screens.hand import alone_screen, hand_screen
from bot.screens.names import utf16
from bot.screens.proof import proof_screen
from bot.screens.table import table_screen
from engine import Game, Rules
from engine.proof import DEPTHS, LINKS, Link, Opened, commitment, cut_deck, digest, proven
from tests.readers import EN, READERS, RU
from tests.screens.names_and_games import WORST, info_of, labels, play, position, press, read

SEED = digest("seed")
PROMISED = commitment(SEED, 0, Rules().to_dict(), 3, 2, None)
INFO = CutInfo(
    deal_id=5,
    seats=(SeatInfo("Аня", 1), SeatInfo("Борис", 2), SeatInfo("Бот Клава", None)),
    dealer=2,
    cutter=1,
    deck=36,
    commitment=PROMISED,
    until=1_700_000_000.0,
)


def test_the_deck_to_be_cut_names_all_that_hangs_on_it():
    assert read(cut_screen(INFO, RU)).splitlines() == [
        "Колода перемешана",
        "Снимает Борис, до 22:13:20 UTC",
        "За столом: Аня, Борис, Бот Клава (сдаёт)",
        f"Отпечаток колоды, чтобы потом проверить раздачу: {PROMISED}",
    ]
    assert labels(cut_screen(INFO, RU)) == [
        ["Чуть-чуть · 4", "Четверть · 9", "Треть · 13"],
        ["Пополам · 18"],
        ["Две трети · 23", "Три четверти · 27", "Почти всё · 32"],
    ]
    assert press(cut_screen(INFO, EN), "In half · 18") == CutPress(5, 18)


def test_the_one_who_cuts_is_asked_in_private():
    screen = cutter_screen(replace(INFO, chat_title="Дача <3"), RU)
    assert read(screen).splitlines()[:3] == [
        "Дача <3",
        "Тебе снимать! Сколько карт сдвинуть?",
        "Время до 22:13:20 UTC, потом сдвинется наугад",
    ]
    assert screen.keyboard == cut_screen(INFO, RU).keyboard


@pytest.mark.parametrize(
    ("changes", "head", "how"),
    [
        ({"depth": 14}, "Сдвинуто на 14 карт", "Снимает Борис"),
        ({"depth": 23}, "Сдвинуто на 23 карты", "Снимает Борис"),
        (
            {"depth": 21, "drawn": True},
            "Сдвинуто на 21 карту",
            "Борис не успевает снять: сдвинуто наугад",
        ),
        (
            {"depth": 9, "drawn": True, "cutter": 2},
            "Сдвинуто на 9 карт",
            "Снимает Бот Клава, наугад",
        ),
    ],
)
def test_after_the_cut_it_is_said_how_it_went(changes, head, how):
    screen = cut_screen(replace(INFO, **changes), RU)
    assert read(screen).splitlines()[:2] == [head, how]
    assert screen.keyboard == () and PROMISED in screen.text


def test_a_redeal_and_a_deal_called_off_say_so():
    assert read(cut_screen(replace(INFO, redeal=True), RU)).startswith("Пересдаём, ")
    off = cut_screen(replace(INFO, called_off=True), RU)
    assert read(off).startswith("Сдача отменена") and off.keyboard == ()


def test_the_place_in_the_chain_is_a_number_and_the_first_shows_the_anchor():
    anchor, after = digest("anchor"), digest("after")
    told = f"Отпечаток колоды № %d, чтобы потом проверить раздачу: {PROMISED}"
    common = "Все следующие колоды уже выбраны, вот их общий отпечаток: "
    for link, shown in [
        (Link(anchor, 1), [common + anchor]),
        (Link(anchor, 17), []),
        (Link(anchor, LINKS, after), [common + after]),
    ]:
        for changes in ({}, {"depth": 9}, {"called_off": True}):
            lines = read(cut_screen(replace(INFO, link=link, **changes), RU)).splitlines()
            at = lines.index(told % link.number)
            assert lines[at + 1 :] == shown
        assert read(cutter_screen(replace(INFO, link=link), RU)).endswith(told % link.number)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("deck", DEPTHS)
def test_it_fits_with_any_names(reader, deck):
    seats = tuple(SeatInfo(f"<b>{WORST}", seat) for seat in range(deck // 6))
    link = Link(digest("anchor"), LINKS, digest("after"))
    info = replace(INFO, seats=seats, dealer=0, deck=deck, chat_title=WORST, link=link)
    for screen in (cut_screen(info, reader), cutter_screen(info, reader)):
        assert utf16(screen.text) <= 4096 and "<b><b>" not in screen.text
        depths = [decode(b.data or "") for row in screen.keyboard for b in row]
        assert depths == [CutPress(5, depth) for depth in DEPTHS[deck]]


def over_screens(info):
    game = play(position("AS", "6C 7D", talon=""), "0 lead AS")
    view = game.view(0)
    assert view.result
    return (
        table_screen(view, info, RU),
        hand_screen(view, (), info, RU),
        alone_screen(view, (), info, RU),
    )


def test_the_end_of_a_game_shows_the_seed_and_asks_for_the_check():
    for screen in over_screens(info_of(("Аня", "Борис"), seeds=(SEED,))):
        assert press(screen, "Проверить раздачу") == ProofPress(7)
    for screen in over_screens(info_of(("Аня", "Борис"))):
        assert "Проверить раздачу" not in str(labels(screen))
    table, hand, _ = over_screens(info_of(("Аня", "Борис"), seeds=(SEED,)))
    assert f"Секрет колоды: {SEED}" in read(table) and SEED in read(hand)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("chained", [False, True])
def test_the_check_holds_all_that_is_needed(reader, chained):
    rules = Rules()
    links = [Link(digest("anchor"), number) if chained else None for number in (16, 17)]
    deals = [
        Opened(
            commitment(seed, number, rules.to_dict(), 3, 2, None, link),
            seed,
            1,
            13,
            number == 1,
            link,
        )
        for number, (seed, link) in enumerate(zip((SEED, digest("again")), links, strict=True))
    ]
    game = Game.deal(rules, 3, 2, deck=cut_deck(36, SEED, 13))
    record: dict[str, Any] = {
        "format": "durak-record/1",
        "rules": rules.to_dict(),
        "seats": 3,
        "dealer": 2,
        "leader": None,
        "deck": [],
        "actions": game.actions,
    }
    record = proven(record, deals)
    screen = proof_screen(record, deals, info_of(("Аня", "<b>", "Вова")), reader)
    assert utf16(screen.text) <= 4096
    place = f" chain={digest('anchor')} link=16 next=-" if chained else ""
    scheme = "durak-deal/2" if chained else "durak-deal/1"
    line = f"{scheme} seed={SEED}{place} deal=0 seats=3 dealer=2 leader=- rules="
    for part in (SEED, deals[1].seed, deals[0].commitment, record["proof"]["seal"], line):
        assert part in read(screen)
