"""What people write reaches the right room, with who they are and where."""

import pytest

from bot.model.buttons import StatsPress, TopPress, encode
from bot.sandbox import shapes
from bot.screens.text import message
from bot.storage import people
from handlers.features import menu
from tests.handlers.conftest import ANYA, BORIS, DACHA, GENA
from tests.readers import EN, RU

COMMANDS = ["play", "hand", "table", "leave", "stop", "rules"]


@pytest.mark.parametrize("name", COMMANDS)
async def test_a_command_in_a_group_is_one_call(house, name):
    await house.send(BORIS, f"/{name}@durak_sandbox_bot")
    called, (place, person) = await house.tables.next()
    assert called == name
    assert (person.user_id, person.name, person.reader) == (BORIS, "Борис", RU)
    assert (place.chat_id, place.thread_id, place.private) == (DACHA, 0, False)
    assert (place.title, place.reader) == ("Дача", RU)
    assert house.tables.calls.empty()


async def test_a_bare_command_and_capitals_do_too(house):
    await house.send(BORIS, "/PLAY now")
    assert (await house.tables.next())[0] == "play"


async def test_a_forwarded_command_is_nobodys(house):
    await house.send(ANYA, "что-нибудь")
    chat = house.world.chats[DACHA]
    written = shapes.message(house.world, list(chat.messages.values())[-1])
    origins = (
        {"type": "user", "date": 1, "sender_user": written["from"]},
        {"type": "hidden_user", "date": 1, "sender_user_name": "Кто-то"},
    )
    for origin in origins:
        for name in (*menu("private"), "start"):
            text = f"/{name}@durak_sandbox_bot"
            entity = {"type": "bot_command", "offset": 0, "length": len(text)}
            forwarded = written | {"text": text, "entities": [entity], "forward_origin": origin}
            house.world.updates.put("message", forwarded)
    await house.send(ANYA, "/rules")
    assert (await house.tables.next())[0] == "rules"
    assert house.tables.calls.empty()
    assert house.notes.said.empty()


async def test_commands_keep_their_order(house):
    await house.send(ANYA, "/rules")
    await house.tables.next()
    names = ["play", "table", "leave"] * 5
    for name in names:
        await house.send(ANYA, f"/{name}")
    assert [(await house.tables.next())[0] for _ in names] == names


@pytest.mark.parametrize(("person", "admin"), [(ANYA, True), (BORIS, False)])
async def test_stop_tells_who_is_an_admin(house, person, admin):
    await house.send(person, "/stop")
    _, (place, _) = await house.tables.next()
    assert place.is_admin is admin


async def test_telegram_is_asked_for_admins_once_a_minute(house):
    for _ in range(3):
        await house.send(ANYA, "/stop")
        await house.tables.next()
    assert len(await house.called("getChatAdministrators")) == 1


async def test_a_private_chat_speaks_its_persons_language_and_is_theirs(house):
    await house.send(GENA, "/play", chat=GENA)
    _, (place, person) = await house.tables.next()
    assert (place.chat_id, place.private, place.is_admin) == (GENA, True, True)
    assert place.reader == person.reader == EN


async def test_start_greets_or_says_that_the_seat_is_firm(house):
    await house.do("start", person=BORIS, payload="seat")
    called, (person,) = await house.tables.next()
    assert (called, person.user_id) == ("started", BORIS)
    chat, greeting = await house.notes.next()
    assert chat == BORIS and "/play" in greeting
    house.tables.firm = True
    await house.do("start", person=ANYA)
    await house.tables.next()
    chat, words = await house.notes.next()
    assert (chat, words) == (ANYA, message("chat-seated", RU))


async def test_whatever_is_said_in_private_is_met_with_help(house):
    await house.send(GENA, "hello?", chat=GENA)
    chat, text = await house.notes.next()
    assert chat == GENA
    assert "/play" in text


async def test_talk_in_a_group_is_not_the_bots_business(house):
    house.world.chats[DACHA].statuses[42] = "administrator"
    await house.send(BORIS, "hello?")
    await house.send(BORIS, "/play")
    assert (await house.tables.next())[0] == "play"
    assert house.notes.said.empty()


@pytest.mark.parametrize("command", ["/top", "/stats", "/pogony"])
async def test_the_score_is_told_where_it_is_asked_for(house, command):
    for chat in (DACHA, BORIS):
        await house.send(BORIS, command, chat=chat)
        assert (await house.notes.next())[0] == chat


def _reply(**replied):
    chat = {"id": DACHA, "type": "supergroup", "title": "Дача"}
    boris = {"id": BORIS, "is_bot": False, "first_name": "Борис"}
    answered = {"message_id": 1, "date": 1, "chat": chat, **replied}
    return {
        "message_id": 900,
        "date": 1,
        "chat": chat,
        "from": boris,
        "text": "/stats",
        "reply_to_message": answered,
    }


