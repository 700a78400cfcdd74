button-hint = Hint
hint = Better: { $move } — { $why }
toast-hint-solo = No hints in games between people
toast-hint-later = A hint comes when it is your turn
toast-thinking = Thinking, just a second…

why-only = there is nothing else to do
why-last-card = your hand is empty with it
why-general = the safest way
why-unbeatable = nothing can beat it
why-lacks-rank = nobody else has { $ranks }, so none can be thrown in
why-lowest = a small card is no loss
why-several = more of them can follow
why-draws-trumps = let them spend their trumps
why-cheapest = nothing cheaper beats it
why-same-rank = those lie there already, so nothing new can be thrown in
why-passes-on = let the next one beat it
why-cannot-beat = you can't beat it all
why-keeps-trumps = you will need your trumps yet
why-keeps-high = you will need your high cards yet
why-gains = you can use these cards
why-loads = let them take some more
why-sheds = one card fewer to get rid of
why-enough = there is no point in throwing more
why-new-cards = new cards will hardly be worse

ranks-2 = twos
ranks-3 = threes
ranks-4 = fours
ranks-5 = fives
ranks-6 = sixes
ranks-7 = sevens
ranks-8 = eights
ranks-9 = nines
ranks-T = tens
ranks-J = jacks
ranks-Q = queens
ranks-K = kings
ranks-A = aces

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
analysis-chance = Chance of not being the durak: { $best } % → { $played } %
analysis-exact = (solved to the end)
