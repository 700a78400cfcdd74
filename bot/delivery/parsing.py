"""Keeps the readers of Telegram's answers.

aiogram asks pydantic for `Response[…]` at every call, and pydantic forgets such a class as soon as
nobody holds it: made anew it takes tens of milliseconds, in which nothing else happens.
"""

from typing import Any

from aiogram.methods import (
    AnswerCallbackQuery,
    EditEphemeralMessageText,
    EditMessageText,
    GetChatAdministrators,
    Response,
    SendMessage,
    TelegramMethod,
)

_CALLED: tuple[type[TelegramMethod[Any]], ...] = (
    AnswerCallbackQuery,
    EditEphemeralMessageText,
    EditMessageText,
    GetChatAdministrators,
    SendMessage,
)


def readers() -> list[Any]:
    """A reader for each kind of answer that the bot gets while people play; keep the list."""
    return [Response[method.__returning__] for method in _CALLED]  # type: ignore[name-defined]
