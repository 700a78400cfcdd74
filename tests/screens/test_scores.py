"""Boards, statistics and ranks as they are read."""

from bot.model.buttons import StatsPress, TopPress
from bot.model.scores import Board, BoardRow, Companion, Personal, RankChange, Ranked, Ranks, Totals
from bot.screens.names import utf16
from bot.screens.scores import board_screen, own_ranks_screen, ranks_screen, stats_screen
from bot.screens.table import table_screen
from tests.readers import RU
from tests.screens.names_and_games import WORST, info_of, labels, play, position, press, read

ANYA = BoardRow(1, 1, "Аня", Totals(games=12, won=5, lost=3, hung=2, worn=1), 1234, False)
VOVA = BoardRow(2, 3, "Вова", Totals(games=2, lost=0), None, True)
GENA = BoardRow(17, 4, "Гена", Totals(games=7, lost=6), 900, False)


def board(order="defeats", rows=(ANYA, VOVA), own=GENA, page=0, pages=2):
    return Board(order, "ever", page, pages, rows, own, 5)


def test_a_board_has_the_own_line_below():
    lines = read(board_screen(board(), RU, asker="Гена")).split("\n")
    assert lines == [
        "Кто реже в дураках за всё время",
        "1. Аня — поражений: 3 из 12 (25 %)",
        "Пока мало партий (нужно 5, и не всё время вдвоём с одним и тем же):",
        "2. Вова — поражений: 0 из 2 (0 %)",
        "…",
        "17. Гена — поражений: 6 из 7 (86 %)",
    ]
    assert "…" not in read(board_screen(board(own=ANYA), RU, asker="Аня"))
    assert "Гена — пока ни одной партии" in read(board_screen(board(own=None), RU, asker="Гена"))
    assert "…" not in read(board_screen(board(own=None), RU))


def test_each_order_tells_its_own_figures():
    assert "1. Аня — побед: 5 из 12" in read(board_screen(board("wins"), RU))
    rating = read(board_screen(board("rating"), RU))
    assert "1. Аня — 1234\n" in rating and "2. Вова — —" in rating
    assert "1. Аня — вешает: 2, носит: 1" in read(board_screen(board("pogony"), RU))


def test_the_buttons_of_a_board_lead_to_the_others():
    screen = board_screen(board(), RU)
    assert labels(screen) == [
        ["Кто реже в дураках ✓", "Победы"],
        ["Рейтинг", "Погоны"],
        ["Неделя", "Месяц", "Всё время ✓"],
        ["2 из 2 ›"],
    ]
    assert press(screen, "Победы") == TopPress("wins", "ever", 0)
    assert press(screen, "Неделя") == TopPress("defeats", "week", 0)
    assert press(screen, "2 из 2 ›") == TopPress("defeats", "ever", 1)
    assert labels(board_screen(board(page=1), RU, seasons=True))[2:] == [
        ["Неделя", "Месяц", "Сезон", "Всё время ✓"],
        ["‹ 1 из 2"],
    ]


def test_an_empty_board_says_how_to_start():
    screen = board_screen(board(rows=(), own=None, pages=1), RU, asker="Аня")
    assert "/play" in read(screen) and "Аня" not in read(screen)
    rows = tuple(BoardRow(n, n, WORST, Totals(games=9), 1, False) for n in range(10))
    assert utf16(board_screen(board(rows=rows), RU).text) < 4096


def test_statistics_in_words():
    totals = Totals(12, 5, 3, 2, 1, 14, 40, 2, 1)
    places = ((1, 5), (2, 7))
    friend = Companion("Борис", 8)
    personal = Personal(1, "Аня", "here", totals, places, 6, 2, 1234, friend)
    screen = stats_screen(personal, RU, ("here", "all", "solo"), "Дача")
    assert read(screen).split("\n") == [
        "Аня · Дача",
        "Партий: 12 · побед: 5 · ничьих: 1",
        "Поражений: 3 (25 %), дураком: 2",
        "Места: 1-е × 5, 2-е × 7",
        "Отбито заходов: 40 · взято: 14",
        "Подряд без поражений: 2 · рекорд: 6",
        "🎖 Погоны: вешает 2, носит 1",
        "Любимый соперник: Борис (8)",
        "Рейтинг: 1234",
    ]
    assert labels(screen) == [["Этот чат ✓", "Все чаты"], ["С ботами"], ["График"]]
    assert press(screen, "С ботами") == StatsPress(1, "solo")
    none = stats_screen(Personal(1, "Аня", "solo", Totals()), RU, ("all", "solo"))
    assert read(none) == "Аня · с ботами\nПока ни одной доигранной партии."
    chats = Personal(1, "Аня", "chats", totals, chats=(Companion("Дача", 9, 2), Companion("", 3)))
    assert read(stats_screen(chats, RU, ("all", "chats"))).split("\n")[1:] == [
        "Дача — партий: 9, поражений: 2",
        "Группа — партий: 3, поражений: 0",
    ]


def test_ranks_in_words():
    boris, anya = Ranked(2, "Борис", 10, 12), Ranked(1, "Аня", 1, 1)
    past = (("2026-10", (boris, anya)), ("2026-Q3", (anya,)))
    assert read(ranks_screen(Ranks("2026-11", (boris, anya), past), RU)).split("\n") == [
        "🎖 Погоны этого чата · 11.2026",
        "маршал — Борис (12)",
        "сержант — Аня (1)",
        "Прошлые сезоны",
        "10.2026: маршал — Борис, Аня",
        "3-й квартал 2026: сержант — Аня",
    ]
    assert "рядовые" in read(ranks_screen(Ranks("ever", ()), RU))
    own = own_ranks_screen([("Дача", boris), ("", anya)], RU)
    assert read(own).split("\n")[1:] == ["Дача: маршал (12)", "с ботами: сержант (1)"]


def test_the_end_of_a_game_tells_new_ranks():
    game = play(position("6S 6C", "AH KD"), "0 lead 6S", "0 throw 6C", "1 take")
    info = info_of(("Аня", "Борис"), ranks=(RankChange(1, 101, 1, 2),))
    assert "Новое звание — старшина: Борис" in read(table_screen(game.view(None), info, RU))
