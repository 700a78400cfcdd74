"""Supergroups, topics, masked senders and rights."""

import pytest

from tests.sandbox.conftest import ANYA, BORIS, DACHA, VOVA, Telegram

BOT = 42
UPGRADED = -1_000_000_002_001
BUTTON = {"inline_keyboard": [[{"text": "x", "callback_data": "1"}]]}


async def migrate(telegram: Telegram, **more) -> int:
    return (await telegram.do("migrate", **{"chat": DACHA} | more))["id"]


async def kinds(telegram: Telegram) -> list[str]:
    """What waits for the bot: kinds of updates, or of service messages and where they are."""
    found = []
    for update in await telegram.updates():
        [kind] = update.keys() - {"update_id"}
        found.append(kind)
    return found


async def signals(telegram: Telegram) -> list[tuple]:
    messages = [update["message"] for update in await telegram.updates()]
    return [
        (one["chat"]["id"], one.get("migrate_to_chat_id"), one.get("migrate_from_chat_id"))
        for one in messages
    ]


TO, FROM = (DACHA, UPGRADED, None), (UPGRADED, None, DACHA)


@pytest.mark.parametrize(
    ("asked", "told"),
    [(None, [TO, FROM]), (["from", "to"], [FROM, TO]), (["from"], [FROM]), ([], [])],
)
async def test_a_group_becomes_a_supergroup(telegram: Telegram, asked: list | None, told: list):
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x")
    more = {} if asked is None else {"signals": asked}
    assert await migrate(telegram, **more) == UPGRADED
    assert await signals(telegram) == told
    for method, params in (
        ("sendMessage", {"text": "x"}),
        ("editMessageText", {"text": "y", "message_id": sent["message_id"]}),
        ("getChatMember", {"user_id": ANYA}),
    ):
        body = await telegram.call(method, chat_id=DACHA, **params)
        words = "Bad Request: group chat was upgraded to a supergroup chat"
        assert (body["error_code"], body["description"]) == (400, words)
        assert body["parameters"] == {"migrate_to_chat_id": UPGRADED}
    edit = {"chat_id": UPGRADED, "message_id": sent["message_id"], "text": "y"}
    # The number may be another message's by now: supergroups begin to count anew.
    words = await telegram.refused("editMessageText", **edit)
    assert words.startswith("400 Bad Request: message ")
    again = await telegram.ok("sendMessage", chat_id=UPGRADED, text="x")
    assert again["chat"] == {"id": UPGRADED, "type": "supergroup", "title": "Дача"}


async def test_signals_can_come_later_and_again(telegram: Telegram):
    await migrate(telegram, signals=[])
    await migrate(telegram, signals=["from"])
    await migrate(telegram, chat=UPGRADED, signals=["to", "to"])
    assert await signals(telegram) == [FROM, TO, TO]


async def test_phones_show_the_supergroup_in_the_place_of_the_group(telegram: Telegram):
    await migrate(telegram)
    view = await telegram.get(f"/view?person={BORIS}")
    assert [chat["id"] for chat in view["chats"]] == [UPGRADED, BORIS]
    status, _ = await telegram.post("send", person=ANYA, chat=DACHA, text="/x")
    assert status == 400
    newcomer = await telegram.do("people", first_name="Даша")
    world = await telegram.get("")
    assert [chat["id"] for chat in world["chats"]] == [UPGRADED]
    assert newcomer["id"] in world["chats"][0]["members"]
    assert (await telegram.do("groups", title="Двор", creator=ANYA))["id"] == DACHA - 1


async def test_a_late_press_in_the_old_chat_still_comes(telegram: Telegram):
    await migrate(telegram, signals=[])
    press = {"person": ANYA, "chat": DACHA, "message_id": 5, "data": "1", "force": True}
    await telegram.do("press", **press)
    [update] = await telegram.updates()
    assert update["callback_query"]["message"]["chat"]["id"] == DACHA


async def forum(telegram: Telegram) -> tuple[int, int]:
    """A forum and a topic in it, the bot having heard of both."""
    chat = await migrate(telegram, signals=[], is_forum=True)
    topic = (await telegram.do("topics", chat=chat, name="Карты"))["id"]
    [update] = await telegram.updates()
    created = update["message"]
    assert created["chat"]["is_forum"] and created["is_topic_message"]
    assert created["message_thread_id"] == created["message_id"] == topic
    assert created["forum_topic_created"]["name"] == "Карты"
    return chat, topic


