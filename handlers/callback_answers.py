"""Answers to callback queries, retried while Telegram fails.

https://core.telegram.org/bots/api#answercallbackquery
"""

import asyncio
import itertools
import logging

from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    ClientDecodeError,
    TelegramBadRequest,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.methods import AnswerCallbackQuery

log = logging.getLogger(__name__)

ANSWER_SECONDS = 15.0
"""How long a press can be answered, as far as Telegram tells."""
CALL_SECONDS = 5
_FIRST_PAUSES = (0.0, 0.25, 0.5)
_PAUSE = 1.0


async def answer_press(bot: Bot, call: AnswerCallbackQuery) -> None:
    """Answer a press, retrying for `ANSWER_SECONDS`; errors are logged, never raised."""
    loop = asyncio.get_running_loop()
    until = loop.time() + ANSWER_SECONDS
    trouble: AiogramError
    for pause in itertools.chain(_FIRST_PAUSES, itertools.repeat(_PAUSE)):
        try:
            await bot(call, request_timeout=CALL_SECONDS)
        except TelegramBadRequest as error:
            # Too old, or an earlier try was received although its answer was lost.
            log.info('press_not_answered error="%s"', error.message)
            return
        except TelegramRetryAfter as error:
            trouble, wait = error, float(error.retry_after)
        except (TelegramNetworkError, TelegramServerError, ClientDecodeError) as error:
            trouble, wait = error, pause
        except AiogramError as error:
            log.warning("press_not_answered error=%s", type(error).__name__)
            return
        else:
            return
        if loop.time() + wait >= until:
            log.warning("press_not_answered error=%s", type(trouble).__name__)
            return
        await asyncio.sleep(wait)
