"""The bot itself: how it greets, what it can do, which language it speaks."""

from aiogram import F, Router
from aiogram.filters import CommandObject
from aiogram.types import Message

from bot.services.greetings import Greetings
from bot.services.settings import SettingsMenu
from bot.tables.tables import Tables
from handlers.commands import command
from handlers.identity import Identity


def router() -> Router:
    """/start, /help, /settings, /lang, /ring; and whatever else is written in private."""
    settings = Router(name="settings")
    settings.message.register(start, command("start"), F.chat.type == "private")
    settings.message.register(show_help, command("help", "start"))
    settings.message.register(show_settings, command("settings"))
    settings.message.register(language, command("lang"))
    settings.message.register(ring, command("ring"))
    settings.message.register(show_help, F.chat.type == "private")
    return settings


async def start(message: Message, identity: Identity, greetings: Greetings, tables: Tables) -> None:
    """/start, with or without a payload (some clients drop it): a waiting seat becomes firm."""
    place, person = await identity.anyone(message)
    seated = await tables.started(person)
    greetings.greet(place, seated=seated)


async def show_help(message: Message, identity: Identity, greetings: Greetings) -> None:
    """/help: what can be done here."""
    place, _ = await identity.anyone(message)
    greetings.help(place)


async def show_settings(message: Message, identity: Identity, settings_menu: SettingsMenu) -> None:
    """/settings: what can be chosen here."""
    await settings_menu.show(*await identity.anyone(message))


async def language(
    message: Message,
    command: CommandObject,
    identity: Identity,
    greetings: Greetings,
    tables: Tables,
) -> None:
    """/lang, or /lang en: which language is spoken here."""
    place, person = await identity.anyone(message, admin=True)
    if await greetings.language(place, person, command.args or ""):
        await tables.language_chosen(place, person)


async def ring(message: Message, identity: Identity, greetings: Greetings) -> None:
    """/ring: when one wants to be told that it is one's turn."""
    if came := await identity.member(message):
        await greetings.ring(*came)
