import pytest

from bot.storage import deadlines, games, heartbeat, lobbies
from bot.storage.deadlines import Deadline


@pytest.fixture
async def game(db, deal):
    return await games.create_game(db, deal, 1000.0)


async def missed(db, game_id, seat):
    async with db.transaction() as conn:
        await deadlines.miss(conn, game_id, seat)


async def test_an_action_brings_its_waits_along(db, game):
    after = (Deadline(1, 1, 1010.0, 1130.0), Deadline(2, 1, 1010.0))
    await games.append_action(
        db, game.game_id, games.NewAction(0, "0 lead 9S", 1010.0, "person", 1, awaits=after)
    )
    assert await deadlines.of_game(db, game.game_id) == {wait.seat: wait for wait in after}
    await games.append_action(db, game.game_id, games.NewAction(1, "1 take", 1020.0, "clock"))
    assert await deadlines.of_game(db, game.game_id) == {}


async def test_misses_and_votes_are_forgotten_when_somebody_returns(db, game):
    for _ in range(2):
        await missed(db, game.game_id, 1)
    await deadlines.vote(db, game.game_id, 1, 7)
    await deadlines.vote(db, game.game_id, 1, 7)
    assert await deadlines.misses(db, game.game_id) == {1: 2}
    assert await deadlines.votes(db, game.game_id) == {1: {7}}
    awaits = Deadline(1, 0, 1500.0, 1620.0)
    await deadlines.returned(db, game.game_id, 1, 1500.0, [awaits])
    assert await deadlines.of_game(db, game.game_id) == {1: awaits}
    assert await deadlines.misses(db, game.game_id) == {}
    assert await deadlines.votes(db, game.game_id) == {}
    found = await games.load_game(db, game.game_id)
    assert found is not None and found.touched_at == 1500.0


async def test_a_game_that_ends_awaits_nobody(db, game):
    await deadlines.replace(db, game.game_id, [Deadline(0, 0, 1000.0, 1120.0)])
    await missed(db, game.game_id, 0)
    await games.end_game(db, game.game_id, "stopped", 2000.0, "expired")
    assert await deadlines.of_game(db, game.game_id) == {}
    assert await deadlines.misses(db, game.game_id) == {}
    found = await games.load_game(db, game.game_id)
    assert found is not None and (found.status, found.reason) == ("stopped", "expired")


async def test_only_people_touch_a_game(db, game):
    await games.append_action(
        db, game.game_id, games.NewAction(0, "0 lead 9S", 5000.0, "autopilot")
    )
    assert await games.untouched(db, 1000.0 + games.DAY - 1) == []
    assert await games.untouched(db, 1000.0 + games.DAY) == [game.game_id]


async def test_time_down_is_given_back_once(db, game, table):
    await deadlines.replace(
        db, game.game_id, [Deadline(0, 0, 1000.0, 1120.0), Deadline(1, 0, 1045.0)]
    )
    await heartbeat.beat(db, 1040.0)
    assert await heartbeat.wake(db, 1100.0) == 60.0
    expected = {0: Deadline(0, 0, 1060.0, 1180.0), 1: Deadline(1, 0, 1100.0)}
    assert await deadlines.of_game(db, game.game_id) == expected
    assert await heartbeat.wake(db, 1100.0) == 0.0
    assert await deadlines.of_game(db, game.game_id) == expected


async def test_a_lobby_is_not_closed_for_the_time_down(db, table):
    lobby = await lobbies.open_lobby(db, table.table_id, 1, {}, [], 1000.0)
    await heartbeat.beat(db, 1010.0)
    await heartbeat.wake(db, 9010.0)
    assert await lobbies.untouched(db, 8999.0, 8999.0) == []
    assert await lobbies.untouched(db, 9000.0, 8999.0) == [lobby.lobby_id]
    assert await lobbies.untouched(db, 8999.0, 9000.0) == [lobby.lobby_id]


async def test_a_clock_set_back_takes_no_time_away(db, game):
    await deadlines.replace(db, game.game_id, [Deadline(0, 0, 1000.0, 1120.0)])
    await heartbeat.beat(db, 1040.0)
    assert await heartbeat.wake(db, 900.0) == 0.0
    assert await deadlines.of_game(db, game.game_id) == {0: Deadline(0, 0, 1000.0, 1120.0)}
