"""The schema of the Bot API, and the parsing of requests by it.

`methods.json` lists name -> parameter -> [type, required] of every method in
https://core.telegram.org/bots/api, and the object types used by the supported methods.
"""

import json
import re
from collections.abc import Mapping
from importlib import resources
from typing import Any

from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.model import Json

_Fields = dict[str, tuple[str, bool]]

_LOADED = json.loads(
    resources.files("bot.sandbox").joinpath("methods.json").read_text(encoding="utf-8")
)
_METHODS: dict[str, _Fields] = _LOADED["methods"]
_TYPES: dict[str, _Fields] = _LOADED["types"]
_BY_LOWER = {name.lower(): name for name in _METHODS}
_INTEGER = re.compile(r"-?\d{1,19}")
_EMPTY = {"chat_id": "chat_id is empty", "text": "message text is empty"}


def method_name(name: str) -> str:
    """Return the method as the documentation spells it.

    Raises:
        ApiError: 404 if there is none.
    """
    if name.lower() not in _BY_LOWER:
        raise ApiError(404, "Not Found")
    return _BY_LOWER[name.lower()]


def parameters(method: str, given: Mapping[str, Any]) -> Json:
    """Return the parameters of a request in their types; uploads stay as they are.

    `given` has JSON values or, from forms, strings.

    Raises:
        ApiError: 400 for unknown or missing parameters and wrong types, also in nested objects.
    """
    fields = _METHODS[method]
    uploads = {key for key, value in given.items() if hasattr(value, "filename")}
    for name in given.keys() - fields.keys() - uploads:
        raise bad_request(f'unknown parameter "{name}" in {method}')
    for name, (_, required) in fields.items():
        # An empty url removes a webhook; all other required parameters must not be empty.
        nothing = (None,) if name == "url" else (None, "")
        if required and given.get(name) in nothing:
            raise bad_request(_EMPTY.get(name, f'parameter "{name}" is required'))
    values = {name: value for name, value in given.items() if name in fields and value is not None}
    files = {f"attach://{name}": given[name] for name in uploads}
    return {
        name: files[value] if _names(value, files) else _value(name, fields[name][0], value)
        for name, value in values.items()
    }


def _names(value: Any, files: Json) -> bool:
    return isinstance(value, str) and value in files


def _value(name: str, kind: str, value: Any) -> Any:
    if isinstance(value, str) and kind not in ("String", "Integer or String", "InputFile"):
        value = _parsed(name, kind, value)
    return _checked(name, kind, value)


def _parsed(name: str, kind: str, value: str) -> Any:
    if kind == "InputFile or String":
        return value
    if kind == "Boolean":
        return {"true": True, "1": True, "false": False, "0": False}.get(value.lower(), value)
    if kind in ("Integer", "Float") and not _INTEGER.fullmatch(value):
        return value
    try:
        return json.loads(value)
    except ValueError:
        what = "reply keyboard markup" if name == "reply_markup" else name.replace("_", " ")
        raise bad_request(f"can't parse {what} JSON object") from None


def _checked(name: str, kind: str, value: Any) -> Any:
    if kind == "Integer or String":
        return _chat_id(value)
    if kind.startswith("Array of "):
        if not isinstance(value, list):
            raise bad_request(f'field "{name}" must be of type Array')
        return [_checked(name, kind.removeprefix("Array of "), item) for item in value]
    if "InlineKeyboardMarkup" in kind and isinstance(value, dict) and "inline_keyboard" in value:
        kind = "InlineKeyboardMarkup"
    if kind in _TYPES:
        return _object(name, kind, value)
    basic = {"Integer": int, "String": str, "Boolean": bool, "True": bool}.get(kind)
    if basic and type(value) is not basic:
        raise bad_request(f'field "{name}" must be of type {kind}')
    return value


def _object(name: str, kind: str, value: Any) -> Json:
    if not isinstance(value, dict):
        raise bad_request(f'field "{name}" must be of type Object')
    fields = _TYPES[kind]
    for key in value.keys() - fields.keys():
        raise bad_request(f'unknown field "{key}" in {kind}')
    for key, (_, required) in fields.items():
        if required and value.get(key) is None:
            raise bad_request(f"can't parse {kind}: can't find field \"{key}\"")
    present = {key: item for key, item in value.items() if item is not None}
    return {key: _checked(key, fields[key][0], item) for key, item in present.items()}


def _chat_id(value: Any) -> int | str:
    if isinstance(value, str) and _INTEGER.fullmatch(value):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise bad_request("chat_id must be of type Integer or String")
    return value
