rules-general = <b>How Durak is played</b>
    Everybody has six cards; the bottom card of the deck lies face up, and its suit is trump. One player leads, the one on the left defends: with a higher card of the same suit, or with a trump.
    The others throw in cards of the ranks that lie on the table. When all is beaten and nothing more is thrown in, the cards are out of play. Who can't or won't beat them takes everything on the table.
    After a bout all draw up to six. When the deck is empty, play goes on with what is in hand. The last one holding cards is the durak, the fool.

rules-here = { $game }, { $deck } cards. As agreed here:

rule-transfer-false = Throw-in: bouts are not transferred.
rule-transfer-true = Transfer: before anything is beaten, a card of the same rank may be laid beside it, and the next player defends.
rule-transfer-by-show-true = A transfer may be shown: the trump of that rank is shown and stays in the hand.
rule-transfer-first-bout-false = The first bout is not transferred.
rule-bout-limit-six = At most six cards a bout, and no more than the defender holds.
rule-bout-limit-hand = As many cards a bout as the defender holds.
rule-first-bout-limit-5 = At most five cards in the first bout, beaten or taken.
rule-lead-many-true = Several cards of one rank may be led together.
rule-lead-many-false = One card is led.
rule-throwers-all = Everybody throws in.
rule-throwers-neighbours = Only the defender's neighbours throw in.
rule-throwers-lead = Only the one who leads throws in.
rule-throw-order-in-turn = They throw in by turns: the lead first, then round the table from the defender's left.
rule-throw-order-free = Whoever is first throws in.
rule-throw-timing-after-beat = Cards are thrown in when all on the table is beaten.
rule-throw-timing-any-time = Cards may be thrown in while others are unbeaten, too.
rule-throw-ranks-lead-if-four = With four players or more, only the rank that was led is thrown in.
rule-throw-after-take-true = When the defender takes, more may be thrown after.
rule-throw-after-take-false = Who takes, takes at once: nothing is thrown after.
rule-take-beaten-true = What is beaten may be taken too, until the others have passed.
rule-retract-true = A card just thrown in may be taken back.
rule-retract-false = Cards are not taken back.
rule-redeal-one-suit-true = Six cards of one suit dealt: a new deal may be asked for.
rule-trump-ace-false = An ace is never turned up as trump.
rule-first-lead-lowest-trump = In the first game, and after a draw, the lowest trump leads; where nobody has a trump, the lowest card.
rule-first-lead-left-of-dealer = In the first game, and after a draw, the player on the dealer's left leads.
rule-next-lead-from-under = In the next game the durak deals, and the player on the durak's left leads.
rule-next-lead-at-durak = In the next game the durak deals, and the player on the durak's right leads.
rule-next-lead-lowest-trump = In the next game the durak deals; who leads is found as in the first.
rule-next-lead-durak = In the next game the durak deals and leads.
rule-two-seat-revenge-true = With two players the durak leads the next game.
rule-draw-evenly-true = When all need equally many cards and the deck is too short, it is dealt out one card each.
rule-leaver-play-on = Leaving is a defeat; the others play on.
rule-leaver-restart = Leaving is a defeat; for the others the game does not count and is dealt again.
rule-teams-2 = Two teams, sitting alternately; nobody throws in on their own team.
rule-draw-result-draw = When the last cards go together, or the same position comes a third time, it is a draw.
rule-draw-result-both-lose = A draw is a defeat for both; where the same position comes a third time, for all who hold cards.
rule-pogony-sixes = Shoulder-straps: going out with two of the lowest rank hangs them on those who are left. A durak left with two of the lowest wears them, too.
rule-pogony-any-pair = Shoulder-straps: going out with any pair hangs them on those who are left. A durak left with two of the lowest wears them, too.
