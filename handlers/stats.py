"""Scores."""

from aiogram import Router
from aiogram.types import Message

from bot.standings import Standings
from handlers.commands import command
from handlers.entrance import Entrance


def router() -> Router:
    """/top."""
    stats = Router(name="stats")
    stats.message.register(top, command("top"))
    return stats


async def top(message: Message, entrance: Entrance, standings: Standings) -> None:
    """/top: games and defeats in this chat."""
    place, _ = await entrance.anyone(message)
    await standings.top(place)
