# What the table says between games.

note-dealt-again = Somebody has left, so this game does not count. I deal anew to those who stay.
note-topic-gone = That topic can't be written to any more, so the table is here now. The game goes on.
note-gone = { $name } is no longer in this chat. The game goes on: the cards come in private.
note-unreachable = { $name }, I can't write to you in private. “My cards” below the table shows your hand.
note-shut-muted = I may not write in { $chat } at the moment. Let's play on here, in private.
note-shut-removed = I am no longer in { $chat }. The game is safe: let's play on here, in private.
