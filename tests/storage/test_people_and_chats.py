from bot.storage import chats, people
from bot.storage.chats import StoredTable
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
