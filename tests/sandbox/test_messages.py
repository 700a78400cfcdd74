"""Sending, editing and deleting: Telegram's errors."""

import pytest

from tests.sandbox.conftest import ANYA, BORIS, DACHA, Telegram

NOT_MODIFIED = (
    "400 Bad Request: message is not modified: specified new message content and reply markup "
    "are exactly the same as a current content and reply markup of the message"
)
BUTTON = {"inline_keyboard": [[{"text": "x", "callback_data": "1"}]]}


async def refused_send(telegram: Telegram, **params) -> str:
    return await telegram.refused("sendMessage", **{"chat_id": DACHA, "text": "x"} | params)


async def test_long_and_empty_texts_are_refused(telegram: Telegram):
    """4096 UTF-16 units after parsing are the most."""
    await telegram.ok("sendMessage", chat_id=DACHA, text="🂡" * 2048)
    html = f"<b>{'x' * 4096}</b>"
    await telegram.ok("sendMessage", chat_id=DACHA, text=html, parse_mode="HTML")
    words = "400 Bad Request: message is too long"
    assert await refused_send(telegram, text="🂡" * 2049) == words
    for empty in ("", " \n ", "<b></b>", "\u200b"):
        refused = await refused_send(telegram, text=empty, parse_mode="HTML")
        assert refused == "400 Bad Request: message text is empty"


async def test_bad_html_is_refused(telegram: Telegram):
    words = await refused_send(telegram, text="<b>x", parse_mode="HTML")
    assert words.startswith("400 Bad Request: can't parse entities: Can't find end tag")
    assert await refused_send(telegram, parse_mode="Wiki") == (
        "400 Bad Request: unsupported parse_mode"
    )


async def test_entities_must_lie_in_the_text(telegram: Telegram):
    entity = {"type": "bold", "offset": 0, "length": 2}
    assert "out of the text" in await refused_send(telegram, entities=[entity])
    assert "unsupported type" in await refused_send(telegram, entities=[entity | {"type": "big"}])
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="xy", entities=[entity])
    assert sent["entities"] == [entity]


async def test_a_mention_of_somebody_by_id_names_them(telegram: Telegram):
    html = f'<a href="tg://user?id={ANYA}">x</a> <a href="tg://user?id=5">y</a>'
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text=html, parse_mode="HTML")
    assert [entity["user"]["first_name"] for entity in sent["entities"]] == ["Аня"]


@pytest.mark.parametrize("chat", [5, -5, "@durak", "1"])
async def test_an_unknown_chat_is_not_found(telegram: Telegram, chat: int | str):
    words = "400 Bad Request: chat not found"
    assert await refused_send(telegram, chat_id=chat) == words
    assert await telegram.refused("getChat", chat_id=chat) == words


async def test_nobody_is_written_to_before_they_start(telegram: Telegram):
    words = "403 Forbidden: bot can't initiate conversation with a user"
    assert await refused_send(telegram, chat_id=ANYA) == words
    probe = {"chat_id": ANYA, "action": "typing"}
    assert await telegram.refused("sendChatAction", **probe) == words
    await telegram.do("start", person=ANYA)
    assert await telegram.ok("sendChatAction", **probe)
    assert (await telegram.ok("sendMessage", chat_id=ANYA, text="x"))["chat"]["id"] == ANYA


async def test_who_blocked_the_bot_gets_nothing(telegram: Telegram):
    await telegram.do("start", person=ANYA)
    sent = await telegram.ok("sendMessage", chat_id=ANYA, text="x")
    await telegram.do("block", person=ANYA)
    words = "403 Forbidden: bot was blocked by the user"
    assert await refused_send(telegram, chat_id=ANYA) == words
    assert await telegram.refused("sendChatAction", chat_id=ANYA, action="typing") == words
    edit = {"chat_id": ANYA, "message_id": sent["message_id"], "text": "y"}
    assert await telegram.refused("editMessageText", **edit) == words
    await telegram.do("unblock", person=ANYA)
    await telegram.ok("editMessageText", **edit)


async def test_replies_need_their_message(telegram: Telegram):
    words = await refused_send(telegram, reply_parameters={"message_id": 77})
    assert words == "400 Bad Request: message to be replied not found"
    asked = {"message_id": 77, "allow_sending_without_reply": True}
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x", reply_parameters=asked)
    reply = {"message_id": sent["message_id"]}
    answer = await telegram.ok("sendMessage", chat_id=DACHA, text="y", reply_parameters=reply)
    assert answer["reply_to_message"]["text"] == "x"


async def test_edits_change_text_and_keyboard(telegram: Telegram):
    """A keyboard that an edit does not give is taken away."""
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x", reply_markup=BUTTON)
    message = {"chat_id": DACHA, "message_id": sent["message_id"]}
    telegram.clock.now += 60
    edited = await telegram.ok("editMessageText", **message, text="y")
    assert edited["text"] == "y" and edited["edit_date"] == edited["date"] + 60
    assert "reply_markup" not in edited
    edited = await telegram.ok("editMessageReplyMarkup", **message, reply_markup=BUTTON)
    assert edited["reply_markup"] == BUTTON


async def test_edits_to_the_same_are_refused(telegram: Telegram):
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x", reply_markup=BUTTON)
    message = {"chat_id": DACHA, "message_id": sent["message_id"], "reply_markup": BUTTON}
    assert await telegram.refused("editMessageText", **message, text=" x ") == NOT_MODIFIED
    assert await telegram.refused("editMessageReplyMarkup", **message) == NOT_MODIFIED
    await telegram.ok("editMessageText", **message, text="<b>x</b>", parse_mode="HTML")


async def test_edits_of_nothing_and_of_others_are_refused(telegram: Telegram):
    edit = {"chat_id": DACHA, "text": "y"}
    words = await telegram.refused("editMessageText", **edit, message_id=77)
    assert words == "400 Bad Request: message to edit not found"
    sent = await telegram.do("send", person=ANYA, chat=DACHA, text="/play")
    words = await telegram.refused("editMessageText", **edit, message_id=sent["message_id"])
    assert words == "400 Bad Request: message can't be edited"
    words = await telegram.refused("editMessageText", text="y", message_id=77)
    assert words == "400 Bad Request: chat_id is empty"


async def test_deletes(telegram: Telegram):
    """Own messages for 48 hours; others' in a group only as an administrator."""
    sent = await telegram.ok("sendMessage", chat_id=DACHA, text="x")
    own = {"chat_id": DACHA, "message_id": sent["message_id"]}
    theirs = {"chat_id": DACHA, **await telegram.do("send", person=BORIS, chat=DACHA, text="x")}
    words = await telegram.refused("deleteMessage", **theirs)
    assert words == "400 Bad Request: message can't be deleted"
    assert await telegram.ok("deleteMessage", **own)
    words = await telegram.refused("deleteMessage", **own)
    assert words == "400 Bad Request: message to delete not found"
    await telegram.do("member", chat=DACHA, person=42, status="administrator")
    telegram.clock.now += 48 * 3600 + 1
    words = await telegram.refused("deleteMessage", **theirs)
    assert words == "400 Bad Request: message can't be deleted for everyone"


async def test_deleting_many_skips_what_is_gone(telegram: Telegram):
    sent = [await telegram.ok("sendMessage", chat_id=DACHA, text="x") for _ in range(2)]
    numbers = [message["message_id"] for message in sent]
    assert await telegram.ok("deleteMessages", chat_id=DACHA, message_ids=[*numbers, 777])
    assert (await telegram.get(f"/view?person={ANYA}"))["chats"][0]["messages"] == []
