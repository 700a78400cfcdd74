"""The buttons of a hand: moves, unplayable cards, and queued answers."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.buttons import AheadPress, CardPress, MovePress
from bot.storage.queued_answers import QueuedAnswer
from bot.tables.progress import Progress
from bot.tables.refusal import Refused, Reply
from bot.tables.services import TableServices
from bot.tables.table import Player
from engine import Action, Card, IllegalAction, Reason, Verb, View

HandPress = MovePress | CardPress | AheadPress


class Moves:
    """Handles presses on hands. Its methods run in the table's mailbox."""

    def __init__(self, services: TableServices, progress: Progress) -> None:
        self._services = services
        self._progress = progress

    async def press(self, player: Player, press: HandPress) -> Reply:
        """Handle a press on a hand; where it is refused, show the hand as it is now.

        Raises:
            Refused: the button is old, or the rules do not allow it; nothing has changed.
        """
        try:
            return await self._press(player, press)
        except Refused:
            await self._show(player)
            raise

    async def _press(self, player: Player, press: HandPress) -> Reply:
        view = player.view
        if player.seat in view.out and not player.legal:
            raise Refused("toast-already-gone")
        if _is_old(press, view):
            raise Refused("toast-old-button")
        if isinstance(press, AheadPress):
            return await self._answer_ahead(player, press)
        if isinstance(press, CardPress):
            return await self._card(player, press.card)
        return await self._play(player, _actions(player.seat, press))

    async def _play(self, player: Player, actions: Sequence[Action]) -> Reply:
        """Play one action after another, up to the first that is refused."""
        user_id = player.person.user_id
        refused = await self._progress.submit(player.live, *actions, kind="person", actor=user_id)
        await self._progress.advance(player.table, player.live, acted=player.seat)
        return Reply() if refused is None else refused.reply

    async def _card(self, player: Player, card: Card) -> Reply:
        """Refuse a card with the reason why it can't be played now.

        Where by now it can be played, show the hand with its new buttons, but play nothing.

        Raises:
            Refused: it can't be played.
        """
        actions = [
            action
            for action in player.legal
            if action.verb is not Verb.RETRACT and action.cards[-1:] == (card,)
        ]
        if not actions:
            raise Refused.by_rules(_why_not(player, card))
        await self._show(player)
        alone = len(actions) == 1 and actions[0].verb not in (Verb.TRANSFER, Verb.SHOW)
        return Reply("toast-can-now" if alone else "toast-choose-pair")

    async def _answer_ahead(self, player: Player, press: AheadPress) -> Reply:
        seat, live = player.seat, player.live
        if press.kind == "none":
            await self._services.commit.forget_answer(live, seat)
            await self._show(player)
            return Reply("toast-ahead-off")
        if seat == player.view.defender:
            raise Refused.by_rules(Reason.OWN_DEFENCE)
        seen = press.seen if press.kind == "pass" else None
        at_once = Action(seat, Verb.PASS) in player.legal
        await self._services.commit.answer(live, QueuedAnswer(seat, press.kind, press.bout, seen))
        await self._progress.advance(player.table, live, acted=seat)
        return Reply() if at_once else Reply("toast-kept-ahead")

    async def _show(self, player: Player) -> None:
        await self._services.presenter.hand(player.table, player.live, player.seat)


def _is_old(press: HandPress, view: View) -> bool:
    """Tell whether a button means something else now than when it was shown."""
    if (press.deal, press.bout) != (view.deal, view.bout):
        return True
    if isinstance(press, MovePress):
        return press.verb in (Verb.TAKE, Verb.PASS) and press.seen != view.seen
    return isinstance(press, AheadPress) and press.kind == "pass" and press.seen != view.seen


def _actions(seat: int, press: MovePress) -> list[Action]:
    """Return the actions of a press, several for equal cards laid together."""
    if press.verb not in (Verb.LEAD, Verb.THROW):
        return [Action(seat, press.verb, press.cards)]
    first, *others = press.cards
    return [
        Action(seat, press.verb, (first,)),
        *(Action(seat, Verb.THROW, (card,)) for card in others),
    ]


def _why_not(player: Player, card: Card) -> Reason:
    """Return why the most natural action with a card is not legal."""
    view = player.view
    if card not in view.hand:
        return Reason.NO_SUCH_CARD
    natural = Action(player.seat, Verb.THROW, (card,))
    if not view.table:
        natural = Action(player.seat, Verb.LEAD, (card,))
    elif player.seat == view.defender and view.unbeaten:
        natural = Action(player.seat, Verb.BEAT, (view.unbeaten[0], card))
    try:
        player.live.game.copy().apply(natural)
    except IllegalAction as error:
        return error.reason
    raise AssertionError("the natural action is not among the legal ones")
