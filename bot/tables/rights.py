"""Where a press counts, and what somebody is there: rights are those of the table's own chat."""

from __future__ import annotations

from bot.model.buttons import LobbyPress, RemovePress, TablePress
from bot.model.people import Person, Place
from bot.model.permissions import Role, roles_of
from bot.tables.table import Table


def counts(press: TablePress, table: Table, place: Place, person: Person) -> bool:
    """Whether a press made in a place may act on what is on in a room.

    It may in the chat of the table. Hands, decks to be cut and questions of a group's game are
    shown to their people in private too, so these presses count there; the lobby and the votes
    about the absent are the group's alone. Buttons can be forged: nothing counts from elsewhere.
    """
    if table.is_in(place.chat_id):
        return True
    if table.solo or isinstance(press, LobbyPress | RemovePress):
        return False
    return place.private and place.chat_id == person.user_id


def standing_at(table: Table, place: Place, *, host: bool, player: bool) -> Role:
    """What somebody is at the table of a room; being an admin of another chat is nothing here."""
    admin = place.is_admin and table.is_in(place.chat_id)
    return roles_of(admin=admin, host=host, player=player)
