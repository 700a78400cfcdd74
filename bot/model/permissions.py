"""Permissions: which roles may do what, asked by lobbies, tables and handlers."""

from __future__ import annotations

from enum import Enum, Flag, auto

from bot.model import buttons
from bot.model.buttons import GamePress, GameVerb, LobbyPress, LobbyVerb, Press


class Role(Flag):
    """The roles of a person at a table; `NOBODY` is any other member of the chat.

    The host opened the lobby, or is the next person where that one has left. A player has a seat;
    a deputy is a player of a lobby whose host is away.
    Admins are those of the chat, anonymous ones too; in private everybody is their own.
    """

    NOBODY = 0
    PLAYER = auto()
    DEPUTY = auto()
    HOST = auto()
    ADMIN = auto()


class Permission(Enum):
    """What a person may be allowed to do, besides playing their cards."""

    OPEN = "open a lobby"
    SIT = "sit down, or stand up again"
    DEAL = "deal the cards"
    RULES = "choose what is played"
    SEATS = "hand over the crown, put others out of the lobby"
    TURN_BACK = "turn a lobby back to its first page"
    BOTS = "call computers and send them away"
    CANCEL = "close the lobby"
    AGAIN = "deal the next game"
    LEAVE = "leave the game"
    LOOK = "see the table, the rules or the board"
    STOP = "end the game for all"
    STOP_DEAD = "end a game whose time ran out long ago"
    REMOVE = "take an absent person out of the game"
    VOTE = "vote for that"
    LANGUAGE = "choose the language of the chat"
    SETTINGS = "choose how the bot does things in the chat"


_ANYBODY = None
_DECIDE = Role.HOST | Role.ADMIN

_MAY: dict[Permission, Role | None] = {
    Permission.OPEN: _ANYBODY,
    Permission.SIT: _ANYBODY,
    Permission.DEAL: _DECIDE | Role.DEPUTY,
    Permission.RULES: _DECIDE,
    Permission.SEATS: _DECIDE,
    Permission.TURN_BACK: _DECIDE | Role.DEPUTY,
    Permission.BOTS: _DECIDE,
    Permission.CANCEL: _DECIDE,
    Permission.AGAIN: Role.PLAYER,
    Permission.LEAVE: Role.PLAYER,
    Permission.LOOK: _ANYBODY,
    Permission.STOP: _DECIDE,
    Permission.STOP_DEAD: _ANYBODY,
    Permission.REMOVE: _DECIDE,
    Permission.VOTE: Role.PLAYER,
    Permission.LANGUAGE: Role.ADMIN,
    Permission.SETTINGS: Role.ADMIN,
}

_LOBBY: dict[LobbyVerb, Permission] = {
    "join": Permission.SIT,
    "leave": Permission.SIT,
    "bot": Permission.BOTS,
    "unbot": Permission.BOTS,
    "game": Permission.RULES,
    "seats": Permission.SEATS,
    "back": Permission.TURN_BACK,
    "set": Permission.RULES,
    "crown": Permission.SEATS,
    "out": Permission.SEATS,
    "deal": Permission.DEAL,
    "cancel": Permission.CANCEL,
}
_GAME: dict[GameVerb, Permission | None] = {
    "mine": None,
    "again": Permission.AGAIN,
    "leave": Permission.LEAVE,
    "stay": None,
    "here": None,
}
_PRESSES: dict[type[Press], Permission | None] = {
    buttons.LanguagePress: Permission.LANGUAGE,
    buttons.SettingPress: Permission.SETTINGS,
    buttons.RemovePress: Permission.REMOVE,
    buttons.MovePress: None,
    buttons.CardPress: None,
    buttons.AheadPress: None,
    buttons.CutPress: None,
    buttons.HintPress: None,
    buttons.ProofPress: None,
    buttons.RingPress: None,
    buttons.TopPress: None,
    buttons.StatsPress: None,
    buttons.PlotPress: None,
    buttons.HistoryPress: None,
    buttons.AnalysisPress: None,
    buttons.PuzzlePress: None,
    buttons.OwnPress: None,
}
"""The permissions of buttons without verbs; None where a press needs none."""


def roles_of(
    *, admin: bool = False, host: bool = False, player: bool = False, deputy: bool = False
) -> Role:
    """Return the roles of a person who has all of these."""
    roles = Role.NOBODY
    for applies, role in (
        (admin, Role.ADMIN),
        (host, Role.HOST),
        (player, Role.PLAYER),
        (deputy, Role.DEPUTY),
    ):
        roles |= role if applies else Role.NOBODY
    return roles


def allows(permission: Permission, roles: Role) -> bool:
    """Tell whether a person with these roles has a permission."""
    needed = _MAY[permission]
    return needed is None or bool(needed & roles)


def admins_count(permission: Permission) -> bool:
    """Tell whether admins have a permission, so that Telegram must be asked for them."""
    needed = _MAY[permission]
    return needed is not None and Role.ADMIN in needed


def permission_for(press: Press) -> Permission | None:
    """Return the permission that a press needs, None where it needs none."""
    if isinstance(press, LobbyPress):
        return _LOBBY[press.verb]
    if isinstance(press, GamePress):
        return _GAME[press.verb]
    return _PRESSES[type(press)]
