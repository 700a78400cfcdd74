"""Build Bot API calls from screens; keyboards are built only here.

https://core.telegram.org/bots/api#sendmessage, #editmessagetext, #inlinekeyboardbutton,
#editephemeralmessagetext, #sendphoto, #senddocument
"""

from typing import Any

from aiogram.methods import (
    DeleteEphemeralMessage,
    DeleteMessage,
    EditEphemeralMessageText,
    EditMessageReplyMarkup,
    EditMessageText,
    SendDocument,
    SendMessage,
    SendPhoto,
)
from aiogram.types import (
    BufferedInputFile,
    EphemeralMessageParameters,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
)

from bot.model.screen import Attachment, Button, Screen, Slot, SlotKind

_MODE = "HTML"
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


def send(chat_id: int, thread_id: int, screen: Screen) -> SendMessage:
    """Return the call that sends a new message; `thread_id` 0 means no topic."""
    return SendMessage(
        chat_id=chat_id,
        message_thread_id=thread_id or None,
        text=screen.text,
        parse_mode=_MODE,
        link_preview_options=_NO_PREVIEW,
        reply_markup=_keyboard(screen),
    )


def send_file(slot: Slot, attachment: Attachment) -> SendPhoto | SendDocument:
    """Return the call that sends a photo or a document."""
    file = BufferedInputFile(attachment.content, attachment.filename)
    about: dict[str, Any] = {
        "chat_id": slot.chat_id,
        "message_thread_id": slot.thread_id or None,
        "caption": attachment.caption or None,
        "parse_mode": _MODE,
        "reply_markup": _keyboard(attachment),
    }
    if attachment.kind == "photo":
        return SendPhoto(photo=file, **about)
    return SendDocument(document=file, **about)


def send_alone(slot: Slot, query_id: str, screen: Screen) -> SendMessage:
    """Return the call that sends an ephemeral message to the person who pressed.

    `query_id` is the callback query of that press.
    """
    seen_by = EphemeralMessageParameters(receiver_user_id=slot.user_id, callback_query_id=query_id)
    return send(slot.chat_id, slot.thread_id, screen).model_copy(
        update={"ephemeral_message_parameters": seen_by}
    )


def edit(slot: Slot, message_id: int, screen: Screen) -> EditMessageText | EditEphemeralMessageText:
    """Return the call that edits a message; a screen without buttons removes them."""
    if slot.kind is SlotKind.ALONE:
        return EditEphemeralMessageText(
            chat_id=slot.chat_id,
            receiver_user_id=slot.user_id,
            ephemeral_message_id=message_id,
            text=screen.text,
            parse_mode=_MODE,
            link_preview_options=_NO_PREVIEW,
            reply_markup=_keyboard(screen),
        )
    return EditMessageText(
        chat_id=slot.chat_id,
        message_id=message_id,
        text=screen.text,
        parse_mode=_MODE,
        link_preview_options=_NO_PREVIEW,
        reply_markup=_keyboard(screen),
    )


def delete(slot: Slot, message_id: int) -> DeleteMessage | DeleteEphemeralMessage:
    """Return the call that deletes a message."""
    if slot.kind is SlotKind.ALONE:
        return DeleteEphemeralMessage(
            chat_id=slot.chat_id, receiver_user_id=slot.user_id, ephemeral_message_id=message_id
        )
    return DeleteMessage(chat_id=slot.chat_id, message_id=message_id)


def strip(chat_id: int, message_id: int) -> EditMessageReplyMarkup:
    """Return the call that removes the buttons; it fails for messages of others."""
    return EditMessageReplyMarkup(chat_id=chat_id, message_id=message_id)


def _keyboard(screen: Screen | Attachment) -> InlineKeyboardMarkup | None:
    rows = [[_button(button) for button in row] for row in screen.keyboard if row]
    return InlineKeyboardMarkup(inline_keyboard=rows) if rows else None


def _button(button: Button) -> InlineKeyboardButton:
    return InlineKeyboardButton(
        text=button.text, callback_data=button.data, url=button.url, style=button.style
    )
