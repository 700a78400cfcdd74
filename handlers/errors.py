"""What no handler caught."""

import logging

from aiogram import Router
from aiogram.types import ErrorEvent

from bot.services.greetings import Greetings
from handlers.identity import Identity
from handlers.services import Services

log = logging.getLogger(__name__)


def router() -> Router:
    """Everything that went wrong with an update; presses take care of themselves."""
    errors = Router(name="errors")
    errors.error.register(failed)
    return errors


async def failed(event: ErrorEvent, identity: Identity, services: Services) -> None:
    """A command failed: the log has why, the person hears that it did."""
    log.error("an update failed", exc_info=event.exception)
    if event.update.message:
        services[Greetings].trouble(identity.unlooked(event.update.message))
