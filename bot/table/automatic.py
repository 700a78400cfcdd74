"""What is played without a person: computers' seats, those of the absent, and expired clocks."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ports import Opponent
from bot.storage.ahead import Ahead
from bot.storage.games import ActorKind
from bot.table.live import Live
from engine import Action, Verb
from engine.ai.plain import PlainPolicy

CLOCK_BOUT = "clock"
"""An answer ahead that the clock gave: no more throwing in this bout."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action, and who does it: a kind, and the person where it is one."""

    action: Action
    kind: ActorKind
    actor: int | None = None


class Automatic:
    """Chooses; it plays nothing itself. Absent people are played for by the plain policy."""

    def __init__(self, opponent: Opponent) -> None:
        self._opponent = opponent
        self._autopilot = PlainPolicy()

    def at_once(self, live: Live) -> Deed | None:
        """What happens without a pause: answers given ahead, and passes that nobody thinks about.

        Once all people have left, the computers play on without pauses.
        """
        if live.paused:
            return None
        for seat in live.game.awaited:
            passing = Action(seat, Verb.PASS)
            if seat in live.ahead and passing in live.game.legal_for(seat):
                return _said_ahead(live, passing)
            if not live.decides(seat):
                deed = self.choice(live, seat)
                if deed.action.verb in (Verb.PASS, Verb.KEEP) or not live.people_in:
                    return deed
        return None

    def next(self, live: Live) -> Deed | None:
        """What a computer or an autopilot does after a pause; None where people are awaited."""
        if live.paused:
            return None
        played = (seat for seat in live.game.awaited if not live.decides(seat))
        seat = next(played, None)
        return None if seat is None else self.choice(live, seat)

    def choice(self, live: Live, seat: int) -> Deed:
        """What is done on an awaited seat; cards that might be dealt again are kept."""
        computer = live.person(seat) is None
        player = self._opponent if computer else self._autopilot
        kind: ActorKind = "bot" if computer else "autopilot"
        legal = live.game.legal_for(seat)
        keep = Action(seat, Verb.KEEP)
        if keep in legal:
            return Deed(keep, kind)
        action = player.choose(live.game.view(seat), legal)
        assert action is not None, "an awaited seat has something to do"
        return Deed(action, kind)

    def overdue(self, live: Live, seat: int) -> Deed:
        """What is done for a person whose time is up, as little as can be: pass, take, keep, or
        lead the cheapest card."""
        legal = live.game.legal_for(seat)
        for verb in (Verb.PASS, Verb.TAKE):
            if Action(seat, verb) in legal:
                return Deed(Action(seat, verb), "clock")
        return Deed(self.choice(live, seat).action, "clock")

    def passes_for_bout(self, live: Live, seat: int) -> Ahead:
        """The answer ahead of a thrower whose time is up."""
        return Ahead(seat, CLOCK_BOUT, live.game.state.bout)


def _said_ahead(live: Live, passing: Action) -> Deed:
    seat = passing.seat
    if live.ahead[seat].kind == CLOCK_BOUT:
        return Deed(passing, "clock")
    return Deed(passing, "person", live.person(seat))
