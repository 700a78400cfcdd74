"""aiogram works with the sandbox as with Telegram."""

import asyncio

import pytest
from aiogram import Bot
from aiogram.enums import ChatMemberStatus, ParseMode
from aiogram.exceptions import (
    TelegramBadRequest,
    TelegramConflictError,
    TelegramForbiddenError,
    TelegramUnauthorizedError,
)
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    DisabledButton,
    EphemeralMessageParameters,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    ReplyParameters,
)

from tests.sandbox.conftest import ANYA, BORIS, DACHA, Telegram

KEYBOARD = InlineKeyboardMarkup(
    inline_keyboard=[
        [
            InlineKeyboardButton(text="6♠️", callback_data="6s", style="primary"),
            InlineKeyboardButton(text="7♠️", disabled=DisabledButton()),
        ],
        [InlineKeyboardButton(text="К столу", url="https://t.me/durak_sandbox_bot?start=x")],
    ]
)


async def test_a_round_trip_from_command_to_answered_press(telegram: Telegram, bot: Bot):
    """A command arrives, a message with a keyboard goes out, its press comes and is answered."""
    await telegram.do("send", person=ANYA, chat=DACHA, text="/play")
    [update] = await bot.get_updates()
    assert update.message is not None and update.message.text == "/play"
    assert update.message.from_user is not None and update.message.from_user.first_name == "Аня"
    table = await bot.send_message(
        DACHA, "<b>Стол</b>", parse_mode=ParseMode.HTML, reply_markup=KEYBOARD
    )
    assert table.text == "Стол" and table.reply_markup is not None
    assert table.reply_markup.model_dump() == KEYBOARD.model_dump()
    poll = asyncio.create_task(bot.get_updates(offset=update.update_id + 1, timeout=30))
    press = asyncio.create_task(
        telegram.do(
            "press", person=BORIS, chat=DACHA, message_id=table.message_id, data="6s", wait=15
        )
    )
    [update] = await poll
    assert update.callback_query is not None and update.callback_query.data == "6s"
    assert await bot.answer_callback_query(update.callback_query.id, "Есть", show_alert=True)
    assert await press == {"answered": True, "text": "Есть", "show_alert": True}


async def test_styles_and_disabled_buttons_reach_the_phone(telegram: Telegram, bot: Bot):
    await bot.send_message(DACHA, "Стол", reply_markup=KEYBOARD)
    view = await telegram.get(f"/view?person={ANYA}")
    [message] = view["chats"][0]["messages"]
    first, second = message["reply_markup"]["inline_keyboard"][0]
    assert first == {"text": "6♠️", "callback_data": "6s", "style": "primary"}
    assert second == {"text": "7♠️", "disabled": {}}


async def test_an_ephemeral_hand_is_sent_edited_and_deleted(telegram: Telegram, bot: Bot):
    """A press lets the bot show one person a message of their own."""
    table = await bot.send_message(DACHA, "Стол", reply_markup=KEYBOARD)
    press = {"person": BORIS, "chat": DACHA, "data": "6s"}
    await telegram.do("press", message_id=table.message_id, **press)
    query = (await bot.get_updates())[-1].callback_query
    assert query is not None
    parameters = EphemeralMessageParameters(receiver_user_id=BORIS, callback_query_id=query.id)
    hand = await bot.send_message(
        DACHA, "Твои карты", reply_markup=KEYBOARD, ephemeral_message_parameters=parameters
    )
    assert hand.message_id == 0 and hand.ephemeral_message_id is not None
    assert hand.receiver_user is not None and hand.receiver_user.id == BORIS
    await telegram.do(
        "press", message_id=0, ephemeral_message_id=hand.ephemeral_message_id, **press
    )
    query = (await bot.get_updates())[-1].callback_query
    assert query is not None and isinstance(query.message, Message)
    assert await query.message.as_(bot).edit_ephemeral_text("Уже другие")
    assert await bot.delete_ephemeral_message(DACHA, BORIS, hand.ephemeral_message_id)


async def test_an_ephemeral_command_is_answered_ephemerally(telegram: Telegram, bot: Bot):
    command = BotCommand(command="hand", description="Мои карты", is_ephemeral=True)
    assert await bot.set_my_commands([command], BotCommandScopeAllGroupChats())
    [known] = await bot.get_my_commands(BotCommandScopeAllGroupChats())
    assert known.model_dump() == command.model_dump()
    await telegram.do("send", person=ANYA, chat=DACHA, text="/hand")
    [update] = await bot.get_updates()
    assert update.message is not None and update.message.message_id == 0
    reply = ReplyParameters(ephemeral_message_id=update.message.ephemeral_message_id)
    hand = await bot.send_message(
        DACHA,
        "Твои карты",
        reply_parameters=reply,
        ephemeral_message_parameters=EphemeralMessageParameters(receiver_user_id=ANYA),
    )
    assert hand.ephemeral_message_id


async def test_chats_and_members_are_parsed(bot: Bot):
    me = await bot.get_me()
    assert me.username == "durak_sandbox_bot" and not me.can_read_all_group_messages
    assert (await bot.get_chat(DACHA)).title == "Дача"
    assert (await bot.get_chat_member(DACHA, ANYA)).status == ChatMemberStatus.CREATOR
    assert [admin.user.id for admin in await bot.get_chat_administrators(DACHA)] == [ANYA]
    assert await bot.get_chat_member_count(DACHA) == 5
    assert (await bot.get_webhook_info()).url == ""
    assert await bot.delete_webhook()


async def test_errors_become_aiograms_exceptions(telegram: Telegram, bot: Bot):
    with pytest.raises(TelegramForbiddenError, match="can't initiate conversation"):
        await bot.send_message(ANYA, "Привет")
    with pytest.raises(TelegramBadRequest, match="chat not found"):
        await bot.send_message(5, "Привет")
    async with Bot("43:other", session=bot.session).context(auto_close=False) as stranger:
        with pytest.raises(TelegramUnauthorizedError):
            await stranger.get_me()


async def test_a_second_poller_ends_the_first(telegram: Telegram, bot: Bot):
    first = asyncio.create_task(bot.get_updates(timeout=5))
    while not (await telegram.get(""))["bot"]["online"]:
        assert not first.done()
    second = asyncio.create_task(bot.get_updates(timeout=5))
    with pytest.raises(TelegramConflictError, match="terminated by other getUpdates request"):
        await first
    await telegram.do("send", person=ANYA, chat=DACHA, text="/play")
    assert len(await second) == 1
