"""Parse Telegram's HTML into text and entities, as strictly as Telegram.

https://core.telegram.org/bots/api#html-style. One thing is stricter: an attribute that Telegram
would ignore is an error, since it is a mistake.
"""

import re
from dataclasses import dataclass
from typing import Any

from bot.sandbox.errors import ApiError, bad_request

Entity = dict[str, Any]

_SIMPLE = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
}
_ATTRIBUTES = {
    "a": {"href"},
    "span": {"class"},
    "code": {"class"},
    "blockquote": {"expandable"},
    "tg-emoji": {"emoji-id"},
    "tg-time": {"unix", "format"},
}
_TAGS = _SIMPLE.keys() | _ATTRIBUTES.keys()
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_REFERENCE = re.compile(
    r"&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot)(?![a-z]));?", re.IGNORECASE
)
_ATTRIBUTE = re.compile(
    r"""([^\s=>/"']+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9.\-]*)(?=[\s>])))?"""
)
_SPACE = re.compile(r"\s*")
_TIME_FORMAT = re.compile(r"r|w?[dD]?[tT]?")


def utf16(text: str) -> int:
    """Return the length of `text` in UTF-16 code units, as Telegram counts."""
    return len(text) + sum(character > "\uffff" for character in text)


def parse_html(html: str) -> tuple[str, list[Entity]]:
    """Return the plain text and its entities (UTF-16 offsets, outermost first).

    Raises:
        ApiError: 400 `can't parse entities: …`, as Telegram's parser does.
    """
    return _Parser(html).parse()


@dataclass(slots=True)
class _Open:
    tag: str
    attributes: dict[str, str]
    offset: int
    start: int


