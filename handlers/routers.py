"""All handlers together."""

from dataclasses import fields

from aiogram import Bot, Dispatcher, F

from handlers import errors, events, lobby, owndata, past, presses, puzzle, settings, stats, table
from handlers.desks import Desks
from handlers.entrance import Admins, Entrance


def dispatcher(bot: Bot, desks: Desks) -> Dispatcher:
    """What sends each update to its handler.

    Nothing on the way to a handler waits, so that updates reach the tables in their order.
    """
    root = Dispatcher(
        disable_fsm=True,
        entrance=Entrance(desks.directory, desks.greetings, Admins(bot)),
        desks=desks,
        **{field.name: getattr(desks, field.name) for field in fields(desks)},
    )
    root.message.filter(
        F.chat.type.in_({"private", "group", "supergroup"}), F.from_user | F.migrate_from_chat_id
    )
    for room in (presses, events, lobby, table, stats, past, puzzle, owndata, settings, errors):
        root.include_router(room.router())
    return root
