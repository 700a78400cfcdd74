"""The world API: people, groups, deep links, commands, views."""

import asyncio

import pytest

from bot.sandbox.server import create_app, run_server
from bot.sandbox.world import World
from tests.sandbox.conftest import ANYA, BORIS, DACHA, GENA, Telegram

BOT = 42


async def frames(socket, count: int) -> list[dict]:
    return [await socket.receive_json(timeout=5) for _ in range(count)]


async def test_the_starting_world(telegram: Telegram):
    world = await telegram.get("")
    assert world["bot"]["username"] == "durak_sandbox_bot"
    people = [(person["id"], person["first_name"]) for person in world["people"]]
    assert people == [(1001, "Аня"), (1002, "Борис"), (1003, "Вова"), (1004, "Gena")]
    [group] = world["chats"]
    assert (group["id"], group["title"], group["admins"]) == (DACHA, "Дача", [ANYA])
    view = await telegram.get(f"/view?person={GENA}")
    assert view["person"]["language_code"] == "en"
    assert [chat["id"] for chat in view["chats"]] == [DACHA, GENA]
    assert view["chats"][1] | {"commands": [], "messages": []} == {
        "id": GENA,
        "type": "private",
        "title": "Дурак",
        "started": False,
        "blocked": False,
        "commands": [],
        "messages": [],
    }


async def test_a_deep_link_starts_the_chat(telegram: Telegram):
    await telegram.do("start", person=ANYA, payload="seat_1-a")
    [update] = await telegram.updates()
    assert update["message"]["text"] == "/start seat_1-a"
    assert update["message"]["chat"] == {
        "id": ANYA,
        "type": "private",
        "first_name": "Аня",
        "username": "anya",
    }
    view = await telegram.get(f"/view?person={ANYA}")
    assert view["chats"][1]["started"]
    for bad in ("a b", "x" * 65, "ж"):
        assert (await telegram.post("start", person=ANYA, payload=bad))[0] == 400


async def test_blocking_and_unblocking_are_told_to_the_bot(telegram: Telegram):
    await telegram.do("start", person=ANYA)
    await telegram.do("block", person=ANYA)
    status, answer = await telegram.post("send", person=ANYA, chat=ANYA, text="x")
    assert (status, answer["error"]) == (400, "the bot is blocked: unblock it first")
    await telegram.do("start", person=ANYA)
    changes = [update.get("my_chat_member") for update in await telegram.updates()]
    states = [change and change["new_chat_member"]["status"] for change in changes]
    assert states == [None, "kicked", "member", None]


async def test_a_new_person_joins_the_group(telegram: Telegram):
    person = await telegram.do("people", first_name="Даша")
    assert person == {"id": 1005, "first_name": "Даша", "language_code": "ru"}
    [update] = await telegram.updates()
    assert update["message"]["new_chat_members"][0]["first_name"] == "Даша"
    changed = await telegram.do("people/1005", first_name="<b>", last_name="X", language_code="en")
    assert changed | {"id": 1005} == {
        "id": 1005,
        "first_name": "<b>",
        "last_name": "X",
        "language_code": "en",
    }
    assert "last_name" not in await telegram.do("people/1005", last_name="")
    assert (await telegram.post("people/777", first_name="x"))[0] == 400
    assert (await telegram.post("people", first_name=""))[0] == 400


async def test_a_person_leaves_and_comes_back(telegram: Telegram):
    await telegram.do("member", chat=DACHA, person=BORIS, status="left")
    assert (await telegram.post("send", person=BORIS, chat=DACHA, text="x"))[0] == 400
    assert [c["id"] for c in (await telegram.get(f"/view?person={BORIS}"))["chats"]] == [BORIS]
    member = await telegram.ok("getChatMember", chat_id=DACHA, user_id=BORIS)
    assert member["status"] == "left"
    await telegram.do("member", chat=DACHA, person=BORIS, status="member")
    services = [update["message"] for update in await telegram.updates()]
    assert services[0]["left_chat_member"]["id"] == BORIS
    assert services[1]["new_chat_members"][0]["id"] == BORIS


