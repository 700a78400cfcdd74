"""Count every Bot API call by its method and result."""

from aiogram import Bot
from aiogram.client.session.middlewares.base import (
    BaseRequestMiddleware,
    NextRequestMiddlewareType,
)
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramBadRequest,
    TelegramConflictError,
    TelegramEntityTooLarge,
    TelegramForbiddenError,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import Response, TelegramMethod
from aiogram.methods.base import TelegramType

from bot.runtime.metrics import Metrics

# Subclasses come before their base classes.
_RESULTS: tuple[tuple[type[Exception], str], ...] = (
    (TelegramEntityTooLarge, "413"),
    (TelegramNetworkError, "network"),
    (TelegramRetryAfter, "429"),
    (TelegramUnauthorizedError, "401"),
    (TelegramForbiddenError, "403"),
    (TelegramNotFound, "404"),
    (TelegramConflictError, "409"),
    (TelegramServerError, "5xx"),
    (TelegramBadRequest, "400"),
    (ClientDecodeError, "unreadable"),
    (TelegramAPIError, "400"),
)


class CallMetrics(BaseRequestMiddleware):
    """Request middleware that counts calls in the metrics."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    async def __call__(
        self,
        make_request: NextRequestMiddlewareType[TelegramType],
        bot: Bot,
        method: TelegramMethod[TelegramType],
    ) -> Response[TelegramType]:
        """Make the call and count its result; an aborted call counts as "cancelled"."""
        result = "cancelled"
        try:
            response = await make_request(bot, method)
            result = "ok"
            return response
        except Exception as error:
            result = next((word for kind, word in _RESULTS if isinstance(error, kind)), "broken")
            raise
        finally:
            self._metrics.call(type(method).__api_method__, result)
