button-analysis = Analysis
toast-analysis-begins = Looking at the game; the analysis will come here
toast-no-analysis = This game can't be analysed
analysis-begins = 🔍 Looking at the game…
analysis-progress = 🔍 Looking at the game: { $done } of { $decisions }…
analysis-busy = Everybody is busy thinking about moves. Try again a little later
analysis-head = 🔍 Analysis
analysis-nothing = There was nothing to choose in this game
analysis-summary = Decisions with a choice: { $decisions }. Best or nearly so: { $good }
analysis-partly = There was not time for all { $decisions } of them
analysis-clean = Nothing to find fault with: well played 👏
analysis-where = Bout { $bout } · trumps { $trump } · { $talon ->
    [0] no cards left to draw
   *[other] { $talon } left to draw
}
analysis-table = On the table: { $cards }
analysis-played = Played: { $move }
analysis-better = Better: { $move } — { $why }
analysis-chance = Chance of being the durak: { $best } % → { $played } %
analysis-exact = (solved to the end)
