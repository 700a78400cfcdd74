"""A database that an earlier version wrote is played on: tests/fixtures/README.md.

Its tables are read by SQL and its buttons pressed by the data that was on them, so that this knows
no names of ours but those of the harness.
"""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage import boards, games, history, ranks, recount
from engine.proof import verify
from tests.tables.world import ANNA, EVERYBODY, World

FIXTURES = Path(__file__).parent.parent / "fixtures"
EXPECTED = json.loads((FIXTURES / "database_1.json").read_text(encoding="utf-8"))
ZOYA = replace(ANNA, user_id=EXPECTED["lobby"]["waits"], name="Зоя")
PEOPLE = {person.user_id: person for person in (*EVERYBODY, ZOYA)}
RECOUNTED_BOARDS = {"0 defeats": [4, 3, 2, 1], "0 rating": [4, 2, 3, 1]}
RECOUNTED_TABLES = {
    "ratings": [[-272663977793603, 904], [1, 986], [2, 1090], [3, 1040], [4, 1235]],
}
"""What differs from then: duels and new people count less since (docs/score.md)."""
DOWN = 3600.0
"""Seconds for which nothing ran."""


@pytest.fixture
async def world(tmp_path):
    path = tmp_path / "durak.sqlite3"
    with closing(sqlite3.connect(path)) as conn:
        conn.executescript((FIXTURES / "database_1.sql").read_text(encoding="utf-8"))
    world = World(path)
    world.cuts_at_once = False
    world.clock.time = EXPECTED["at"] + DOWN
    await world.open()
    await recount.catch_up(world.db)
    await world.settle()
    yield world
    await world.close()


def rows(world, sql, *parameters):
    with closing(sqlite3.connect(world.path)) as conn:
        return conn.execute(sql, parameters).fetchall()


def status(world, game_id):
    return rows(world, "SELECT status FROM games WHERE game_id = ?", game_id)[0][0]


def steps(world, game_id):
    return rows(world, "SELECT COUNT(*) FROM actions WHERE game_id = ?", game_id)[0][0]


def offered(world, person, game_id):
    """The data of the cards and words on the newest hand of a person in a game."""
    screen = world.hand(person, game_id)
    buttons = [button for row in screen.keyboard for button in row] if screen else []
    return [b.data for b in buttons if (b.data or "").startswith(f"m:{game_id}:")]


async def play_out(world, game_ids, chance):
    """Play games to their end, by chance, from the buttons that are shown."""
    seated = {
        game_id: [
            PEOPLE[user_id]
            for (user_id,) in rows(
                world,
                "SELECT user_id FROM game_seats WHERE game_id = ? AND user_id NOT NULL",
                game_id,
            )
        ]
        for game_id in game_ids
    }
    left = set(game_ids)
    for _ in range(2000):
        await world.advance(1)
        left &= {
            game_id for (game_id,) in rows(world, "SELECT game_id FROM games WHERE status = 'live'")
        }
        if not left:
            return
        for game_id in sorted(left):
            people = seated[game_id]
            choices = [(who, data) for who in people for data in offered(world, who, game_id)]
            if choices:
                await world.press(*chance.choice(choices))
    raise AssertionError(f"these games do not end: {left}")


async def test_what_was_on_shows_the_buttons_that_it_had(world):
    shown = {
        shown.slot.name: {button.data for row in shown.screen.keyboard for button in row}
        for shown in world.delivery.log
    }
    assert set(EXPECTED["buttons"]) <= set(shown)
    for name, data in EXPECTED["buttons"].items():
        assert set(data) <= shown[name], name
    assert sorted(world.delivery.held) == EXPECTED["held"]


async def test_buttons_of_messages_from_then_still_play(world):
    before = EXPECTED["steps"]
    awaiting = {str(game_id) for (game_id,) in rows(world, "SELECT game_id FROM waits")}
    assert len(awaiting) == 8
    for name, texts in EXPECTED["buttons"].items():
        kind, game_id, chat_id = name.split(":")[:3]
        for data in texts if kind == "hand" else ():
            if data.startswith("m:") and steps(world, game_id) == before[game_id]:
                await world.press(PEOPLE[int(chat_id)], data)
    played = {game_id for game_id in before if steps(world, game_id) > before[game_id]}
    assert played == awaiting


async def test_buttons_of_games_that_have_ended_play_no_more(world):
    for game_id in EXPECTED["finished"][str(EXPECTED["group"])]:
        before = steps(world, game_id)
        assert (await world.press(ANNA, f"m:{game_id}:0:0:0:k")).text
        assert steps(world, game_id) == before


