"""Telegram's HTML: https://core.telegram.org/bots/api#html-style."""

import pytest

from bot.sandbox.entities import formatted, plain
from bot.sandbox.errors import ApiError
from bot.sandbox.markup import parse_html


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<b>Ход", 'Can\'t find end tag corresponding to start tag "b"'),
        ("Ход</b>", "Unexpected end tag at byte offset 6"),
        (
            "<b>Ход</i>",
            'Unmatched end tag at byte offset 9, expected "</b>", found "</i>"',
        ),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("Ход<br>", 'Unsupported start tag "br" at byte offset 6'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("x <b", "Unclosed start tag at byte offset 2"),
        ("<a href", 'Unclosed start tag "a" at byte offset 0'),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ('<a ="x">y</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<a href=x/>y</a>", "Unexpected end of name token at byte offset 8"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ('<b class="x">y</b>', 'Unsupported attribute "class" in the tag "b" at byte offset 0'),
        ('<tg-emoji emoji-id="x">y</tg-emoji>', "Invalid custom emoji identifier specified"),
        ('<tg-time unix="soon">y</tg-time>', "Invalid date specified"),
        ('<tg-time unix="1" format="q">y</tg-time>', "Invalid date format specified"),
    ],
)
def test_bad_html_is_refused_in_telegrams_words(html: str, words: str):
    with pytest.raises(ApiError) as caught:
        parse_html(html)
    assert caught.value.code == 400
    assert caught.value.description == f"Bad Request: can't parse entities: {words}"


@pytest.mark.parametrize(
    ("html", "text", "entities"),
    [
        ("<b>а</b>б", "аб", [{"type": "bold", "offset": 0, "length": 1}]),
        ("<strong><em>x</em></strong>", "x", ["bold", "italic"]),
        ("<ins>1</ins><del>2</del><tg-spoiler>3</tg-spoiler>", "123", None),
        (
            '<span class="tg-spoiler">x</span>',
            "x",
            [{"type": "spoiler", "offset": 0, "length": 1}],
        ),
        ("<blockquote expandable>x</blockquote>", "x", ["expandable_blockquote"]),
        ("<blockquote>x</blockquote>", "x", ["blockquote"]),
        ("<b></b>x", "x", []),
        (
            '<pre><code class="language-python">x</code></pre>',
            "x",
            [{"type": "pre", "offset": 0, "length": 1, "language": "python"}],
        ),
        ('<code class="language-python">x</code>', "x", ["code"]),
        ("&lt;&amp;&gt;&quot;&#39;&#x1F0CF;&nbsp;&bad", "<&>\"'🃏&nbsp;&bad", []),
        (
            "<a href='https://t.me/x?start=1&amp;2'>x</a>",
            "x",
            [{"type": "text_link", "offset": 0, "length": 1, "url": "https://t.me/x?start=1&2"}],
        ),
        ("<a>core.telegram.org</a>", "core.telegram.org", ["text_link"]),
        ("<a href='nowhere'>x</a>", "x", []),
        (
            '<a href="tg://user?id=1001">Аня</a>',
            "Аня",
            [{"type": "text_mention", "offset": 0, "length": 3, "user": {"id": 1001}}],
        ),
        (
            '<tg-time unix="1800000000" format="wDT">14:32</tg-time>',
            "14:32",
            [
                {
                    "type": "date_time",
                    "offset": 0,
                    "length": 5,
                    "unix_time": 1_800_000_000,
                    "date_time_format": "wDT",
                }
            ],
        ),
    ],
)
def test_html_becomes_text_and_entities(html: str, text: str, entities: list | None):
    found_text, found = parse_html(html)
    assert found_text == text
    if entities is None:
        assert [entity["type"] for entity in found] == ["underline", "strikethrough", "spoiler"]
    elif entities and isinstance(entities[0], str):
        assert [entity["type"] for entity in found] == entities
    else:
        assert found == entities


def test_offsets_count_utf16_units():
    """A playing card from outside the basic plane is two units."""
    assert parse_html("🂡<b>🂢</b>")[1] == [{"type": "bold", "offset": 2, "length": 2}]


def test_text_is_trimmed_and_entities_move_along():
    result = formatted(" \u202e\r <b> Ход </b>\n", "HTML", None)
    assert result.text == "Ход"
    assert result.entities == [{"type": "bold", "offset": 0, "length": 3}]


def test_isolation_marks_stay_and_control_characters_become_spaces():
    assert plain("\u2068Аня\u2069\tходит").text == "\u2068Аня\u2069 ходит"


@pytest.mark.parametrize("text", ["", " \n", "\u200b\u2060", "\u3164", "\u202e"])
def test_text_of_only_invisible_characters_is_empty(text: str):
    assert plain(text).text == ""


def test_commands_mentions_and_links_are_found():
    found = plain("/play@durak_sandbox_bot @gena https://t.me/x и 1/2").entities
    assert [(entity["type"], entity["offset"]) for entity in found] == [
        ("bot_command", 0),
        ("mention", 24),
        ("url", 30),
    ]


def test_nothing_is_found_inside_code_or_a_link():
    html = "<code>/play <b>x</b></code> <a href='https://t.me/x'>@gena</a>"
    assert [e["type"] for e in formatted(html, "HTML", None).entities] == ["code", "text_link"]
