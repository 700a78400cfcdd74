"""Looking at the table and at one's hand, and playing it."""

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
    """/table: post it anew."""
    await services[Tables].table(*await identity.anyone(message))


async def show_hand(message: Message, identity: Identity, services: Services) -> None:
    """/hand: post one's cards anew, in private."""
    if came := await identity.member(message):
        await services[Tables].hand(*came)


async def rules(message: Message, identity: Identity, services: Services) -> None:
    """/rules: how it is played here."""
    await services[Tables].rules(*await identity.anyone(message))


async def press(pressed: Pressed[TablePress], services: Services) -> Answer:
    """Carry out a press at its table."""
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