class _Parser:
    def __init__(self, html: str) -> None:
        self._html = html
        self._pieces: list[str] = []
        self._length = 0
        self._open: list[_Open] = []
        self._entities: list[Entity] = []

    def parse(self) -> tuple[str, list[Entity]]:
        position = 0
        while (tag := self._html.find("<", position)) >= 0:
            self._text(self._html[position:tag])
            closing = self._html.startswith("</", tag)
            position = self._end_tag(tag) if closing else self._start_tag(tag)
        self._text(self._html[position:])
        if self._open:
            tag_name = self._open[-1].tag
            raise _error(f'Can\'t find end tag corresponding to start tag "{tag_name}"')
        for entity in self._entities:
            if entity["type"] == "code":
                entity.pop("language", None)
        self._entities.reverse()  # of two with equal spans the outer one was closed later
        self._entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
        return "".join(self._pieces), self._entities

    def _text(self, raw: str) -> None:
        text = _decoded(raw)
        if text:
            self._pieces.append(text)
            self._length += utf16(text)

    def _fail(self, words: str, position: int) -> ApiError:
        offset = len(self._html[:position].encode(errors="surrogatepass"))
        return _error(f"{words} at byte offset {offset}")

    def _start_tag(self, begin: int) -> int:
        end = _name_end(self._html, begin + 1)
        if end == len(self._html):
            raise self._fail("Unclosed start tag", begin)
        tag = self._html[begin + 1 : end].lower()
        if tag not in _TAGS:
            raise self._fail(f'Unsupported start tag "{tag}"', begin)
        attributes, end = self._read_attributes(tag, begin, end)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise self._fail('Tag "span" must have class "tg-spoiler"', begin)
        self._open.append(_Open(tag, attributes, self._length, len(self._pieces)))
        return end

    def _read_attributes(self, tag: str, begin: int, at: int) -> tuple[dict[str, str], int]:
        attributes: dict[str, str] = {}
        while True:
            at = _skip_space(self._html, at)
            if at == len(self._html):
                raise self._fail(f'Unclosed start tag "{tag}"', begin)
            if self._html[at] == ">":
                return attributes, at + 1
            match = _ATTRIBUTE.match(self._html, at)
            if match is None:
                raise self._fail(f'Empty attribute name in the tag "{tag}"', begin)
            at = match.end()
            if self._html.startswith("=", at):
                raise self._bad_value(begin, at)
            name = match[1].lower()
            if name not in _ATTRIBUTES.get(tag, ()):
                raise self._fail(f'Unsupported attribute "{name}" in the tag "{tag}"', begin)
            attributes[name] = _decoded(match[2] or match[3] or (match[4] or "").lower())

    def _bad_value(self, begin: int, at: int) -> ApiError:
        value = _skip_space(self._html, at + 1)
        if self._html[value : value + 1] in ("", '"', "'"):
            return self._fail("Unclosed start tag", begin)
        return self._fail("Unexpected end of name token", value)

    def _end_tag(self, begin: int) -> int:
        if not self._open:
            raise self._fail("Unexpected end tag", begin)
        end = _name_end(self._html, begin + 2)
        tag = self._html[begin + 2 : end].lower()
        end = _skip_space(self._html, end)
        if not self._html.startswith(">", end):
            raise self._fail("Unclosed end tag", begin)
        opened = self._open.pop()
        if tag and tag != opened.tag:
            words = f'expected "</{opened.tag}>", found "</{tag}>"'
            offset = len(self._html[:begin].encode(errors="surrogatepass"))
            raise _error(f"Unmatched end tag at byte offset {offset}, {words}")
        if self._length > opened.offset:
            self._close(opened)
        return end + 1

    def _close(self, opened: _Open) -> None:
        span = {"offset": opened.offset, "length": self._length - opened.offset}
        if opened.tag in ("pre", "code") and self._merge_code(opened, span):
            return
        if opened.tag in _SIMPLE:
            self._entities.append({"type": _SIMPLE[opened.tag], **span})
        elif opened.tag == "a":
            self._link(opened, span)
        elif opened.tag == "blockquote":
            kind = "expandable_blockquote" if "expandable" in opened.attributes else "blockquote"
            self._entities.append({"type": kind, **span})
        elif opened.tag == "tg-emoji":
            self._entities.append({"type": "custom_emoji", **span, **_emoji(opened.attributes)})
        else:
            self._entities.append({"type": "date_time", **span, **_moment(opened.attributes)})

    def _merge_code(self, opened: _Open, span: dict[str, int]) -> bool:
        """Merge <pre><code class="language-x"> into one `pre` with a language."""
        language = opened.attributes.get("class", "").removeprefix("language-")
        last = self._entities[-1] if self._entities else {}
        inside = last.get("offset") == span["offset"] and last.get("length") == span["length"]
        if opened.tag == "code" and language:
            if self._open and self._open[-1].tag == "pre":
                self._entities.append({"type": "code", **span, "language": language})
            else:
                self._entities.append({"type": "code", **span})
            return True
        if opened.tag == "pre" and inside and last["type"] == "code" and "language" in last:
            last["type"] = "pre"
            return True
        return False

    def _link(self, opened: _Open, span: dict[str, int]) -> None:
        url = opened.attributes.get("href") or "".join(self._pieces[opened.start :])
        if mention := re.fullmatch(r"tg://user\?id=(\d+)", url):
            user = {"id": int(mention[1])}
            self._entities.append({"type": "text_mention", **span, "user": user})
        elif re.match(r"(https?|tg|ton)://", url):
            self._entities.append({"type": "text_link", **span, "url": url})
        elif re.fullmatch(r"[\w-]+(\.[\w-]+)+([/?#].*)?", url):
            self._entities.append({"type": "text_link", **span, "url": f"http://{url}"})


def _emoji(attributes: dict[str, str]) -> dict[str, str]:
    identifier = attributes.get("emoji-id", "")
    if not identifier.isdigit() or int(identifier) == 0:
        raise _error("Invalid custom emoji identifier specified")
    return {"custom_emoji_id": identifier}


def _moment(attributes: dict[str, str]) -> dict[str, Any]:
    unix, shape = attributes.get("unix", ""), attributes.get("format", "")
    if not unix.isdigit() or int(unix) >= 2**31:
        raise _error("Invalid date specified")
    if not _TIME_FORMAT.fullmatch(shape):
        raise _error("Invalid date format specified")
    return {"unix_time": int(unix), "date_time_format": shape}


def _decoded(raw: str) -> str:
    return _REFERENCE.sub(_character, raw) if "&" in raw else raw


def _character(match: re.Match[str]) -> str:
    if match[3]:
        return _NAMED.get(match[3], match[0])
    code = int(match[1], 16) if match[1] else int(match[2])
    if code == 0 or code >= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return match[0]
    return chr(code)


def _name_end(html: str, at: int) -> int:
    while at < len(html) and html[at] != ">" and not html[at].isspace():
        at += 1
    return at


def _skip_space(html: str, at: int) -> int:
    match = _SPACE.match(html, at)
    return match.end() if match else at


def _error(words: str) -> ApiError:
    return bad_request(f"can't parse entities: {words}")
