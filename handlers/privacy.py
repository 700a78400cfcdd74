"""Commands about the data that is kept of a person."""

from aiogram.types import Message

from bot.model.buttons import OwnPress
from bot.model.screen import Answer
from bot.services.privacy import Privacy
from handlers.feature import Command, Feature, Pressed
from handlers.identity import Identity
from handlers.services import Services


async def privacy(message: Message, identity: Identity, services: Services) -> None:
    """Handle /privacy: tell what is kept."""
    place, _ = await identity.anyone(message)
    services[Privacy].privacy(place)


async def forget(message: Message, identity: Identity, services: Services) -> None:
    """Handle /forget: ask whether to erase the person."""
    place, _ = await identity.anyone(message)
    services[Privacy].ask(place)


async def press(pressed: Pressed[OwnPress], services: Services) -> Answer:
    """Export what is kept, or erase the person once they have confirmed."""
    return await services[Privacy].press(
        pressed.place, pressed.person, pressed.press, pressed.message_id
    )


FEATURE = Feature(
    "privacy",
    commands=(
        Command("privacy", privacy, rank=150, menus=("private",)),
        Command("forget", forget, rank=160, menus=("private",)),
    ),
    buttons={OwnPress: press},
    services=(Privacy,),
)
