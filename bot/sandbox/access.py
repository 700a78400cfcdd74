"""Look up what a request names: the chat, the message, the text."""

from bot.sandbox import shapes
from bot.sandbox.entities import TEXT_LIMIT, Formatted, formatted
from bot.sandbox.errors import ApiError, bad_request, forbidden
from bot.sandbox.model import Chat, Json, Message
from bot.sandbox.world import World


def found(world: World, chat_id: int | str) -> Chat:
    """Return the chat with that id.

    Raises:
        ApiError: 400 `chat not found`.
    """
    if not isinstance(chat_id, int) or chat_id not in world.chats:
        raise bad_request("chat not found")
    return world.chats[chat_id]


def reachable(world: World, chat_id: int | str, even_if_blocked: bool = False) -> Chat:
    """Return the chat with that id, if the bot can write there.

    Raises:
        ApiError: 400 if there is none; 403 if the bot was removed, blocked or never started.
    """
    chat = found(world, chat_id)
    if not chat.private:
        check_membership(world, chat)
    elif chat.blocked and not even_if_blocked:
        raise forbidden("bot was blocked by the user")
    elif not chat.started:
        raise forbidden("bot can't initiate conversation with a user")
    return chat


def check_membership(world: World, chat: Chat) -> None:
    """Check that the bot is in a group.

    Raises:
        ApiError: 403 if it is not; 400 if the group has a new id or was deleted.
    """
    if chat.migrated_to:
        words = "Bad Request: group chat was upgraded to a supergroup chat"
        raise ApiError(400, words, migrate_to_chat_id=chat.migrated_to)
    if chat.deleted and chat.type == "group":
        raise forbidden("the group chat was deleted")
    if chat.deleted:
        raise bad_request("chat not found")
    status = chat.status(world.bot.id)
    if status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.type} chat")
    if status == "left":
        raise forbidden(f"bot is not a member of the {chat.type} chat")


def writable(world: World, params: Json, what: str) -> tuple[Chat, int]:
    """Return the chat and the topic (or 0) to which a request may send `what`.

    `what` is text messages, photos or documents.

    Raises:
        ApiError: as `reachable`, and 400 without the right or for an unknown or closed topic.
    """
    chat = reachable(world, params["chat_id"])
    right = "can_send_messages" if what == "text messages" else f"can_send_{what}"
    if not chat.may(world.bot.id, right):
        raise bad_request(f"not enough rights to send {what} to the chat")
    replied = chat.messages.get(params.get("reply_parameters", {}).get("message_id", 0))
    thread_id: int = params.get("message_thread_id") or (replied.thread_id if replied else 0)
    if thread_id and "message_thread_id" not in params and thread_id not in chat.topics:
        return chat, thread_id
    if thread_id:
        _open_topic(world, chat, thread_id)
    return chat, thread_id


def _open_topic(world: World, chat: Chat, thread_id: int) -> None:
    if thread_id not in chat.topics:
        raise bad_request("message thread not found")
    if chat.topics[thread_id].closed and not chat.is_admin(world.bot.id):
        raise bad_request("TOPIC_CLOSED")


def own_message(world: World, params: Json) -> Message:
    """Return the bot's message that a request edits, by chat_id and message_id.

    Raises:
        ApiError: as `reachable`, and 400 if it is not there or can't be edited.
    """
    if "chat_id" not in params:
        raise bad_request("chat_id is empty")
    chat = reachable(world, params["chat_id"])
    if "message_id" not in params:
        raise bad_request("message identifier is not specified")
    message = chat.messages.get(params["message_id"])
    if message is None:
        raise bad_request("message to edit not found")
    if message.sender_id != world.bot.id or message.service:
        raise bad_request("message can't be edited")
    if not chat.may(world.bot.id, "can_edit"):
        raise bad_request("CHAT_WRITE_FORBIDDEN")
    return message


def check_modified(message: Message, content: Formatted, markup: Json | None) -> None:
    """Check that an edit changes something.

    Raises:
        ApiError: 400 `message is not modified`.
    """
    if message.content == content and message.reply_markup == markup:
        raise bad_request(
            "message is not modified: specified new message content and reply markup are exactly "
            "the same as a current content and reply markup of the message"
        )


def text_of(world: World, params: Json, limit: int = TEXT_LIMIT) -> Formatted:
    """Return the text of a request; people mentioned by id are looked up.

    Raises:
        ApiError: 400 if it is empty, too long or badly formatted.
    """
    content = formatted(
        params.get("text", ""), params.get("parse_mode"), params.get("entities"), limit
    )
    if not content.text:
        raise bad_request("message text is empty")
    entities = [
        {**entity, "user": shapes.user(world.people[entity["user"]["id"]])}
        if entity["type"] == "text_mention"
        else entity
        for entity in content.entities
        if entity["type"] != "text_mention" or entity["user"]["id"] in world.people
    ]
    return Formatted(content.text, entities)


def reply_of(chat: Chat, params: Json) -> int | None:
    """Return the id of the message that a request replies to, None if it does not.

    Raises:
        ApiError: 400 if there is no such message.
    """
    reply = params.get("reply_parameters")
    if reply is None:
        return None
    identifier: int | None = reply.get("message_id")
    if "ephemeral_message_id" in reply:
        raise bad_request("a reply to an ephemeral message must be an ephemeral message")
    if reply.get("chat_id", chat.id) != chat.id or "quote" in reply:
        raise bad_request("the sandbox does not support replies to other chats and quotes")
    if identifier in chat.messages:
        return identifier
    if reply.get("allow_sending_without_reply"):
        return None
    raise bad_request("message to be replied not found")
