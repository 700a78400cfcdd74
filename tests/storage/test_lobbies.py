import dataclasses

import pytest

from bot.storage import games, lobbies
from bot.storage.errors import TableBusy
from bot.storage.lobbies import LobbySeat

ANYA, BOT = LobbySeat(1, "Аня"), LobbySeat(None, "Бот")
BORIS_WAITS = LobbySeat(2, "Борис", waiting=True)


async def test_a_lobby_comes_back_as_it_was_saved(db, table):
    lobby = await lobbies.open_lobby(db, table.table_id, 1, {"deck": 36}, [ANYA], 5.0)
    assert await lobbies.open_lobby_at(db, table.table_id) == lobby
    changed = dataclasses.replace(
        lobby, host_id=2, rules={"deck": 24}, seats=(BORIS_WAITS, BOT, BOT, ANYA)
    )
    await lobbies.save_lobby(db, changed)
    assert await lobbies.open_lobbies(db) == [changed]


async def test_a_table_has_one_open_lobby(db, table):
    lobby = await lobbies.open_lobby(db, table.table_id, 1, {}, [], 5.0)
    with pytest.raises(TableBusy):
        await lobbies.open_lobby(db, table.table_id, 2, {}, [], 6.0)
    assert await lobbies.close_lobby(db, lobby.lobby_id, 7.0)
    assert not await lobbies.close_lobby(db, lobby.lobby_id, 8.0)
    assert await lobbies.open_lobby_at(db, table.table_id) is None
    again = await lobbies.open_lobby(db, table.table_id, 2, {}, [], 9.0)
    assert again.lobby_id > lobby.lobby_id


async def test_no_lobby_opens_while_a_game_goes_on(db, table, deal):
    await games.create_game(db, deal, 1.0)
    with pytest.raises(TableBusy):
        await lobbies.open_lobby(db, table.table_id, 1, {}, [], 2.0)


async def test_a_game_takes_its_lobby_with_it(db, table, deal):
    lobby = await lobbies.open_lobby(db, table.table_id, 1, {}, [ANYA], 5.0)
    await games.create_game(db, deal, 6.0, close_lobby=lobby.lobby_id)
    assert await lobbies.open_lobbies(db) == []
