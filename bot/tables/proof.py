"""The button «Проверить раздачу»: is a deal as promised (docs/fair-deal.md)?"""

from __future__ import annotations

import logging

from bot.model.buttons import ProofPress
from bot.model.people import Caller
from bot.model.screen import Answer
from bot.screens.proof import proof_screen
from bot.screens.text import message
from bot.storage import games, people
from bot.storage.errors import Unreadable
from bot.storage.games import StoredGame
from bot.tables.refusal import Refused, Reply
from bot.tables.services import TableServices
from bot.tables.table import Table
from engine import ProofError, RecordError
from engine.proof import verify

log = logging.getLogger(__name__)


class ProofCheck:
    """Checks the deals of ended games against what is stored of them."""

    def __init__(self, services: TableServices) -> None:
        self._db = services.db
        self._presenter = services.presenter

    async def press(self, table: Table, caller: Caller, press: ProofPress) -> Reply | Answer:
        """Check a game: answer with the verdict, and post the details in private.

        A seed reveals all hands, so it is shown only in the chat where the game was played and
        to its players.

        Raises:
            Refused: the game is still on, has no proof, or may not be shown to this person.
        """
        person = caller.person
        try:
            stored = await games.load_game(self._db, press.game)
        except Unreadable as error:
            raise Refused("toast-history-elsewhere") from error
        if stored is None or not _may_see(table, caller, stored):
            raise Refused("toast-history-elsewhere")
        if not stored.proofs:
            raise Refused("toast-proof-none")
        if stored.status == "live":
            raise Refused("toast-proof-later")
        record = stored.record()
        try:
            deals = verify(record)
        except (ProofError, RecordError) as error:
            log.error("proof_wrong game=%s error=%s", press.game, error)
            verdict = message("alert-proof-wrong", person.reader)
            return Answer(f"{verdict}\n{error}", alert=True)
        known = await people.get(self._db, person.user_id)
        if known is None or not known.can_write:
            depth = deals[-1].depth
            return Answer(message("alert-proof-right", person.reader, depth=depth), alert=True)
        info = await self._presenter.info(table, stored)
        screen = proof_screen(record, deals, info, person.reader)
        self._presenter.note(person.user_id, 0, screen)
        return Reply("toast-proof-right")


def _may_see(table: Table, caller: Caller, stored: StoredGame) -> bool:
    place, user_id = caller.place, caller.person.user_id
    if not place.private and table.is_in(place.chat_id):
        return True
    return any(who.user_id == user_id for who in stored.deal.seats)