async def test_an_administrator_is_told_of_members_if_it_asks(telegram: Telegram):
    await telegram.do("member", chat=DACHA, person=BOT, status="administrator")
    await telegram.ok("getUpdates", offset=-1, allowed_updates=["chat_member"])
    await telegram.do("member", chat=DACHA, person=BORIS, status="administrator")
    change = (await telegram.updates())[-1]["chat_member"]
    assert change["from"]["id"] == ANYA
    assert change["new_chat_member"]["status"] == "administrator"
    admins = await telegram.ok("getChatAdministrators", chat_id=DACHA)
    assert {admin["user"]["id"] for admin in admins} == {ANYA, BOT, BORIS}


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("kicked", "403 Forbidden: bot was kicked from the group chat"),
        ("left", "403 Forbidden: bot is not a member of the group chat"),
    ],
)
async def test_a_removed_bot_is_shut_out(telegram: Telegram, status: str, words: str):
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x")
    await telegram.do("member", chat=DACHA, person=BOT, status=status)
    edit = {"chat_id": DACHA, "message_id": sent["message_id"], "text": "y"}
    assert await telegram.refused("sendMessage", chat_id=DACHA, text="x") == words
    assert await telegram.refused("editMessageText", **edit) == words
    assert await telegram.refused("getChatAdministrators", chat_id=DACHA) == words
    change = (await telegram.updates())[-1]["my_chat_member"]
    assert change["old_chat_member"]["status"] == "member"
    assert change["new_chat_member"]["status"] == status
    await telegram.do("send", person=ANYA, chat=DACHA, text="/play")
    assert await telegram.updates() == []
    await telegram.do("member", chat=DACHA, person=BOT, status="member")
    await telegram.ok("sendMessage", chat_id=DACHA, text="x")


async def test_more_groups_can_be_made(telegram: Telegram):
    group = await telegram.do("groups", title="Двор", creator=BORIS, members=[ANYA])
    change = (await telegram.updates())[-1]["my_chat_member"]
    assert change["chat"]["id"] == group["id"] and change["from"]["id"] == BORIS
    assert await telegram.ok("getChatMemberCount", chat_id=group["id"]) == 3


async def test_members_that_do_not_exist(telegram: Telegram):
    words = await telegram.refused("getChatMember", chat_id=DACHA, user_id=5)
    assert words == "400 Bad Request: PARTICIPANT_ID_INVALID"
    for wrong in ({"status": "king"}, {"person": 5}, {"chat": 5}, {"chat": ANYA}):
        member = {"chat": DACHA, "person": BORIS, "status": "left"}
        assert (await telegram.post("member", **member | wrong))[0] == 400


async def test_commands_by_scope_and_language(telegram: Telegram):
    """The narrowest scope wins, and in it the person's language."""

    async def put(name: str, **where) -> None:
        command = {"command": name, "description": "x"}
        await telegram.ok("setMyCommands", commands=[command], **where)

    async def offered(person: int, chat: int) -> list[str]:
        chats = (await telegram.get(f"/view?person={person}"))["chats"]
        [found] = [each["commands"] for each in chats if each["id"] == chat]
        return [command["command"] for command in found]

    await put("plain")
    await put("english", language_code="en")
    await put("group", scope={"type": "all_group_chats"})
    await put("admins", scope={"type": "all_chat_administrators"})
    await put("one", scope={"type": "chat_member", "chat_id": DACHA, "user_id": BORIS})
    assert await offered(ANYA, ANYA) == ["plain"]
    assert await offered(GENA, GENA) == ["english"]
    assert await offered(GENA, DACHA) == ["group"]
    assert await offered(ANYA, DACHA) == ["admins"]
    assert await offered(BORIS, DACHA) == ["one"]
    assert len((await telegram.get(""))["bot"]["commands"]) == 5
    await telegram.ok("deleteMyCommands")
    assert await telegram.ok("getMyCommands") == []


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"commands": [{"command": "Play", "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ({"commands": [{"command": "/play", "description": "x"}]}, "BOT_COMMAND_INVALID"),
        (
            {"commands": [{"command": "play", "description": "x" * 257}]},
            "BOT_COMMAND_DESCRIPTION_INVALID",
        ),
        ({"commands": [], "scope": {"type": "world"}}, "can't parse BotCommandScope"),
        ({"commands": [], "scope": {"type": "chat"}}, "can't parse BotCommandScope"),
        ({"commands": [], "language_code": "rus"}, "invalid language code specified"),
    ],
)
async def test_bad_commands_are_refused(telegram: Telegram, params: dict, words: str):
    assert words in await telegram.refused("setMyCommands", **params)


