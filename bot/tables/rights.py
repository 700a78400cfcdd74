"""Where a press counts: in the chat of the table, or in the player's private chat."""

from __future__ import annotations

from bot.model.buttons import LobbyPress, RemovePress, TablePress
from bot.model.people import Caller
from bot.tables.table import Table


def counts(press: TablePress, table: Table, caller: Caller) -> bool:
    """Tell whether a press made in the caller's place may act on a table.

    A press counts in the chat of the table. Hands, decks to be cut and questions are shown in
    private too, so their presses also count in the caller's private chat; those of lobbies and
    votes do not. Buttons can be forged, so nothing counts from other chats.
    """
    if table.is_in(caller.place.chat_id):
        return True
    if table.solo or isinstance(press, LobbyPress | RemovePress):
        return False
    return caller.place.private and caller.place.chat_id == caller.person.user_id
