"""Whom handlers may turn to."""

from dataclasses import dataclass

from bot.analyst import Analyst
from bot.chats import Directory, Reception
from bot.history import History
from bot.owndata import OwnData
from bot.preferences import Preferences
from bot.puzzles import Puzzles
from bot.runtime.metrics import Metrics
from bot.standings import Standings
from bot.tables.tables import Tables


@dataclass(frozen=True, slots=True)
class Desks:
    """The rooms of the bot in which people have something done.

    aiogram hands each of them over to handlers by the name that it has here.
    """

    tables: Tables
    directory: Directory
    reception: Reception
    preferences: Preferences
    standings: Standings
    history: History
    analyst: Analyst
    puzzles: Puzzles
    own_data: OwnData
    metrics: Metrics
