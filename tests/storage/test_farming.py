"""No score for sale: losing on purpose, being erased, coming back, resigning at the deal."""

import asyncio
import random
import shutil

import pytest

from bot.model.scores import ORDERS
from bot.model.tally import ALL_CHATS, PersonResult, Tally, tally_of
from bot.storage import boards, chats, games, recount, results
from bot.storage.database import Database
from bot.storage.games import Deal, GameEnd, Seat
from bot.storage.privacy import erase
from engine import Game, Rules
from engine.events import EventKind
from engine.record import apply_text
from tests.storage.scored import play_many

CHAT, DAY, START = -100, 86_400.0, 1_797_000_000.0
FORGER, PARTNER = 1, 2
FIELD = tuple(range(101, 121))
DAYS, GAMES = 60, 100
STRONG_BEFORE = {2: 2022, 4: 2016}
"""What a strong player of the field reached, by seats, when nothing but a day was damped."""


class Club:
    """People who play in one chat."""

    def __init__(self, db):
        self.db = db

    async def play(self, who, at, *, unplayed=False):
        """A game in which these people have the places 1, 2 and so on."""
        table = await chats.ensure_table(self.db, CHAT, "group")
        seats = tuple(Seat(user_id, "") for user_id in who)
        deal = Deal(table.table_id, {"deck": 24}, 1, seats, 0, None, ("9S", "TH"), "s")
        game = await games.create_game(self.db, deal, at)
        found = tuple(
            PersonResult(
                user_id, seat, seat + 1, seat + 1, won=seat == 0, lost=seat == len(who) - 1
            )
            for seat, user_id in enumerate(who)
        )
        end = GameEnd("over", {}, Tally(found, unplayed=unplayed))
        await games.append_action(
            self.db, game.game_id, games.NewAction(0, "0 lead 9S", at, "person", 1, end=end)
        )

    async def field(self, seats, strength=0.0):
        """A hundred games of each of the field, the first as much stronger as this."""
        rng, who = random.Random(5), list(FIELD)
        for number in range(GAMES):
            rng.shuffle(who)
            for first in range(0, len(who), seats):
                form = {p: strength * (p == FIELD[0]) + rng.gauss(0, 1) for p in who}
                places = sorted(who[first : first + seats], key=lambda p: -form[p])
                await self.play(places, START + DAY * DAYS * number / GAMES + first)

    async def rating(self, who):
        row = await self.db.one("SELECT shown FROM ratings WHERE user_id = ?", (who,))
        return row["shown"] if row else None

    async def own(self, order, board=ALL_CHATS, who=FORGER):
        return (await boards.board(self.db, board, "ever", order, "ever", 0, who)).own


@pytest.fixture
async def club(db):
    await db._writer.execute("PRAGMA synchronous = OFF")
    await chats.ensure_table(db, CHAT, "group")
    return Club(db)


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    """A database in which twenty equals have played duels for two months."""
    path = tmp_path_factory.mktemp("honest") / "durak.sqlite3"

    async def played():
        db = await Database.open(path)
        await db._writer.execute("PRAGMA synchronous = OFF")
        await Club(db).field(2)
        await db.close()

    asyncio.run(played())
    return path


@pytest.fixture
async def beside(honest, tmp_path):
    """The chat of the honest, where somebody is about to forge."""
    path = tmp_path / "forged.sqlite3"
    shutil.copy(honest, path)
    db = await Database.open(path)
    await db._writer.execute("PRAGMA synchronous = OFF")
    yield Club(db)
    await db.close()


async def alternately(club, number, step, lives=1):
    """The partner is erased after so many games, and comes back."""
    for game in range(number):
        await club.play((FORGER, PARTNER), START + game * step)
        if game % lives == lives - 1:
            await erase(club.db, PARTNER)


async def shed_in_threes(club):
    """Two partners at a table of three, erased after each game."""
    for game in range(200):
        await club.play((FORGER, PARTNER, 3), START + game * DAY / 5)
        await erase(club.db, PARTNER)
        await erase(club.db, 3)


async def against(club, number, step, *partners, unplayed=False):
    for game in range(number):
        partner = partners[game % len(partners)]
        await club.play((FORGER, partner), START + game * step, unplayed=unplayed)


