"""Past games."""

from aiogram.types import Message

from bot.model.buttons import HistoryPress
from bot.model.screen import Answer
from bot.services.history import History
from handlers.feature import Command, Feature, Pressed
from handlers.identity import Identity
from handlers.services import Services


async def show(message: Message, identity: Identity, services: Services) -> None:
    """/history: the last games of this chat, or of this person."""
    await services[History].show(*await identity.anyone(message))


async def press(pressed: Pressed[HistoryPress], services: Services) -> Answer:
    """Turn a page of the list, or look at a game."""
    return await services[History].press(pressed.place, pressed.person, pressed.press)


FEATURE = Feature(
    "history",
    commands=(Command("history", show, rank=80),),
    buttons={HistoryPress: press},
    services=(History,),
)
