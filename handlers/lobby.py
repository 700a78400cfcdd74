"""Coming to a table and leaving it."""

from aiogram import Router
from aiogram.types import Message

from bot.tables.tables import Tables
from handlers.commands import command
from handlers.identity import Identity


def router() -> Router:
    """/play, /leave and /stop."""
    lobby = Router(name="lobby")
    lobby.message.register(play, command("play"))
    lobby.message.register(leave, command("leave"))
    lobby.message.register(stop, command("stop"))
    return lobby


async def play(message: Message, identity: Identity, tables: Tables) -> None:
    """/play: lay the table."""
    if came := await identity.member(message):
        if topic := _topic(message):
            await tables.chat_events.topic_open(
                message.chat.id, message.message_thread_id or 0, topic
            )
        await tables.play(*came)


def _topic(message: Message) -> str | None:
    """What the topic of a message is called: those that answer nothing else answer its first."""
    first = message.reply_to_message
    made = first.forum_topic_created if first and message.is_topic_message else None
    return made.name if made else None


async def leave(message: Message, identity: Identity, tables: Tables) -> None:
    """/leave: stand up."""
    if came := await identity.member(message):
        await tables.leave(*came)


async def stop(message: Message, identity: Identity, tables: Tables) -> None:
    """/stop: end it for all; an anonymous admin may, too."""
    await tables.stop(*await identity.anyone(message, admin=True))
