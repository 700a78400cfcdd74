"""What a person's phone shows, in JSON for the page."""

import json

from bot.sandbox import commands
from bot.sandbox.model import Chat, Json, Message, Person
from bot.sandbox.world import Event, World

_MESSAGES_SHOWN = 200
_SERVICE_WORDS = {
    "migrate_to_chat_id": "Группа стала супергруппой",
    "migrate_from_chat_id": "Группа стала супергруппой",
    "forum_topic_closed": "Тема закрыта",
    "forum_topic_reopened": "Тема снова открыта",
    "pinned_message": "Сообщение закреплено",
}


def person(of: Person) -> Json:
    """Return a person's names and language."""
    names = ("id", "first_name", "last_name", "username", "language_code")
    return {name: value for name in names if (value := getattr(of, name)) is not None}


def world(of: World, online: bool) -> Json:
    """Return the public state: the bot, people, groups."""
    bot = {
        "id": of.bot.id,
        "first_name": of.bot.first_name,
        "username": of.bot.username,
        "online": online,
        "commands": _all_commands(of),
    }
    groups = [
        {
            "id": chat.id,
            "type": chat.type,
            "title": chat.title,
            "members": chat.members(),
            "admins": [user for user in chat.members() if chat.is_admin(user)],
            **_forum(chat),
        }
        for chat in of.groups()
    ]
    return {"bot": bot, "people": [person(one) for one in of.people.values()], "chats": groups}


def view(of: World, person_id: int) -> Json:
    """Return the chats of a person, groups first, with their last messages.

    `commands` of a chat are those that Telegram would offer there.
    """
    who = of.person(person_id)
    chats = [_chat(of, chat, person_id) for chat in of.chats_of(person_id)]
    return {"person": person(who), "chats": chats}


def message(of: World, shown: Message) -> Json:
    """Return a message as the page draws it."""
    sender = of.person(shown.sender_id)
    result: Json = {
        "message_id": shown.id,
        "from": {"id": sender.id, "name": sender.name, "is_bot": sender.is_bot},
        "date": int(shown.date),
        "text": shown.content.text,
        "entities": shown.content.entities,
    }
    if shown.ephemeral_id:
        result["ephemeral_message_id"] = shown.ephemeral_id
    if shown.edit_date is not None:
        result["edit_date"] = int(shown.edit_date)
    if shown.reply_markup:
        result["reply_markup"] = shown.reply_markup
    if shown.reply_to:
        result["reply_to"] = shown.reply_to
    if topic := of.chats[shown.chat_id].topics.get(shown.thread_id):
        result |= {"thread_id": topic.id, "topic": topic.name}
    if shown.sender_chat:
        result["from"] |= {"name": shown.sender_chat["title"], "is_bot": False}
    if shown.service:
        result["service"] = _service_words(sender, shown.service)
    for kind, stored in (shown.media or {}).items():
        file = stored[-1] if isinstance(stored, list) else stored
        result[kind] = {"url": f"/world/file/{file['file_id']}", "name": file.get("file_name", "")}
    return result


def frame(of: World, event: Event, person_id: int) -> Json | None:
    """Return the websocket frame of an event for a person, None if it is not theirs."""
    if event.kind == "view":
        return {"type": "view", **view(of, person_id)} if event.person_id == person_id else None
    chat, shown = event.chat, event.message
    if chat is None or not chat.has(person_id):
        return None
    if shown is None:
        return {"type": event.kind, "chat": chat.id, "action": event.action}
    if shown.person_id not in (0, person_id):
        return None
    if event.kind == "delete":
        key = "ephemeral_message_id" if shown.ephemeral_id else "message_id"
        return {"type": "delete", "chat": chat.id, key: shown.ephemeral_id or shown.id}
    return {"type": event.kind, "chat": chat.id, "message": message(of, shown)}


def _chat(of: World, chat: Chat, person_id: int) -> Json:
    title = of.bot.name if chat.private else chat.title
    shown = list(chat.messages.values())[-_MESSAGES_SHOWN:]
    shown += [one for one in chat.ephemerals.values() if one.person_id == person_id]
    shown.sort(key=lambda one: one.date)
    result: Json = {"id": chat.id, "type": chat.type, "title": title}
    if chat.private:
        result |= {"started": chat.started, "blocked": chat.blocked}
    result |= _forum(chat)
    if chat.pinned in chat.messages:
        result["pinned"] = chat.pinned
    result["commands"] = commands.known(of, chat, person_id)
    result["messages"] = [message(of, one) for one in shown]
    return result


def _forum(chat: Chat) -> Json:
    if not chat.is_forum:
        return {}
    topics = [{"id": t.id, "name": t.name, "closed": t.closed} for t in chat.topics.values()]
    return {"is_forum": True, "topics": topics}


def _all_commands(of: World) -> list[Json]:
    """Return each command once, from any scope; those without a language win."""
    found: dict[str, Json] = {}
    for (scope, language), listed in sorted(of.commands.items(), key=lambda item: item[0][1]):
        for command in listed:
            extra = {"scope": json.loads(scope), "language_code": language}
            found.setdefault(command["command"], command | extra)
    return list(found.values())


def _service_words(actor: Person, service: Json) -> str:
    if "left_chat_member" in service:
        user = service["left_chat_member"]
        own = user["id"] == actor.id
        name = user["first_name"]
        return f"{name} покидает группу" if own else f"{actor.name} исключает: {name}"
    for key, words in _SERVICE_WORDS.items():
        if key in service:
            return words
    if "forum_topic_created" in service:
        return f"Новая тема: {service['forum_topic_created']['name']}"
    user = service["new_chat_members"][0]
    name = user["first_name"]
    return f"{name} в группе" if user["id"] == actor.id else f"{actor.name} добавляет: {name}"
