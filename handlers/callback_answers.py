"""Answers to presses: tried again while Telegram fails, for a press is answered or looks dead.

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
"""Telegram forgets a press after about as long."""
CALL_SECONDS = 5
_FIRST_PAUSES = (0.0, 0.25, 0.5)
_PAUSE = 1.0


async def answer_press(bot: Bot, call: AnswerCallbackQuery) -> None:
    """Answer a press, again and again if need be while it can still be answered. Never fails."""
    loop = asyncio.get_running_loop()
    until = loop.time() + ANSWER_SECONDS
    trouble: AiogramError
    for pause in itertools.chain(_FIRST_PAUSES, itertools.repeat(_PAUSE)):
        try:
            await bot(call, request_timeout=CALL_SECONDS)
        except TelegramBadRequest as error:
            # Too old, or a try whose answer was lost has been heard after all.
            log.info("a press was not answered: %s", error.message)
            return
        except TelegramRetryAfter as error:
            trouble, wait = error, float(error.retry_after)
        except (TelegramNetworkError, TelegramServerError, ClientDecodeError) as error:
            trouble, wait = error, pause
        except AiogramError as error:
            log.warning("a press was not answered: %s", type(error).__name__)
            return
        else:
            return
        if loop.time() + wait >= until:
            log.warning("a press was not answered: %s", type(trouble).__name__)
            return
        await asyncio.sleep(wait)
