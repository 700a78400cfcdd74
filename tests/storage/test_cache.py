import asyncio

from bot.storage import cache, chat_moves, chats, people, privacy
from bot.storage.cache import Cache


async def test_what_is_kept_is_not_read_again(monkeypatch):
    asked = []

    async def read(ids):
        asked.append(ids)
        return {1: "Аня"} if 1 in ids else {}

    kept = Cache[str]()
    for _ in range(2):
        assert await kept.find([1, 2], read) == {1: "Аня"}
    assert await kept.find([1, 3], read) == {1: "Аня"}
    with kept.changing(1):
        pass
    assert await kept.find([1, 2], read) == {1: "Аня"}
    assert asked == [[1, 2], [3], [1]]


async def test_what_was_read_before_a_change_is_not_kept():
    begun, done = asyncio.Event(), asyncio.Event()

    async def slow(ids):
        begun.set()
        await done.wait()
        return dict.fromkeys(ids, "old")

    async def quick(ids):
        return dict.fromkeys(ids, "new")

    kept = Cache[str]()
    reading = asyncio.create_task(kept.find([1], slow))
    await begun.wait()
    with kept.changing(1):
        done.set()
    assert await reading == {1: "old"}
    assert await kept.find([1], quick) == {1: "new"}


async def test_no_more_is_kept_than_so_much(monkeypatch):
    monkeypatch.setattr(cache, "MOST", 2)
    asked = []

    async def read(ids):
        asked.extend(ids)
        return dict.fromkeys(ids, "x")

    kept = Cache[str]()
    for one in (1, 2, 3, 3, 1):
        await kept.find([one], read)
    assert asked == [1, 2, 3, 1]


async def test_whatever_is_written_of_people_and_chats_is_seen_at_once(db):
    for number in (1, -1, -2):
        await chats.seen(db, number, "group", "Наши", 1.0)
    await people.seen(db, 1, "Аня", None, "ru", 1.0)
    changes = [
        people.seen(db, 1, "Анна", None, "ru", 2.0),
        people.set_can_write(db, 1, True, 2.0),
        people.put(db, 1, 2.0, language="en"),
        people.put(db, 1, 2.0, ring="never"),
        people.put(db, 1, 2.0, open_hands=False),
        chats.seen(db, -1, "group", "Дача", 2.0),
        chats.set_language(db, -1, "en", 2.0),
        chat_moves.set_shut(db, -1, "muted"),
        chat_moves.move_chat(db, -1, -2),
        privacy.erase(db, 1),
    ]
    for change in changes:
        await told(db)
        await change
        remembered = await told(db)
        db.people, db.chats = Cache(), Cache()
        assert remembered == await told(db)


async def told(db):
    """What is known of everybody, as it is remembered."""
    seen = [await chats.get(db, chat_id) for chat_id in (1, -1, -2)]
    return await people.get_many(db, [1]), seen
