"""Sending, editing and deleting messages (https://core.telegram.org/bots/api#sendmessage)."""

from typing import Any
from uuid import uuid4

from bot.sandbox import ephemeral, shapes
from bot.sandbox.access import own_message, reachable, same, text_of, writable
from bot.sandbox.entities import CAPTION_LIMIT, TEXT_LIMIT, formatted
from bot.sandbox.errors import bad_request
from bot.sandbox.keyboards import inline_keyboard
from bot.sandbox.model import Chat, Json
from bot.sandbox.world import Event, World

_DELETE_SECONDS = 48 * 3600


def send_message(world: World, params: Json) -> Json:
    """sendMessage, an ephemeral one too."""
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
        reply_to=_reply(chat, params),
        thread_id=thread_id,
    )
    return shapes.message(world, sent)


def send_photo(world: World, params: Json) -> Json:
    """sendPhoto; the picture is kept, its size is not measured."""
    stored = _store(world, params["photo"])
    return _send_media(world, params, {"photo": [{**stored, "width": 800, "height": 800}]})


def send_document(world: World, params: Json) -> Json:
    """sendDocument."""
    name = getattr(params["document"], "filename", None)
    stored = _store(world, params["document"])
    return _send_media(world, params, {"document": stored | ({"file_name": name} if name else {})})


def _send_media(world: World, params: Json, media: Json) -> Json:
    chat, thread_id = writable(world, params, "photos" if "photo" in media else "documents")
    if "ephemeral_message_parameters" in params:
        raise bad_request("the sandbox does not play ephemeral media")
    content = formatted(
        params.get("caption", ""),
        params.get("parse_mode"),
        params.get("caption_entities"),
        CAPTION_LIMIT,
    )
    markup = inline_keyboard(params.get("reply_markup"))
    reply = _reply(chat, params)
    sent = world.post(
        chat,
        world.bot.id,
        content,
        reply_markup=markup,
        reply_to=reply,
        media=media,
        thread_id=thread_id,
    )
    return shapes.message(world, sent)


def _store(world: World, upload: Any) -> Json:
    """A new file, or one sent before by its file_id."""
    if isinstance(upload, str):
        if upload not in world.files:
            raise bad_request("wrong file identifier/HTTP URL specified")
        identifier = upload
    else:
        identifier = uuid4().hex
        world.files[identifier] = upload.file.read()
    size = len(world.files[identifier])
    if size == 0:
        raise bad_request("file must be non-empty")
    return {"file_id": identifier, "file_unique_id": identifier[:16], "file_size": size}


def edit_text(world: World, params: Json) -> Json:
    """editMessageText; a keyboard that is not given is taken away."""
    message = own_message(world, params)
    if message.media:
        raise bad_request("there is no text in the message to edit")
    content = text_of(world, params)
    markup = inline_keyboard(params.get("reply_markup"))
    same(message, content, markup)
    world.edit(message, content, markup)
    return shapes.message(world, message)


def edit_markup(world: World, params: Json) -> Json:
    """editMessageReplyMarkup."""
    message = own_message(world, params)
    markup = inline_keyboard(params.get("reply_markup"))
    same(message, message.content, markup)
    world.edit(message, message.content, markup)
    return shapes.message(world, message)


def delete(world: World, params: Json) -> bool:
    """deleteMessage: own messages, in private chats the person's too, as an admin anybody's."""
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
    """deleteMessages: those that can't be found are skipped."""
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
    world.tell(Event("chat_action", chat, action=params["action"]))
    return True


def _reply(chat: Chat, params: Json) -> int | None:
    reply = params.get("reply_parameters")
    if reply is None:
        return None
    identifier: int | None = reply.get("message_id")
    if "ephemeral_message_id" in reply:
        raise bad_request("a reply to an ephemeral message must be an ephemeral message")
    if reply.get("chat_id", chat.id) != chat.id or "quote" in reply:
        raise bad_request("the sandbox does not play replies to other chats and quotes")
    if identifier in chat.messages:
        return identifier
    if reply.get("allow_sending_without_reply"):
        return None
    raise bad_request("message to be replied not found")
