import asyncio
import dataclasses

import pytest

from bot.model.tally import PersonResult, Tally
from bot.storage import chats, deadlines, games, queued_answers
from bot.storage.deadlines import Deadline
from bot.storage.errors import StaleAction, TableBusy
from bot.storage.games import GameEnd, StoredAction
from bot.storage.queued_answers import QueuedAnswer
from tests.storage.scored import outcome


async def test_a_game_comes_back_as_it_was_dealt_and_played(db, deal):
    game = await games.create_game(db, deal, 10.0)
    await games.append_action(db, game.game_id, games.NewAction(0, "0 lead 9S", 11.5, "person", 1))
    await games.append_action(db, game.game_id, games.NewAction(1, "1 take", 12.5, "clock"))
    loaded = await games.load_game(db, game.game_id)
    assert loaded == dataclasses.replace(
        game,
        actions=(
            StoredAction("0 lead 9S", 11.5, "person", 1),
            StoredAction("1 take", 12.5, "clock", None),
        ),
        touched_at=11.5,
    )
    assert loaded.deal == dataclasses.replace(deal, series_id=game.series_id)
    assert await games.load_record(db, game.game_id) == {
        "format": "durak-record/1",
        "rules": {"deck": 24, "transfer": False},
        "seats": 3,
        "dealer": 2,
        "leader": None,
        "deck": ["9S", "TH", "AD"],
        "actions": ["0 lead 9S", "1 take"],
    }
    assert await games.load_record(db, game.game_id + 1) is None


async def test_two_presses_at_once_are_one_action(db, deal):
    game = await games.create_game(db, deal, 1.0)
    outcomes = await asyncio.gather(
        games.append_action(db, game.game_id, games.NewAction(0, "0 lead 9S", 2.0, "person", 1)),
        games.append_action(db, game.game_id, games.NewAction(0, "0 lead TH", 2.0, "person", 1)),
        return_exceptions=True,
    )
    assert outcomes[0] is None
    assert isinstance(outcomes[1], StaleAction)
    record = await games.load_record(db, game.game_id)
    assert record is not None
    assert record["actions"] == ["0 lead 9S"]


@pytest.mark.parametrize("number", [-1, 1, 7])
async def test_actions_are_numbered_without_gaps(db, deal, number):
    game = await games.create_game(db, deal, 1.0)
    with pytest.raises(StaleAction):
        await games.append_action(
            db, game.game_id, games.NewAction(number, "0 lead 9S", 2.0, "person", 1)
        )


async def test_the_live_games_with_the_earliest_deadlines_come_first(db, deal):
    found = []
    for chat, until in ((-101, None), (-102, 60.0), (-103, 30.0)):
        table = await chats.ensure_table(db, chat, "group")
        here = dataclasses.replace(deal, table_id=table.table_id)
        game = await games.create_game(db, here, 1.0)
        later = Deadline(1, 0, 1.0, None if until is None else until + 100)
        await deadlines.replace(db, game.game_id, [Deadline(0, 0, 1.0, until), later])
        found.append((game.game_id, table.table_id))
    assert await games.live_games(db) == [*reversed(found[1:]), found[0]]


async def test_a_table_has_one_live_game_and_a_series_counts_its_games(db, table, deal):
    first = await games.create_game(db, deal, 1.0)
    with pytest.raises(TableBusy):
        await games.create_game(db, deal, 2.0)
    assert await games.live_games(db) == [(first.game_id, table.table_id)]
    assert await games.live_game_at(db, table.table_id) == first.game_id
    assert await games.live_games_of(db, 2) == [(first.game_id, table.table_id)]
    assert await games.end_game(db, first.game_id, "stopped", 3.0)
    assert not await games.end_game(db, first.game_id, "void", 4.0)
    assert await games.live_games_of(db, 2) == []
    again = dataclasses.replace(deal, series_id=first.series_id)
    second = await games.create_game(db, again, 5.0)
    assert (first.number, second.number) == (1, 2)
    assert second.series_id == first.series_id
    loaded = await games.load_game(db, first.game_id)
    assert loaded is not None
    assert (loaded.status, loaded.ended_at, loaded.result) == ("stopped", 3.0, None)


async def test_the_last_action_the_end_and_the_results_are_one_commit(db, table, deal):
    game = await games.create_game(db, deal, 1.0)
    bad = GameEnd("over", outcome(0), Tally((PersonResult(1, 0, 1), PersonResult(1, 0, 1))))
    with pytest.raises(Exception, match="UNIQUE"):
        await games.append_action(
            db, game.game_id, games.NewAction(0, "0 resign", 2.0, "person", 1, end=bad)
        )
    assert await games.load_game(db, game.game_id) == game

    people_results = (PersonResult(1, 0, 3, durak=True, lost=True), PersonResult(2, 1, 1, won=True))
    end = GameEnd("over", outcome(0), Tally(people_results))
    await games.append_action(
        db, game.game_id, games.NewAction(0, "0 resign", 3.0, "person", 1, end=end)
    )
    loaded = await games.load_game(db, game.game_id)
    assert loaded is not None
    assert (loaded.status, loaded.ended_at, loaded.result) == ("over", 3.0, outcome(0))
    assert len(await db.all("SELECT * FROM results WHERE board = ?", (table.chat_id,))) == 2
    with pytest.raises(StaleAction):
        await games.append_action(db, game.game_id, games.NewAction(1, "1 take", 4.0, "person", 2))


async def test_answers_ahead_and_rings_last_as_long_as_the_game(db, deal):
    game = await games.create_game(db, deal, 1.0)
    await queued_answers.replace(db, game.game_id, [QueuedAnswer(0, "pass", 3, 2)])
    answers = [QueuedAnswer(0, "pass", 3, 4), QueuedAnswer(2, "bout", 3)]
    await queued_answers.replace(db, game.game_id, answers)
    assert await queued_answers.of_game(db, game.game_id) == answers
    await queued_answers.replace(db, game.game_id, answers[1:])
    assert await queued_answers.of_game(db, game.game_id) == answers[1:]
    await queued_answers.ring(db, game.game_id, {1: 5})
    await queued_answers.ring(db, game.game_id, {1: 6, 2: 6})
    assert await queued_answers.rung(db, game.game_id) == {1: 6, 2: 6}
    await games.end_game(db, game.game_id, "stopped", 2.0)
    assert await queued_answers.of_game(db, game.game_id) == []
    assert await db.all("SELECT * FROM rings") == []
