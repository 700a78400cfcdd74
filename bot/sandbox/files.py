"""Photos and documents, kept in memory, and profile photos.

https://core.telegram.org/bots/api#sendphoto, #senddocument, #getfile, #getuserprofilephotos
"""

from base64 import b64decode
from binascii import Error as NotBase64
from io import BytesIO
from typing import Any

from PIL import Image

from bot.sandbox import shapes
from bot.sandbox.access import reply_of, writable
from bot.sandbox.entities import CAPTION_LIMIT, formatted
from bot.sandbox.errors import ApiError, WorldError, bad_request
from bot.sandbox.keyboards import inline_keyboard
from bot.sandbox.model import Json, Person, Stored
from bot.sandbox.world import World

_PHOTO_BYTES = 10 * 2**20
_PHOTO_SIDES = 10_000
_PHOTO_RATIO = 20
_PHOTO_SIZES = (90, 320, 800, 1280)
_FETCHED_BYTES = 20 * 2**20
_AVATAR_SIZES = (160, 320, 640)


def send_photo(world: World, params: Json) -> Json:
    """sendPhoto; the message has several sizes, the largest last."""
    chat = writable(world, params, "photos")
    if (sizes := world.albums.get(str(params["photo"]))) is None:
        sizes = _photo(world, _uploaded(params["photo"]))
        world.albums[sizes[-1]["file_id"]] = sizes
    return _send(world, params, chat, {"photo": sizes})


def send_document(world: World, params: Json) -> Json:
    """sendDocument."""
    chat, upload = writable(world, params, "documents"), params["document"]
    if isinstance(upload, str) and upload in world.files:
        return _send(world, params, chat, {"document": world.files[upload].shape(upload)})
    name = upload.filename if hasattr(upload, "filename") else ""
    stored = world.keep(Stored(_uploaded(upload), "documents", name or "file"))
    return _send(world, params, chat, {"document": stored})


def get_file(world: World, params: Json) -> Json:
    """getFile."""
    stored = world.files.get(params["file_id"])
    if stored is None:
        raise bad_request("invalid file_id")
    if len(stored.content) > _FETCHED_BYTES:
        raise bad_request("file is too big")
    shape = stored.shape(params["file_id"])
    shape.pop("file_name", None)
    return shape | {"file_path": stored.path(params["file_id"])}


def fetched(world: World, path: str) -> Stored:
    """Return the file at a `file_path`.

    Raises:
        ApiError: 404 if there is none.
    """
    identifier = path.partition("/")[2].partition(".")[0]
    stored = world.files.get(identifier)
    if stored is None or stored.path(identifier) != path:
        raise ApiError(404, "Not Found")
    return stored


def profile_photos(world: World, params: Json) -> Json:
    """getUserProfilePhotos, with one photo at most."""
    if params["user_id"] not in world.people:
        raise bad_request("user not found")
    if not 1 <= params.get("limit", 100) <= 100:
        raise bad_request("invalid limit specified")
    photos = [sizes] if (sizes := world.people[params["user_id"]].photo) else []
    return {"total_count": len(photos), "photos": photos[params.get("offset", 0) :]}


def set_photo(world: World, person: Person, picture: str) -> None:
    """Set a person's photo (Base64), or remove it ("").

    Raises:
        WorldError: it is not a picture in Base64.
    """
    try:
        content = b64decode(picture, validate=True)
        image = _opened(content) if content else None
    except (NotBase64, ApiError) as error:
        raise WorldError("photo must be a picture in Base64") from error
    person.photo = [_scaled(world, image, side) for side in _AVATAR_SIZES] if image else []


def _send(world: World, params: Json, where: Any, media: Json) -> Json:
    chat, thread_id = where
    if "ephemeral_message_parameters" in params:
        raise bad_request("the sandbox does not support ephemeral media")
    caption, mode = params.get("caption", ""), params.get("parse_mode")
    sent = world.post(
        chat,
        world.bot.id,
        formatted(caption, mode, params.get("caption_entities"), CAPTION_LIMIT, "message caption"),
        reply_markup=inline_keyboard(params.get("reply_markup")),
        reply_to=reply_of(chat, params),
        media=media,
        thread_id=thread_id,
    )
    return shapes.message(world, sent)


def _uploaded(upload: Any) -> bytes:
    if isinstance(upload, str):
        raise bad_request("wrong file identifier/HTTP URL specified")
    content: bytes = upload.file.read()
    if not content:
        raise bad_request("file must be non-empty")
    return content


def _photo(world: World, content: bytes) -> list[Json]:
    if len(content) > _PHOTO_BYTES:
        most = f"the maximum size is {_PHOTO_BYTES} bytes"
        raise bad_request(f"file of size {len(content)} bytes is too big for a photo; {most}")
    image = _opened(content)
    longer, shorter = max(image.size), min(image.size)
    if sum(image.size) > _PHOTO_SIDES or longer > _PHOTO_RATIO * shorter:
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    smaller = [_scaled(world, image, side) for side in _PHOTO_SIZES if side < longer]
    if longer > _PHOTO_SIZES[-1]:
        return smaller
    whole = world.keep(Stored(content, "photos"))
    return [*smaller, whole | {"width": image.width, "height": image.height}]


def _opened(content: bytes) -> Image.Image:
    try:
        image = Image.open(BytesIO(content))
        image.load()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise bad_request("IMAGE_PROCESS_FAILED") from error
    return image


def _scaled(world: World, image: Image.Image, side: int) -> Json:
    small = image.convert("RGB")
    small.thumbnail((side, side))
    written = BytesIO()
    small.save(written, "JPEG")
    stored = world.keep(Stored(written.getvalue(), "photos"))
    return stored | {"width": small.width, "height": small.height}
