"""What errors of the Bot API mean for a message that is to be shown."""

from enum import Enum, auto

from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramBadRequest,
    TelegramEntityTooLarge,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiohttp import ClientConnectorError

CALL_ERRORS = (TelegramAPIError, ClientDecodeError)
"""All that a failed call raises."""


class Meaning(Enum):
    """What to do about an error."""

    NOT_MODIFIED = auto()
    """Nothing: the message shows this already."""
    GONE = auto()
    """Send a new message: the old one does not exist or can't be edited any more."""
    UNDELETABLE = auto()
    """Remove its buttons instead: the message is too old to be deleted."""
    RATE_LIMITED = auto()
    """Wait as long as the error says."""
    RETRY = auto()
    """Retry with back-off: the network or the server failed."""
    UNREACHABLE = auto()
    """Nothing can be written to the chat: the bot was blocked or removed."""
    MUTED = auto()
    """Nothing can be written to the chat: the bot has no right to."""
    MOVED = auto()
    """The chat has another id now."""
    NO_TOPIC = auto()
    """Nothing can be written to the topic."""
    REFUSED = auto()
    """Give up: a retry would fail in the same way."""


_TEXTS = {
    "message is not modified": Meaning.NOT_MODIFIED,
    "message to edit not found": Meaning.GONE,
    "message can't be edited": Meaning.GONE,
    "message_id_invalid": Meaning.GONE,
    "message can't be deleted": Meaning.UNDELETABLE,
    "chat not found": Meaning.UNREACHABLE,
    "can't initiate conversation": Meaning.UNREACHABLE,
    "user is deactivated": Meaning.UNREACHABLE,
    "peer_id_invalid": Meaning.UNREACHABLE,
    "not enough rights": Meaning.MUTED,
    "have no rights": Meaning.MUTED,
    "chat_write_forbidden": Meaning.MUTED,
    "chat_restricted": Meaning.MUTED,
    "message thread not found": Meaning.NO_TOPIC,
    "topic_deleted": Meaning.NO_TOPIC,
    "topic_closed": Meaning.NO_TOPIC,
}


def meaning(error: Exception) -> Meaning:
    """Return what an error of `CALL_ERRORS` means."""
    match error:
        case TelegramRetryAfter():
            return Meaning.RATE_LIMITED
        case TelegramMigrateToChat():
            return Meaning.MOVED
        case TelegramForbiddenError():
            return Meaning.UNREACHABLE
        case TelegramEntityTooLarge():
            return Meaning.REFUSED
        # ClientDecodeError: a proxy's HTML page. A revoked token also stops the polling.
        case (
            TelegramNetworkError()
            | TelegramServerError()
            | TelegramUnauthorizedError()
            | ClientDecodeError()
        ):
            return Meaning.RETRY
        case TelegramBadRequest():
            said = error.message.lower()
            return next((means for text, means in _TEXTS.items() if text in said), Meaning.REFUSED)
    return Meaning.REFUSED


def perhaps_done(error: Exception) -> bool:
    """Return whether the call may have succeeded although its answer was lost."""
    if isinstance(error, TelegramNetworkError):
        return not isinstance(error.__cause__, ClientConnectorError)
    return isinstance(error, TelegramServerError | ClientDecodeError)


def words(error: Exception) -> str:
    """Return the error for a log: Telegram's description, never the call's content."""
    if isinstance(error, TelegramAPIError):
        return f"{type(error).__name__}: {error.message}"
    return type(error).__name__
