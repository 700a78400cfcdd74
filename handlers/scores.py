"""Scores."""

from aiogram.types import Message, User

from bot.model.buttons import PlotPress, ScorePress, StatsPress, TopPress
from bot.model.people import Person
from bot.model.screen import Answer
from bot.services.scores import Scores
from handlers.feature import Command, Feature, Pressed
from handlers.identity import Identity
from handlers.services import Services


async def top(message: Message, identity: Identity, services: Services) -> None:
    """/top: who plays best in this chat; who writes in the name of a chat has no line there."""
    place, person = await identity.anyone(message)
    await services[Scores].top(place, person if message.sender_chat is None else None)


async def statistics(message: Message, identity: Identity, services: Services) -> None:
    """/stats: how one plays oneself; in reply to somebody, how they do."""
    came = await identity.member(message)
    if came is None:
        return
    place, person = came
    other = _answered(message)
    # Who is only replied to is not kept: they may have asked to be forgotten.
    about = Person(other.id, other.full_name, person.reader) if other else person
    await services[Scores].stats(place, person, about)


def _answered(message: Message) -> User | None:
    """The person whose message this one replies to; every message of a topic replies to its first
    one, as far as Telegram tells."""
    replied = message.reply_to_message
    if replied is None or replied.forum_topic_created or replied.sender_chat:
        return None
    return replied.from_user if replied.from_user and not replied.from_user.is_bot else None


async def pogony(message: Message, identity: Identity, services: Services) -> None:
    """/pogony: the ranks of this chat."""
    place, person = await identity.anyone(message)
    await services[Scores].pogony(place, person)


async def press(pressed: Pressed[ScorePress], services: Services) -> Answer:
    """Show another board, other statistics, or a plot."""
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
