"""The bot's commands by scope and language.

https://core.telegram.org/bots/api#botcommandscope
"""

import json
import re
from collections.abc import Iterator

from bot.sandbox.errors import bad_request
from bot.sandbox.model import Chat, Json
from bot.sandbox.world import Event, World

_NAME = re.compile(r"[a-z0-9_]{1,32}")
_LANGUAGE = re.compile(r"([a-z]{2})?")
_SCOPES = {
    "default": (),
    "all_private_chats": (),
    "all_group_chats": (),
    "all_chat_administrators": (),
    "chat": ("chat_id",),
    "chat_administrators": ("chat_id",),
    "chat_member": ("chat_id", "user_id"),
}


def known(world: World, chat: Chat, person_id: int) -> list[Json]:
    """Return the commands offered to a person in a chat, from the most specific scope."""
    language = world.person(person_id).language_code
    for scope in _scopes_of(chat, person_id):
        for code in (language, ""):
            if found := world.commands.get((json.dumps(scope), code)):
                return found
    return []


def set_my_commands(world: World, params: Json) -> bool:
    """setMyCommands."""
    key = _key(params)
    if len(params["commands"]) > 100:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in params["commands"]:
        if not _NAME.fullmatch(command["command"]):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(command["description"]) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    world.commands[key] = params["commands"]
    world.notify(Event("world"))
    return True


def get_my_commands(world: World, params: Json) -> list[Json]:
    """getMyCommands."""
    return world.commands.get(_key(params), [])


def delete_my_commands(world: World, params: Json) -> bool:
    """deleteMyCommands."""
    world.commands.pop(_key(params), None)
    world.notify(Event("world"))
    return True


def _scopes_of(chat: Chat, person_id: int) -> Iterator[Json]:
    yield {"type": "chat_member", "chat_id": chat.id, "user_id": person_id}
    if chat.is_admin(person_id):
        yield {"type": "chat_administrators", "chat_id": chat.id}
    yield {"type": "chat", "chat_id": chat.id}
    if chat.is_admin(person_id):
        yield {"type": "all_chat_administrators"}
    yield {"type": "all_private_chats" if chat.private else "all_group_chats"}
    yield {"type": "default"}


def _key(params: Json) -> tuple[str, str]:
    scope = params.get("scope") or {"type": "default"}
    kind, language = scope.get("type"), params.get("language_code", "")
    if kind not in _SCOPES or scope.keys() != {"type", *_SCOPES[kind]}:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    if not _LANGUAGE.fullmatch(language):
        raise bad_request("invalid language code specified")
    return json.dumps({key: scope[key] for key in ("type", *_SCOPES[kind])}), language
