"""Strict validation of inline keyboards.

https://core.telegram.org/bots/api#inlinekeyboardbutton
"""

import re
from collections.abc import Iterable

from bot.sandbox.entities import plain
from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.model import Json

_LOOKS = {"text", "style", "icon_custom_emoji_id"}
_STYLES = {"primary", "success", "danger"}
_SUPPORTED = {"callback_data", "url", "disabled", "copy_text"}
_DATA_BYTES = 64
_ROW_BUTTONS = 8
_BUTTONS = 100
_URL = re.compile(r"tg://\S+|(https?://)?[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?")


def inline_keyboard(markup: Json | None) -> Json | None:
    """Return the keyboard as it is stored, None if it has no buttons.

    Raises:
        ApiError: 400 for another kind of keyboard or a button that Telegram would refuse.
    """
    if markup is None:
        return None
    if "inline_keyboard" not in markup:
        raise bad_request("the sandbox does not support other keyboards than inline ones")
    rows = [[_button(button) for button in row] for row in markup["inline_keyboard"]]
    if any(len(row) > _ROW_BUTTONS for row in rows) or sum(map(len, rows)) > _BUTTONS:
        raise bad_request("REPLY_MARKUP_TOO_LONG")
    rows = [row for row in rows if row]
    return {"inline_keyboard": rows} if rows else None


def data_of(buttons: Iterable[Json]) -> set[str]:
    """Return the callback data of these buttons."""
    return {button["callback_data"] for button in buttons if "callback_data" in button}


def _button(button: Json) -> Json:
    text = plain(button["text"]).text
    if not text:
        raise _refused("text must be non-empty")
    actions = button.keys() - _LOOKS
    if not actions:
        raise _refused("Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise _refused(f"exactly one action must be used, found {', '.join(sorted(actions))}")
    if not actions <= _SUPPORTED:
        raise bad_request(f"the sandbox does not support {actions.pop()} buttons")
    if "style" in button and button["style"] not in _STYLES:
        raise _refused("invalid style specified")
    if "callback_data" in button:
        _check_data(button["callback_data"])
    if "url" in button and not _URL.fullmatch(button["url"]):
        raise bad_request(f"inline keyboard button URL '{button['url']}' is invalid: Wrong URL")
    return {**button, "text": text}


def _check_data(data: str) -> None:
    if not 1 <= len(data.encode()) <= _DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")


def _refused(words: str) -> ApiError:
    return bad_request(f"can't parse inline keyboard button: {words}")
