"""Bot API methods on the bot, callback queries and chats.

https://core.telegram.org/bots/api#getchat
"""

import re

from bot.sandbox import people, shapes
from bot.sandbox.access import check_membership, found, reachable
from bot.sandbox.entities import plain
from bot.sandbox.errors import bad_request
from bot.sandbox.markup import utf16
from bot.sandbox.model import Chat, Json
from bot.sandbox.world import World

_ANSWER_LIMIT = 200


def get_me(world: World, params: Json) -> Json:
    """getMe."""
    return shapes.me(world)


def answer_query(world: World, params: Json) -> bool:
    """answerCallbackQuery: at most once, within 15 seconds."""
    query = world.queries.get(params["callback_query_id"])
    if query is None or query.answer is not None or not world.fresh(query):
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    text, url = plain(params.get("text", "")).text, params.get("url", "")
    if utf16(text) > _ANSWER_LIMIT:
        raise bad_request("MESSAGE_TOO_LONG")
    link = rf"(https?://t\.me/|t\.me/){world.bot.username}\?start=[A-Za-z0-9_-]{{1,64}}"
    if url and not re.fullmatch(link, url):
        raise bad_request("URL_INVALID")
    answer: Json = {"answered": True, "show_alert": params.get("show_alert", False)}
    answer |= {key: value for key, value in (("text", text), ("url", url)) if value}
    world.settle_query(query, answer)
    return True


def get_chat(world: World, params: Json) -> Json:
    """getChat."""
    return shapes.full_chat(world, _known(world, params))


def get_member(world: World, params: Json) -> Json:
    """getChatMember."""
    chat, user_id = _known(world, params), params["user_id"]
    if user_id not in world.people and user_id != world.bot.id:
        raise bad_request("PARTICIPANT_ID_INVALID")
    known = user_id == world.bot.id or chat.is_admin(user_id) or chat.is_admin(world.bot.id)
    if chat.hidden_members and not known:
        raise bad_request("CHAT_ADMIN_REQUIRED")
    return shapes.member(world, chat, user_id)


def get_administrators(world: World, params: Json) -> list[Json]:
    """getChatAdministrators."""
    chat = _known(world, params)
    if chat.private:
        raise bad_request("there are no administrators in the private chat")
    return [shapes.member(world, chat, user) for user in chat.members() if chat.is_admin(user)]


def member_count(world: World, params: Json) -> int:
    """getChatMemberCount."""
    chat = _known(world, params)
    return 2 if chat.private else len(chat.members())


def pin(world: World, params: Json) -> bool:
    """pinChatMessage, with its service message."""
    chat = _pinnable(world, params)
    if params["message_id"] not in chat.messages:
        raise bad_request("message to pin not found")
    if chat.pinned != params["message_id"]:
        chat.pinned = params["message_id"]
        pinned = shapes.message(world, chat.messages[chat.pinned], with_reply=False)
        world.post(chat, world.bot.id, plain(""), service={"pinned_message": pinned})
    return True


def unpin(world: World, params: Json) -> bool:
    """unpinChatMessage and unpinAllChatMessages."""
    chat = _pinnable(world, params)
    if params.get("message_id", chat.pinned) != chat.pinned or not chat.pinned:
        raise bad_request("message to unpin not found")
    chat.pinned = 0
    return True


def _pinnable(world: World, params: Json) -> Chat:
    chat = reachable(world, params["chat_id"])
    if not chat.private and not chat.may(world.bot.id, "can_pin_messages"):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    return chat


def leave(world: World, params: Json) -> bool:
    """leaveChat."""
    chat = _known(world, params)
    if chat.private:
        raise bad_request("chat member status can't be changed in private chats")
    people.set_member(world, chat.id, world.bot.id, "left")
    return True


def _known(world: World, params: Json) -> Chat:
    chat = found(world, params["chat_id"])
    if not chat.private:
        check_membership(world, chat)
    return chat
