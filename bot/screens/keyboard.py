"""The keyboard of a hand.

«Take» and «pass» always have the first two rows. Then come the cards, six a row in the order of the
hand, and below them the actions that need more than the name of a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.buttons import AheadKind, AheadPress, CardPress, HintPress, MovePress, encode
from bot.model.screen import Button, Style
from bot.screens.bout_log import beat_label
from bot.screens.formatter import Formatter
from engine import Action, Card, Verb, View

Row = tuple[Button, ...]

CARDS_A_ROW = 6
WORDS_A_ROW = 2
MOST_PAIRINGS = 40
"""The most buttons for pairs of cards; a keyboard has 100 buttons at most."""

_ON_A_CARD = (Verb.LEAD, Verb.THROW, Verb.BEAT)
_SPOKEN = (Verb.TRANSFER, Verb.SHOW, Verb.RETRACT, Verb.REDEAL, Verb.KEEP)


def hand_keyboard(
    view: View, legal: Sequence[Action], formatter: Formatter, ahead: str | None
) -> list[Row]:
    """Return the rows of buttons for the view's seat.

    Every legal action is on exactly one of them, except pairs beyond `MOST_PAIRINGS`.
    """
    keys = _Keys(view, tuple(legal), formatter, ahead)
    return [
        (keys.take(),),
        (keys.let_go(),),
        *_rows([keys.card(card) for card in view.hand], CARDS_A_ROW),
        *_rows(keys.pairings(), WORDS_A_ROW),
        *_rows(keys.together(), WORDS_A_ROW),
        *_rows(keys.spoken(), WORDS_A_ROW),
        *_rows(keys.no_more(), 1),
        *_rows(keys.hint(), 1),
    ]


def playing_card(action: Action) -> Card | None:
    """Return the card of the hand that an action plays or shows, None for no card."""
    if action.verb in (*_ON_A_CARD, Verb.TRANSFER, Verb.SHOW):
        return action.cards[-1]
    return None


def _rows(buttons: Sequence[Button], width: int) -> list[Row]:
    return [tuple(buttons[at : at + width]) for at in range(0, len(buttons), width)]


@dataclass(frozen=True, slots=True)
class _Keys:
    view: View
    legal: tuple[Action, ...]
    formatter: Formatter
    ahead: str | None

    def move(
        self, label: str, verb: Verb, cards: tuple[Card, ...] = (), style: Style | None = None
    ) -> Button:
        view, game = self.view, self.formatter.info.game_id
        press = MovePress(game, view.deal, view.bout, view.seen, verb, cards)
        return Button(label, data=encode(press), style=style)

    def answer_ahead(self, label: str, kind: AheadKind, given: bool) -> Button:
        view, game = self.view, self.formatter.info.game_id
        press = AheadPress(game, view.deal, view.bout, view.seen, "none" if given else kind)
        return Button(f"{label} ✓" if given else label, data=encode(press))

    def may(self, verb: Verb) -> bool:
        return any(action.verb == verb for action in self.legal)

    def take(self) -> Button:
        style: Style | None = "danger" if self.may(Verb.TAKE) else None
        return self.move(self.formatter.say("button-take"), Verb.TAKE, style=style)

    def let_go(self) -> Button:
        label = self.formatter.say("button-let-take" if self.view.taking else "button-pass")
        if self.may(Verb.PASS):
            return self.move(label, Verb.PASS, style="success")
        if self.view.seat in self.view.throwers:
            return self.answer_ahead(label, "pass", self.ahead == "pass")
        return self.move(label, Verb.PASS)

    def no_more(self) -> list[Button]:
        if self.view.seat not in self.view.throwers:
            return []
        label = self.formatter.say("button-no-more")
        return [self.answer_ahead(label, "bout", self.ahead in ("bout", "clock"))]

    def hint(self) -> list[Button]:
        """Return the button for a hint, in games against computers alone."""
        game = self.formatter.info
        if not game.solo:
            return []
        return [Button(self.formatter.say("button-hint"), data=encode(HintPress(game.game_id)))]

    def actions(self, card: Card) -> list[Action]:
        return [action for action in self.legal if playing_card(action) == card]

    def card(self, card: Card) -> Button:
        actions = self.actions(card)
        style: Style | None = "primary" if actions else None
        if len(actions) == 1 and actions[0].verb in _ON_A_CARD:
            return self.move(self.formatter.card(card), actions[0].verb, actions[0].cards, style)
        view = self.view
        press = CardPress(self.formatter.info.game_id, view.deal, view.bout, card)
        return Button(self.formatter.card(card), data=encode(press), style=style)

    def pairings(self) -> list[Button]:
        several = [card for card in self.view.hand if len(self.actions(card)) > 1]
        beats = [a for card in several for a in self.actions(card) if a.verb == Verb.BEAT]
        shown = self._oldest(beats)
        return [
            self.move(
                beat_label(a.cards[0], a.cards[1], self.formatter), a.verb, a.cards, "primary"
            )
            for a in beats
            if a.cards[0] in shown
        ]

    def _oldest(self, beats: Sequence[Action]) -> set[Card]:
        """Return the oldest attack cards whose pairs are at most `MOST_PAIRINGS`."""
        shown: set[Card] = set()
        count = 0
        for attack in self.view.unbeaten:
            count += sum(action.cards[0] == attack for action in beats)
            if count > MOST_PAIRINGS and shown:
                break
            shown.add(attack)
        return shown

    def together(self) -> list[Button]:
        """Return buttons that play two, three … equal cards together."""
        verb = Verb.LEAD if self.may(Verb.LEAD) else Verb.THROW
        rules = self.view.rules
        if verb == Verb.LEAD:
            several = rules.lead_many
        else:
            one_by_one = rules.throw_timing == "after_beat" and not self.view.taking
            several = not one_by_one or bool(self.view.unbeaten)
        if not several:
            return []
        free = [a.cards[0] for a in self.legal if a.verb == verb]
        ranks: dict[str, list[Card]] = {}
        for card in self.view.hand:
            if card in free:
                ranks.setdefault(card.rank, []).append(card)
        return [
            self.move(self.formatter.cards(cards[:size]), verb, tuple(cards[:size]), "primary")
            for cards in ranks.values()
            for size in range(2, min(len(cards), self.view.room_left) + 1)
        ]

    def spoken(self) -> list[Button]:
        """Return the buttons to transfer, show, retract, and answer about a redeal."""
        return [
            self.move(
                self.formatter.say(
                    f"button-{action.verb}", card=self.formatter.cards(action.cards)
                ),
                action.verb,
                action.cards,
                None if action.verb in (Verb.RETRACT, Verb.REDEAL) else "primary",
            )
            for verb in _SPOKEN
            for action in self.legal
            if action.verb == verb
        ]
