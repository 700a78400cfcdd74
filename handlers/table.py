"""Looking at the table and at one's hand."""

from aiogram import Router
from aiogram.types import Message

from bot.tables.tables import Tables
from handlers.commands import command
from handlers.identity import Identity


def router() -> Router:
    """/table, /hand and /rules."""
    table = Router(name="table")
    table.message.register(show_table, command("table"))
    table.message.register(show_hand, command("hand"))
    table.message.register(rules, command("rules"))
    return table


async def show_table(message: Message, identity: Identity, tables: Tables) -> None:
    """/table: post it anew."""
    await tables.table(*await identity.anyone(message))


async def show_hand(message: Message, identity: Identity, tables: Tables) -> None:
    """/hand: post one's cards anew, in private."""
    if came := await identity.member(message):
        await tables.hand(*came)


async def rules(message: Message, identity: Identity, tables: Tables) -> None:
    """/rules: how it is played here."""
    await tables.rules(*await identity.anyone(message))
