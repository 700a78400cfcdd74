"""The Bot API of the world: every call goes through `Api.call`.

https://core.telegram.org/bots/api
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from bot.sandbox import chats, commands, ephemeral, files, schema, sending, webhook
from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.model import Json
from bot.sandbox.polling import Polling
from bot.sandbox.world import World

_SUPPORTED: dict[str, Callable[[World, Json], Any]] = {
    "getMe": chats.get_me,
    "setWebhook": webhook.set_webhook,
    "deleteWebhook": webhook.delete_webhook,
    "getWebhookInfo": webhook.webhook_info,
    "answerCallbackQuery": chats.answer_query,
    "getChat": chats.get_chat,
    "getChatMember": chats.get_member,
    "getChatAdministrators": chats.get_administrators,
    "getChatMemberCount": chats.member_count,
    "pinChatMessage": chats.pin,
    "unpinChatMessage": chats.unpin,
    "unpinAllChatMessages": chats.unpin,
    "leaveChat": chats.leave,
    "setMyCommands": commands.set_my_commands,
    "getMyCommands": commands.get_my_commands,
    "deleteMyCommands": commands.delete_my_commands,
    "sendMessage": sending.send_message,
    "sendPhoto": files.send_photo,
    "sendDocument": files.send_document,
    "getFile": files.get_file,
    "getUserProfilePhotos": files.profile_photos,
    "editMessageText": sending.edit_text,
    "editMessageReplyMarkup": sending.edit_markup,
    "deleteMessage": sending.delete,
    "deleteMessages": sending.delete_many,
    "sendChatAction": sending.chat_action,
    "editEphemeralMessageText": ephemeral.edit_text,
    "editEphemeralMessageReplyMarkup": ephemeral.edit_markup,
    "deleteEphemeralMessage": ephemeral.delete,
}
_UNSUPPORTED = {
    "business_connection_id",
    "direct_messages_topic_id",
    "inline_message_id",
    "message_effect_id",
    "rich_message",
    "suggested_post_parameters",
}
_CALLS_KEPT = 20_000


class Api:
    """The methods of the Bot API by name, with a log of the calls."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._polling = Polling(world)
        self._count = 0
        self._calls: deque[Json] = deque(maxlen=_CALLS_KEPT)

    async def call(
        self, method: str, given: Mapping[str, Any], fault: str | None = None
    ) -> tuple[int, Json]:
        """Perform one request; return the HTTP status and the body of the answer.

        `given` holds JSON values, strings from a form, and uploaded files. `fault` is the kind of
        fault that is applied to the answer afterwards.
        """
        try:
            name = schema.method_name(method)
            result = await self._perform(name, schema.parameters(name, given))
            status, body = 200, {"ok": True, "result": result}
        except ApiError as error:
            status, body = error.code, error.body()
        told = self._world.faults.status(fault, status) if fault else status
        self._log(method, given, told, body.get("description"))
        if fault:
            self._calls[-1] |= {"fault": fault, "done": status}
        return status, body

    def fail(self, method: str, given: Mapping[str, Any], fault: str) -> None:
        """Log a request that was not performed because of a fault."""
        self._log(method, given, self._world.faults.status(fault), f"fault: {fault}")
        self._calls[-1]["fault"] = fault

    async def _perform(self, name: str, params: Json) -> Any:
        if name == "getUpdates":
            return await self._polling.get_updates(params)
        if name == "setWebhook":
            self._polling.end("setWebhook request")
        if name not in _SUPPORTED:
            raise bad_request(f"the sandbox does not support the method {name}")
        for unsupported in _UNSUPPORTED & params.keys():
            raise bad_request(f'the sandbox does not support the parameter "{unsupported}"')
        self._world.flood.check(name, params.get("chat_id"))
        return _SUPPORTED[name](self._world, params)

    @property
    def online(self) -> bool:
        """Whether the bot polled within the last minute, or its webhook works."""
        return self._polling.online

    def _log(
        self, method: str, given: Mapping[str, Any], status: int, description: str | None
    ) -> None:
        call: Json = {"at": self._world.clock(), "method": method, "status": status}
        chat_id = given.get("chat_id")
        if isinstance(chat_id, str) and chat_id.lstrip("-").isdigit():
            chat_id = int(chat_id)
        call["chat_id"] = chat_id
        if description is not None:
            call["description"] = description
        self._calls.append(call)
        self._count += 1

    def calls(self, since: int = 0) -> tuple[int, list[Json]]:
        """Return the number of calls so far, and the logged ones from number `since` on."""
        first = self._count - len(self._calls)
        return self._count, list(self._calls)[max(since - first, 0) :]
