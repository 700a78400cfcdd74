"""Callback queries: every press is handled here and answered exactly once."""

import logging

from aiogram import Bot, Router
from aiogram.methods import AnswerCallbackQuery
from aiogram.types import CallbackQuery

from bot.model.button_codec import BadPress
from bot.model.buttons import Press, decode
from bot.model.permissions import admins_count, permission_for
from bot.model.screen import Answer
from bot.runtime.context import current_update
from bot.runtime.metrics import Metrics
from bot.services.greetings import Greetings
from handlers.callback_answers import answer_press
from handlers.feature import Pressed
from handlers.features import PRESSES
from handlers.identity import Identity
from handlers.services import Services

log = logging.getLogger(__name__)

_TEXT_UNITS = 200


def router() -> Router:
    """Return the router of all callback queries."""
    presses = Router(name="presses")
    presses.callback_query.register(pressed)
    return presses


async def pressed(
    query: CallbackQuery,
    bot: Bot,
    identity: Identity,
    services: Services,
) -> None:
    """Handle a press of a button, which may be old or forged, and answer it."""
    press = _press(query)
    try:
        answer = await _outcome(query, press, identity, services)
        services[Metrics].press(_result(press))
    except Exception as error:
        log.error("press_failed error=%s", type(error).__name__, exc_info=error)
        answer = services[Greetings].trouble_answer(identity.reader(query.from_user))
        services[Metrics].press("failed")
    await _answer(bot, query.id, answer)


def _press(query: CallbackQuery) -> Press | None:
    try:
        return decode(query.data or "")
    except BadPress:
        return None


def _result(press: Press | None) -> str:
    """Return the result of a handled press for `Metrics.press`."""
    if press is None:
        return "foreign"
    update = current_update()
    if update is None or not (update.failed or update.kept):
        return "unchanged"
    return "not kept" if update.failed else "done"


async def _outcome(
    query: CallbackQuery, press: Press | None, identity: Identity, services: Services
) -> Answer:
    if press is None or query.message is None:
        person = await identity.person(query.from_user)
        return services[Greetings].old_button(person.reader)
    place, person = await identity.presser(query, admin=_admins_may(press))
    pressed = Pressed(place, person, press, query.id, query.message.message_id)
    return await PRESSES[type(press)](pressed, services)


def _admins_may(press: Press) -> bool:
    """Tell whether being an admin makes a difference to this press."""
    permission = permission_for(press)
    return permission is not None and admins_count(permission)


async def _answer(bot: Bot, query_id: str, answer: Answer) -> None:
    call = AnswerCallbackQuery(
        callback_query_id=query_id,
        text=_short(answer.text) or None,
        show_alert=answer.alert or None,
        url=answer.url,
    )
    await answer_press(bot, call)


def _short(text: str) -> str:
    """Return a text cut to 200 UTF-16 units, the limit of an answer.

    https://core.telegram.org/bots/api#answercallbackquery
    """
    units = text.encode("utf-16-le")
    if len(units) <= 2 * _TEXT_UNITS:
        return text
    return units[: 2 * (_TEXT_UNITS - 1)].decode("utf-16-le", errors="ignore") + "…"
