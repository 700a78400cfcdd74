"""Answers to commands: help, rules, the board, questions; none of them is edited later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.ports import GameInfo, Language, Screen
from engine import Rules


class Score(Protocol):
    """A person's games and defeats in a chat."""

    @property
    def name(self) -> str:
        """As the person gave it."""

    @property
    def games(self) -> int:
        """How many games were played to their end."""

    @property
    def defeats(self) -> int:
        """How many of them were lost."""


def note_screen(words: str) -> Screen:
    """A plain sentence as a message."""
    raise NotImplementedError


def leave_question_screen(info: GameInfo, lang: Language) -> Screen:
    """Asks whether to leave the game, with buttons for both answers."""
    raise NotImplementedError


def top_screen(rows: Sequence[Score], lang: Language) -> Screen:
    """The board of a chat, best first; says so where nobody has played yet."""
    raise NotImplementedError


def help_screen(lang: Language, private: bool) -> Screen:
    """What the bot can do, in the private chat or in a group."""
    raise NotImplementedError


def rules_screen(rules: Rules | None, lang: Language) -> Screen:
    """How the game goes; with `rules`, what was agreed here too."""
    raise NotImplementedError


def language_screen(lang: Language, private: bool) -> Screen:
    """Which language is spoken here, and how to change it."""
    raise NotImplementedError


def greeting_screen(lang: Language) -> Screen:
    """The first words in the private chat."""
    raise NotImplementedError
