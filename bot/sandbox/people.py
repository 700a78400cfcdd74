"""Actions of people, and the updates that the bot gets.

The functions raise WorldError if a person, chat, topic or message does not exist, or the person
can't do that.
"""

import re

from bot.sandbox import commands, shapes
from bot.sandbox.entities import Formatted, plain
from bot.sandbox.errors import WorldError
from bot.sandbox.keyboards import data_of
from bot.sandbox.model import PRESENT, Chat, Json, Message, Person, Query
from bot.sandbox.world import ANONYMOUS, CHANNEL, Event, World

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_COMMAND = re.compile(r"/([A-Za-z0-9_]+)(?:@(\w+))?")


def add_person(world: World, first_name: str, language_code: str = "ru") -> Person:
    """Create a person, who joins the oldest group."""
    person = Person(max(world.people, default=1000) + 1, first_name, language_code)
    world.advance(person)
    for group in world.groups()[:1]:
        set_member(world, group.id, person.id, "member")
    world.notify(Event("world"))
    return person


def add_group(world: World, title: str, creator_id: int, member_ids: list[int]) -> Chat:
    """Create a group with these people and the bot, which its creator has added."""
    identifiers = [creator_id, *member_ids]
    statuses = {world.person(person_id).id: "member" for person_id in identifiers}
    statuses[creator_id] = "creator"
    basic = [chat.id for chat in world.chats.values() if chat.type == "group"]
    identifier = min(basic, default=-2000) - 1
    group = Chat(identifier, "group", title, statuses=statuses)
    world.chats[identifier] = group
    set_member(world, identifier, world.bot.id, "member")
    for person_id in statuses:
        world.notify(Event("view", person_id=person_id))
    world.notify(Event("world"))
    return group


def change_person(world: World, person_id: int, changes: dict[str, str]) -> Person:
    """Change first_name, last_name or language_code; an empty last_name removes it."""
    person = world.people.get(person_id)
    if person is None:
        raise WorldError(f"nobody has the id {person_id}")
    for name, value in changes.items():
        setattr(person, name, (value or None) if name == "last_name" else value)
    world.notify(Event("world"))
    return person


def send(
    world: World,
    person_id: int,
    chat_id: int,
    text: str,
    reply_to: int | None = None,
    thread_id: int = 0,
    mask: str = "",
) -> Message:
    """Write into a group (or one of its topics) or the private chat with the bot.

    With `mask` a person writes as the group ("anonymous", admins only) or as their "channel".
    """
    chat = _own_chat(world, person_id, chat_id)
    thread_id = _thread(chat, reply_to, thread_id)
    content = plain(text)
    if not content.text:
        raise WorldError("nothing is written")
    if chat.private and chat.blocked:
        raise WorldError("the bot is blocked: unblock it first")
    if not (chat.private or mask) and _is_ephemeral(world, chat, person_id, content):
        sent = world.post_ephemeral(chat, person_id, world.bot.id, content, thread_id=thread_id)
        world.updates.put("message", shapes.message(world, sent))
        return sent
    if chat.private and not chat.started:
        chat.started = True
        world.notify(Event("view", person_id=person_id))
    masked = _masked(world, chat, person_id, mask) if mask else {}
    sender_id = masked.pop("sender_id", person_id)
    sent = world.post(chat, sender_id, content, reply_to=reply_to, thread_id=thread_id, **masked)
    if chat.private or _bot_sees(world, chat, sent):
        world.updates.put("message", shapes.message(world, sent))
    return sent


def _masked(world: World, chat: Chat, person_id: int, mask: str) -> Json:
    """Return the sender_id and the sender_chat of a masked message."""
    if chat.private or mask not in ("anonymous", "channel"):
        raise WorldError("people write as anonymous or channel, in groups")
    if mask == "channel":
        title = f"{world.person(person_id).first_name}: канал"
        channel = {"id": -1_000_000_100_000 - person_id, "type": "channel", "title": title}
        return {"sender_id": CHANNEL.id, "sender_chat": channel}
    if not chat.is_admin(person_id):
        raise WorldError("only admins write as the group")
    return {"sender_id": ANONYMOUS.id, "sender_chat": shapes.chat(world, chat)}


def _thread(chat: Chat, reply_to: int | None, thread_id: int) -> int:
    """Return the topic of a message, or in a supergroup the thread it replies to."""
    if thread_id and thread_id not in chat.topics:
        raise WorldError(f"no topic has the id {thread_id}")
    answered = chat.messages.get(reply_to or 0)
    if thread_id or answered is None or chat.type != "supergroup" or chat.is_forum:
        return thread_id
    return answered.thread_id or answered.id


