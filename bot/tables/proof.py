"""«Проверить раздачу»: whether a game was dealt as it was promised (docs/fair-deal.md)."""

from __future__ import annotations

import logging

from bot.model.buttons import ProofPress
from bot.model.people import Person, Place
from bot.model.screen import Answer
from bot.screens.proof import proof_screen
from bot.screens.text import message
from bot.storage import games, people
from bot.storage.database import Database
from bot.storage.games import StoredGame
from bot.tables.presenter import Presenter
from bot.tables.table import Table
from engine import ProofError, RecordError
from engine.proof import verify

log = logging.getLogger(__name__)


class ProofCheck:
    """Checks games that have ended, from what is stored of them."""

    def __init__(self, db: Database, screens: Presenter) -> None:
        self._db = db
        self._presenter = screens

    async def press(self, table: Table, place: Place, person: Person, press: ProofPress) -> Answer:
        """Check a game: the verdict at once, all that it takes to check it oneself in private.

        A seed tells all hands: it is given in the chat where the game was played, and elsewhere to
        those who played it.
        """
        stored = await games.load_game(self._db, press.game)
        if stored is None or not _may_see(table, place, person, stored):
            return Answer(message("toast-history-elsewhere", person.language))
        if not stored.proofs:
            return Answer(message("toast-proof-none", person.language))
        if stored.status == "live":
            return Answer(message("toast-proof-later", person.language))
        record = stored.record()
        try:
            deals = verify(record)
        except (ProofError, RecordError) as error:
            log.error("the proof of game %s does not fit: %s", press.game, error)
            words = message("alert-proof-wrong", person.language)
            return Answer(f"{words}\n{error}", alert=True)
        known = await people.get(self._db, person.user_id)
        if known is None or not known.can_write:
            depth = deals[-1].depth
            return Answer(message("alert-proof-right", person.language, depth=depth), alert=True)
        info = await self._presenter.info(table, stored)
        screen = proof_screen(record, deals, info, person.language)
        self._presenter.note(person.user_id, 0, screen)
        return Answer(message("toast-proof-right", person.language))


def _may_see(table: Table, place: Place, person: Person, stored: StoredGame) -> bool:
    if not place.private and place.chat_id == table.chat_id:
        return True
    return any(who.user_id == person.user_id for who in stored.deal.seats)
