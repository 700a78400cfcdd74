"""Puzzles: endings to solve."""

from aiogram.types import Message

from bot.model.buttons import PuzzlePress
from bot.model.screen import Answer
from bot.services.puzzles import Puzzles
from handlers.feature import Command, Feature, Pressed
from handlers.identity import Identity
from handlers.services import Services


async def show(message: Message, identity: Identity, services: Services) -> None:
    """Handle /puzzle: show a puzzle to solve."""
    if caller := await identity.member(message):
        await services[Puzzles].show(*caller)


async def press(pressed: Pressed[PuzzlePress], services: Services) -> Answer:
    """Try a move, give a hint, or show the next puzzle."""
    return await services[Puzzles].press(pressed.place, pressed.person, pressed.press)


FEATURE = Feature(
    "puzzles",
    commands=(Command("puzzle", show, rank=90),),
    buttons={PuzzlePress: press},
    services=(Puzzles,),
)