async def test_a_phone_is_told_what_it_may_see(telegram: Telegram):
    """Messages, edits, deletes and actions come by themselves; others' private ones don't."""
    await telegram.do("start", person=BORIS)
    async with telegram.client.ws_connect(f"/world/ws?person={ANYA}") as socket:
        [view] = await frames(socket, 1)
        assert view["type"] == "view" and view["person"]["id"] == ANYA
        await telegram.ok("sendMessage", chat_id=BORIS, text="Тайна")
        sent = await telegram.ok("sendMessage", chat_id=DACHA, text="Стол")
        message = {"chat_id": DACHA, "message_id": sent["message_id"]}
        await telegram.ok("editMessageText", **message, text="Стол 2")
        await telegram.ok("sendChatAction", chat_id=DACHA, action="typing")
        await telegram.ok("deleteMessage", **message)
        await telegram.do("people", first_name="Даша")
        new, edited, action, deleted, joined, world, _ = await frames(socket, 7)
    assert new["type"] == "message" and new["message"]["text"] == "Стол"
    assert new["message"]["from"] == {"id": BOT, "name": "Дурак", "is_bot": True}
    assert edited["type"] == "edit" and edited["message"]["text"] == "Стол 2"
    assert action == {"type": "chat_action", "chat": DACHA, "action": "typing"}
    assert deleted == {"type": "delete", "chat": DACHA, "message_id": sent["message_id"]}
    assert joined["message"]["service"] == "Даша в группе"
    assert world["type"] == "world" and len(world["people"]) == 5


async def test_a_phone_of_nobody_is_refused(telegram: Telegram):
    async with telegram.client.get("/world/ws?person=5") as response:
        assert response.status == 400


async def test_reset_brings_the_starting_world_back(telegram: Telegram):
    """Update and message numbers go on, since the bot remembers them."""
    await telegram.do("send", person=ANYA, chat=DACHA, text="/play")
    [before] = await telegram.ok("getUpdates")
    await telegram.do("people", first_name="Даша")
    await telegram.do("reset")
    assert len((await telegram.get(""))["people"]) == 4
    await telegram.do("send", person=ANYA, chat=DACHA, text="/play")
    [after] = await telegram.ok("getUpdates")
    assert after["update_id"] > before["update_id"]
    assert after["message"]["message_id"] > before["message"]["message_id"]


async def test_broken_bodies_are_refused(telegram: Telegram):
    for body in (b"{", b"[]"):
        async with telegram.client.post("/world/send", data=body) as response:
            assert response.status == 400
    status, answer = await telegram.post("send", person="Аня", chat=DACHA, text="x")
    assert (status, answer) == (400, {"error": "person must be a number"})
    assert (await telegram.post("send", person=ANYA, chat=DACHA, text="\u200b"))[0] == 400


async def test_the_page_is_served(telegram: Telegram, tmp_path):
    (tmp_path / "index.html").write_text("the page")
    async with telegram.client.get("/") as response:
        assert response.status == 200 and response.content_type == "text/html"
    assert create_app(World(), static=tmp_path)


async def test_the_server_tells_its_address_and_stops():
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    server = asyncio.create_task(run_server(port=0, ready=address.set_result))
    taken = int((await address).rpartition(":")[2])
    with pytest.raises(OSError):
        await run_server(port=taken)
    server.cancel()
    with pytest.raises(asyncio.CancelledError):
        await server
