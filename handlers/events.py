"""What happens to the bot in chats: taken in, blocked, unblocked."""

from aiogram import F, Router
from aiogram.filters import IS_MEMBER, IS_NOT_MEMBER, ChatMemberUpdatedFilter
from aiogram.types import ChatMemberUpdated

from bot.chats import Reception
from bot.session import Tables
from handlers.entrance import Entrance

_CAME = ChatMemberUpdatedFilter(IS_NOT_MEMBER >> IS_MEMBER)
_WENT = ChatMemberUpdatedFilter(IS_MEMBER >> IS_NOT_MEMBER)
_PRIVATE = F.chat.type == "private"
_GROUP = F.chat.type.in_({"group", "supergroup"})


def router() -> Router:
    """Changes of the bot's own membership."""
    events = Router(name="events")
    events.my_chat_member.register(unblocked, _PRIVATE, _CAME)
    events.my_chat_member.register(blocked, _PRIVATE, _WENT)
    events.my_chat_member.register(taken_in, _GROUP, _CAME)
    return events


async def unblocked(event: ChatMemberUpdated, entrance: Entrance, tables: Tables) -> None:
    """A person lets the bot write to them again."""
    await tables.started(await entrance.person(event.from_user))


async def blocked(event: ChatMemberUpdated, entrance: Entrance, tables: Tables) -> None:
    """A person does not want to hear from the bot."""
    person = await entrance.person(event.from_user)
    await tables.unreachable(person.user_id)


async def taken_in(event: ChatMemberUpdated, entrance: Entrance, reception: Reception) -> None:
    """The bot was taken into a group."""
    person = await entrance.person(event.from_user)
    reception.arrive(await entrance.place(event.chat, person))
