"""Whom handlers may turn to."""

from dataclasses import dataclass

from bot.runtime.metrics import Metrics
from bot.services.analysis import Analysis
from bot.services.directory import Directory
from bot.services.greetings import Greetings
from bot.services.history import History
from bot.services.privacy import Privacy
from bot.services.puzzles import Puzzles
from bot.services.scores import Scores
from bot.services.settings import SettingsMenu
from bot.tables.tables import Tables


@dataclass(frozen=True, slots=True)
class Services:
    """The rooms of the bot in which people have something done.

    aiogram hands each of them over to handlers by the name that it has here.
    """

    tables: Tables
    directory: Directory
    greetings: Greetings
    settings_menu: SettingsMenu
    scores: Scores
    history: History
    analysis: Analysis
    puzzles: Puzzles
    privacy: Privacy
    metrics: Metrics
