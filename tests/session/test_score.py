"""The score at the end of a game: counted with its last action, new ranks told."""

import random

from bot.presses import GamePress
from bot.score import RankChange
from bot.storage import ranks, recount
from tests.session.world import ANNA, BORIS, GROUP, VOVA


async def test_new_ranks_are_told_at_the_end(world, monkeypatch):
    async def changes(db, game_id):
        return (RankChange(1, BORIS.user_id, 1, 2),)

    game_id = await world.deal(ANNA, BORIS)
    monkeypatch.setattr(ranks, "changes", changes)
    await world.play_out(ANNA, BORIS, chance=random.Random(4))
    for screen in (world.table(), world.hand(ANNA, game_id)):
        assert "Новое звание — старшина" in screen.text


async def test_games_through_the_bot_are_what_their_records_come_to(world):
    """To the end, left, stopped after somebody had left, alone with computers."""
    await world.deal(ANNA, BORIS, computers=1)
    await world.play_out(ANNA, BORIS, chance=random.Random(5))
    await world.deal(ANNA, BORIS, VOVA)
    await world.tables.leave(world.place(), BORIS)
    await world.press(BORIS, GamePress(world.game_id(), "leave"), GROUP)
    await world.tables.stop(world.place(), ANNA)
    await world.deal(ANNA, computers=1)
    await world.play_out(ANNA, chance=random.Random(6))
    rows = await world.db.all("SELECT game_id, user_id, board, lost FROM results")
    assert {(row["game_id"], row["user_id"], row["board"]) for row in rows} == {
        (1, ANNA.user_id, GROUP),
        (1, BORIS.user_id, GROUP),
        (2, BORIS.user_id, GROUP),
        (3, ANNA.user_id, ANNA.user_id),
    }
    assert next(row["lost"] for row in rows if row["game_id"] == 2) == 1
    assert await recount.check(world.path) == []
