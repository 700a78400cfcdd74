"""Profile pictures fetched through a sandbox; every failure yields None."""

from base64 import b64encode
from io import BytesIO

from PIL import Image

from bot.delivery import avatars
from tests.sandbox.conftest import ANYA, Telegram, bot, clock, telegram

__all__ = ["bot", "clock", "telegram"]


async def wear(telegram: Telegram, width):
    written = BytesIO()
    Image.new("RGB", (width, width), "#2a7").save(written, "PNG")
    await telegram.do(f"people/{ANYA}", photo=b64encode(written.getvalue()).decode())


async def test_the_smallest_that_is_big_enough(telegram, bot):
    assert await avatars.fetch(bot, ANYA) is None
    for width, fetched in ((1000, 320), (200, 200), (20, 20)):
        await wear(telegram, width)
        content = await avatars.fetch(bot, ANYA)
        assert content is not None
        assert Image.open(BytesIO(content)).width == fetched


async def test_no_picture_where_telegram_fails(telegram, bot):
    await wear(telegram, 400)
    assert await avatars.fetch(bot, 5) is None
    for kind in ("500", "429", "cut_before"):
        for method in ("getUserProfilePhotos", "getFile"):
            await telegram.do("faults", rate=1, kinds=[kind], methods=[method])
            assert await avatars.fetch(bot, ANYA) is None


async def test_no_picture_that_comes_late(telegram, bot, monkeypatch):
    await wear(telegram, 400)
    monkeypatch.setattr(avatars, "_SECONDS", 0.05)
    await telegram.do("faults", rate=1, kinds=["timeout"], methods=["getFile"], hang=5)
    assert await avatars.fetch(bot, ANYA) is None
