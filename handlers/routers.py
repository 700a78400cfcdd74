"""All handlers together."""

from dataclasses import fields

from aiogram import Bot, Dispatcher, F

from handlers import (
    callbacks,
    chat_events,
    errors,
    history,
    lobby,
    privacy,
    puzzles,
    scores,
    settings,
    table,
)
from handlers.identity import Admins, Identity
from handlers.services import Services


def dispatcher(bot: Bot, services: Services) -> Dispatcher:
    """What sends each update to its handler.

    Nothing on the way to a handler waits, so that updates reach the tables in their order.
    """
    root = Dispatcher(
        disable_fsm=True,
        identity=Identity(services.directory, services.greetings, Admins(bot)),
        services=services,
        **{field.name: getattr(services, field.name) for field in fields(services)},
    )
    root.message.filter(
        F.chat.type.in_({"private", "group", "supergroup"}), F.from_user | F.migrate_from_chat_id
    )
    for room in (
        callbacks,
        chat_events,
        lobby,
        table,
        scores,
        history,
        puzzles,
        privacy,
        settings,
        errors,
    ):
        root.include_router(room.router())
    return root
