"""Boards, statistics and ranks."""

from aiogram.types import Message, User

from bot.model.buttons import PlotPress, ScorePress, StatsPress, TopPress
from bot.model.people import Person
from bot.model.screen import Answer
from bot.services.scores import Scores
from handlers.feature import Command, Feature, Pressed
from handlers.identity import Identity
from handlers.services import Services


async def top(message: Message, identity: Identity, services: Services) -> None:
    """Handle /top: show the board of the chat; an anonymous asker has no row there."""
    place, person = await identity.anyone(message)
    await services[Scores].top(place, person if message.sender_chat is None else None)


async def statistics(message: Message, identity: Identity, services: Services) -> None:
    """Handle /stats: show statistics of the asker or, in a reply, of the other person."""
    caller = await identity.member(message)
    if caller is None:
        return
    place, person = caller
    other = _replied_to(message)
    # The person replied to is not stored: they may have asked to be erased.
    about = Person(other.id, other.full_name, person.reader) if other else person
    await services[Scores].stats(place, person, about)


def _replied_to(message: Message) -> User | None:
    """Return the person whose message this one replies to.

    In a topic, a message that is no reply replies to the one that created the topic.
    """
    replied = message.reply_to_message
    if replied is None or replied.forum_topic_created or replied.sender_chat:
        return None
    return replied.from_user if replied.from_user and not replied.from_user.is_bot else None


async def pogony(message: Message, identity: Identity, services: Services) -> None:
    """Handle /pogony: show the ranks of the chat."""
    place, person = await identity.anyone(message)
    await services[Scores].pogony(place, person)


async def press(pressed: Pressed[ScorePress], services: Services) -> Answer:
    """Show another board, other statistics or a plot."""
    return await services[Scores].press(
        pressed.place, pressed.person, pressed.press, pressed.message_id
    )


FEATURE = Feature(
    "scores",
    commands=(
        Command("top", top, rank=70),
        Command("stats", statistics, rank=100),
        Command("pogony", pogony, rank=110),
    ),
    buttons={TopPress: press, StatsPress: press, PlotPress: press},
    services=(Scores,),
)