async def test_a_topic_keeps_its_messages(telegram: Telegram):
    chat, topic = await forum(telegram)
    await telegram.do("send", person=ANYA, chat=chat, thread=topic, text="/play")
    await telegram.do("send", person=ANYA, chat=chat, text="/play")
    inside, outside = [update["message"] for update in await telegram.updates()]
    assert (inside["message_thread_id"], inside["is_topic_message"]) == (topic, True)
    assert not {"message_thread_id", "is_topic_message"} & outside.keys()
    thread = {"message_thread_id": topic, "reply_markup": BUTTON}
    sent = await telegram.ok("sendMessage", chat_id=chat, text="x", **thread)
    assert sent["is_topic_message"] and sent["reply_to_message"]["message_id"] == topic
    reply = {"message_id": sent["message_id"]}
    answer = await telegram.ok("sendMessage", chat_id=chat, text="y", reply_parameters=reply)
    assert answer["message_thread_id"] == topic, "an answer stands where the question does"
    press = {"person": ANYA, "chat": chat, "message_id": sent["message_id"], "data": "1"}
    await telegram.do("press", **press)
    [update] = await telegram.updates()
    assert update["callback_query"]["message"]["message_thread_id"] == topic
    view = (await telegram.get(f"/view?person={ANYA}"))["chats"][0]
    assert view["topics"] == [{"id": topic, "name": "Карты", "closed": False}]
    assert view["messages"][-1]["topic"] == "Карты"


async def test_topics_are_closed_and_deleted(telegram: Telegram):
    chat, topic = await forum(telegram)
    thread = {"chat_id": chat, "message_thread_id": topic}
    sent = await telegram.ok("sendMessage", **thread, text="x")
    await telegram.do(f"topics/{topic}", chat=chat, closed=True)
    [update] = await telegram.updates()
    assert update["message"]["forum_topic_closed"] == {}
    words = await telegram.refused("sendMessage", **thread, text="x")
    assert words == "400 Bad Request: TOPIC_CLOSED"
    await telegram.do(f"topics/{topic}", chat=chat, deleted=True)
    words = "400 Bad Request: message thread not found"
    for wrong in (topic, 1, 777):
        there = {"chat_id": chat, "message_thread_id": wrong}
        assert await telegram.refused("sendMessage", **there, text="x") == words
        assert await telegram.refused("sendChatAction", **there, action="typing") == words
    edit = {"chat_id": chat, "message_id": sent["message_id"], "text": "y"}
    assert "to edit not found" in await telegram.refused("editMessageText", **edit)
    assert await kinds(telegram) == []


async def test_only_supergroups_have_topics(telegram: Telegram):
    assert (await telegram.post("topics", chat=DACHA, name="x"))[0] == 400
    words = await telegram.refused("sendMessage", chat_id=DACHA, text="x", message_thread_id=5)
    assert words == "400 Bad Request: message thread not found"


async def test_an_answer_in_a_supergroup_has_a_thread_but_no_topic(telegram: Telegram):
    chat = await migrate(telegram, signals=[])
    sent = await telegram.ok("sendMessage", chat_id=chat, text="x")
    reply = {"reply_to": sent["message_id"]}
    await telegram.do("send", person=ANYA, chat=chat, text="y", **reply)
    [update] = await telegram.updates()
    assert update["message"]["message_thread_id"] == sent["message_id"]
    assert "is_topic_message" not in update["message"]


async def test_admins_write_as_the_group_and_press_as_themselves(telegram: Telegram):
    await telegram.do("send", person=ANYA, chat=DACHA, text="/play", **{"as": "anonymous"})
    [update] = await telegram.updates()
    message = update["message"]
    assert message["from"]["id"] == 1087968824
    assert message["from"]["username"] == "GroupAnonymousBot"
    assert message["sender_chat"]["id"] == message["chat"]["id"] == DACHA
    body = {"person": BORIS, "chat": DACHA, "text": "/play", "as": "anonymous"}
    assert await telegram.post("send", **body) == (400, {"error": "only admins write as the group"})
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x", reply_markup=BUTTON)
    press = {"person": ANYA, "chat": DACHA, "message_id": sent["message_id"], "data": "1"}
    await telegram.do("press", **press)
    [update] = await telegram.updates()
    assert update["callback_query"]["from"]["id"] == ANYA


async def test_people_write_as_their_channels(telegram: Telegram):
    await telegram.do("send", person=BORIS, chat=DACHA, text="/play", **{"as": "channel"})
    [update] = await telegram.updates()
    assert update["message"]["from"]["username"] == "Channel_Bot"
    assert update["message"]["sender_chat"]["type"] == "channel"
    view = await telegram.get(f"/view?person={ANYA}")
    assert view["chats"][0]["messages"][-1]["from"]["name"] == "Борис: канал"
    body = {"person": ANYA, "chat": ANYA, "text": "x", "as": "channel"}
    assert (await telegram.post("send", **body))[0] == 400


async def test_a_restricted_bot_may_not_send(telegram: Telegram):
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x")
    await telegram.do("rights", chat=DACHA, person=BOT, can_send_messages=False)
    [update] = await telegram.updates()
    member = update["my_chat_member"]["new_chat_member"]
    assert (member["status"], member["can_send_messages"]) == ("restricted", False)
    words = await telegram.refused("sendMessage", chat_id=DACHA, text="x")
    assert words == "400 Bad Request: not enough rights to send text messages to the chat"
    edit = {"chat_id": DACHA, "message_id": sent["message_id"]}
    await telegram.ok("editMessageText", **edit, text="y")
    await telegram.do("rights", chat=DACHA, person=BOT, can_edit=False)
    words = await telegram.refused("editMessageText", **edit, text="z")
    assert words == "400 Bad Request: CHAT_WRITE_FORBIDDEN"
    await telegram.do("rights", chat=DACHA, person=BOT, can_send_messages=True, can_edit=True)
    await telegram.ok("sendMessage", chat_id=DACHA, text="x")
    [update] = await telegram.updates()
    assert update["my_chat_member"]["new_chat_member"]["status"] == "member"


