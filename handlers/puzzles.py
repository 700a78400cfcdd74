"""Puzzles."""

from aiogram import Router
from aiogram.types import Message

from bot.services.puzzles import Puzzles
from handlers.commands import command
from handlers.identity import Identity


def router() -> Router:
    """/puzzle."""
    puzzle = Router(name="puzzle")
    puzzle.message.register(show, command("puzzle"))
    return puzzle


async def show(message: Message, identity: Identity, puzzles: Puzzles) -> None:
    """/puzzle: an ending to solve."""
    if came := await identity.member(message):
        await puzzles.show(*came)
