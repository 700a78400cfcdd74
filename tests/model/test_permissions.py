"""Who may do what, as one table of people and deeds."""

from typing import get_args

import pytest

from bot.model.buttons import (
    CardPress,
    GamePress,
    GameVerb,
    LanguagePress,
    LobbyPress,
    LobbyVerb,
    SettingPress,
    decode,
)
from bot.model.permissions import Permission, Role, admins_count, allows, permission_for, roles_of
from engine import Card
from tests.model.test_buttons import BUTTONS
from tests.readers import EN

NOBODY, PLAYER, HOST, ADMIN = (
    Role.NOBODY,
    Role.PLAYER,
    Role.HOST,
    Role.ADMIN,
)
DEPUTY = Role.PLAYER | Role.DEPUTY
TABLE = {
    #                 others player host  admin
    Permission.OPEN: (True, True, True, True),
    Permission.SIT: (True, True, True, True),
    Permission.DEAL: (False, False, True, True),
    Permission.RULES: (False, False, True, True),
    Permission.SEATS: (False, False, True, True),
    Permission.TURN_BACK: (False, False, True, True),
    Permission.BOTS: (False, False, True, True),
    Permission.CANCEL: (False, False, True, True),
    Permission.AGAIN: (False, True, False, False),
    Permission.LEAVE: (False, True, False, False),
    Permission.LOOK: (True, True, True, True),
    Permission.STOP: (False, False, True, True),
    Permission.STOP_DEAD: (True, True, True, True),
    Permission.REMOVE: (False, False, True, True),
    Permission.VOTE: (False, True, False, False),
    Permission.LANGUAGE: (False, False, False, True),
    Permission.SETTINGS: (False, False, False, True),
}


@pytest.mark.parametrize("deed", Permission)
def test_who_may_do_what(deed):
    assert tuple(allows(deed, who) for who in (NOBODY, PLAYER, HOST, ADMIN)) == TABLE[deed]


@pytest.mark.parametrize("deed", Permission)
def test_a_player_whose_host_is_away_may_deal_and_see_the_seats(deed):
    gained = allows(deed, DEPUTY) and not allows(deed, PLAYER)
    assert gained == (deed in (Permission.DEAL, Permission.TURN_BACK))


@pytest.mark.parametrize("deed", Permission)
def test_who_is_several_things_may_do_what_any_of_them_may(deed):
    for one in (NOBODY, PLAYER, DEPUTY, HOST, ADMIN):
        for other in (NOBODY, PLAYER, DEPUTY, HOST, ADMIN):
            assert allows(deed, one | other) == (allows(deed, one) or allows(deed, other))


def test_telegram_is_asked_for_admins_only_where_it_matters():
    for deed, (others, _, _, admin) in TABLE.items():
        assert admins_count(deed) == (admin and not others)


def test_every_button_of_a_lobby_is_some_deed():
    assert all(permission_for(LobbyPress(1, verb)) for verb in get_args(LobbyVerb))
    assert permission_for(LanguagePress(EN.language)) is Permission.LANGUAGE
    assert permission_for(SettingPress("proof", "off")) is Permission.SETTINGS
    assert {permission_for(GamePress(1, verb)) for verb in get_args(GameVerb)} == {
        Permission.AGAIN,
        Permission.LEAVE,
        None,
    }
    assert permission_for(CardPress(1, 0, 0, Card.parse("6S"))) is None


def test_of_every_button_it_is_known_what_it_means_to_do():
    for line in BUTTONS:
        permission_for(decode(line["data"]))


def test_standing_gathers_what_somebody_is():
    assert roles_of() == NOBODY
    assert roles_of(admin=True, player=True) == ADMIN | PLAYER
    assert roles_of(player=True, deputy=True) == DEPUTY
    assert roles_of(host=True) == HOST
