game-podkidnoy = Throw-in Durak
game-perevodnoy = Transfer Durak
game-podkidnoy-lively = Lively throw-in Durak
game-perevodnoy-lively = Lively transfer Durak

player = Player { $number }
somebody = somebody
bot-name = Bot { $name }
bot-names = Stepan, Klava, Felix, Zina, Gosha, Musya, Tosha, Lucy

head = { $game } · trump { $trump } · { $talon ->
    [0] the deck is empty
   *[other] { $talon } in the deck
}
roles = { $lead } leads → { $defender } defends
roles-taking = { $lead } leads → { $defender } takes
roles-alone = { $defender } defends
roles-taking-alone = { $defender } takes
roles-redeal = Shall we deal again?
first-lead-lowest-trump = { $name } leads first: the lowest trump (without trumps, the lowest card)
first-lead-left-of-dealer = { $name } leads first: on the left of the dealer ({ $dealer })
first-lead-from-under = { $name } leads first: the durak deals, the next player leads
first-lead-at-durak = { $name } leads first: the durak deals and is attacked
first-lead-durak = { $name } leads first: the durak deals and leads
first-lead-revenge = { $name } leads first: the durak’s revenge

count = { $name } { $count }
count-bot = { $name } { $count } 🤖
count-level = { $name } { $count } 🤖 { $level }
count-out = { $name }: place { $place }
count-out-team = { $name }: out of cards
count-gone = { $name }: not in the game

until = { $names }, until { $moment }
away = 💤 { $name } is away: a bot plays
paused = ⏸ Everybody is away, the game waits. Whoever is back presses “I'm here”

move-lead = { $name } leads { $cards }
move-throw = { $name } throws in { $cards }
move-beat = { $name } beats { $cards }
move-transfer = { $name } transfers { $cards }
move-show = { $name } shows { $cards } and transfers
move-take = { $name } takes
move-pass = { $name }: done
move-let-take = { $name }: let them take
move-retract = { $name } takes { $cards } back
move-redeal = { $name } asks for a new deal
move-keep = { $name } plays these cards
move-resign = { $name } leaves the game

last-bout = Last bout: { $how }
final-bout = The last bout: { $how }
end-beaten = beaten
end-taken = { $name } takes { $count }
end-cleared = the cards go to the discard
goes-out = { $name }: out of cards, place { $place }
goes-out-team = { $name }: out of cards

pogony-hung = 🎖 Shoulder-straps: hung by { $by }, worn by { $on }
pogony-left = 🎖 { $name } is left with two of the lowest rank: shoulder-straps

result-durak = 🃏 The durak is { $name }
result-team = 🃏 The durak team: { $names }
result-winners = 🏆 The winners: { $names }
result-draw = 🤝 A draw: there is no durak
result-draw-lost = 🤝 A draw, and a defeat for { $names }
draw-no-cards = Nobody has cards left.
draw-repeated = The cards go round in circles: the same position has come up for the third time.
draw-holding = Left with cards: { $names }
result-void = Not everybody is at the table any more ({ $name }): for the others this game does not count.
place = { $place }. { $name }
place-durak = { $place }. { $name } — durak
place-gone = { $place }. { $name } (left: a defeat)
team-gone = { $name } left the game
ended-stopped = The game has been stopped; it counts for nobody.
ended-expired = Nobody has touched this game for more than a day, so it is closed. It counts for nobody.
ended-broken = This game can't be restored, sorry. It counts for nobody; a new one may be dealt.

button-mine = My cards
button-to-hand = To my cards
button-to-table = To the table
button-here = I'm here
button-remove = Remove { $name }
button-remove-votes = Remove { $name } ({ $votes } of { $needed })
button-again = Play again
chat-unnamed = Group
