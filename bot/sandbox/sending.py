"""Bot API methods to send, edit and delete messages.

https://core.telegram.org/bots/api#sendmessage
"""

from bot.sandbox import ephemeral, shapes
from bot.sandbox.access import check_modified, own_message, reachable, reply_of, text_of, writable
from bot.sandbox.entities import TEXT_LIMIT
from bot.sandbox.errors import bad_request
from bot.sandbox.keyboards import inline_keyboard
from bot.sandbox.model import Json
from bot.sandbox.world import Event, World

_DELETE_SECONDS = 48 * 3600


def send_message(world: World, params: Json) -> Json:
    """sendMessage, ephemeral messages included."""
    chat, thread_id = writable(world, params, "text messages")
    private = "ephemeral_message_parameters" in params
    content = text_of(world, params, ephemeral.TEXT_LIMIT if private else TEXT_LIMIT)
    markup = inline_keyboard(params.get("reply_markup"))
    if private:
        alone = ephemeral.send(world, chat, params, content, markup)
        alone.thread_id = thread_id
        return shapes.message(world, alone)
    sent = world.post(
        chat,
        world.bot.id,
        content,
        reply_markup=markup,
        reply_to=reply_of(chat, params),
        thread_id=thread_id,
    )
    return shapes.message(world, sent)


def edit_text(world: World, params: Json) -> Json:
    """editMessageText; without `reply_markup` the keyboard is removed."""
    message = own_message(world, params)
    if message.media:
        raise bad_request("there is no text in the message to edit")
    content = text_of(world, params)
    markup = inline_keyboard(params.get("reply_markup"))
    check_modified(message, content, markup)
    world.edit(message, content, markup)
    return shapes.message(world, message)


def edit_markup(world: World, params: Json) -> Json:
    """editMessageReplyMarkup."""
    message = own_message(world, params)
    markup = inline_keyboard(params.get("reply_markup"))
    check_modified(message, message.content, markup)
    world.edit(message, message.content, markup)
    return shapes.message(world, message)


def delete(world: World, params: Json) -> bool:
    """deleteMessage: own messages, all in private chats, and all as an admin."""
    chat = reachable(world, params["chat_id"], even_if_blocked=True)
    message = chat.messages.get(params["message_id"])
    if message is None:
        raise bad_request("message to delete not found")
    if world.clock() - message.date > _DELETE_SECONDS:
        raise bad_request("message can't be deleted for everyone")
    allowed = chat.private or chat.is_admin(world.bot.id) or message.sender_id == world.bot.id
    if not allowed:
        raise bad_request("message can't be deleted")
    world.remove(message)
    return True


def delete_many(world: World, params: Json) -> bool:
    """deleteMessages; those not found are skipped."""
    chat = reachable(world, params["chat_id"], even_if_blocked=True)
    identifiers = params["message_ids"]
    if not 1 <= len(identifiers) <= 100:
        raise bad_request("too many message identifiers specified")
    for identifier in identifiers:
        if identifier in chat.messages:
            delete(world, {"chat_id": chat.id, "message_id": identifier})
    return True


def chat_action(world: World, params: Json) -> bool:
    """sendChatAction."""
    chat, _ = writable(world, params, "text messages")
    actions = ("typing", "choose_sticker", "find_location")
    if params["action"] not in actions and not params["action"].startswith(("upload_", "record_")):
        raise bad_request("wrong parameter action in request")
    world.notify(Event("chat_action", chat, action=params["action"]))
    return True
