"""What Telegram's errors mean for a message that is to be shown."""

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
"""All that a call raises when it comes to nothing."""


class Meaning(Enum):
    """What to do about it."""

    NOT_MODIFIED = auto()
    """Nothing: the message shows this already."""
    GONE = auto()
    """Send anew: the message is not there or is no longer ours to edit."""
    RATE_LIMITED = auto()
    """Wait as long as it says."""
    RETRY = auto()
    """Try again after a pause: the network or the server is in trouble."""
    UNREACHABLE = auto()
    """Nothing can be written to this chat: it is not there for the bot."""
    MUTED = auto()
    """Nothing can be written to this chat: the bot has no right to."""
    MOVED = auto()
    """The chat has another id now."""
    NO_TOPIC = auto()
    """Nothing can be written to this topic."""
    REFUSED = auto()
    """Give it up: trying the same again brings the same."""


_TEXTS = {
    "message is not modified": Meaning.NOT_MODIFIED,
    "message to edit not found": Meaning.GONE,
    "message can't be edited": Meaning.GONE,
    "message_id_invalid": Meaning.GONE,
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
    """What an error of `CALL_ERRORS` means."""
    match error:
        case TelegramRetryAfter():
            return Meaning.RATE_LIMITED
        case TelegramMigrateToChat():
            return Meaning.MOVED
        case TelegramForbiddenError():
            return Meaning.UNREACHABLE
        case TelegramEntityTooLarge():
            return Meaning.REFUSED
        # A proxy's page of HTML is no answer; a token that was withdrawn stops the polling too.
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
    """Whether Telegram may have done what was asked all the same, and only its answer was lost."""
    if isinstance(error, TelegramNetworkError):
        return not isinstance(error.__cause__, ClientConnectorError)
    return isinstance(error, TelegramServerError | ClientDecodeError)


def words(error: Exception) -> str:
    """The error for a log: Telegram's description, never what was being sent or came back."""
    if isinstance(error, TelegramAPIError):
        return f"{type(error).__name__}: {error.message}"
    return type(error).__name__