async def test_stats_in_reply_are_the_others(house):
    gena = {"id": GENA, "is_bot": False, "first_name": "Гена"}
    bot = {"id": 42, "is_bot": True, "first_name": "Дурак"}
    topic = {"name": "Карты", "icon_color": 1}
    for replied, name in (
        ({"from": gena, "text": "?"}, "Гена"),
        ({"from": bot, "text": "?"}, "Борис"),
        ({"from": gena, "forum_topic_created": topic}, "Борис"),
    ):
        house.world.updates.put("message", _reply(**replied))
        assert name in (await house.notes.next())[1]


async def test_stats_in_reply_make_nobody_known(house):
    gena = {"id": GENA, "is_bot": False, "first_name": "Гена"}
    house.world.updates.put("message", _reply(**{"from": gena, "text": "?"}))
    await house.notes.next()
    known = await people.get_many(house.directory._db, [BORIS, GENA])
    assert list(known) == [BORIS]


async def test_a_button_of_a_board_changes_its_message(house):
    for press, words in (
        (TopPress("wins", "month", 3), "за этот месяц"),
        (StatsPress(BORIS, "lively"), "вольный"),
        (StatsPress(GENA, "chats"), "Дача"),
    ):
        await house.press(BORIS, encode(press))
        chat, text = await house.notes.next()
        assert chat == DACHA and words in text


async def test_in_private_statistics_are_ones_own(house):
    await house.send(BORIS, "/stats", chat=BORIS)
    await house.notes.next()
    await house.press(BORIS, encode(StatsPress(GENA, "chats")), chat=BORIS)
    assert "Борис" in (await house.notes.next())[1]


async def test_lang_in_private_is_the_persons(house):
    await house.send(BORIS, "/lang en", chat=BORIS)
    assert (await house.notes.next())[1] == "English it is."
    assert (await house.tables.next())[0] == "language_chosen"
    await house.send(BORIS, "/play")
    _, (place, person) = await house.tables.next()
    assert (place.reader, person.reader) == (RU, EN)


async def test_lang_in_a_group_is_the_groups_and_for_admins(house):
    await house.send(BORIS, "/lang en")
    assert "админы" in (await house.notes.next())[1]
    await house.send(ANYA, "/lang EN")
    await house.notes.next()
    name, (place, person) = await house.tables.next()
    assert (name, place.chat_id, person.user_id) == ("language_chosen", DACHA, ANYA)
    await house.send(BORIS, "/play")
    _, (place, person) = await house.tables.next()
    assert (place.reader, person.reader) == (EN, RU)


async def test_lang_alone_asks_which(house):
    await house.send(ANYA, "/lang")
    await house.notes.next()
    (row,) = house.notes.screens[-1].keyboard
    assert [button.data for button in row] == ["s:ru", "s:en"]


async def test_a_chat_in_whose_name_one_writes_gets_no_seat(house):
    chat = {"id": DACHA, "type": "supergroup", "title": "Дача"}
    message = {
        "message_id": 900,
        "date": 1,
        "chat": chat,
        "sender_chat": chat,
        "from": {"id": 1087968824, "is_bot": True, "first_name": "Group"},
        "text": "/play",
    }
    house.world.updates.put("message", message)
    assert (await house.notes.next())[0] == DACHA
    house.world.updates.put("message", message | {"text": "/stop"})
    called, (place, _) = await house.tables.next()
    assert called == "stop"
    assert place.is_admin


async def test_a_topic_is_a_place_of_its_own(house):
    house.world.updates.put(
        "message",
        {
            "message_id": 900,
            "date": 1,
            "chat": {"id": -100500, "type": "supergroup", "title": "Форум", "is_forum": True},
            "from": {"id": ANYA, "is_bot": False, "first_name": "Аня"},
            "message_thread_id": 5,
            "is_topic_message": True,
            "text": "/play",
        },
    )
    _, (place, _) = await house.tables.next()
    assert (place.chat_id, place.thread_id) == (-100500, 5)


async def test_a_command_that_fails_is_apologised_for(house, caplog):
    house.tables.fault = ZeroDivisionError("oops")
    await house.send(BORIS, "/play")
    chat, text = await house.notes.next()
    assert chat == DACHA
    assert "ещё раз" in text
    assert "ZeroDivisionError" in caplog.text


async def test_blocking_and_unblocking_are_passed_on(house):
    await house.do("start", person=BORIS)
    await house.tables.next()
    await house.do("block", person=BORIS)
    assert await house.tables.next() == ("unreachable", (BORIS,))
    await house.do("unblock", person=BORIS)
    called, (person,) = await house.tables.next()
    assert (called, person.user_id) == ("started", BORIS)


async def test_a_group_that_takes_the_bot_in_is_told_how_to_begin(house):
    await house.do("member", chat=DACHA, person=42, status="left")
    await house.do("member", chat=DACHA, person=42, status="member")
    chat, text = await house.notes.next()
    assert chat == DACHA
    assert "/play" in text


async def test_people_are_called_as_they_call_themselves_now(house, db):
    await house.send(BORIS, "/play")
    await house.tables.next()
    await house.do(f"people/{BORIS}", first_name="Боря", last_name="К.")
    await house.send(BORIS, "/play")
    _, (_, person) = await house.tables.next()
    assert person.name == "Боря К."
