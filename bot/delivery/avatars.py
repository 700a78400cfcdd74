"""People's pictures, as far as they let the bot see them.

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
"""How long all of it may take: a picture that comes late is drawn without."""
_SIDE = 300
"""Pixels that are enough."""
_MOST_BYTES = 1_000_000


async def fetch(bot: Bot, user_id: int) -> bytes | None:
    """The newest picture, in the smallest size that is big enough; None where there is none.

    A person may hide theirs from all or from bots, which pending the same. Never tried again.
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
        # TimeoutError is an OSError; its words, like those of a lost line, may hold an address.
        log.info("a picture of a person could not be fetched: %s", words(error))
        return None
    return loaded.read() if loaded else None


def _enough(sizes: list[PhotoSize]) -> PhotoSize | None:
    """The smallest that is big enough, else the biggest."""
    by_size = sorted(sizes, key=lambda size: size.width)
    return next((size for size in by_size if size.width >= _SIDE), by_size[-1] if sizes else None)
