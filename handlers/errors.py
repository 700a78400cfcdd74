"""Errors that no handler caught."""

import logging

from aiogram import Router
from aiogram.types import ErrorEvent

from bot.services.greetings import Greetings
from handlers.identity import Identity
from handlers.services import Services

log = logging.getLogger(__name__)


def router() -> Router:
    """Return the router of errors; `callbacks.pressed` handles its own."""
    errors = Router(name="errors")
    errors.error.register(failed)
    return errors


async def failed(event: ErrorEvent, identity: Identity, services: Services) -> None:
    """Log an error, and apologise where it was a command that failed."""
    log.error("update_failed", exc_info=event.exception)
    if event.update.message:
        services[Greetings].trouble(identity.unlooked(event.update.message))
