"""All features, one row for each.

A new feature is a module here with its `FEATURE`, classes of its buttons in `bot.model.buttons`
with their permissions in `bot.model.permissions`, and a service that `bot.app` makes. Menus,
routers and the dispatch of presses are built from the rows.
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
PRESSES = {kind: handler for feature in FEATURES for kind, handler in feature.buttons.items()}
"""The handler of each kind of button."""


def menu(of: Menu) -> tuple[str, ...]:
    """Return the names of the commands of a menu, in order of rank."""
    commands = [command for feature in FEATURES for command in feature.commands]
    ranked = sorted((one for one in commands if one.rank), key=lambda one: one.rank)
    return tuple(one.name for one in ranked if of in one.menus)
