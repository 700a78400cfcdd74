"""What is kept of people."""

from aiogram import Router
from aiogram.types import Message

from bot.services.privacy import Privacy
from handlers.commands import command
from handlers.identity import Identity


def router() -> Router:
    """/privacy and /forget."""
    own = Router(name="owndata")
    own.message.register(privacy, command("privacy"))
    own.message.register(forget, command("forget"))
    return own


async def privacy(message: Message, identity: Identity, privacy: Privacy) -> None:
    """/privacy: what is kept."""
    place, _ = await identity.anyone(message)
    privacy.privacy(place)


async def forget(message: Message, identity: Identity, privacy: Privacy) -> None:
    """/forget: ask whether to remove it."""
    place, _ = await identity.anyone(message)
    privacy.ask(place)