def press(
    world: World,
    person_id: int,
    chat_id: int,
    message_id: int,
    data: str,
    ephemeral_id: int = 0,
    force: bool = False,
) -> Query:
    """Press the button with that data; the returned query is answered later.

    With `force` the press is sent even if the person sees no such button, as a forged one.
    """
    chat = world.chat(chat_id) if force else _own_chat(world, person_id, chat_id)
    message = chat.ephemerals.get(ephemeral_id) if ephemeral_id else chat.messages.get(message_id)
    if message and message.person_id not in (0, person_id):
        message = None
    if not force and (message is None or data not in data_of(message.buttons())):
        raise WorldError("no such button is there")
    query = world.ask(person_id, chat, from_ephemeral=bool(ephemeral_id))
    shown = (
        shapes.message(world, message) if message else shapes.inaccessible(world, chat, message_id)
    )
    update = {
        "id": query.id,
        "from": shapes.user(world.person(person_id)),
        "message": shown,
        "chat_instance": str(7_000_000_000 + abs(chat.id)),
        "data": data,
    }
    if chat.private or chat.has(world.bot.id):
        world.updates.put("callback_query", update)
    return query


def start(world: World, person_id: int, payload: str = "") -> Message:
    """Open t.me/<bot>?start=payload and press Start."""
    if payload and not _PAYLOAD.fullmatch(payload):
        raise WorldError("a payload is up to 64 of A-Z, a-z, 0-9, _ and -")
    set_blocked(world, person_id, False)
    return send(world, person_id, person_id, f"/start {payload}".strip())


def set_blocked(world: World, person_id: int, blocked: bool) -> None:
    """Block or unblock the bot in the private chat."""
    chat = _own_chat(world, person_id, person_id)
    if chat.blocked == blocked:
        return
    chat.blocked = blocked
    member = {"user": shapes.user(world.bot)}
    states: list[Json] = [{**member, "status": "member"}, {**member, "status": "kicked"}]
    states[1]["until_date"] = 0
    old, new = states if blocked else reversed(states)
    world.updates.put("my_chat_member", _change(world, chat, person_id, old, new))
    world.notify(Event("view", person_id=person_id))


def set_member(world: World, chat_id: int, user_id: int, status: str) -> None:
    """Set the status of a person or the bot in a group.

    It is member, administrator, left or kicked.
    """
    chat = world.chat(chat_id)
    if chat.private:
        raise WorldError("only groups have members")
    if status not in ("member", "administrator", "left", "kicked"):
        raise WorldError(f"no such status: {status}")
    world.person(user_id)
    old, before = shapes.member(world, chat, user_id), chat.status(user_id)
    if before == status:
        return
    chat.limits.pop(user_id, None)
    is_bot = user_id == world.bot.id
    actor = creator(chat) if is_bot or status in ("administrator", "kicked") else user_id
    present = status in PRESENT
    if (before in PRESENT) != present:
        _announce_member(world, chat, actor, user_id, present)
    chat.statuses.pop(user_id, None)
    chat.statuses[user_id] = status
    tell_change(world, chat, actor, user_id, old)
    if not is_bot:
        world.notify(Event("view", person_id=user_id))
    world.notify(Event("world"))


def tell_change(world: World, chat: Chat, actor: int, user_id: int, old: Json) -> None:
    """Send the update of a changed status: the bot's own, or as an admin anyone's."""
    is_bot = user_id == world.bot.id
    if is_bot or chat.is_admin(world.bot.id):
        change = _change(world, chat, actor, old, shapes.member(world, chat, user_id))
        world.updates.put("my_chat_member" if is_bot else "chat_member", change)


def _announce_member(world: World, chat: Chat, actor: int, user_id: int, joined: bool) -> None:
    user = shapes.user(world.person(user_id))
    service = {"new_chat_members": [user]} if joined else {"left_chat_member": user}
    sent = world.post(chat, actor, Formatted("", []), service=service)
    if chat.has(world.bot.id) or user_id == world.bot.id:
        world.updates.put("message", shapes.message(world, sent))


def _change(world: World, chat: Chat, actor: int, old: Json, new: Json) -> Json:
    return {
        "chat": shapes.chat(world, chat),
        "from": shapes.user(world.person(actor)),
        "date": int(world.clock()),
        "old_chat_member": old,
        "new_chat_member": new,
    }


def creator(chat: Chat) -> int:
    """Return the creator of a group; if they left, its oldest member."""
    those = [user for user in chat.statuses if chat.has(user)]
    return next((user for user in those if chat.statuses[user] == "creator"), those[0])


def _own_chat(world: World, person_id: int, chat_id: int) -> Chat:
    if person_id not in world.people:
        raise WorldError(f"nobody has the id {person_id}")
    chat = world.chat(chat_id)
    if not chat.has(person_id):
        raise WorldError("that person is not in this chat")
    return chat


def _command(content: Formatted) -> re.Match[str] | None:
    return _COMMAND.match(content.text)


def _is_ephemeral(world: World, chat: Chat, person_id: int, content: Formatted) -> bool:
    command = _command(content)
    if command is None or not chat.has(world.bot.id):
        return False
    if command[2] not in (None, world.bot.username):
        return False
    known = commands.known(world, chat, person_id)
    return any(c["command"] == command[1] and c.get("is_ephemeral") for c in known)


def _bot_sees(world: World, chat: Chat, message: Message) -> bool:
    """Apply privacy mode: commands to the bot or to no bot, and replies to it."""
    if not chat.has(world.bot.id):
        return False
    if chat.is_admin(world.bot.id):
        return True
    command = _command(message.content)
    if command:
        return command[2] in (None, world.bot.username)
    answered = chat.messages.get(message.reply_to or 0)
    return answered is not None and answered.sender_id == world.bot.id
