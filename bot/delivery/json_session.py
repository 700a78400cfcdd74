"""Bot API calls as JSON: https://core.telegram.org/bots/api#making-requests."""

import json
from typing import Any

from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.methods import (
    AnswerCallbackQuery,
    EditEphemeralMessageText,
    EditMessageText,
    GetChatAdministrators,
    Response,
    SendMessage,
    TelegramMethod,
)
from aiohttp.payload import JsonPayload


class JsonSession(AiohttpSession):
    """Session that sends calls as JSON; only calls with files are sent as forms.

    In a form every Russian letter takes six characters, and encoding screens was an eighth of the
    bot's processor time.
    """

    def build_form_data(self, bot: Bot, method: TelegramMethod[Any]) -> Any:
        """Return the body of a call, without empty parameters."""
        given = method.model_dump(warnings=False)
        files: dict[str, Any] = {}
        values = {
            key: self.prepare_value(given[key], bot, files, _dumps_json=False) for key in given
        }
        if files:
            return super().build_form_data(bot, method)
        return JsonPayload({key: values[key] for key in values if values[key]}, dumps=_dumps)


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_CALLED: tuple[type[TelegramMethod[Any]], ...] = (
    AnswerCallbackQuery,
    EditEphemeralMessageText,
    EditMessageText,
    GetChatAdministrators,
    SendMessage,
)


def response_types() -> list[Any]:
    """Return a response type for each kind of call made during play; keep the list.

    aiogram asks pydantic for `Response[...]` at every call, and pydantic drops such a class when
    nothing holds it: creating it again blocks the loop for tens of milliseconds.
    """
    return [Response[method.__returning__] for method in _CALLED]  # type: ignore[name-defined]
