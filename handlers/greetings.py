"""Commands about the bot itself: greeting, help, language, rings."""

from aiogram import F
from aiogram.filters import CommandObject
from aiogram.types import Message

from bot.model.buttons import LanguagePress, RingPress
from bot.model.screen import Answer
from bot.services.greetings import Greetings
from bot.tables.tables import Tables
from handlers.feature import Command, Feature, Pressed
from handlers.identity import Identity
from handlers.services import Services


async def start(message: Message, identity: Identity, services: Services) -> None:
    """Handle /start, with or without a payload: greet, and make waiting seats firm.

    Some clients drop the payload, so it is not read.
    """
    place, person = await identity.anyone(message)
    seated = await services[Tables].started(person)
    services[Greetings].greet(place, seated=seated)


async def show_help(message: Message, identity: Identity, services: Services) -> None:
    """Handle /help: tell what the bot can do here."""
    place, _ = await identity.anyone(message)
    services[Greetings].help(place)


async def language(
    message: Message, command: CommandObject, identity: Identity, services: Services
) -> None:
    """Handle /lang and /lang en: ask for or set the language of the chat."""
    place, person = await identity.anyone(message, admin=True)
    if await services[Greetings].language(place, person, command.args or ""):
        await services[Tables].language_chosen(place, person)


async def ring(message: Message, identity: Identity, services: Services) -> None:
    """Handle /ring: ask when the person wants to be rung."""
    if caller := await identity.member(message):
        await services[Greetings].ring(*caller)


async def press_language(pressed: Pressed[LanguagePress], services: Services) -> Answer:
    """Set the chosen language; in a group only an admin may."""
    place, person, chosen = pressed.place, pressed.person, pressed.press.language
    answer = await services[Greetings].choose_language(place, person, chosen, pressed.message_id)
    if place.is_admin:
        await services[Tables].language_chosen(place, person)
    return answer


async def press_ring(pressed: Pressed[RingPress], services: Services) -> Answer:
    """Set when the person wants to be rung."""
    answer = await services[Tables].choose_ring(pressed.person, pressed.press.ring)
    await services[Greetings].ring_chosen(pressed.place, pressed.person, pressed.message_id)
    return answer


FEATURE = Feature(
    "greetings",
    commands=(
        Command("start", start, filters=(F.chat.type == "private",)),
        Command("start", show_help),
        Command("help", show_help, rank=170),
        Command("lang", language, rank=140, menus=("private", "admins")),
        Command("ring", ring, rank=120),
    ),
    buttons={LanguagePress: press_language, RingPress: press_ring},
)
