import pytest

from bot.storage import chats, people, privacy
from bot.storage.chats import StoredTable
from bot.storage.database import Database
from bot.storage.rows import Chat, StoredPerson


async def test_a_person_is_kept_as_last_seen(db):
    await people.seen(db, 1, "Аня", None, "uk", 1.0)
    await people.seen(db, 1, "Анна", "anna", "en", 2.0)
    assert await people.get(db, 1) == StoredPerson(1, "Анна", "anna", "en", False, False)


async def test_a_chosen_language_and_leave_to_write_outlast_what_telegram_says(db):
    await people.seen(db, 1, "Аня", None, "en", 1.0)
    await people.put(db, 1, 2.0, language="ru")
    await people.set_can_write(db, 1, True, 2.0)
    await people.seen(db, 1, "Анна", None, "en", 3.0)
    assert await people.get(db, 1) == StoredPerson(1, "Анна", None, "ru", True, True)


async def test_many_people_at_once(db):
    for user_id, name in ((1, "Аня"), (2, "Борис"), (3, "Вова")):
        await people.seen(db, user_id, name, None, None, 1.0)
    found = await people.get_many(db, [1, 3, 4])
    assert {user_id: person.name for user_id, person in found.items()} == {1: "Аня", 3: "Вова"}
    assert await people.get_many(db, []) == {}
    assert await people.get(db, 4) is None


async def test_a_chat_keeps_its_language_when_it_is_renamed(db):
    await chats.seen(db, -1, "group", "Наши", 1.0)
    await chats.set_language(db, -1, "en", 2.0)
    await chats.seen(db, -1, "supergroup", "Все наши", 3.0)
    assert await chats.get(db, -1) == Chat(-1, "supergroup", "Все наши", "en")
    assert await chats.get(db, -2) is None


async def test_a_chat_has_one_table_a_topic(db):
    table = await chats.ensure_table(db, -1, "group")
    assert await chats.ensure_table(db, -1, "group") == table
    topic = await chats.ensure_table(db, -1, "group", thread_id=7)
    assert topic == StoredTable(topic.table_id, -1, 7, "group")
    assert topic.table_id != table.table_id
    assert await chats.get_table(db, topic.table_id) == topic
    assert await chats.table_at(db, -1) == table
    assert await chats.table_at(db, -2) is None


async def called(db, user_id):
    """What the bot takes a person's name for."""
    person = await people.get(db, user_id)
    assert person is not None
    return person.name


async def named(db):
    """Who is written down, and how they are called."""
    return [(r["user_id"], r["name"]) for r in await db.all("SELECT user_id, name FROM people")]


async def test_who_is_seen_is_known_at_once_and_written_with_the_next_transaction(db):
    met = await people.seen(db, 1, "Аня", "anya", "ru", 1.0)
    assert met == await people.get(db, 1) == StoredPerson(1, "Аня", "anya", "ru")
    assert await named(db) == []
    await chats.seen(db, -1, "group", "Дача", 1.0)
    assert await named(db) == [(1, "Аня")] and not db.sightings
    assert await people.get(db, 1) == met


async def test_who_is_seen_is_not_lost_where_a_transaction_fails(db):
    await people.seen(db, 1, "Аня", None, "ru", 1.0)
    with pytest.raises(RuntimeError):
        async with db.transaction():
            raise RuntimeError
    assert await named(db) == [] and await called(db, 1) == "Аня"
    assert await people.set_can_write(db, 1, True, 2.0)
    assert await named(db) == [(1, "Аня")]


async def test_a_name_that_changes_while_the_last_one_is_written_is_written_next(db):
    await people.seen(db, 1, "Аня", None, "ru", 1.0)
    async with db.transaction():
        await people.seen(db, 1, "Анна", None, "ru", 2.0)
    assert await named(db) == [(1, "Аня")] and await called(db, 1) == "Анна"
    await db.write_sightings()
    assert await named(db) == [(1, "Анна")] and await called(db, 1) == "Анна"


async def test_who_is_seen_last_is_written_when_the_file_is_closed(tmp_path):
    db = await Database.open(tmp_path / "d.sqlite3")
    await people.seen(db, 1, "Аня", None, "ru", 1.0)
    await db.close()
    db = await Database.open(tmp_path / "d.sqlite3")
    assert await named(db) == [(1, "Аня")]
    await db.close()


async def test_who_is_forgotten_before_they_are_written_down_is_not_written_down(db):
    await people.seen(db, 1, "Аня", None, "ru", 1.0)
    await privacy.erase(db, 1)
    await db.write_sightings()
    assert await named(db) == [] and await people.get(db, 1) is None


async def test_a_name_that_cannot_be_written_fails_nobody_elses_transaction(db):
    with pytest.raises(UnicodeEncodeError):
        await people.seen(db, 1, "Аня\ud800", None, "ru", 1.0)
    await chats.seen(db, -1, "group", "Дача", 1.0)
    assert await named(db) == [] and await people.get(db, 1) is None
