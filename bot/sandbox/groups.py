"""Changes of groups: migration to a supergroup, topics, rights, deletion.

- `POST /world/migrate {"chat", "signals"?: ["to", "from"], "is_forum"?}` -> {"id"}: the group has
  a new id (-100…), and its old messages are deleted. The bot gets the service messages in this
  order: `to` in the old chat, `from` in the new one; [] for none. A repeated request with the old
  or the new id sends these signals again.
- `POST /world/topics {"chat", "name"}` -> {"id"}: create a topic; the supergroup becomes a forum.
- `POST /world/topics/{id} {"chat", "closed": bool}`: close or open a topic; `{"chat", "deleted":
  true}`: delete it with its messages.
- `POST /world/rights {"chat", "person"?, "RIGHT": bool…}`: set rights of one member (a person
  or the bot), or without `person` of all ordinary members, without an update. RIGHT is one of
  ChatPermissions, an administrator's right, or `can_edit`: whether the bot may edit its messages.
  `"hidden_members": bool`: a bot that is no admin can't use getChatMember on ordinary members.
- `POST /world/delete {"chat", "told"?: bool}`: delete the group; with `told` the bot is notified.
"""

from bot.sandbox import people, shapes
from bot.sandbox.entities import Formatted
from bot.sandbox.errors import WorldError
from bot.sandbox.model import Chat, Json, Topic
from bot.sandbox.world import ANONYMOUS, Event, World

SIGNALS = ("to", "from")
_SUPERGROUPS = -1_000_000_000_000
_ICON_COLOR = 7_322_096


def migrate(world: World, chat_id: int, signals: list[str], is_forum: bool = False) -> Chat:
    """Migrate a group unless it is done; send the signals and return the new chat.

    Raises:
        WorldError: there is no such group, or it was created as a supergroup.
    """
    chat = world.group(chat_id)
    new = world.chats.get(chat.migrated_to) or (
        chat if chat.type == "supergroup" else _upgraded(world, chat)
    )
    new.is_forum = new.is_forum or is_forum
    old = next((one for one in world.chats.values() if one.migrated_to == new.id), None)
    if old is None:
        raise WorldError("that supergroup never was a group")
    for signal in signals:
        _signal(world, old, new, signal)
    _show(world, new)
    return new


def _upgraded(world: World, old: Chat) -> Chat:
    new = Chat(_SUPERGROUPS + old.id, "supergroup", old.title, statuses=dict(old.statuses))
    new.denied, new.limits = set(old.denied), dict(old.limits)
    old.migrated_to = new.id
    # The bot still gets updates of the old chat: a press under way, the signal.
    old.statuses = {world.bot.id: old.status(world.bot.id)}
    old.messages.clear()
    old.ephemerals.clear()
    # It replaces the old one on every phone.
    chats = {}
    for chat_id, chat in world.chats.items():
        chats[chat_id] = chat
        if chat is old:
            chats[new.id] = new
    world.chats = chats
    return new


def _signal(world: World, old: Chat, new: Chat, signal: str) -> None:
    nothing = Formatted("", [])
    if signal == "to":
        service: Json = {"migrate_to_chat_id": new.id}
        sent = world.post(old, people.creator(new), nothing, service=service)
    else:
        service = {"migrate_from_chat_id": old.id}
        group = shapes.chat(world, new)
        sent = world.post(new, ANONYMOUS.id, nothing, service=service, sender_chat=group)
    if new.has(world.bot.id):
        world.updates.put("message", shapes.message(world, sent))


def add_topic(world: World, chat_id: int, name: str) -> Topic:
    """Create a topic in a supergroup, in the name of its creator.

    Raises:
        WorldError: there is no such supergroup.
    """
    chat = world.group(chat_id)
    if chat.type != "supergroup":
        raise WorldError("only supergroups have topics: migrate it first")
    chat.is_forum = True
    service = {"forum_topic_created": {"name": name, "icon_color": _ICON_COLOR}}
    sent = world.post(chat, people.creator(chat), Formatted("", []), service=service)
    topic = chat.topics[sent.id] = Topic(sent.id, name)
    sent.thread_id = sent.id
    _show(world, chat)
    if chat.has(world.bot.id):
        world.updates.put("message", shapes.message(world, sent))
    return topic


def change_topic(world: World, chat_id: int, topic_id: int, closed: bool, deleted: bool) -> None:
    """Close or open a topic, with an update, or delete it without one.

    Raises:
        WorldError: there is no such group or topic.
    """
    chat = world.group(chat_id)
    if topic_id not in chat.topics:
        raise WorldError(f"no topic has the id {topic_id}")
    if deleted:
        del chat.topics[topic_id]
        for kept in (chat.messages, chat.ephemerals):
            for key in [key for key, one in kept.items() if one.thread_id == topic_id]:
                del kept[key]
    elif chat.topics[topic_id].closed != closed:
        chat.topics[topic_id].closed = closed
        service: Json = {"forum_topic_closed" if closed else "forum_topic_reopened": {}}
        actor, nothing = people.creator(chat), Formatted("", [])
        sent = world.post(chat, actor, nothing, service=service, thread_id=topic_id)
        if chat.has(world.bot.id):
            world.updates.put("message", shapes.message(world, sent))
    _show(world, chat)


def set_rights(world: World, chat_id: int, person_id: int, rights: dict[str, bool]) -> None:
    """Grant and revoke rights of one member, or (person 0) of all ordinary ones.

    Raises:
        WorldError: there is no such group, member or right.
    """
    chat = world.group(chat_id)
    known = {*shapes.PERMISSIONS, *shapes.ADMIN_RIGHTS, "can_edit"}
    for name in rights.keys() - known:
        raise WorldError(f"no such right: {name}")
    given = {name for name, may in rights.items() if may}
    taken = rights.keys() - given
    if not person_id:
        chat.denied = (chat.denied | taken) - given
        return
    if not chat.has(person_id):
        raise WorldError("that person is not in this chat")
    old, before = shapes.member(world, chat, person_id), chat.status(person_id)
    lacks = chat.limits[person_id] = (chat.limits.get(person_id, set()) | taken) - given
    if before in ("member", "restricted"):
        chat.statuses[person_id] = "restricted" if lacks else "member"
    if shapes.member(world, chat, person_id) != old:
        people.tell_change(world, chat, people.creator(chat), person_id, old)


def delete(world: World, chat_id: int, told: bool) -> None:
    """Delete a group; if `told` the bot gets an update that it has left.

    Raises:
        WorldError: there is no such group.
    """
    chat = world.group(chat_id)
    members, had = chat.members(), chat.has(world.bot.id)
    if told and had:
        old = shapes.member(world, chat, world.bot.id)
        chat.statuses[world.bot.id] = "left"
        people.tell_change(world, chat, people.creator(chat), world.bot.id, old)
    chat.deleted = True
    chat.statuses.clear()
    for person_id in members:
        if person_id in world.people:
            world.notify(Event("view", person_id=person_id))
    world.notify(Event("world"))


def _show(world: World, chat: Chat) -> None:
    for person_id in chat.members():
        if person_id in world.people:
            world.notify(Event("view", person_id=person_id))
    world.notify(Event("world"))
