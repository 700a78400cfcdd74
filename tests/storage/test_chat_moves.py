"""A chat migrates to another id: all its data moves, without duplicates."""

import pytest

from bot.model.tally import PersonResult, Strap, Tally
from bot.storage import boards, chat_moves, chats, games, lobbies, messages
from bot.storage.chat_moves import Moved
from bot.storage.games import Deal, GameEnd, Seat
from bot.storage.messages import ShownMessage
from tests.storage.scored import outcome

OLD, NEW = -100, -1001000000100


async def deal(db, table_id, at=1.0):
    seats = (Seat(1, "Аня"), Seat(2, "Борис"))
    start = Deal(table_id, {}, 1, seats, 0, None, ("6S",), "seed", host_id=1)
    return (await games.create_game(db, start, at)).game_id


async def play(db, table_id):
    """A game that is over, with results."""
    game_id = await deal(db, table_id)
    people = (PersonResult(1, 0, 1, won=True), PersonResult(2, 1, 2, durak=True, lost=True))
    end = GameEnd("over", outcome(), Tally(people, (Strap(1, 2, 1),)))
    await games.append_action(
        db, game_id, games.NewAction(0, "0 lead 6S", 2.0, "person", 1, end=end)
    )
    return game_id


async def open_lobby(db, table_id):
    return await lobbies.open_lobby(db, table_id, 1, {}, (), 1.0)


@pytest.fixture
async def old(db):
    """The table of a chat that has been seen."""
    await chats.seen(db, OLD, "group", "Дача", 1.0)
    return (await chats.ensure_table(db, OLD, "group")).table_id


async def test_everything_goes_along(db, old):
    await chats.set_language(db, OLD, "en", 1.0)
    await play(db, old)
    game_id = await deal(db, old)
    await messages.put_all(db, [ShownMessage(f"table:{game_id}:{OLD}", OLD, 7, "digest")], 1.0)
    assert await chat_moves.move_chat(db, OLD, NEW) == [Moved(0, 0, False)]
    table = await chats.table_at(db, NEW)
    assert table is not None and table.table_id == old
    assert await games.live_game_at(db, old) == game_id
    chat = await chats.get(db, NEW)
    assert chat is not None
    assert (chat.kind, chat.title, chat.language) == ("supergroup", "Дача", "en")
    board = await boards.board(db, NEW, "ever", "wins", "ever")
    assert [(row.user_id, row.totals.games) for row in board.rows] == [(1, 1), (2, 1)]
    assert await messages.load_all(db) == {}


async def test_no_row_anywhere_keeps_the_old_id(db, old):
    await open_lobby(db, old)
    await play(db, (await chats.ensure_table(db, OLD, "group", 5)).table_id)
    await messages.put_all(db, [ShownMessage(f"note:1:{OLD}", OLD, 7, "digest")], 1.0)
    await chat_moves.move_chat(db, OLD, NEW)
    tables = await db.all("SELECT name FROM sqlite_master WHERE type = 'table'")
    looked_at = []
    for row in tables:
        columns = [c["name"] for c in await db.all(f"PRAGMA table_info({row['name']})")]
        for column in {"chat_id", "board"} & set(columns):
            looked_at.append(row["name"])
            found = await db.all(f"SELECT 1 FROM {row['name']} WHERE {column} = ?", (OLD,))
            assert not found, row["name"]
    moved = {"chats", "chat_settings", "tables", "slots", "totals", *chat_moves.BY_BOARD}
    assert set(looked_at) == moved


async def test_whatever_belongs_to_a_table_is_known_to_the_merge(db):
    tables = [row["name"] for row in await db.all("SELECT name FROM sqlite_master")]
    owned = set()
    for name in tables:
        columns = [c["name"] for c in await db.all(f"PRAGMA table_info({name})")]
        if "table_id" in columns and not name.startswith(("lobbies_", "games_", "sqlite_")):
            owned.add(name)
    assert owned == {"tables", "chains", *chat_moves.BY_TABLE}


async def test_moving_twice_moves_nothing_more(db, old):
    game_id = await deal(db, old)
    await chat_moves.move_chat(db, OLD, NEW)
    assert await chat_moves.move_chat(db, OLD, NEW) == []
    assert await games.live_game_at(db, old) == game_id


async def test_a_chat_seen_under_both_ids_becomes_one(db, old):
    await chats.set_language(db, OLD, "en", 1.0)
    await chats.seen(db, NEW, "supergroup", "Дача летом", 2.0)
    await chat_moves.move_chat(db, OLD, NEW)
    chat = await chats.get(db, NEW)
    assert chat is not None
    assert (chat.title, chat.language) == ("Дача летом", "en")
    assert await chats.get(db, OLD) is None


async def test_a_language_chosen_under_the_new_id_stays(db, old):
    await chats.set_language(db, OLD, "en", 1.0)
    await chats.seen(db, NEW, "supergroup", "Дача", 2.0)
    await chats.set_language(db, NEW, "ru", 2.0)
    await chat_moves.move_chat(db, OLD, NEW)
    chat = await chats.get(db, NEW)
    assert chat is not None and chat.language == "ru"


async def test_an_idle_table_under_the_new_id_gives_its_history(db, old):
    new = (await chats.ensure_table(db, NEW, "group")).table_id
    before = await play(db, new)
    game_id = await deal(db, old)
    assert await chat_moves.move_chat(db, OLD, NEW) == [Moved(0, 0, False)]
    table = await chats.table_at(db, NEW)
    assert table is not None and table.table_id == old
    assert await games.live_game_at(db, old) == game_id
    stored = await games.load_game(db, before)
    assert stored is not None and stored.deal.table_id == old


async def test_a_lobby_opened_under_the_new_id_stays_where_it_is(db, old):
    await play(db, old)
    new = (await chats.ensure_table(db, NEW, "group")).table_id
    await open_lobby(db, new)
    await chat_moves.move_chat(db, OLD, NEW)
    assert await lobbies.open_lobby_at(db, new) is not None
    assert await games.last_game_at(db, new) is not None
    assert len(await db.all("SELECT * FROM tables")) == 1


async def test_where_something_is_on_at_both_neither_is_lost(db, old):
    new = (await chats.ensure_table(db, NEW, "group")).table_id
    await open_lobby(db, new)
    game_id = await deal(db, old)
    assert await chat_moves.move_chat(db, OLD, NEW) == [Moved(0, -old, True)]
    assert await games.live_game_at(db, old) == game_id
    assert await lobbies.open_lobby_at(db, new) is not None
    beside = await chats.table_at(db, NEW, -old)
    assert beside is not None and beside.topic_gone


async def test_a_chat_nothing_is_kept_of_moves_nothing(db):
    assert await chat_moves.move_chat(db, OLD, NEW) == []
    assert await chats.get(db, NEW) is None


async def test_what_keeps_a_chat_or_a_topic_closed_is_kept(db, old):
    await chat_moves.set_shut(db, OLD, "muted")
    assert await chat_moves.shut_chats(db) == {OLD: "muted"}
    await chat_moves.set_shut(db, OLD, None)
    assert await chat_moves.shut_chats(db) == {}
    await chat_moves.set_topic_gone(db, old, True)
    await chat_moves.set_topic(db, old, "Карты")
    table = await chats.get_table(db, old)
    assert table is not None and (table.topic_gone, table.topic) == (True, "Карты")
