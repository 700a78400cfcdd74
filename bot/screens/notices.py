"""Notices: the answers to commands, such as help, rules and questions."""

from __future__ import annotations

from html import escape

from bot.model.buttons import LanguagePress, RingPress, encode
from bot.model.game_info import GameInfo
from bot.model.people import LANGUAGES, RINGS, Reader, Ring
from bot.model.screen import Button, Screen
from bot.screens.formatter import Formatter
from bot.screens.rules import game_name, rules_page
from bot.screens.text import language_name
from engine import Rules


def note_screen(text: str) -> Screen:
    """Return a plain text as a message."""
    return Screen(escape(text, quote=False))


def leave_question_screen(
    info: GameInfo, seat: int, reader: Reader, *, private: bool = False
) -> Screen:
    """Asks who sits on `seat` whether to leave the game, with buttons for both answers.

    In private it names the chat of the game, since somebody may play in several.
    """
    formatter = Formatter(info, reader)
    leave, stay = formatter.press("button-leave", "leave"), formatter.press("button-stay", "stay")
    words = formatter.say("leave-question", name=formatter.name(seat))
    if private and not info.solo:
        words = f"<b>{formatter.title()}</b>\n{words}"
    return Screen(words, ((Button(leave.text, data=leave.data, style="danger"), stay),))


def help_screen(reader: Reader, private: bool) -> Screen:
    """Return what the bot can do, in a private chat or in a group."""
    return Screen(reader.text("help-private" if private else "help-group"))


def rules_screen(rules: Rules | None, reader: Reader) -> Screen:
    """Return how to play, followed by the chosen `rules` if there are any."""
    general = reader.text("rules-general")
    if rules is None:
        return Screen(general)
    head = reader.text("rules-here", game=game_name(rules, reader), deck=rules.deck)
    return Screen(f"{general}\n\n<b>{head}</b>\n{rules_page(rules, reader)}")


def language_screen(reader: Reader, private: bool) -> Screen:
    """Return the question which language to use, with a button for each."""
    buttons = tuple(
        Button(
            language_name(language) + (" ✓" if language == reader.language else ""),
            data=encode(LanguagePress(language)),
        )
        for language in LANGUAGES
    )
    return Screen(reader.text("language-private" if private else "language-group"), (buttons,))


def ring_screen(chosen: Ring | None, reader: Reader) -> Screen:
    """Return the question when to ring; `chosen` is marked, None in groups."""
    rows = [
        (
            Button(
                reader.text(f"ring-{ring}") + (" ✓" if ring == chosen else ""),
                data=encode(RingPress(ring)),
            ),
        )
        for ring in RINGS
    ]
    return Screen(reader.text("ring-question"), tuple(rows))


def greeting_screen(reader: Reader) -> Screen:
    """Return the greeting in a private chat."""
    return Screen(reader.text("greeting"))
