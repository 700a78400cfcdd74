"""The dispatcher with all handlers."""

from aiogram import Bot, Dispatcher, F, Router

from bot.services.directory import Directory
from bot.services.greetings import Greetings
from handlers import callbacks, chat_events, errors, greetings
from handlers.features import FEATURES
from handlers.identity import Admins, Identity
from handlers.services import Services


def dispatcher(bot: Bot, services: Services) -> Dispatcher:
    """Return the dispatcher of updates to their handlers.

    Nothing on the way to a handler waits, so that updates reach tables in order.

    Raises:
        KeyError: a service is missing.
    """
    root = Dispatcher(
        disable_fsm=True,
        identity=Identity(services[Directory], services[Greetings], Admins(bot)),
        services=services,
    )
    root.message.filter(
        F.chat.type.in_({"private", "group", "supergroup"}), F.from_user | F.migrate_from_chat_id
    )
    for router in (callbacks.router(), chat_events.router()):
        root.include_router(router)
    for feature in FEATURES:
        services.check(feature.services)
        root.include_router(feature.router())
    other = Router(name="other")
    other.message.register(greetings.show_help, F.chat.type == "private")
    for router in (other, errors.router()):
        root.include_router(router)
    return root
