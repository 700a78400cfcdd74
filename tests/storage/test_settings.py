"""Settings of chats and people."""

import sqlite3

import pytest

from bot.model.people import SETTINGS
from bot.storage import chat_moves, people, settings
from bot.storage.settings import ChatSettings

OLD, NEW = -100, -1001000000100


async def test_a_chat_has_what_holds_for_all_until_it_chooses(db):
    assert await settings.get(db, OLD) == ChatSettings()
    await settings.put(db, OLD, season="month")
    await settings.put(db, OLD, pictures=False)
    await settings.put(db, NEW, proof=False)
    assert await settings.get(db, OLD) == ChatSettings(pictures=False, season="month")
    assert await settings.get(db, NEW) == ChatSettings(proof=False)


async def test_what_cannot_be_chosen_is_not_kept(db):
    with pytest.raises(sqlite3.IntegrityError):
        await settings.put(db, OLD, season="week")
    with pytest.raises(TypeError):
        await settings.put(db, OLD, music=True)
    assert await settings.get(db, OLD) == ChatSettings()


async def test_they_move_with_the_chat(db):
    await settings.put(db, OLD, pictures=False)
    await chat_moves.move_chat(db, OLD, NEW)
    assert await settings.get(db, NEW) == ChatSettings(pictures=False)
    assert await settings.get(db, OLD) == ChatSettings()


async def test_what_was_chosen_under_the_new_id_stays(db):
    await settings.put(db, OLD, pictures=False)
    await settings.put(db, NEW, proof=False)
    await chat_moves.move_chat(db, OLD, NEW)
    assert await settings.get(db, NEW) == ChatSettings(proof=False)
    assert await db.all("SELECT * FROM chat_settings WHERE chat_id = ?", (OLD,)) == []


async def test_past_hands_are_open_until_a_person_closes_them(db):
    await people.seen(db, 1, "Аня", None, "ru", 1.0)
    shown = await people.get(db, 1)
    await people.put(db, 1, 2.0, open_hands=False)
    hidden = await people.get(db, 1)
    assert shown and shown.open_hands and hidden and not hidden.open_hands


@pytest.mark.parametrize(
    ("key", "word"), [(key, word) for key, one in SETTINGS.items() for word in one.values]
)
async def test_every_value_of_every_setting_is_kept(db, key, word):
    setting = SETTINGS[key]
    if setting.whose == "person":
        await people.seen(db, 1, "Аня", None, "ru", 1.0)
        await people.put(db, 1, 2.0, **{setting.column: setting.kept(word)})
        read: object = await people.get(db, 1)
    else:
        await settings.put(db, OLD, **{setting.column: setting.kept(word)})
        read = await settings.get(db, OLD)
    assert setting.word(getattr(read, setting.column)) == word


async def test_of_a_person_nothing_but_settings_is_chosen(db):
    await people.seen(db, 1, "Аня", None, "ru", 1.0)
    with pytest.raises(TypeError, match="can_write"):
        await people.put(db, 1, 2.0, can_write=True)
