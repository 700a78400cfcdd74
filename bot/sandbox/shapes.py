"""Bot API objects in JSON: https://core.telegram.org/bots/api#available-types."""

from bot.sandbox.model import Chat, Json, Message, Person
from bot.sandbox.world import World

_NAMES = ("first_name", "last_name", "username")
PERMISSIONS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)
ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_send_welcome_messages",
    "can_pin_messages",
    "can_manage_topics",
)


def user(person: Person) -> Json:
    """Return a User object."""
    fields = {
        "id": person.id,
        "is_bot": person.is_bot,
        "first_name": person.first_name,
        "last_name": person.last_name,
        "username": person.username,
        "language_code": person.language_code or None,
    }
    return {key: value for key, value in fields.items() if value is not None}


def me(world: World) -> Json:
    """Return the User object of getMe."""
    return {
        **user(world.bot),
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def chat(world: World, of: Chat) -> Json:
    """Return a Chat object."""
    if not of.private:
        group: Json = {"id": of.id, "type": of.type, "title": of.title}
        if of.type == "group":
            return {**group, "all_members_are_administrators": False}
        return group | ({"is_forum": True} if of.is_forum else {})
    person = user(world.people[of.id])
    names: Json = {key: person[key] for key in _NAMES if key in person}
    return {"id": of.id, "type": of.type, **names}


def full_chat(world: World, of: Chat) -> Json:
    """Return a ChatFullInfo object."""
    gifts = (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    )
    permissions = {right: right not in of.denied for right in PERMISSIONS}
    return {
        **chat(world, of),
        **({} if of.private else {"permissions": permissions}),
        "accent_color_id": abs(of.id) % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(gifts, False),
    }


def member(world: World, of: Chat, user_id: int) -> Json:
    """Return the ChatMember object of a user's status."""
    status = of.status(user_id)
    result: Json = {"user": user(world.person(user_id)), "status": status}
    if status == "creator":
        result["is_anonymous"] = False
    elif status == "administrator":
        lacks = of.limits.get(user_id, set())
        rights = {right: right not in lacks for right in ADMIN_RIGHTS}
        result |= {"can_be_edited": False, "is_anonymous": False, **rights}
    elif status == "restricted":
        result |= {"is_member": True, "until_date": 0, **_permissions(of, user_id)}
    elif status == "kicked":
        result["until_date"] = 0
    return result


def _permissions(of: Chat, user_id: int) -> Json:
    return {right: of.may(user_id, right) for right in PERMISSIONS}


def message(world: World, of: Message, with_reply: bool = True) -> Json:
    """Return a Message object as the bot gets it."""
    home = world.chats[of.chat_id]
    result: Json = {
        "message_id": of.id,
        "from": user(world.person(of.sender_id)),
        "chat": chat(world, home),
        "date": int(of.date),
    }
    if of.ephemeral_id:
        result["ephemeral_message_id"] = of.ephemeral_id
        result["receiver_user"] = user(world.person(of.receiver_id))
    if of.edit_date is not None:
        result["edit_date"] = int(of.edit_date)
    if of.sender_chat:
        result["sender_chat"] = of.sender_chat
    if of.thread_id:
        result["message_thread_id"] = of.thread_id
    if of.thread_id in home.topics:
        result["is_topic_message"] = True
    # In a topic, a message without a reply replies to the message that created it.
    answered = of.reply_to or (of.thread_id if of.thread_id != of.id else 0)
    if answered in home.messages and with_reply:
        result["reply_to_message"] = message(world, home.messages[answered], False)
    if of.service:
        return result | of.service
    text, entities = ("caption", "caption_entities") if of.media else ("text", "entities")
    if of.content.text:
        result[text] = of.content.text
    if of.content.entities:
        result[entities] = of.content.entities
    if of.reply_markup:
        result["reply_markup"] = of.reply_markup
    return result | (of.media or {})


def inaccessible(world: World, of: Chat, message_id: int) -> Json:
    """Return an InaccessibleMessage object, for a deleted message."""
    return {"message_id": message_id, "chat": chat(world, of), "date": 0}
