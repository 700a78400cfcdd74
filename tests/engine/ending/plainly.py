"""Plain minimax over the engine, as a slow reference for the solver."""

from __future__ import annotations

from random import Random

from engine import ALLOWED, Card, Game, Rules
from engine.actions import RETRACT
from engine.apply import apply
from engine.cards import SUITS
from engine.legal import awaited, legal
from engine.state import OVER, State

Score = tuple[int, int]
SEEN = 1 << 20


def random_ending(rng: Random, most: int) -> Game:
    """Two seats, no talon, up to `most` cards, any rules; a few random actions are played."""
    rules = {key: rng.choice(values) for key, values in ALLOWED.items() if rng.random() < 0.5}
    rules |= {"teams": 0, "deck": rng.choice((24, 36))}
    rules["transfer"] = rng.random() < 0.6
    rules["transfer_by_show"] = rules["transfer"] and rng.random() < 0.5
    lowest = 7 if rules["deck"] == 24 else 4
    ranks = rng.sample(range(lowest, 13), rng.choice((2, 3, 4, 6)))
    cards = [Card(4 * rank + suit) for rank in ranks for suit in range(4)]
    rng.shuffle(cards)
    size = rng.randint(2, most)
    first = rng.randint(max(1, size // 2 - 2), min(size - 1, size // 2 + 2))
    game = Game.from_position(
        Rules(**rules), [cards[:first], cards[first:size]], [], rng.choice(SUITS),
        rng.randrange(2), first_bout=rng.random() < 0.1,
    )  # fmt: skip
    for _ in range(rng.choice((0, 0, 1, 2, 3, 5))):
        copy = game.copy()
        copy.apply(rng.choice(copy.legal()))
        if copy.over:
            break
        game = copy
    return game


class Plainly:
    """Minimax over all that is legal; with `retract` thrown cards may be taken back in the tree.

    A seat that may act without being awaited decides first whether it does.
    """

    def __init__(self, *, retract: bool) -> None:
        self.retract = retract
        self.known: dict[tuple[object, ...], Score] = {}

    def after(self, s: State, action: int) -> Score:
        """Outcome and number of bouts (0 for a draw) for the action's seat."""
        child = s.copy()
        apply(child, action)
        score = self.value(child, 0)
        if action >> 4 & 7:
            score = (-score[0], score[1])
        return score[0], (score[1] + (child.bout - s.bout if child.phase != OVER else 1)) * (
            score[0] != 0
        )

    def value(self, s: State, seat: int) -> Score:
        """The same for seat 0, from here on."""
        if s.phase == OVER:
            return (0, 0) if s.durak < 0 else (1 if s.durak else -1, 0)
        key = (
            *s.hands, tuple(s.attack), tuple(s.defence), s.lead, s.defender, s.taking, s.last,
            s.opened, tuple(sorted(s.barred.items())), s.shown, tuple(sorted(s.seen)), s.first,
        )  # fmt: skip
        if key not in self.known:
            if len(self.known) > SEEN:
                raise MemoryError
            self.known[key] = self._value(s)
        return self.known[key]

    def _value(self, s: State) -> Score:
        due = awaited(s)[0]
        actions = [a for a in legal(s) if self.retract or a & 15 != RETRACT]
        scores = {a: self.after(s, a) for a in actions}
        own = max((score for a, score in scores.items() if a >> 4 & 7 == due), key=rank)
        others = [(-score[0], score[1]) for a, score in scores.items() if a >> 4 & 7 != due]
        best = min([own, *others], key=rank)
        return best if due == 0 else (-best[0], best[1])


def rank(score: Score) -> Score:
    """The better the greater."""
    return score[0], -score[1] if score[0] > 0 else score[1]
