"""Photos and documents: limits, sizes, and downloads."""

from base64 import b64encode
from io import BytesIO

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import BufferedInputFile
from PIL import Image

from tests.sandbox.conftest import ANYA, BORIS, DACHA, Telegram

BOT = 42


def picture(width=400, height=300, kind="PNG"):
    """The bytes of a picture of that size."""
    written = BytesIO()
    Image.new("RGB", (width, height), "#2a7").save(written, kind)
    return written.getvalue()


def photo(content=None):
    return BufferedInputFile(picture() if content is None else content, "a.png")


async def refused(sending):
    with pytest.raises(TelegramBadRequest) as caught:
        await sending
    return caught.value.message


async def test_a_photo_comes_in_sizes_and_is_fetched(telegram: Telegram, bot: Bot):
    sent = await bot.send_photo(DACHA, photo(), caption="<b>Стол</b>", parse_mode="HTML")
    assert sent.photo is not None and sent.caption == "Стол"
    assert [(size.width, size.height) for size in sent.photo] == [(90, 68), (320, 240), (400, 300)]
    file = await bot.get_file(sent.photo[-1].file_id)
    assert file.file_path and file.file_path.endswith(".jpg")
    loaded = await bot.download_file(file.file_path)
    assert loaded is not None and loaded.read() == picture()
    again = await bot.send_photo(DACHA, sent.photo[-1].file_id)
    assert again.photo == sent.photo


async def test_the_page_shows_pictures_and_links_documents(telegram: Telegram, bot: Bot):
    await bot.send_photo(DACHA, photo(), caption="Стол")
    await bot.send_document(DACHA, BufferedInputFile(b"record", "game.txt"))
    view = await telegram.get(f"/view?person={BORIS}")
    first, second = view["chats"][0]["messages"]
    assert first["text"] == "Стол" and second["document"]["name"] == "game.txt"
    for shown, kind, content in (
        (first["photo"], "image/jpeg", picture()),
        (second["document"], "text/plain", b"record"),
    ):
        async with telegram.client.get(shown["url"]) as response:
            assert (response.content_type, await response.read()) == (kind, content)


async def test_what_is_no_photo_is_refused(bot: Bot):
    for content, words in (
        (b"", "file must be non-empty"),
        (b"picture", "IMAGE_PROCESS_FAILED"),
        (picture()[:60], "IMAGE_PROCESS_FAILED"),
        (picture(2100, 100), "PHOTO_INVALID_DIMENSIONS"),
        (picture(9000, 1001), "PHOTO_INVALID_DIMENSIONS"),
        (
            b"x" * (10 * 2**20 + 1),
            "file of size 10485761 bytes is too big for a photo; "
            "the maximum size is 10485760 bytes",
        ),
    ):
        assert await refused(bot.send_photo(DACHA, photo(content))) == f"Bad Request: {words}"
    words = "Bad Request: wrong file identifier/HTTP URL specified"
    assert await refused(bot.send_photo(DACHA, "AgACAgIAAxkBAAI")) == words


async def test_captions_are_short(bot: Bot):
    await bot.send_photo(DACHA, photo(), caption="я" * 1024)
    words = await refused(bot.send_photo(DACHA, photo(), caption="я" * 1025))
    assert words == "Bad Request: message caption is too long"


async def test_photos_and_documents_are_rights_of_their_own(telegram: Telegram, bot: Bot):
    await telegram.do("rights", chat=DACHA, can_send_photos=False)
    words = "Bad Request: not enough rights to send photos to the chat"
    assert await refused(bot.send_photo(DACHA, photo())) == words
    await bot.send_document(DACHA, BufferedInputFile(b"record", "game.txt"))
    await bot.send_message(DACHA, "x")
    await telegram.do("rights", chat=DACHA, person=BOT, can_send_documents=False)
    words = "Bad Request: not enough rights to send documents to the chat"
    assert await refused(bot.send_document(DACHA, BufferedInputFile(b"x", "a.txt"))) == words


async def test_files_that_are_not_there(telegram: Telegram):
    assert await telegram.refused("getFile", file_id="x") == "400 Bad Request: invalid file_id"
    for token, status in ((telegram.world.token, 404), ("42:other", 401)):
        async with telegram.client.get(f"/file/bot{token}/photos/x.jpg") as response:
            assert response.status == status and not (await response.json())["ok"]


async def test_a_persons_picture(telegram: Telegram, bot: Bot):
    assert (await bot.get_user_profile_photos(ANYA)).photos == []
    own = b64encode(picture(500, 500, "JPEG")).decode()
    await telegram.do(f"people/{ANYA}", photo=own)
    found = await bot.get_user_profile_photos(ANYA, limit=1)
    assert found.total_count == 1
    assert [size.width for size in found.photos[0]] == [160, 320, 500]
    await telegram.do(f"people/{ANYA}", photo="")
    assert (await bot.get_user_profile_photos(ANYA)).total_count == 0
    assert await refused(bot.get_user_profile_photos(5)) == "Bad Request: user not found"
    status, _ = await telegram.post(f"people/{ANYA}", photo="x")
    assert status == 400
