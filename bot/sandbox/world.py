"""The world: people, chats, messages, presses.

It is synchronous and gets its clock from outside. Listeners are notified of every change, so that
pages can show it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import time
from uuid import uuid4

from bot.sandbox.entities import Formatted
from bot.sandbox.errors import WorldError
from bot.sandbox.faults import Faults
from bot.sandbox.flood import Flood
from bot.sandbox.model import Chat, Hook, Json, Message, Person, Query, Stored
from bot.sandbox.updates import Updates

TOKEN = "42:sandbox"
ANSWER_SECONDS = 15.0
# The senders that Telegram sets for messages of a group or a channel.
ANONYMOUS = Person(1_087_968_824, "Group", "", username="GroupAnonymousBot", is_bot=True)
CHANNEL = Person(136_817_688, "Channel", "", username="Channel_Bot", is_bot=True)
_QUERIES_KEPT = 10_000

_PEOPLE = (
    Person(1001, "Аня", username="anya"),
    Person(1002, "Борис"),
    Person(1003, "Вова"),
    Person(1004, "Gena", "en", username="gena"),
)


@dataclass(frozen=True, slots=True)
class Event:
    """A change that a page may have to show.

    `kind` is message, edit, delete, chat_action, view (a person's chats changed) or world.
    """

    kind: str
    chat: Chat | None = None
    message: Message | None = None
    person_id: int = 0
    action: str = ""


class World:
    """The state of the world: at the start four people and a group with the bot."""

    def __init__(self, clock: Callable[[], float] = time, token: str = TOKEN) -> None:
        self.clock = clock
        self.token = token
        self.bot = Person(
            int(token.partition(":")[0]),
            "Дурак",
            language_code="",
            username="durak_sandbox_bot",
            is_bot=True,
        )
        self.faults = Faults()
        self.flood = Flood(clock)
        self.updates = Updates(clock, self.faults)
        self.hook: Hook | None = None
        self.listeners: list[Callable[[Event], None]] = []
        self._last_message = 0
        self._last_query = 4_200_000_000
        self._populate()

    def _populate(self) -> None:
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.queries: dict[str, Query] = {}
        self.commands: dict[tuple[str, str], list[Json]] = {}
        self.files: dict[str, Stored] = {}
        self.albums: dict[str, list[Json]] = {}
        for person in _PEOPLE:
            self.advance(
                Person(person.id, person.first_name, person.language_code, username=person.username)
            )
        statuses = {person.id: "member" for person in _PEOPLE}
        statuses[_PEOPLE[0].id] = "creator"
        statuses[self.bot.id] = "member"
        self.chats[-2001] = Chat(-2001, "group", "Дача", statuses=statuses)

    def reset(self) -> None:
        """Reset to the initial state without faults; ids of updates and messages go on."""
        self.faults.set(None)
        self.flood.set(None)
        self.updates.clear()
        self._populate()
        self.notify(Event("world"))
        for person_id in self.people:
            self.notify(Event("view", person_id=person_id))

    def advance(self, person: Person) -> None:
        """Add a person with their private chat, which is not started."""
        self.people[person.id] = person
        self.chats[person.id] = Chat(person.id, "private", statuses={person.id: "member"})

    def notify(self, event: Event) -> None:
        """Notify all listeners."""
        for listener in list(self.listeners):
            listener(event)

    def person(self, person_id: int) -> Person:
        """Return a person, the bot or one of Telegram's own users by id.

        Raises:
            WorldError: there is none.
        """
        for other in (self.bot, ANONYMOUS, CHANNEL):
            if person_id == other.id:
                return other
        if person_id not in self.people:
            raise WorldError(f"nobody has the id {person_id}")
        return self.people[person_id]

    def chat(self, chat_id: int) -> Chat:
        """Return a chat by id.

        Raises:
            WorldError: there is none.
        """
        if chat_id not in self.chats:
            raise WorldError(f"no chat has the id {chat_id}")
        return self.chats[chat_id]

    def group(self, chat_id: int) -> Chat:
        """Return a group by id.

        Raises:
            WorldError: there is none.
        """
        chat = self.chat(chat_id)
        if chat.private:
            raise WorldError("that is no group")
        return chat

    def groups(self) -> list[Chat]:
        """Return all groups that were not migrated or deleted, oldest first."""
        groups = [chat for chat in self.chats.values() if not chat.private]
        return [chat for chat in groups if not (chat.migrated_to or chat.deleted)]

    def chats_of(self, person_id: int) -> Iterator[Chat]:
        """Yield the chats of a person: groups, then the private one."""
        yield from (chat for chat in self.groups() if chat.has(person_id))
        yield self.chats[person_id]

    def post(self, chat: Chat, sender_id: int, content: Formatted, **rest: object) -> Message:
        """Add a message to a chat; `rest` are further fields of Message."""
        message = Message(self._number(chat), chat.id, sender_id, self.clock(), content)
        _assign(message, rest)
        chat.messages[message.id] = message
        self.notify(Event("message", chat, message))
        return message

    def _number(self, chat: Chat) -> int:
        # Supergroups have their own message ids; all other chats share a counter.
        if chat.type == "supergroup":
            chat.last_message += 1
            return chat.last_message
        self._last_message += 1
        return self._last_message

    def post_ephemeral(
        self, chat: Chat, sender_id: int, receiver_id: int, content: Formatted, **rest: object
    ) -> Message:
        """Add a message to a group that only one person and the bot can see."""
        chat.last_ephemeral += 1
        message = Message(0, chat.id, sender_id, self.clock(), content)
        message.ephemeral_id = chat.last_ephemeral
        message.receiver_id = receiver_id
        message.person_id = receiver_id if sender_id == self.bot.id else sender_id
        _assign(message, rest)
        chat.ephemerals[message.ephemeral_id] = message
        self.notify(Event("message", chat, message))
        return message

    def edit(self, message: Message, content: Formatted, reply_markup: Json | None) -> None:
        """Replace the text and the keyboard of a message."""
        message.content = content
        message.reply_markup = reply_markup
        message.edit_date = self.clock()
        self.notify(Event("edit", self.chats[message.chat_id], message))

    def remove(self, message: Message) -> None:
        """Delete a message for all."""
        chat = self.chats[message.chat_id]
        if message.ephemeral_id:
            del chat.ephemerals[message.ephemeral_id]
        else:
            del chat.messages[message.id]
        self.notify(Event("delete", chat, message))

    def keep(self, stored: Stored) -> Json:
        """Store a file; return its fields in a message."""
        identifier = uuid4().hex
        self.files[identifier] = stored
        return stored.shape(identifier)

    def ask(self, person_id: int, chat: Chat, from_ephemeral: bool) -> Query:
        """Create a callback query for a press in a chat."""
        self._last_query += 1
        identifier = str(self._last_query)
        query = Query(identifier, person_id, chat.id, self.clock(), from_ephemeral)
        self.queries[identifier] = query
        if len(self.queries) > _QUERIES_KEPT:
            del self.queries[next(iter(self.queries))]
        return query

    def settle_query(self, query: Query, answer: Json) -> None:
        """Set the answer of a callback query."""
        query.answer = answer
        if query.on_answer:
            query.on_answer()

    def fresh(self, query: Query) -> bool:
        """Return whether Telegram would still accept an answer to it."""
        return self.clock() - query.at <= ANSWER_SECONDS


def _assign(message: Message, fields: dict[str, object]) -> None:
    for name, value in fields.items():
        setattr(message, name, value)
