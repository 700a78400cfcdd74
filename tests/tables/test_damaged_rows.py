"""Rows that hold what was never written there stop neither the bot nor a chat."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import pytest

from bot.model.screen import SlotKind
from bot.screens.text import message
from tests.readers import RU
from tests.tables.damage import COLUMNS, VALUES, damage, new_database, use
from tests.tables.world import ANNA, BORIS, EVERYBODY, GROUP, VOVA

TURNS = range(len(VALUES))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "durak.sqlite3"
    new_database(path)
    return path


async def damaged(whole, path, column, turn):
    shutil.copy(whole, path)
    if damage(path, column, turn):
        await use(path)


@pytest.mark.parametrize("column", COLUMNS)
async def test_a_damaged_column_stops_nobody(whole, tmp_path, column):
    await damaged(whole, tmp_path / "durak.sqlite3", column, COLUMNS.index(column) % len(VALUES))


@pytest.mark.soak
@pytest.mark.parametrize("column", COLUMNS)
async def test_nor_does_one_with_every_damage_in_every_row(whole, tmp_path, column):
    for turn in TURNS:
        await damaged(whole, tmp_path / f"{turn}.sqlite3", column, turn)


def execute(world, sql, *parameters):
    with closing(sqlite3.connect(world.path)) as conn:
        conn.execute(sql, parameters)
        conn.commit()


def status(world, game_id):
    with closing(sqlite3.connect(world.path)) as conn:
        return conn.execute("SELECT status FROM games WHERE game_id = ?", (game_id,)).fetchone()[0]


@pytest.mark.parametrize("column", ["rules", "deck"])
async def test_a_live_game_that_cannot_be_read_is_given_up_with_words(world, column):
    game_id = await world.deal(ANNA, BORIS)
    other = await world.deal(ANNA, VOVA, chat_id=-300)
    execute(world, f"UPDATE games SET {column} = 'torn' WHERE game_id = ?", game_id)
    await world.restart()
    await world.settle()
    words = message("ended-broken", RU)
    assert words in world.table_screen().text
    assert words in world.hand(ANNA, game_id).text and words in world.hand(BORIS, game_id).text
    assert (status(world, game_id), status(world, other)) == ("broken", "live")
    assert await world.deal(ANNA, BORIS) > other


async def test_a_lobby_that_cannot_be_read_is_closed_with_words(world):
    await world.tables.play(world.place(), ANNA)
    lobby_id = world.lobby_id()
    execute(world, "UPDATE lobbies SET rules = '[6, 7]' WHERE lobby_id = ?", lobby_id)
    await world.restart()
    assert message("ended-broken", RU) in world.delivery.notes()
    await world.tables.play(world.place(), ANNA)
    assert world.delivery.last(SlotKind.LOBBY, GROUP) is not None
    assert world.lobby_id() > lobby_id


async def test_a_deal_that_cannot_be_read_is_called_off_with_words(world):
    world.cuts_at_once = False
    await world.deal(ANNA, BORIS)
    assert world.table().pending is not None
    execute(world, "UPDATE deals SET plan = '{}'")
    await world.restart()
    assert message("ended-broken", RU) in world.delivery.notes()
    world.cuts_at_once = True
    assert await world.deal(ANNA, BORIS)


async def test_a_lobby_loses_only_the_seat_that_cannot_be_read(world):
    await world.tables.play(world.place(), ANNA)
    for person in EVERYBODY[1:3]:
        await world.lobby(person, "join")
    execute(world, "UPDATE lobby_seats SET user_id = 'nobody' WHERE user_id = ?", BORIS.user_id)
    await world.restart()
    assert [seat.user_id for seat in world.table().lobby.seats] == [ANNA.user_id, VOVA.user_id]
