your-cards = Your cards: { $cards }
no-cards = No cards
can = You may play: { $cards }
can-any = You may play any card
alert-trump = Trump { $trump }

you-lead = Your turn: lead
you-defend = You defend
you-beaten-all = All beaten; let's see if more is thrown in
you-taking = You take; let's see if more is thrown in
you-throw = Throw in, or pass?
you-throw-taking = Add a card, or let them take?
you-redeal = All your cards are of one suit. Deal again?
you-out = Out of cards: place { $place }
you-out-team = Out of cards: now it is up to your team
you-gone = You are no longer in this game
you-missed = ⏰ Your time was up, a move was made for you. Once more, and a bot takes your seat
you-away = 💤 A bot plays for you. Come back: press any button, and the cards are yours again
you-durak = This time the durak is you
you-team-won = Your team has won 👏
you-team-lost = This time the durak team is yours
you-place = Your place: { $place }

ahead-pass = ✓ Said ahead: pass
ahead-clock = ⏰ Your time was up: no more throwing in this bout
ahead-bout = ✓ Said ahead: no more from me

button-take = Take
button-pass = Pass
button-let-take = Let them take
button-no-more = No more from me
button-transfer = Transfer { $card }
button-show = Show { $card }
button-retract = ↩️ Take back { $card }
button-redeal = Deal again
button-keep = Play these
