"""The score at the end of a game: counted with its last action, new ranks told."""

import random

from bot.model.buttons import GamePress, PlotPress, StatsPress
from bot.model.scores import RankChange
from bot.screens.text import message
from bot.services.scores import Scores
from bot.storage import ranks, recount
from tests.readers import RU
from tests.tables.world import ANNA, BORIS, GROUP, VOVA


async def test_new_ranks_are_told_at_the_end(world, monkeypatch):
    async def changes(db, game_id):
        return (RankChange(1, BORIS.user_id, 1, 2),)

    game_id = await world.deal(ANNA, BORIS)
    monkeypatch.setattr(ranks, "changes", changes)
    await world.play_out(ANNA, BORIS, chance=random.Random(4))
    for screen in (world.table_screen(), world.hand(ANNA, game_id)):
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


async def test_a_chat_is_told_of_those_only_who_have_played_in_it(world):
    await world.deal(ANNA, BORIS, VOVA)
    await world.tables.leave(world.place(), ANNA)
    await world.press(ANNA, GamePress(world.game_id(), "leave"), GROUP)
    await world.tables.stop(world.place(), BORIS)
    scores = Scores(world.db, world.delivery, world.clock, world.painter)
    forged = StatsPress(ANNA.user_id, "all")
    for who, chat_id, told in ((BORIS, GROUP, True), (ANNA, GROUP - 1, True), (BORIS, -7, False)):
        await scores.press(world.place(chat_id), who, forged, 5)
        words = world.delivery.redrawn[-1][-1].text
        assert ("Аня" in words) is ("Партий: 1" in words) is told
    answer = await scores.press(world.place(-7), BORIS, PlotPress(ANNA.user_id), 5)
    assert answer.text == message("stats-none", RU)
