"""Who may do what: the one table of it, asked by lobbies, tables and handlers."""

from __future__ import annotations

from enum import Enum, Flag, auto

from bot.presses import GamePress, LanguagePress, LobbyPress, Press, RemovePress, SettingPress


class Standing(Flag):
    """What somebody is at a place; `NOBODY` is any other member of the chat.

    The host opened the lobby, or is the next person where that one has left. A player has a seat.
    Admins are those of the chat, anonymous ones too; in private everybody is their own.
    """

    NOBODY = 0
    PLAYER = auto()
    HOST = auto()
    ADMIN = auto()


class Deed(Enum):
    """What somebody wants to do, beyond playing the cards they hold."""

    OPEN = "open a lobby"
    SIT = "sit down, or stand up again"
    DEAL = "deal the cards"
    RULES = "choose what is played"
    BOTS = "call computers and send them away"
    CANCEL = "close the lobby"
    AGAIN = "deal the next game"
    LEAVE = "leave the game"
    LOOK = "see the table, the rules or the board"
    STOP = "end the game for all"
    STOP_DEAD = "end a game whose time ran out long ago"
    REMOVE = "take somebody absent out of the game"
    VOTE = "vote for that"
    LANGUAGE = "choose the language of the chat"
    SETTINGS = "choose how the bot does things in the chat"


_ANYBODY = None
_DECIDE = Standing.HOST | Standing.ADMIN

_MAY: dict[Deed, Standing | None] = {
    Deed.OPEN: _ANYBODY,
    Deed.SIT: _ANYBODY,
    Deed.DEAL: _DECIDE,
    Deed.RULES: _DECIDE,
    Deed.BOTS: _DECIDE,
    Deed.CANCEL: _DECIDE,
    Deed.AGAIN: Standing.PLAYER,
    Deed.LEAVE: Standing.PLAYER,
    Deed.LOOK: _ANYBODY,
    Deed.STOP: _DECIDE,
    Deed.STOP_DEAD: _ANYBODY,
    Deed.REMOVE: _DECIDE,
    Deed.VOTE: Standing.PLAYER,
    Deed.LANGUAGE: Standing.ADMIN,
    Deed.SETTINGS: Standing.ADMIN,
}

_LOBBY = {
    "join": Deed.SIT,
    "leave": Deed.SIT,
    "bot": Deed.BOTS,
    "unbot": Deed.BOTS,
    "game": Deed.RULES,
    "back": Deed.RULES,
    "set": Deed.RULES,
    "deal": Deed.DEAL,
    "cancel": Deed.CANCEL,
}


def standing(*, admin: bool = False, host: bool = False, player: bool = False) -> Standing:
    """What somebody is who is all of these."""
    found = Standing.NOBODY
    for is_it, what in (
        (admin, Standing.ADMIN),
        (host, Standing.HOST),
        (player, Standing.PLAYER),
    ):
        found |= what if is_it else Standing.NOBODY
    return found


def may(deed: Deed, who: Standing) -> bool:
    """Whether somebody of this standing may do it."""
    needed = _MAY[deed]
    return needed is None or bool(needed & who)


def admins_count(deed: Deed) -> bool:
    """Whether being an admin decides anything, so that Telegram must be asked who is one."""
    needed = _MAY[deed]
    return needed is not None and Standing.ADMIN in needed


def deed_of(press: Press) -> Deed | None:
    """What a button means to do; None for those of a hand, which are their player's alone."""
    if isinstance(press, LobbyPress):
        return _LOBBY[press.verb]
    if isinstance(press, LanguagePress):
        return Deed.LANGUAGE
    if isinstance(press, SettingPress):
        return Deed.SETTINGS
    if isinstance(press, RemovePress):
        return Deed.REMOVE
    if isinstance(press, GamePress):
        return {"again": Deed.AGAIN, "leave": Deed.LEAVE}.get(press.verb)
    return None
