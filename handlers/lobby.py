"""Commands that begin, leave and stop games, and the buttons of lobbies."""

from aiogram.types import Message

from bot.model.buttons import LobbyPress
from bot.tables.tables import Tables
from handlers.feature import Command, Feature
from handlers.identity import Identity
from handlers.services import Services
from handlers.table import press


async def play(message: Message, identity: Identity, services: Services) -> None:
    """Handle /play: open a lobby, or show what is on already."""
    if caller := await identity.member(message):
        tables = services[Tables]
        if topic := _topic(message):
            await tables.chat_events.topic_open(
                message.chat.id, message.message_thread_id or 0, topic
            )
        await tables.play(*caller)


def _topic(message: Message) -> str | None:
    """Return the name of a message's topic, if known.

    Messages in a topic that reply to no other message reply to the one that created it.
    """
    first = message.reply_to_message
    created = first.forum_topic_created if first and message.is_topic_message else None
    return created.name if created else None


async def leave(message: Message, identity: Identity, services: Services) -> None:
    """Handle /leave: stand up from a lobby, or leave a game."""
    if caller := await identity.member(message):
        await services[Tables].leave(*caller)


async def stop(message: Message, identity: Identity, services: Services) -> None:
    """Handle /stop: end the game or lobby for all; anonymous admins may, too."""
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
