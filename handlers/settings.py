"""What a chat, and a person in private, can choose."""

from aiogram.types import Message

from bot.model.buttons import SettingPress
from bot.model.screen import Answer
from bot.services.settings import SettingsMenu
from handlers.feature import Command, Feature, Pressed
from handlers.identity import Identity
from handlers.services import Services


async def show(message: Message, identity: Identity, services: Services) -> None:
    """/settings: what can be chosen here."""
    await services[SettingsMenu].show(*await identity.anyone(message))


async def press(pressed: Pressed[SettingPress], services: Services) -> Answer:
    """Choose a value."""
    return await services[SettingsMenu].press(
        pressed.place, pressed.person, pressed.press, pressed.message_id
    )


FEATURE = Feature(
    "settings",
    commands=(Command("settings", show, rank=130, menus=("private", "admins")),),
    buttons={SettingPress: press},
    services=(SettingsMenu,),
)
