# What the table says between games.

note-dealt-again = Somebody has left, so this game does not count. I deal anew to those who stay.
