"""Boards and ranks: orders, periods, pages, the asker's own row, seasons."""

from dataclasses import replace

import pytest

from bot.model import periods
from bot.model.ratings import KNOWN
from bot.model.scores import RankChange
from bot.model.tally import ALL_CHATS, PersonResult, Strap, Tally
from bot.storage import boards, games, people, ranks, settings
from bot.storage.games import GameEnd, Seat
from tests.storage.scored import outcome

CHAT = -100
GUESTS = (-1, -2, -3)
"""People without a name, on whatever seats are left; boards don't show them."""
JULY, OCTOBER, NOVEMBER = 1_783_000_000.0, 1_792_000_000.0, 1_795_000_000.0


def result(who, seat, **what):
    return PersonResult(who, seat, seat + 1, seat + 1, **what)


async def play(db, deal, people, straps=(), at=NOVEMBER):
    """Play a game of three or more, of whom these have a result."""
    who = {person.seat: person.user_id for person in people}
    seats = tuple(Seat(who.get(seat, GUESTS[seat]), "") for seat in range(max(2, *who) + 1))
    game = await games.create_game(db, replace(deal, seats=seats), at)
    end = GameEnd("over", outcome(), Tally(tuple(people), tuple(straps)))
    await games.append_action(
        db, game.game_id, games.NewAction(0, "0 lead 9S", at, "person", 1, end=end)
    )
    return game.game_id


@pytest.fixture
async def played(db, deal):
    """Аня has lost 1 of 6, Борис 2 of 6, Вова the only game that he has played."""
    for who, name in ((1, "Аня"), (2, "Борис"), (3, "Вова")):
        await people.seen(db, who, name, None, None, 1.0)
    for _ in range(KNOWN):
        await play(db, deal, [result(who, seat) for seat, who in enumerate(GUESTS)], at=JULY)
    for number in range(6):
        lost = {0: 1, 1: 2, 2: 2}.get(number)
        first = result(1, 0, lost=lost == 1, won=lost == 2, hung=number == 5)
        await play(db, deal, [first, result(2, 1, lost=lost == 2, worn=number == 5)])
    await play(db, deal, [result(1, 0, won=True), result(3, 1, lost=True)], at=OCTOBER)


async def rows(db, order, period="ever", board=CHAT, **more):
    key = periods.of(period, NOVEMBER, "month")
    found = await boards.board(db, board, key, order, period, **more)
    return [(row.number, row.name, row.few) for row in found.rows]


@pytest.mark.parametrize("board", [CHAT, ALL_CHATS])
async def test_orders(db, played, board):
    ranked = [(1, "Аня", False), (2, "Борис", False), (3, "Вова", True)]
    assert await rows(db, "defeats", board=board) == ranked
    assert await rows(db, "rating", board=board) == ranked
    assert [name for _, name, _ in await rows(db, "wins", board=board)] == ["Аня", "Борис", "Вова"]
    assert await rows(db, "pogony", board=board) == [
        (1, "Аня", False),
        (2, "Борис", False),
        (3, "Вова", True),
    ]
    assert await rows(db, "wins", board=-200) == []


async def test_periods_are_apart(db, played):
    for period in ("week", "month", "season"):
        assert [name for _, name, _ in await rows(db, "wins", period)] == ["Аня", "Борис"]
    assert len(await rows(db, "wins")) == 3


@pytest.mark.parametrize("order", ["defeats", "wins", "rating", "pogony"])
@pytest.mark.parametrize("board", [CHAT, ALL_CHATS])
async def test_pages_and_the_own_line(db, deal, order, board):
    for who in range(1, 24):
        await play(db, deal, [result(who, 0, won=True), result(who + 1, 1, lost=True)])
    found = [await boards.board(db, board, "ever", order, "ever", page, 9) for page in (0, 1, 2)]
    numbers = [row.number for page in found for row in page.rows]
    assert numbers == list(range(1, 25))
    assert {page.pages for page in found} == {3}
    (own,) = {page.own for page in found}
    assert own is not None and own.user_id == 9
    assert own in [row for page in found for row in page.rows]
    beyond = await boards.board(db, board, "ever", order, "ever", 99, 77)
    assert (beyond.page, beyond.own) == (2, None)


async def test_ranks_rise_with_each_pogony_and_say_so(db, deal):
    straps = (Strap(1, 2, 1), Strap(2, 3, 1), Strap(2, 3, 2))
    game = await play(db, deal, [result(n, n - 1, worn=n - 1) for n in (1, 2, 3)], straps)
    assert await ranks.changes(db, game) == (RankChange(1, 2, 0, 1), RankChange(2, 3, 0, 2))
    second = await play(db, deal, [result(2, 1, worn=1)], straps[:1], at=NOVEMBER + 1)
    assert await ranks.changes(db, second) == (RankChange(1, 2, 1, 2),)
    assert await ranks.changes(db, game) == (RankChange(1, 2, 0, 1), RankChange(2, 3, 0, 2))
    found = await ranks.of_board(db, CHAT, NOVEMBER)
    assert [(row.user_id, row.rank) for row in found.rows] == [(2, 2), (3, 2)]


async def test_a_marshal_rises_no_higher(db, deal):
    straps = [Strap(1, 2, 1)] * 11
    game = await play(db, deal, [result(2, 1, worn=11)], straps)
    assert await ranks.changes(db, game) == (RankChange(1, 2, 0, 10),)
    after = await play(db, deal, [result(2, 1, worn=1)], straps[:1], at=NOVEMBER + 1)
    assert await ranks.changes(db, after) == ()


async def test_a_season_sets_ranks_back_and_keeps_the_past_ones(db, deal):
    one, two = [Strap(1, 2, 1)], [Strap(2, 3, 1)] * 2
    for at in (JULY, OCTOBER, NOVEMBER):
        game = await play(db, deal, [result(2, 1, worn=1)], one, at=at)
    await play(db, deal, [result(3, 2, worn=2)], two, at=OCTOBER)
    assert await ranks.changes(db, game) == (RankChange(1, 2, 2, 3),)
    await settings.put(db, CHAT, season="month")
    assert await ranks.changes(db, game) == (RankChange(1, 2, 0, 1),)
    found = await ranks.of_board(db, CHAT, NOVEMBER)
    assert (found.season, [row.user_id for row in found.rows]) == ("2026-11", [2])
    assert [(key, [(r.user_id, r.rank) for r in highest]) for key, highest in found.past] == [
        ("2026-10", [(3, 2)]),
        ("2026-07", [(2, 1)]),
    ]
    assert [ranked.rank for _, ranked in await ranks.of_person(db, 2, NOVEMBER)] == [1]
    await settings.put(db, CHAT, season="quarter")
    found = await ranks.of_board(db, CHAT, NOVEMBER)
    assert (found.season, [(row.user_id, row.rank) for row in found.rows]) == (
        "2026-Q4",
        [(2, 2), (3, 2)],
    )
    assert [key for key, _ in found.past] == ["2026-Q3"]


@pytest.mark.parametrize(
    ("at", "week", "month", "quarter"),
    [
        (1_798_761_599.0, "2026-W53", "2026-12", "2026-Q4"),
        (1_798_761_600.0, "2026-W53", "2027-01", "2027-Q1"),
        (1_798_934_400.0, "2026-W53", "2027-01", "2027-Q1"),
        (1_799_020_800.0, "2027-W01", "2027-01", "2027-Q1"),
    ],
)
def test_periods_begin_at_midnight_utc(at, week, month, quarter):
    assert periods.all_of(at) == ("ever", week, month, quarter)
