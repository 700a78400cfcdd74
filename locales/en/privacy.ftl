# What the bot knows of people, and how to have or remove it.

privacy = <b>What I keep about you</b>
    • your name, username and id at Telegram (not the phone number), your language and settings;
    • the chats you play in: number, title and settings;
    • games: who sat at the table, the deal, every move and when it was made, results and scores;
    • which puzzles you tried, and how many you solved in a row;
    • which messages of mine I still change: the table, the cards, the list of games.

    <b>How long</b>
    Tables and waits, as long as the game is on. Games and scores, until you say /forget. The log of the machine holds no names, no cards and no words.

    <b>What I don't keep</b>
    What people write: in groups I see commands and buttons only, and what is written to me stays nowhere.
privacy-in-private = You can have your data, or have it removed, in the private chat where your cards come: /privacy and /forget there.
button-export = My data as a file
button-forget = Forget me

forget-question = <b>Shall I forget you?</b>
    Your name, number, settings, scores and games against bots go. You leave a game that is on, and it counts as a defeat without a name. Games with other people stay theirs: there you become a “Player” without a name.
    This can't be undone. Messages that are in the chats already stay there.
button-forget-me = Yes, forget me
button-keep-me = No, thanks
forget-done = Done, I don't know you. If you'd like to play, let's meet again: /start
forget-kept = Fine, everything stays as it is

export-caption = All that I know about you, and your games.
toast-exported = The file is on its way
toast-forget-later = Cards are being dealt again right now: try in a minute
