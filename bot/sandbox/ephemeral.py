"""Ephemeral messages, which one member of a group sees.

https://core.telegram.org/bots/api#ephemeral-messages-and-commands: a bot that is no administrator
may send one within 15 seconds of that member's press or ephemeral command.
"""

from bot.sandbox.access import check_membership, check_modified, found, text_of
from bot.sandbox.entities import Formatted
from bot.sandbox.errors import bad_request
from bot.sandbox.keyboards import inline_keyboard
from bot.sandbox.model import Chat, Json, Message
from bot.sandbox.world import ANSWER_SECONDS, World

# Telegram's clients and server fail on longer ones.
TEXT_LIMIT = 1024
_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


def send(
    world: World, chat: Chat, params: Json, content: Formatted, markup: Json | None
) -> Message:
    """Send one, with sendMessage's `ephemeral_message_parameters`.

    Raises:
        ApiError: 400 if the receiver is no member, or no recent press or command allows it.
    """
    ask = params["ephemeral_message_parameters"]
    receiver = ask["receiver_user_id"]
    if chat.private:
        raise bad_request("BOT_NOT_ADMIN")
    if receiver not in world.people or not chat.has(receiver):
        raise bad_request("USER_NOT_PARTICIPANT")
    if ask.get("replace_callback_query_message"):
        raise bad_request("the sandbox does not support replace_callback_query_message")
    _check_cause(world, chat, receiver, ask.get("callback_query_id"), params)
    return world.post_ephemeral(chat, world.bot.id, receiver, content, reply_markup=markup)


def _check_cause(
    world: World, chat: Chat, receiver: int, query_id: str | None, params: Json
) -> None:
    reply = params.get("reply_parameters", {})
    if query_id is not None:
        query = world.queries.get(query_id)
        if query is None or not world.fresh(query):
            raise bad_request(_TOO_OLD)
        if (query.person_id, query.chat_id) != (receiver, chat.id):
            raise bad_request("QUERY_ID_INVALID")
    elif "ephemeral_message_id" in reply:
        command = chat.ephemerals.get(reply["ephemeral_message_id"])
        if command is None or (command.sender_id, command.person_id) != (receiver, receiver):
            raise bad_request("message to be replied not found")
        if world.clock() - command.date > ANSWER_SECONDS:
            raise bad_request("message to be replied not found")
    elif not chat.is_admin(world.bot.id):
        raise bad_request("BOT_NOT_ADMIN")


def edit_text(world: World, params: Json) -> bool:
    """editEphemeralMessageText."""
    message = _own(world, params, "message to edit not found")
    content = text_of(world, params, TEXT_LIMIT)
    markup = inline_keyboard(params.get("reply_markup"))
    check_modified(message, content, markup)
    world.edit(message, content, markup)
    return True


def edit_markup(world: World, params: Json) -> bool:
    """editEphemeralMessageReplyMarkup."""
    message = _own(world, params, "message to edit not found")
    markup = inline_keyboard(params.get("reply_markup"))
    check_modified(message, message.content, markup)
    world.edit(message, message.content, markup)
    return True


def delete(world: World, params: Json) -> bool:
    """deleteEphemeralMessage."""
    world.remove(_own(world, params, "message to delete not found"))
    return True


def _own(world: World, params: Json, missing: str) -> Message:
    chat = found(world, params["chat_id"])
    if chat.private:
        raise bad_request(missing)
    check_membership(world, chat)
    message = chat.ephemerals.get(params["ephemeral_message_id"])
    if message is None or message.sender_id != world.bot.id:
        raise bad_request(missing)
    if message.receiver_id != params["receiver_user_id"]:
        raise bad_request(missing)
    return message
