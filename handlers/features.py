"""All that people can ask the bot for, a row a feature.

A new feature is a module here with its `FEATURE`, the class of its buttons in `bot.model.buttons`
with what they need permission for in `bot.model.permissions`, and a service that `bot.app` makes.
Menus, routers and the ways of presses follow.
"""

from handlers import (
    analysis,
    greetings,
    history,
    lobby,
    privacy,
    puzzles,
    scores,
    settings,
    table,
)
from handlers.feature import Menu

FEATURES = (
    lobby.FEATURE,
    table.FEATURE,
    scores.FEATURE,
    history.FEATURE,
    analysis.FEATURE,
    puzzles.FEATURE,
    privacy.FEATURE,
    settings.FEATURE,
    greetings.FEATURE,
)
PRESSES = {kind: answer for feature in FEATURES for kind, answer in feature.buttons.items()}
"""What answers each kind of button."""


def menu(of: Menu) -> tuple[str, ...]:
    """Return the names of a menu's commands, in their order."""
    commands = [command for feature in FEATURES for command in feature.commands]
    ranked = sorted((one for one in commands if one.rank), key=lambda one: one.rank)
    return tuple(one.name for one in ranked if of in one.menus)
