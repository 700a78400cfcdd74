# Settings: what can be chosen, what comes of it, and what the values are called.

settings-group = <b>Settings of this chat</b>
settings-private = <b>Settings</b>
settings-admins = In a group its admins choose the settings.

settings-pictures = 🖼 <b>Pictures</b>: shoulder-straps to remember a game by, and plots.
settings-pictures-on = 🖼 Pictures: yes
settings-pictures-off = 🖼 Pictures: no

settings-proof = ✂️ <b>Fair deal</b>: the deck is cut, and the deal can be checked after the game; the check shows who was dealt what.
settings-proof-on = ✂️ Fair deal: yes
settings-proof-off = ✂️ Fair deal: no

settings-season = 📅 <b>Seasons</b>: ranks begin anew with each one, and the past ones are kept.
settings-season-never = No seasons
settings-season-month = Month
settings-season-quarter = Quarter

settings-hands = 👀 <b>My past cards</b>: whether others see them when they look through old games. The check of a fair deal opens the whole deck, and the cards with it.
settings-hands-on = 👀 Past cards: shown
settings-hands-off = 👀 Past cards: hidden

settings-ring = 🔔 <b>Calls</b>: when to call me if the table waits for me.
settings-ring-now = At once
settings-ring-half = At half time
settings-ring-never = Never

settings-language = 🌐 <b>Language</b>
