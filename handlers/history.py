"""Past games."""

from aiogram import Router
from aiogram.types import Message

from bot.services.history import History
from handlers.commands import command
from handlers.identity import Identity


def router() -> Router:
    """/history."""
    past = Router(name="history")
    past.message.register(show, command("history"))
    return past


async def show(message: Message, identity: Identity, history: History) -> None:
    """/history: the last games of this chat, or of this person."""
    await history.show(*await identity.anyone(message))
