"""Updates about chats: membership, rights, ids, topics."""

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
    """Return the router of updates about membership, rights, chat ids and topics."""
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
    """Handle a person who unblocks the bot."""
    await services[Tables].started(await identity.person(event.from_user))


async def blocked(event: ChatMemberUpdated, identity: Identity, services: Services) -> None:
    """Handle a person who blocks the bot."""
    person = await identity.person(event.from_user)
    await services[Tables].chat_events.unreachable(person.user_id)


async def taken_in(event: ChatMemberUpdated, identity: Identity, services: Services) -> None:
    """Handle that the bot was added to a group, perhaps again."""
    person = await identity.person(event.from_user)
    place = await identity.place(event.chat, person)
    if not await _look(event, services):
        services[Greetings].arrive(place)


async def rights_changed(event: ChatMemberUpdated, services: Services) -> None:
    """Handle a change of the bot's rights in a group, or its removal."""
    await _look(event, services)


async def _look(event: ChatMemberUpdated, services: Services) -> bool:
    """Note what the bot may do in a chat now; tell if tables are posted there again."""
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
    """Handle a member who left a group; sent only where the bot is an admin."""
    person = await identity.person(event.new_chat_member.user)
    await services[Tables].chat_events.gone(event.chat.id, person)


async def left(message: Message, identity: Identity, services: Services) -> None:
    """Handle the service message about a member who left a group or was removed."""
    assert message.left_chat_member is not None
    if not message.left_chat_member.is_bot:
        person = await identity.person(message.left_chat_member)
        await services[Tables].chat_events.gone(message.chat.id, person)


async def moved_to(message: Message, services: Services) -> None:
    """Handle the last message of a group that has become a supergroup."""
    assert message.migrate_to_chat_id is not None
    await services[Tables].chat_events.moved(message.chat.id, message.migrate_to_chat_id)


async def moved_from(message: Message, services: Services) -> None:
    """Handle the first message of a supergroup that was a group."""
    assert message.migrate_from_chat_id is not None
    await services[Tables].chat_events.moved(message.migrate_from_chat_id, message.chat.id)


async def topic_opened(message: Message, services: Services) -> None:
    """Handle a topic that was created or reopened."""
    if message.message_thread_id:
        created = message.forum_topic_created
        await services[Tables].chat_events.topic_open(
            message.chat.id, message.message_thread_id, created.name if created else None
        )


async def topic_renamed(message: Message, services: Services) -> None:
    """Handle a topic with a new name (or a new icon)."""
    edited = message.forum_topic_edited
    if message.message_thread_id and edited and edited.name:
        await services[Tables].chat_events.topic_open(
            message.chat.id, message.message_thread_id, edited.name
        )
