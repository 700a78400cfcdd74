"""The list of past games, and replays."""

from aiogram.types import Message

from bot.model.buttons import HistoryPress
from bot.model.screen import Answer
from bot.services.history import History
from handlers.feature import Command, Feature, Pressed
from handlers.identity import Identity
from handlers.services import Services


async def show(message: Message, identity: Identity, services: Services) -> None:
    """Handle /history: list the last games of the chat; in private, of the person."""
    await services[History].show(*await identity.anyone(message))


async def press(pressed: Pressed[HistoryPress], services: Services) -> Answer:
    """Show a page of the list or a step of a game, or send its record."""
    return await services[History].press(pressed.place, pressed.person, pressed.press)


FEATURE = Feature(
    "history",
    commands=(Command("history", show, rank=80),),
    buttons={HistoryPress: press},
    services=(History,),
)
