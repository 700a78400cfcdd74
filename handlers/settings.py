"""Settings of a chat, and of a person in private."""

from aiogram.types import Message

from bot.model.buttons import SettingPress
from bot.model.screen import Answer
from bot.services.settings import SettingsMenu
from handlers.feature import Command, Feature, Pressed
from handlers.identity import Identity
from handlers.services import Services


async def show(message: Message, identity: Identity, services: Services) -> None:
    """Handle /settings: show the settings of the chat or person."""
    await services[SettingsMenu].show(*await identity.anyone(message))


async def press(pressed: Pressed[SettingPress], services: Services) -> Answer:
    """Set the value of the button."""
    return await services[SettingsMenu].press(
        pressed.place, pressed.person, pressed.press, pressed.message_id
    )


FEATURE = Feature(
    "settings",
    commands=(Command("settings", show, rank=130, menus=("private", "admins")),),
    buttons={SettingPress: press},
    services=(SettingsMenu,),
)
