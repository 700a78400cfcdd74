"""How a finished game determines the next one of its series (docs/rules.md §4)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import EventKind
from engine.game import Game
from engine.view import View


@dataclass(frozen=True, slots=True)
class Opening:
    """The dealer and the leader of a game; `leader` None: its hands decide."""

    dealer: int
    leader: int | None


def opening_after(game: Game) -> Opening | None:
    """Return the opening of the next game with the same seats and rules.

    None after a draw, a void game or a resignation: then the dealer is drawn at random, as for a
    first game.
    """
    result = game.result
    if result is None or result.draw or result.void or game.state.resigned:
        return None
    durak = result.durak if result.durak is not None else _durak_of_team(game, result.losers)
    return Opening(durak, _leader(game, durak))


def lead_rule(view: View) -> str | None:
    """Return the rule by which the lead of the first bout leads, as `Event.rule` has it.

    None in later bouts, before the lead is settled, in a game that began with a position, and
    where the seat that was to lead has left.
    """
    leads = [event for event in view.log if event.kind is EventKind.LEADER]
    if view.bout or not leads or leads[0].seat != leads[-1].seat:
        return None
    return leads[0].rule


def _leader(game: Game, durak: int) -> int | None:
    rules, seats = game.rules, game.state.r.n
    if seats == 2 and rules.two_seat_revenge:
        return durak
    return {
        "from_under": (durak + 1) % seats,
        "at_durak": (durak - 1) % seats,
        "durak": durak,
        "lowest_trump": None,
    }[rules.next_lead]


def _durak_of_team(game: Game, losers: tuple[int, ...]) -> int:
    """Return the loser that defended last, else the one with most cards (lowest seat)."""
    state = game.state
    if state.defender in losers:
        return state.defender
    return max(losers, key=lambda seat: (state.hands[seat].bit_count(), -seat))