async def test_a_group_can_silence_all_but_admins(telegram: Telegram):
    await telegram.do("rights", chat=DACHA, can_send_messages=False)
    assert await kinds(telegram) == [], "nobody is told"
    chat = await telegram.ok("getChat", chat_id=DACHA)
    assert chat["permissions"]["can_send_messages"] is False
    assert "not enough rights" in await telegram.refused("sendMessage", chat_id=DACHA, text="x")
    await telegram.do("member", chat=DACHA, person=BOT, status="administrator")
    await telegram.ok("sendMessage", chat_id=DACHA, text="x")


async def test_pins_need_the_right(telegram: Telegram):
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x")
    pin = {"chat_id": DACHA, "message_id": sent["message_id"]}
    words = "400 Bad Request: not enough rights to manage pinned messages in the chat"
    assert await telegram.refused("pinChatMessage", **pin) == words
    await telegram.do("member", chat=DACHA, person=BOT, status="administrator")
    assert await telegram.ok("pinChatMessage", **pin)
    view = await telegram.get(f"/view?person={ANYA}")
    assert view["chats"][0]["pinned"] == sent["message_id"]
    await telegram.do("rights", chat=DACHA, person=BOT, can_pin_messages=False)
    assert await telegram.refused("unpinChatMessage", **pin) == words
    await telegram.do("rights", chat=DACHA, person=BOT, can_pin_messages=True)
    assert await telegram.ok("unpinChatMessage", **pin)
    assert await kinds(telegram) == ["my_chat_member"] * 3


async def test_a_kicked_bot_comes_back(telegram: Telegram):
    chat = await migrate(telegram, signals=[])
    for status, words in (
        ("kicked", "403 Forbidden: bot was kicked from the supergroup chat"),
        ("left", "403 Forbidden: bot is not a member of the supergroup chat"),
    ):
        await telegram.do("member", chat=chat, person=BOT, status=status)
        assert await telegram.refused("sendMessage", chat_id=chat, text="x") == words
    await telegram.do("member", chat=chat, person=BOT, status="member")
    assert await telegram.ok("sendMessage", chat_id=chat, text="x")
    assert await telegram.ok("leaveChat", chat_id=chat)
    assert "not a member" in await telegram.refused("leaveChat", chat_id=chat)


@pytest.mark.parametrize("told", [True, False])
async def test_a_deleted_group(telegram: Telegram, told: bool):
    await telegram.do("delete", chat=DACHA, told=told)
    words = await telegram.refused("sendMessage", chat_id=DACHA, text="x")
    assert words == "403 Forbidden: the group chat was deleted"
    assert await kinds(telegram) == (["my_chat_member"] if told else [])
    view = await telegram.get(f"/view?person={ANYA}")
    assert [chat["id"] for chat in view["chats"]] == [ANYA]


async def test_only_admin_bots_that_ask_hear_of_members(telegram: Telegram):
    await telegram.ok("getUpdates", allowed_updates=["chat_member"])
    await telegram.do("member", chat=DACHA, person=BORIS, status="kicked")
    assert await telegram.updates() == []
    await telegram.do("member", chat=DACHA, person=BOT, status="administrator")
    await telegram.do("member", chat=DACHA, person=VOVA, status="kicked")
    await telegram.do("rights", chat=DACHA, person=1004, can_send_messages=False)
    changes = [update["chat_member"]["new_chat_member"] for update in await telegram.updates()]
    assert [change["status"] for change in changes] == ["kicked", "restricted"]


async def test_members_can_be_hidden_from_bots_that_are_no_admins(telegram: Telegram):
    boris = {"chat_id": DACHA, "user_id": BORIS}
    assert (await telegram.ok("getChatMember", **boris))["status"] == "member"
    await telegram.do("rights", chat=DACHA, hidden_members=True)
    words = await telegram.refused("getChatMember", **boris)
    assert words == "400 Bad Request: CHAT_ADMIN_REQUIRED"
    for known in (BOT, ANYA):
        assert await telegram.ok("getChatMember", chat_id=DACHA, user_id=known)
    assert len(await telegram.ok("getChatAdministrators", chat_id=DACHA)) == 1
    await telegram.do("member", chat=DACHA, person=BOT, status="administrator")
    assert await telegram.ok("getChatMember", **boris)


async def test_strange_rights_are_refused(telegram: Telegram):
    answer = await telegram.post("rights", chat=DACHA, can_fly=True)
    assert answer == (400, {"error": "no such right: can_fly"})
    assert (await telegram.post("rights", chat=ANYA, can_edit=True))[0] == 400
    assert (await telegram.post("rights", chat=DACHA, person=777, can_edit=True))[0] == 400
