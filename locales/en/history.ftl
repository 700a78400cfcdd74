# Past games: the list, and stepping through one.

history-head = Past games
history-empty = No game has been played to its end here yet. Start with /play
history-row = { $number }. { $when } · { $players } — { $how }
history-durak = durak { $name }
history-team = durak team { $names }
history-draw = a draw
history-void = does not count
history-stopped = stopped
button-newer = ← Newer
button-older = Older →

replay-dealt = The cards are dealt
replay-clock = ⏰ The clock made this move
replay-autopilot = 💤 A bot made this move for an absent player
replay-hand = { $name }: { $cards }
replay-closed = { $name }: 🂠 × { $count }, keeps the cards hidden
replay-step = Step { $step } of { $last }
replay-bout = bout { $bout }
button-record = Record
record-caption = The record of the game: the cards and all moves in order.
button-to-list = To the list

toast-history-elsewhere = This game can't be shown here
toast-record-sent = The record is in the private chat
toast-record-closed = The record would show the cards of somebody who keeps past hands hidden
