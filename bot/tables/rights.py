"""Where a press counts: what is done at a table is done in its chat, or in one's private chat."""

from __future__ import annotations

from bot.model.buttons import LobbyPress, RemovePress, TablePress
from bot.model.people import Caller
from bot.tables.table import Table


def counts(press: TablePress, table: Table, caller: Caller) -> bool:
    """Tell whether a press made in a place may act on what is on at a table.

    It may in the chat of the table. Hands, decks to be cut and questions of a group's game are
    shown to their people in private too, so these presses count there; the lobby and the votes
    about the absent are the group's alone. Buttons can be forged: nothing counts from elsewhere.
    """
    if table.is_in(caller.place.chat_id):
        return True
    if table.solo or isinstance(press, LobbyPress | RemovePress):
        return False
    return caller.place.private and caller.place.chat_id == caller.person.user_id
