"""Normalise texts as Telegram does: clean, trim, sort and detect entities.

https://core.telegram.org/bots/api#formatting-options
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise

from bot.sandbox.errors import bad_request
from bot.sandbox.markup import Entity, parse_html, utf16

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024

# Dropped by Telegram: carriage returns, vertical combining lines, separators, overrides.
_DROPPED = re.compile("[\r\u030a\u0333\u033f\u2028-\u202e]")
_CONTROL = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]")
_BLANK = "\\s\u00a0\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u206f\u2800\u3164\ufeff"
_ONLY_BLANK = re.compile(f"[{_BLANK}]*")
_FOUND = (
    ("bot_command", re.compile(r"(?<![\w/@<>])/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?(?![\w/@])")),
    ("mention", re.compile(r"(?<![\w@/])@[A-Za-z]\w{2,31}\b")),
    ("url", re.compile(r"(?<![\w@/])(?:https?://[^\s<>\"]+|t\.me/[^\s<>\"]+)")),
)
_CLOSED = {"code", "pre", "text_link", "text_mention", "custom_emoji", "date_time"}
_CLOSED |= {kind for kind, _ in _FOUND}
_TYPES = _CLOSED | {
    "bold",
    "italic",
    "underline",
    "strikethrough",
    "spoiler",
    "blockquote",
    "expandable_blockquote",
}


@dataclass(frozen=True, slots=True)
class Formatted:
    """Text with its entities, offsets and lengths in UTF-16 units."""

    text: str
    entities: list[Entity]


def plain(text: str) -> Formatted:
    """Return the text that a person typed, with the entities detected in it."""
    return _finished(text, [])


def formatted(
    text: str,
    parse_mode: str | None,
    entities: list[Entity] | None,
    limit: int = TEXT_LIMIT,
    what: str = "message",
) -> Formatted:
    """Return the text of a bot's message, which may be empty.

    Raises:
        ApiError: 400 on bad HTML, bad entities, or more than `limit` UTF-16 units, where the
            description calls it `what`.
    """
    if parse_mode:
        if parse_mode.lower() in ("markdown", "markdownv2"):
            raise bad_request(f"the sandbox does not support parse_mode {parse_mode}")
        if parse_mode.lower() != "html":
            raise bad_request("unsupported parse_mode")
        text, given = parse_html(text)
    else:
        given = [_checked(entity, text) for entity in entities or []]
    result = _finished(text, given)
    if utf16(result.text) > limit:
        raise bad_request(f"{what} is too long")
    return result


def _checked(entity: Entity, text: str) -> Entity:
    if entity["type"] not in _TYPES:
        raise bad_request("can't parse MessageEntity: unsupported type specified")
    offset, length = entity["offset"], entity["length"]
    if offset < 0 or length <= 0 or offset + length > utf16(text):
        raise bad_request(f"entity beginning at UTF-16 offset {offset} is out of the text")
    return dict(entity)


def _finished(text: str, entities: list[Entity]) -> Formatted:
    text, entities = _cleaned(text, entities)
    if _ONLY_BLANK.fullmatch(text):
        return Formatted("", [])
    entities = _outside_code(entities)
    entities += [found for found in _search(text) if not _overlaps(found, entities)]
    entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
    return Formatted(text, entities)


def _cleaned(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    whole = _DROPPED.sub("", _CONTROL.sub(" ", text))
    result = whole.strip()
    start, end = utf16(whole) - utf16(whole.lstrip()), utf16(result)
    dropped = [utf16(text[: match.start()]) for match in _DROPPED.finditer(text)]

    def moved(offset: int) -> int:
        return min(max(offset - bisect_left(dropped, offset) - start, 0), end)

    shifted: list[Entity] = []
    for entity in entities:
        first, last = moved(entity["offset"]), moved(entity["offset"] + entity["length"])
        if last > first:
            shifted.append({**entity, "offset": first, "length": last - first})
    return result, shifted


def _outside_code(entities: list[Entity]) -> list[Entity]:
    """Drop entities inside `code` and `pre`, as Telegram does."""
    kept: list[Entity] = []
    for entity in sorted(entities, key=lambda entity: (entity["offset"], -entity["length"])):
        code = (outer for outer in kept if outer["type"] in ("code", "pre"))
        if not any(_contains(outer, entity) for outer in code):
            kept.append(entity)
    return kept


def _contains(outer: Entity, inner: Entity) -> bool:
    end = outer["offset"] + outer["length"]
    return bool(outer["offset"] <= inner["offset"] and inner["offset"] + inner["length"] <= end)


def _overlaps(found: Entity, entities: list[Entity]) -> bool:
    end = found["offset"] + found["length"]
    return any(
        entity["offset"] < end and found["offset"] < entity["offset"] + entity["length"]
        for entity in entities
        if entity["type"] in _CLOSED
    )


def _search(text: str) -> list[Entity]:
    found: list[Entity] = []
    for kind, pattern in _FOUND:
        for match in pattern.finditer(text):
            offset = utf16(text[: match.start()])
            found.append({"type": kind, "offset": offset, "length": utf16(match[0])})
    found.sort(key=lambda entity: entity["offset"])
    clashing = {id(b) for a, b in pairwise(found) if a["offset"] + a["length"] > b["offset"]}
    return [entity for entity in found if id(entity) not in clashing]
