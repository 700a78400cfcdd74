"""What is kept of people."""

from aiogram import Router
from aiogram.types import Message

from bot.owndata import OwnData
from handlers.commands import command
from handlers.entrance import Entrance


def router() -> Router:
    """/privacy and /forget."""
    own = Router(name="owndata")
    own.message.register(privacy, command("privacy"))
    own.message.register(forget, command("forget"))
    return own


async def privacy(message: Message, entrance: Entrance, own_data: OwnData) -> None:
    """/privacy: what is kept."""
    place, _ = await entrance.anyone(message)
    own_data.privacy(place)


async def forget(message: Message, entrance: Entrance, own_data: OwnData) -> None:
    """/forget: ask whether to remove it."""
    place, _ = await entrance.anyone(message)
    own_data.ask(place)
