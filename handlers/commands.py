"""Commands: `/name` and, in groups, `/name@bot`, in any case of letters."""

from aiogram.filters import Command

PRIVATE_COMMANDS = (
    "play",
    "hand",
    "table",
    "leave",
    "stop",
    "rules",
    "top",
    "history",
    "puzzle",
    "stats",
    "pogony",
    "ring",
    "settings",
    "lang",
    "privacy",
    "forget",
    "help",
)
"""The menu in a private chat, most used first."""
ADMIN_COMMANDS = tuple(name for name in PRIVATE_COMMANDS if name not in ("privacy", "forget"))
"""The menu of a group's admins, who choose its settings and language."""
GROUP_COMMANDS = tuple(name for name in ADMIN_COMMANDS if name not in ("settings", "lang"))
"""The menu in a group."""


def command(*names: str) -> Command:
    """Lets through the commands of these names that are for this bot."""
    return Command(*names, ignore_case=True)
