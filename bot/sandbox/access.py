"""What a request names: the chat it may write to, the message it may change, the text."""

from bot.sandbox import shapes
from bot.sandbox.entities import TEXT_LIMIT, Formatted, formatted
from bot.sandbox.errors import bad_request, forbidden
from bot.sandbox.model import Chat, Json, Message
from bot.sandbox.world import World


def found(world: World, chat_id: int | str) -> Chat:
    """The chat with that id; 400 `chat not found` if there is none."""
    if not isinstance(chat_id, int) or chat_id not in world.chats:
        raise bad_request("chat not found")
    return world.chats[chat_id]


def reachable(world: World, chat_id: int | str, even_if_blocked: bool = False) -> Chat:
    """The chat with that id, if the bot may write there.

    Raises ApiError 400 for an unknown chat; 403 where it was removed, blocked or never started.
    """
    chat = found(world, chat_id)
    if not chat.private:
        present(world, chat)
    elif chat.blocked and not even_if_blocked:
        raise forbidden("bot was blocked by the user")
    elif not chat.started:
        raise forbidden("bot can't initiate conversation with a user")
    return chat


def present(world: World, chat: Chat) -> None:
    """Nothing, or 403 if the bot is no longer in that group."""
    status = chat.status(world.bot.id)
    if status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.type} chat")
    if status == "left":
        raise forbidden(f"bot is not a member of the {chat.type} chat")


def own_message(world: World, params: Json) -> Message:
    """The bot's message that a request wants to edit (by chat_id and message_id)."""
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
    return message


def same(message: Message, content: Formatted, markup: Json | None) -> None:
    """Nothing, or 400 if an edit would change nothing."""
    if message.content == content and message.reply_markup == markup:
        raise bad_request(
            "message is not modified: specified new message content and reply markup are exactly "
            "the same as a current content and reply markup of the message"
        )


def text_of(world: World, params: Json, limit: int = TEXT_LIMIT) -> Formatted:
    """The text of a request, not empty; people mentioned by id are looked up."""
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
