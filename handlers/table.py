"""Commands that show tables, hands and rules, and the buttons of games."""

from aiogram.types import Message

from bot.model.buttons import (
    AheadPress,
    CardPress,
    CutPress,
    GamePress,
    HintPress,
    MovePress,
    ProofPress,
    RemovePress,
    TablePress,
)
from bot.model.screen import Answer
from bot.tables.tables import Tables
from handlers.feature import Command, Feature, Pressed
from handlers.identity import Identity
from handlers.services import Services


async def show_table(message: Message, identity: Identity, services: Services) -> None:
    """Handle /table: post the table again."""
    await services[Tables].table(*await identity.anyone(message))


async def show_hand(message: Message, identity: Identity, services: Services) -> None:
    """Handle /hand: post the person's hand again in private."""
    if caller := await identity.member(message):
        await services[Tables].hand(*caller)


async def rules(message: Message, identity: Identity, services: Services) -> None:
    """Handle /rules: post the rules of the table."""
    await services[Tables].rules(*await identity.anyone(message))


async def press(pressed: Pressed[TablePress], services: Services) -> Answer:
    """Handle a press at its table."""
    return await services[Tables].press(
        pressed.place, pressed.person, pressed.press, pressed.query_id
    )


FEATURE = Feature(
    "table",
    commands=(
        Command("hand", show_hand, rank=20),
        Command("table", show_table, rank=30),
        Command("rules", rules, rank=60),
    ),
    buttons={
        MovePress: press,
        CardPress: press,
        AheadPress: press,
        GamePress: press,
        RemovePress: press,
        HintPress: press,
        ProofPress: press,
        CutPress: press,
    },
)