async def test_every_live_game_is_played_to_its_end(world):
    live = [int(game_id) for game_id in EXPECTED["steps"]]
    assert [status(world, game) for game in live] == ["live"] * len(live)
    for game_id, step in EXPECTED["steps"].items():
        assert steps(world, game_id) == step
    away = EXPECTED["away"]
    answer = await world.press(PEOPLE[away["person"]], f"g:{away['game']}:here")
    assert answer.text
    missed = rows(world, "SELECT seat FROM misses WHERE game_id = ?", away["game"])
    assert (away["seat"],) not in missed
    for cut in EXPECTED["cuts"]:
        await cut_by_its_button(world, cut)
    world.cuts_at_once = True
    await play_out(world, live, random.Random(1))
    assert {status(world, game) for game in live} == {"over"}
    assert await recount.check(world.path) == []


async def cut_by_its_button(world, cut):
    person = PEOPLE[cut["person"]]
    before = rows(world, "SELECT COUNT(*) FROM deals WHERE ended_at IS NULL")[0][0]
    name = f"cut:{cut['deal']}:{cut['chat']}"
    await world.press(person, EXPECTED["buttons"][name][0])
    assert rows(world, "SELECT COUNT(*) FROM deals WHERE ended_at IS NULL")[0][0] == before - 1


async def test_the_deal_that_waited_is_cut_and_its_game_is_played(world):
    cut = next(cut for cut in EXPECTED["cuts"] if cut["game"] is None)
    await cut_by_its_button(world, cut)
    game_id = rows(world, "SELECT game_id FROM deals WHERE deal_id = ?", cut["deal"])[0][0]
    await play_out(world, [game_id], random.Random(2))
    assert status(world, game_id) == "over"
    record = await games.load_record(world.db, game_id)
    assert record is not None and record["proof"]["scheme"] == "durak-deal/1"
    assert verify(record)


async def test_the_lobby_is_dealt_with_what_was_chosen_in_it(world):
    world.cuts_at_once = True
    lobby = EXPECTED["lobby"]
    host, chat = PEOPLE[lobby["host"]], lobby["chat"]
    deal = next(
        data for data in EXPECTED["buttons"][f"lobby:{lobby['lobby']}:{chat}"] if ":deal:" in data
    )
    await world.press(host, deal, chat)
    assert rows(world, "SELECT closed_at FROM lobbies WHERE lobby_id = ?", lobby["lobby"]) == [
        (None,)
    ]
    assert await world.tables.started(ZOYA)
    await world.press(host, deal, chat)
    ((game_id, rules, clock, seats),) = rows(
        world,
        "SELECT game_id, rules, clock, seats FROM games JOIN tables USING (table_id) "
        "WHERE chat_id = ? AND status = 'live'",
        chat,
    )
    assert (clock, seats) == (86400, lobby["seats"])
    chosen = json.loads(rules)
    assert (chosen["deck"], chosen["throwers"], chosen["first_bout_limit"]) == (52, "lead", 5)
    levels = rows(
        world, "SELECT level FROM game_seats WHERE game_id = ? AND level NOT NULL", game_id
    )
    assert levels == [(lobby["level"],)]
    await play_out(world, [game_id], random.Random(3))
    assert status(world, game_id) == "over"


async def test_ended_games_are_listed(world):
    for chat_id, game_ids in EXPECTED["finished"].items():
        found = await history.of_chat(world.db, int(chat_id), 0, 100)
        assert [game.game_id for game in found] == game_ids
    for user_id, game_ids in EXPECTED["played"].items():
        found = await history.of_person(world.db, int(user_id), 0, 100)
        assert [game.game_id for game in found] == game_ids


async def test_the_score_is_counted_again_by_the_rules_of_today(world):
    for name, people in {**EXPECTED["boards"], **RECOUNTED_BOARDS}.items():
        board_id, order = name.split()
        board = await boards.board(world.db, int(board_id), "ever", order, "ever")
        assert [row.user_id for row in board.rows] == people, name
    found = await ranks.of_board(world.db, EXPECTED["group"], EXPECTED["at"])
    assert [[row.user_id, row.rank, row.worn] for row in found.rows] == EXPECTED["ranks"]
    assert await recount.check(world.path) == []
    for name, kept in {**EXPECTED["tables"], **RECOUNTED_TABLES}.items():
        assert [list(row) for row in rows(world, EXPECTED["queries"][name])] == kept, name
