"""Who may do what, as one table of people and deeds."""

import pytest

from bot.authority import Deed, Standing, admins_count, deed_of, may, standing
from bot.presses import (
    GAME_VERBS,
    LOBBY_VERBS,
    CardPress,
    GamePress,
    LanguagePress,
    LobbyPress,
    SettingPress,
)
from engine import Card

NOBODY, PLAYER, HOST, ADMIN = (
    Standing.NOBODY,
    Standing.PLAYER,
    Standing.HOST,
    Standing.ADMIN,
)
TABLE = {
    #                 others player host  admin
    Deed.OPEN: (True, True, True, True),
    Deed.SIT: (True, True, True, True),
    Deed.DEAL: (False, False, True, True),
    Deed.RULES: (False, False, True, True),
    Deed.BOTS: (False, False, True, True),
    Deed.CANCEL: (False, False, True, True),
    Deed.AGAIN: (False, True, False, False),
    Deed.LEAVE: (False, True, False, False),
    Deed.LOOK: (True, True, True, True),
    Deed.STOP: (False, False, True, True),
    Deed.STOP_DEAD: (True, True, True, True),
    Deed.REMOVE: (False, False, True, True),
    Deed.VOTE: (False, True, False, False),
    Deed.LANGUAGE: (False, False, False, True),
    Deed.SETTINGS: (False, False, False, True),
}


@pytest.mark.parametrize("deed", Deed)
def test_who_may_do_what(deed):
    assert tuple(may(deed, who) for who in (NOBODY, PLAYER, HOST, ADMIN)) == TABLE[deed]


@pytest.mark.parametrize("deed", Deed)
def test_who_is_several_things_may_do_what_any_of_them_may(deed):
    for one in (NOBODY, PLAYER, HOST, ADMIN):
        for other in (NOBODY, PLAYER, HOST, ADMIN):
            assert may(deed, one | other) == (may(deed, one) or may(deed, other))


def test_telegram_is_asked_for_admins_only_where_it_matters():
    for deed, (others, _, _, admin) in TABLE.items():
        assert admins_count(deed) == (admin and not others)


def test_every_button_of_a_lobby_is_some_deed():
    assert all(deed_of(LobbyPress(1, verb)) for verb in LOBBY_VERBS)
    assert deed_of(LanguagePress("en")) is Deed.LANGUAGE
    assert deed_of(SettingPress("proof", "off")) is Deed.SETTINGS
    assert {deed_of(GamePress(1, verb)) for verb in GAME_VERBS} == {Deed.AGAIN, Deed.LEAVE, None}
    assert deed_of(CardPress(1, 0, 0, Card.parse("6S"))) is None


def test_standing_gathers_what_somebody_is():
    assert standing() == NOBODY
    assert standing(admin=True, player=True) == ADMIN | PLAYER
    assert standing(host=True) == HOST
