lobby-head = Let's play Durak! Who is in?
lobby-head-solo = A game of Durak?
lobby-dealt = Everybody is seated, here come the cards
lobby-cancelled = This game was called off
lobby-expired = Nobody came, so the table is cleared. If you want to play: /play
lobby-left-out = Dealt without those who never pressed Start: { $names }
lobby-nobody = Nobody at the table yet
lobby-room = Up to { $most } seats
lobby-waiting = ⏳ — open the bot and press Start: your cards will come there
lobby-seat = { $number }. { $name }
lobby-seat-host = { $number }. { $name } 👑
lobby-seat-waiting = { $number }. { $name } ⏳
lobby-seat-host-waiting = { $number }. { $name } 👑 ⏳
lobby-seat-bot = { $number }. { $name } 🤖 { $level }

button-lobby-join = Join
button-lobby-leave = Leave
button-lobby-bot = Add a bot
button-lobby-unbot = Send a bot away
button-lobby-level = Bots: { $level }
button-lobby-game = Choose the game
button-lobby-seats = At the table
button-lobby-crown = 👑 { $name }
button-lobby-out = ✖️ { $name }
button-lobby-deal = Deal
button-lobby-cancel = Cancel
button-lobby-back = Done
button-open-bot = Open our private chat

level-novice = novice
level-amateur = amateur
level-master = master
level-grandmaster = grandmaster

line-deck = { $deck ->
    [one] { $deck } card
   *[other] { $deck } cards
}
line-throwers-all-in-turn = everybody throws in, in turn
line-throwers-all-free = everybody throws in, first come first served
line-throwers-neighbours-in-turn = neighbours throw in, in turn
line-throwers-neighbours-free = neighbours throw in, first come first served
line-throwers-lead-in-turn = only the one who leads throws in
line-throwers-lead-free = only the one who leads throws in
line-first-five = five cards at most in the first bout

line-clock-half = 30 seconds a move
line-clock-one = a minute a move
line-clock-two = two minutes a move
line-clock-day = a day a move

seating-head = At the table
seating-out = ✖️ — ask to leave the table
seating-crown = 👑 — make host of the table

choose-head = What do we play?
choose-game = Row 1: the game. In a lively one anybody may throw in at any moment: first come, first served.
choose-deck = Row 2: how many cards in the deck.
choose-throwers = Row 3: who throws in.
choose-first = Row 4: how many cards in the first bout, beaten or taken.
choose-clock = Row 5: how long to think about a move. Throwing in takes 30 seconds at most.
choose-game-podkidnoy = Throw-in
choose-game-perevodnoy = Transfer
choose-game-lively = Lively
choose-deck-24 = 24
choose-deck-36 = 36
choose-deck-52 = 52
choose-throwers-all = All
choose-throwers-neighbours = Neighbours
choose-throwers-lead = The lead
choose-first-six = Up to six
choose-first-five = Up to five
choose-clock-off = No clock
choose-clock-half = 30 s
choose-clock-one = 1 min
choose-clock-two = 2 min
choose-clock-day = A day
