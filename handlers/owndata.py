"""What is kept of people."""

from aiogram import Router
from aiogram.types import Message

from bot.services.privacy import Privacy
from handlers.commands import command
from handlers.entrance import Entrance


def router() -> Router:
    """/privacy and /forget."""
    own = Router(name="owndata")
    own.message.register(privacy, command("privacy"))
    own.message.register(forget, command("forget"))
    return own


async def privacy(message: Message, entrance: Entrance, privacy: Privacy) -> None:
    """/privacy: what is kept."""
    place, _ = await entrance.anyone(message)
    privacy.privacy(place)


async def forget(message: Message, entrance: Entrance, privacy: Privacy) -> None:
    """/forget: ask whether to remove it."""
    place, _ = await entrance.anyone(message)
    privacy.ask(place)
