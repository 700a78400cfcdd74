"""Scores."""

from aiogram import Router
from aiogram.types import Message, User

from bot.model.people import Person
from bot.services.scores import Scores
from handlers.commands import command
from handlers.identity import Identity


def router() -> Router:
    """/top, /stats, /pogony."""
    stats = Router(name="stats")
    stats.message.register(top, command("top"))
    stats.message.register(statistics, command("stats"))
    stats.message.register(pogony, command("pogony"))
    return stats


async def top(message: Message, identity: Identity, scores: Scores) -> None:
    """/top: who plays best in this chat; who writes in the name of a chat has no line there."""
    place, person = await identity.anyone(message)
    await scores.top(place, person if message.sender_chat is None else None)


async def statistics(message: Message, identity: Identity, scores: Scores) -> None:
    """/stats: how one plays oneself; in reply to somebody, how they do."""
    came = await identity.member(message)
    if came is None:
        return
    place, person = came
    other = _answered(message)
    # Who is only replied to is not kept: they may have asked to be forgotten.
    about = Person(other.id, other.full_name, person.language) if other else person
    await scores.stats(place, person, about)


def _answered(message: Message) -> User | None:
    """The person whose message this one replies to; every message of a topic replies to its first
    one, as far as Telegram tells."""
    replied = message.reply_to_message
    if replied is None or replied.forum_topic_created or replied.sender_chat:
        return None
    return replied.from_user if replied.from_user and not replied.from_user.is_bot else None


async def pogony(message: Message, identity: Identity, scores: Scores) -> None:
    """/pogony: the ranks of this chat."""
    place, person = await identity.anyone(message)
    await scores.pogony(place, person)
