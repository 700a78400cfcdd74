"""Download profile pictures that people let the bot see.

https://core.telegram.org/bots/api#getuserprofilephotos, #getfile
"""

import asyncio
import logging

from aiogram import Bot
from aiogram.exceptions import AiogramError
from aiogram.types import PhotoSize
from aiohttp import ClientError

from bot.delivery.errors import words

log = logging.getLogger(__name__)

_SECONDS = 10.0
"""Time limit in seconds for all calls together; after it, the picture is drawn without."""
_SIDE = 300
"""Smallest width that is enough, in pixels."""
_MOST_BYTES = 1_000_000


async def fetch(bot: Bot, user_id: int) -> bytes | None:
    """Return the newest picture in the smallest sufficient size, or None.

    A hidden picture looks the same as none. Failures are logged and not retried.
    """
    try:
        async with asyncio.timeout(_SECONDS):
            found = await bot.get_user_profile_photos(user_id, limit=1)
            size = _enough(found.photos[0]) if found.photos else None
            if size is None or (size.file_size or 0) > _MOST_BYTES:
                return None
            path = (await bot.get_file(size.file_id)).file_path
            loaded = await bot.download_file(path) if path else None
    except (AiogramError, ClientError, OSError) as error:
        # TimeoutError is an OSError. Their messages may hold a URL with the token: log the type.
        log.info("avatar_fetch_failed error=%s", words(error))
        return None
    return loaded.read() if loaded else None


def _enough(sizes: list[PhotoSize]) -> PhotoSize | None:
    """Return the smallest size that is wide enough, else the largest; None if empty."""
    by_size = sorted(sizes, key=lambda size: size.width)
    return next((size for size in by_size if size.width >= _SIDE), by_size[-1] if sizes else None)
