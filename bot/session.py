"""The tables: every press, command, computer's move and alarm enters here."""

from __future__ import annotations

from collections.abc import Callable

from bot.ports import Answer, Clock, Delivery, Language, Opponent, Person, Place
from bot.presses import Press
from bot.storage.database import Database


class Tables:
    """Everything that is played, one lane a place.

    `ai_pause` and `ring_after` are seconds; `seed` gives a fresh secret for every deal.
    """

    def __init__(
        self,
        db: Database,
        delivery: Delivery,
        clock: Clock,
        opponent: Opponent,
        *,
        bot_username: str,
        ai_pause: float,
        ring_after: float,
        seed: Callable[[], str],
        default_language: Language = "ru",
    ) -> None:
        raise NotImplementedError

    async def start(self) -> None:
        """Go on where the last process stopped: games, lobbies, screens, computers, rings."""
        raise NotImplementedError

    async def close(self) -> None:
        """Take no new work, and let what is being done end."""
        raise NotImplementedError

    async def idle(self) -> None:
        """Wait until nothing is being done (what waits for its time is not)."""
        raise NotImplementedError

    async def press(self, place: Place, person: Person, press: Press, query_id: str) -> Answer:
        """A button of ours was pressed; what the person is to be told."""
        raise NotImplementedError

    async def play(self, place: Place, person: Person) -> None:
        """`/play`: open a lobby, or show what is on already."""
        raise NotImplementedError

    async def hand(self, place: Place, person: Person) -> None:
        """`/hand`: the person's cards anew, in private."""
        raise NotImplementedError

    async def table(self, place: Place, person: Person) -> None:
        """`/table`: what is on here, posted anew at the bottom."""
        raise NotImplementedError

    async def leave(self, place: Place, person: Person) -> None:
        """`/leave`: stand up in a lobby; in a game, ask whether the person is sure."""
        raise NotImplementedError

    async def stop(self, place: Place, person: Person) -> None:
        """`/stop`: the host or an admin ends the game, or closes the lobby, for all."""
        raise NotImplementedError

    async def rules(self, place: Place, person: Person) -> None:
        """`/rules`: how it is played here."""
        raise NotImplementedError

    async def started(self, person: Person) -> bool:
        """The person opened the private chat; True if a seat of theirs became firm by it."""
        raise NotImplementedError

    async def unreachable(self, user_id: int) -> None:
        """A private message could not be delivered: the person has blocked the bot or so."""
        raise NotImplementedError
