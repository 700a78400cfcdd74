"""Commands: `/name` and, in groups, `/name@bot`, in any case of letters."""

from typing import Any

from aiogram import Bot
from aiogram.filters import Command
from aiogram.types import Message

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


class _OwnCommand(Command):
    """A command as it was written: a forwarded one is nobody's, its writer meant another chat."""

    async def __call__(self, message: Message, bot: Bot) -> bool | dict[str, Any]:
        return message.forward_origin is None and await super().__call__(message, bot)


def command(*names: str) -> Command:
    """Lets through the commands of these names that are for this bot, unless forwarded."""
    return _OwnCommand(*names, ignore_case=True)
