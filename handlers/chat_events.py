"""What happens to chats, and to the bot and people in them."""

from aiogram import F, Router
from aiogram.filters import IS_MEMBER, IS_NOT_MEMBER, ChatMemberUpdatedFilter
from aiogram.types import (
    ChatMemberAdministrator,
    ChatMemberMember,
    ChatMemberOwner,
    ChatMemberRestricted,
    ChatMemberUpdated,
    Message,
)

from bot.services.greetings import Greetings
from bot.tables.tables import Tables
from handlers.identity import Identity
from handlers.services import Services

_CAME = ChatMemberUpdatedFilter(IS_NOT_MEMBER >> IS_MEMBER)
_WENT = ChatMemberUpdatedFilter(IS_MEMBER >> IS_NOT_MEMBER)
_PRIVATE = F.chat.type == "private"
_GROUP = F.chat.type.in_({"group", "supergroup"})


def router() -> Router:
    """Changes of membership and rights, of ids of chats, of topics."""
    events = Router(name="events")
    events.my_chat_member.register(unblocked, _PRIVATE, _CAME)
    events.my_chat_member.register(blocked, _PRIVATE, _WENT)
    events.my_chat_member.register(taken_in, _GROUP, _CAME)
    events.my_chat_member.register(rights_changed, _GROUP)
    events.chat_member.register(member_gone, _GROUP, _WENT)
    events.message.register(moved_to, F.migrate_to_chat_id)
    events.message.register(moved_from, F.migrate_from_chat_id)
    events.message.register(left, F.left_chat_member)
    events.message.register(topic_opened, F.forum_topic_created | F.forum_topic_reopened)
    events.message.register(topic_renamed, F.forum_topic_edited)
    return events


async def unblocked(event: ChatMemberUpdated, identity: Identity, services: Services) -> None:
    """A person lets the bot write to them again."""
    await services[Tables].started(await identity.person(event.from_user))


async def blocked(event: ChatMemberUpdated, identity: Identity, services: Services) -> None:
    """A person does not want to hear from the bot."""
    person = await identity.person(event.from_user)
    await services[Tables].chat_events.unreachable(person.user_id)


async def taken_in(event: ChatMemberUpdated, identity: Identity, services: Services) -> None:
    """The bot was taken into a group, perhaps again."""
    person = await identity.person(event.from_user)
    place = await identity.place(event.chat, person)
    if not await _look(event, services):
        services[Greetings].arrive(place)


async def rights_changed(event: ChatMemberUpdated, services: Services) -> None:
    """The bot may do more or less in a group than before, or is not there any more."""
    await _look(event, services)


async def _look(event: ChatMemberUpdated, services: Services) -> bool:
    """Tell what the bot may do now; True if something goes on here that is shown anew."""
    me = event.new_chat_member
    if isinstance(me, ChatMemberRestricted) and me.is_member:
        if me.can_send_messages:
            return await services[Tables].chat_events.opened(event.chat.id)
        await services[Tables].chat_events.shut(event.chat.id, "muted")
        return False
    if isinstance(me, ChatMemberMember | ChatMemberAdministrator | ChatMemberOwner):
        return await services[Tables].chat_events.opened(event.chat.id)
    await services[Tables].chat_events.shut(event.chat.id, "removed")
    return False


async def member_gone(event: ChatMemberUpdated, identity: Identity, services: Services) -> None:
    """Somebody is not in a group any more; admins among the bots are told so."""
    person = await identity.person(event.new_chat_member.user)
    await services[Tables].chat_events.gone(event.chat.id, person)


async def left(message: Message, identity: Identity, services: Services) -> None:
    """Somebody has left a group, or was put out of it."""
    assert message.left_chat_member is not None
    if not message.left_chat_member.is_bot:
        person = await identity.person(message.left_chat_member)
        await services[Tables].chat_events.gone(message.chat.id, person)


async def moved_to(message: Message, services: Services) -> None:
    """The last words in a group: it is a supergroup from now on."""
    assert message.migrate_to_chat_id is not None
    await services[Tables].chat_events.moved(message.chat.id, message.migrate_to_chat_id)


async def moved_from(message: Message, services: Services) -> None:
    """The first words in a supergroup that was a group before."""
    assert message.migrate_from_chat_id is not None
    await services[Tables].chat_events.moved(message.migrate_from_chat_id, message.chat.id)


async def topic_opened(message: Message, services: Services) -> None:
    """A topic was made, or one that was closed can be written in again."""
    if message.message_thread_id:
        made = message.forum_topic_created
        await services[Tables].chat_events.topic_open(
            message.chat.id, message.message_thread_id, made.name if made else None
        )


async def topic_renamed(message: Message, services: Services) -> None:
    """A topic is called something else now (or has another picture)."""
    edited = message.forum_topic_edited
    if message.message_thread_id and edited and edited.name:
        await services[Tables].chat_events.topic_open(
            message.chat.id, message.message_thread_id, edited.name
        )
