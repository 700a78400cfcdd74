"""All handlers together."""

from aiogram import Bot, Dispatcher, F

from bot.analyst import Analyst
from bot.chats import Directory, Reception
from bot.history import History
from bot.metrics import Metrics
from bot.owndata import OwnData
from bot.preferences import Preferences
from bot.puzzles import Puzzles
from bot.session import Tables
from bot.standings import Standings
from handlers import errors, events, lobby, owndata, past, presses, puzzle, settings, stats, table
from handlers.entrance import Admins, Entrance


def dispatcher(
    bot: Bot,
    tables: Tables,
    directory: Directory,
    reception: Reception,
    preferences: Preferences,
    standings: Standings,
    history: History,
    analyst: Analyst,
    puzzles: Puzzles,
    own_data: OwnData,
    metrics: Metrics,
) -> Dispatcher:
    """What sends each update to its handler; aiogram hands these rooms over by their names.

    Nothing on the way to a handler waits, so that updates reach the tables in their order.
    """
    root = Dispatcher(
        disable_fsm=True,
        entrance=Entrance(directory, reception, Admins(bot)),
        tables=tables,
        reception=reception,
        preferences=preferences,
        standings=standings,
        history=history,
        analyst=analyst,
        puzzles=puzzles,
        own_data=own_data,
        metrics=metrics,
    )
    root.message.filter(
        F.chat.type.in_({"private", "group", "supergroup"}), F.from_user | F.migrate_from_chat_id
    )
    for room in (presses, events, lobby, table, stats, past, puzzle, owndata, settings, errors):
        root.include_router(room.router())
    return root
