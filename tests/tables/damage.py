"""Damages rows of a database, one column at a time, and uses the bot on what is left."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.model.buttons import OwnPress
from bot.model.people import Person
from bot.model.screen import SlotKind
from bot.services.directory import Directory
from bot.services.history import History
from bot.services.privacy import Privacy
from bot.services.scores import Scores
from bot.services.settings import SettingsMenu
from tests.readers import RU
from tests.tables.world import ANNA, BORIS, EVERYBODY, VOVA, World, presses

FIXTURES = Path(__file__).parent.parent / "fixtures"
EXPECTED = json.loads((FIXTURES / "database_1.json").read_text(encoding="utf-8"))
SPARED = 16
"""The live game whose rows, and those of its people and chat, are not damaged."""
SPARED_CHAT = -102
UNTOUCHED = -999
CHATS = (-100, -101, -102, -103, -104, -105, -106, -1000000000107, -1000000000108, -109, 1, 4)
DELETED = "deleted"
VALUES = (None, "not what it was", -1, 2**62, "", "[1]", "{}", DELETED)


def _columns():
    """Every column of the database as "table.column", but for those about the schema itself."""
    with closing(sqlite3.connect(":memory:")) as conn:
        conn.executescript((FIXTURES / "database_1.sql").read_text(encoding="utf-8"))
        return [
            f"{table}.{column}"
            for (table,) in conn.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' "
                "AND name NOT IN ('schema_migrations', 'sqlite_sequence') ORDER BY name"
            ).fetchall()
            for _, column, *_ in conn.execute(f"PRAGMA table_info({table})").fetchall()
        ]


COLUMNS = _columns()


def damage(path, name, turn=0):
    """Put something wrong into a column ("table.column"); return how many rows could be damaged.

    Each row that is not spared gets one of `VALUES` in turn, beginning with number `turn`.
    """
    table, column = name.split(".")
    done = 0
    with closing(sqlite3.connect(path)) as conn:
        names = [row[1] for row in conn.execute(f"PRAGMA table_info({table})")]
        keys = [row[1] for row in conn.execute(f"PRAGMA table_info({table})") if row[5]]
        found = conn.execute(f"SELECT {', '.join(keys)} FROM {table} {_spared(names)}").fetchall()
        which = " AND ".join(f"{key} IS ?" for key in keys)
        for number, key in enumerate(found):
            value = VALUES[(number + turn) % len(VALUES)]
            try:
                if value is DELETED:
                    conn.execute(f"DELETE FROM {table} WHERE {which}", key)
                else:
                    conn.execute(f"UPDATE {table} SET {column} = ? WHERE {which}", (value, *key))
                done += 1
            except sqlite3.Error:
                pass
        conn.commit()
    return done


def _spared(names):
    if names[:2] == ["user_id", "name"]:
        people = f"SELECT user_id FROM game_seats WHERE game_id = {SPARED} AND user_id"
        return f"WHERE user_id NOT IN ({people})"
    if "game_id" in names:
        return f"WHERE game_id IS NOT {SPARED}"
    places = f"SELECT table_id FROM tables WHERE chat_id = {SPARED_CHAT}"
    if "table_id" in names:
        return f"WHERE table_id NOT IN ({places})"
    if "slot" in names:
        return f"WHERE slot NOT LIKE '%:{SPARED}:%'"
    return f"WHERE chat_id IS NOT {SPARED_CHAT}" if "chat_id" in names else ""


def new_database(path):
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
        conn.executescript((FIXTURES / "database_1.sql").read_text(encoding="utf-8"))


async def use(path):
    """Start on a damaged database, and do everything that one does."""
    world = World(path)
    world.cuts_at_once = False
    world.clock.time = EXPECTED["at"] + 3600
    await world.open()
    try:
        await world.settle()
        await _opens_a_lobby(world, UNTOUCHED)
        await _plays_on(world)
        for chat_id in CHATS:
            await _is_usable_again(world, chat_id)
        await _asks(world)
        await world.advance(90)
    finally:
        await world.close()


async def _opens_a_lobby(world, chat_id):
    who = Person(chat_id, "Кто", RU) if chat_id > 0 else ANNA
    await world.tables.play(world.place(chat_id, is_admin=True), who)
    assert world.tables.index.at(chat_id, 0).lobby is not None, f"no lobby in {chat_id}"


async def _plays_on(world):
    for person in EVERYBODY:
        screen = world.hand(person, SPARED)
        if screen is None:
            continue
        for button in presses(screen):
            with closing(sqlite3.connect(world.path)) as conn:
                before = conn.execute(_STEPS, (SPARED,)).fetchone()
                await world.press(person, button)
                if conn.execute(_STEPS, (SPARED,)).fetchone() != before:
                    return
    raise AssertionError("the spared game does not go on")


_STEPS = "SELECT COUNT(*) FROM actions WHERE game_id = ?"


async def _is_usable_again(world, chat_id):
    """Everything in a chat can be stopped, and a lobby opened there afterwards."""
    who = Person(chat_id, "Кто", RU) if chat_id > 0 else ANNA
    for table in world.tables.index.of_chat(chat_id):
        place = world.place(chat_id, thread_id=table.thread_id, is_admin=True)
        await world.tables.play(place, who)
        await world.tables.table(place, who)
        await world.tables.rules(place, who)
        await world.tables.hand(place, who)
        for _ in range(3):
            if table.busy:
                await world.tables.stop(place, who)
        assert not table.busy, f"{chat_id} is not to be stopped: {table}"
    await _opens_a_lobby(world, chat_id)


async def _asks(world):
    directory = Directory(world.db, world.clock, RU.language)
    scores = Scores(world.db, world.delivery, world.clock, world.painter)
    history = History(world.db, world.delivery)
    menu = SettingsMenu(world.db, world.clock, world.delivery, directory, world.tables)
    own = Privacy(world.db, world.delivery, directory, world.tables)
    for chat_id in (-100, ANNA.user_id):
        place = world.place(chat_id, is_admin=True)
        for who in (ANNA, VOVA):
            await scores.top(place, who)
            await scores.stats(place, who, BORIS)
            await scores.pogony(place, who)
            await history.show(place, who)
            await menu.show(place, who)
            for button in presses(world.delivery.last(SlotKind.HISTORY, chat_id)):
                await history.press(place, who, button)
    private = world.place(ANNA.user_id)
    await own.press(private, ANNA, OwnPress("export"), 1)
    await own.tasks.idle()
    assert any(sent[2].kind == "document" for sent in world.delivery.sent), "no file"
    await own.press(private, ANNA, OwnPress("forget"), 1)
