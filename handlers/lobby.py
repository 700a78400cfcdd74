"""Coming to a table and leaving it."""

from aiogram.types import Message

from bot.model.buttons import LobbyPress
from bot.tables.tables import Tables
from handlers.feature import Command, Feature
from handlers.identity import Identity
from handlers.services import Services
from handlers.table import press


async def play(message: Message, identity: Identity, services: Services) -> None:
    """/play: lay the table."""
    if came := await identity.member(message):
        tables = services[Tables]
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


async def leave(message: Message, identity: Identity, services: Services) -> None:
    """/leave: stand up."""
    if came := await identity.member(message):
        await services[Tables].leave(*came)


async def stop(message: Message, identity: Identity, services: Services) -> None:
    """/stop: end it for all; an anonymous admin may, too."""
    await services[Tables].stop(*await identity.anyone(message, admin=True))


FEATURE = Feature(
    "lobby",
    commands=(
        Command("play", play, rank=10),
        Command("leave", leave, rank=40),
        Command("stop", stop, rank=50),
    ),
    buttons={LobbyPress: press},
)