@pytest.mark.parametrize(
    ("forge", "most"),
    [
        pytest.param(lambda c: against(c, 30, 60, PARTNER), 1220, id="one partner in a day"),
        pytest.param(lambda c: alternately(c, 30, 60), 1070, id="erased after each"),
        pytest.param(
            lambda c: alternately(c, 300, DAY / 5),
            1150,
            id="erased, for two months",
            marks=pytest.mark.soak,
        ),
        pytest.param(lambda c: alternately(c, 300, DAY / 5, 12), 1300, id="erased after twelve"),
        pytest.param(lambda c: against(c, 30, 60, *range(200, 230)), 1070, id="new accounts"),
        pytest.param(lambda c: against(c, 300, DAY / 5, PARTNER, 3), 1300, id="two in turn"),
        pytest.param(lambda c: against(c, 300, DAY / 5, PARTNER), 1300, id="five a day"),
        pytest.param(shed_in_threes, 1150, id="two erased after each", marks=pytest.mark.soak),
    ],
)
async def test_forging_makes_no_champion(beside, forge, most):
    await forge(beside)
    assert await beside.rating(FORGER) <= most
    median = sorted([await beside.rating(who) for who in FIELD])[len(FIELD) // 2]
    assert most < median
    for board in (CHAT, ALL_CHATS):
        for order in ORDERS:
            own = await beside.own(order, board)
            assert own.few and own.number > len(FIELD)


async def test_games_resigned_at_once_are_on_no_board(beside):
    await against(beside, 30, 60, PARTNER, unplayed=True)
    assert await beside.rating(FORGER) is None
    for board in (CHAT, ALL_CHATS):
        for order in ORDERS:
            assert await beside.own(order, board) is None
    assert (await results.personal(beside.db, FORGER, "here", CHAT)).totals.games == 30
    assert await results.has_played(beside.db, FORGER, CHAT)
    assert len(await results.history(beside.db, FORGER)) == 30


@pytest.mark.parametrize("seats", [pytest.param(2, marks=pytest.mark.soak), 4])
async def test_a_strong_player_rises_as_before(club, seats):
    await club.field(seats, 1.0)
    assert await club.rating(FIELD[0]) >= 0.95 * STRONG_BEFORE[seats]
    for order in ("defeats", "wins", "rating"):
        for board in (CHAT, ALL_CHATS):
            own = await club.own(order, board, FIELD[0])
            assert (own.number, own.few) == (1, False)


async def test_five_duels_of_the_same_two_in_seven_days_count(club):
    for hour in range(20):
        await club.play((1, 2), START + 3600 * hour)
    for board in (CHAT, ALL_CHATS):
        assert (await club.own("defeats", board, 2)).totals.lost == 5
    await club.play((1, 2), START + 7 * DAY + 1)
    assert (await club.own("defeats", CHAT, 2)).totals.lost == 6
    await club.play((2, 1), START + 7 * DAY + 5 * 3600)
    assert (await club.own("wins", CHAT, 2)).totals.won == 1
    assert (await results.personal(club.db, 2, "all")).totals.games == 22
    (chat,) = (await results.personal(club.db, 2, "chats")).chats
    assert (chat.games, chat.lost) == (22, 21)


async def test_three_friends_see_every_game_of_an_evening(club):
    for number in range(20):
        await club.play((1, 2, 3), START + 600 * number)
    own = await club.own("defeats", CHAT, 3)
    assert (own.totals.lost, own.totals.games, own.few) == (20, 20, False)


async def test_duels_with_five_people_rank(club):
    for who in range(10, 15):
        for other in (20, 21):
            for number in range(5):
                await club.play((who, other, 99), START + 600 * number)
    for number, who in enumerate(range(10, 15)):
        await club.play((1, who), START + DAY + number)
        assert (await club.own("wins")).few is (number < 4)


async def test_pogony_of_a_duel_that_does_not_count_still_promote(club, deal):
    await against(club, 5, 60, PARTNER)
    game = await games.create_game(club.db, deal, START + 600)
    worn = (PersonResult(1, 0, 1, won=True, hung=1), PersonResult(2, 1, 2, 2, lost=True, worn=1))
    end = GameEnd("over", {}, Tally(worn))
    await games.append_action(
        club.db, game.game_id, games.NewAction(0, "0 lead 9S", START + 600, "person", 1, end=end)
    )
    assert (await club.own("pogony", CHAT, 1)).totals.hung == 0
    assert (await club.own("pogony", CHAT, 2)).totals.worn == 1


async def test_pogony_alone_make_no_row(club, deal):
    game = await games.create_game(club.db, deal, START)
    worn = Tally((PersonResult(2, 1, 2, 2, lost=True, worn=1),), unplayed=True)
    end = GameEnd("over", {}, worn)
    await games.append_action(
        club.db, game.game_id, games.NewAction(0, "0 lead 9S", START, "person", 1, end=end)
    )
    assert await club.own("pogony", CHAT, 2) is None
    assert (await boards.board(club.db, CHAT, "ever", "pogony", "ever")).rows == ()


async def test_erasing_people_changes_nobody_elses_score(db, tmp_path):
    """The records of the erased come to what those of named people did."""
    await play_many(db, 80, 7)
    for who in (1, 2, 3):
        await erase(db, who)
        assert await recount.check(tmp_path / "durak.sqlite3") == []


@pytest.mark.parametrize(
    ("seats", "leaving", "unplayed"),
    [
        (2, ["0 resign"], True),
        (3, ["0 resign", "1 resign"], True),
        (2, [None, "0 resign"], False),
    ],
)
def test_a_game_is_unplayed_if_it_is_resigned_before_a_bout_is_finished(seats, leaving, unplayed):
    game = Game.deal(Rules(deck=24), seats, 0, seed="a1b2")
    for text in leaving:
        if text is None:
            _finish_a_bout(game)
        else:
            apply_text(game, text)
    assert game.over
    assert tally_of(range(1, seats + 1), game).unplayed is unplayed


def _finish_a_bout(game):
    """Attack with the first card that may be, and take."""
    apply_text(game, str(next(action for action in game.legal() if action.verb == "lead")))
    while not any(event.kind is EventKind.TAKEN for event in game.log):
        wanted = [action for action in game.legal() if action.verb in ("take", "pass")]
        apply_text(game, str(wanted[0]))
