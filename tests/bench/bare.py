"""A minimal bot as a baseline: it answers a press and edits one message."""

from __future__ import annotations

import asyncio
import os

from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, Message

KEYBOARD = InlineKeyboardMarkup(
    inline_keyboard=[[InlineKeyboardButton(text="press", callback_data="press")]]
)


async def main() -> None:
    server = TelegramAPIServer.from_base(os.environ["TELEGRAM_API_URL"])
    bot = Bot(os.environ["BOT_TOKEN"], session=AiohttpSession(api=server))
    dispatcher, presses = Dispatcher(), 0

    @dispatcher.message()
    async def started(message: Message) -> None:
        await message.answer("bare 0", reply_markup=KEYBOARD)

    @dispatcher.callback_query()
    async def pressed(query: CallbackQuery) -> None:
        nonlocal presses
        presses += 1
        assert isinstance(query.message, Message)
        await query.message.edit_text(f"bare {presses}", reply_markup=KEYBOARD)
        await query.answer()

    await dispatcher.start_polling(bot, handle_signals=True)


if __name__ == "__main__":
    asyncio.run(main())
