"""The lobby: who sits, by which rules, and the page where these are chosen."""

from __future__ import annotations

from typing import Literal

from bot.ports import Language, LobbyInfo, Screen


def lobby_screen(lobby: LobbyInfo, lang: Language) -> Screen:
    """The open lobby, or its page of rules while they are being chosen."""
    raise NotImplementedError


def closed_lobby_screen(
    kind: Literal["dealt", "cancelled"], lobby: LobbyInfo, lang: Language
) -> Screen:
    """What is left of a lobby when it has come to a game or has been called off."""
    raise NotImplementedError
