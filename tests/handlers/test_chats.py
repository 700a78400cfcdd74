"""What happens to chats reaches the tables."""

from tests.handlers.conftest import ANYA, BORIS, DACHA


async def test_both_signals_of_a_new_id_say_the_same(house):
    moved = await house.do("migrate", chat=DACHA, signals=["to", "from"])
    for _ in range(2):
        assert await house.tables.next() == ("moved", (DACHA, moved["id"]))


async def test_taken_out_muted_and_back(house):
    robot = house.world.bot.id
    await house.do("member", chat=DACHA, person=robot, status="left")
    assert await house.tables.next() == ("shut", (DACHA, "removed"))
    await house.do("member", chat=DACHA, person=robot, status="member")
    assert await house.tables.next() == ("opened", (DACHA,))
    await house.do("rights", chat=DACHA, person=robot, can_send_messages=False)
    assert await house.tables.next() == ("shut", (DACHA, "muted"))
    await house.do("rights", chat=DACHA, person=robot, can_send_messages=True)
    assert await house.tables.next() == ("opened", (DACHA,))
    await house.do("member", chat=DACHA, person=robot, status="administrator")
    assert await house.tables.next() == ("opened", (DACHA,))


async def test_who_leaves_is_told_of(house):
    await house.do("member", chat=DACHA, person=BORIS, status="left")
    called, (chat, person) = await house.tables.next()
    assert (called, chat, person.user_id) == ("gone", DACHA, BORIS)


async def test_topics_are_known_by_their_names(house):
    chat = (await house.do("migrate", chat=DACHA, signals=[], is_forum=True))["id"]
    topic = (await house.do("topics", chat=chat, name="Карты"))["id"]
    assert await house.tables.next() == ("topic_open", (chat, topic, "Карты"))
    await house.do(f"topics/{topic}", chat=chat, closed=True)
    await house.do(f"topics/{topic}", chat=chat, closed=False)
    assert await house.tables.next() == ("topic_open", (chat, topic, None))
    await house.do("send", person=ANYA, chat=chat, text="/play", thread=topic)
    assert await house.tables.next() == ("topic_open", (chat, topic, "Карты"))
    called, (place, _) = await house.tables.next()
    assert (called, place.thread_id) == ("play", topic)


async def test_only_what_is_used_is_asked_for(house):
    assert house.updates.kinds == ["callback_query", "chat_member", "message", "my_chat_member"]
