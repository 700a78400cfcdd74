# The deck before the deal, and the check after the game.

cut-head = The deck is shuffled
cut-head-redeal = A redeal: the deck is shuffled
cut-who = { $cutter } cuts, until { $moment }
cut-seats = At the table: { $names }
cut-seat = { $name }
cut-seat-dealer = { $name } (deals)
cut-promise = The deck’s fingerprint, to check the deal later: { $commitment }
cut-promise-link = The fingerprint of deck no. { $link }, to check the deal later: { $commitment }
cut-chain = All the next decks are chosen already, and this is their common fingerprint: { $anchor }
cut-moved = Cut by { $depth ->
    [one] { $depth } card
   *[other] { $depth } cards
}
cut-by = { $cutter } cuts
cut-by-bot = { $cutter } cuts blindly
cut-by-nobody = { $cutter } does not cut in time, so it is cut blindly
cut-off = The deal is off

cutter-head = Your cut! How many cards?
cutter-until = You have until { $moment }, then it is cut blindly

cut-depth-0 = A few · { $depth }
cut-depth-1 = A quarter · { $depth }
cut-depth-2 = A third · { $depth }
cut-depth-3 = In half · { $depth }
cut-depth-4 = Two thirds · { $depth }
cut-depth-5 = Three quarters · { $depth }
cut-depth-6 = Almost all · { $depth }

toast-cutting = The deck is shuffled and about to be cut
toast-cut-already = The deck has been cut
toast-not-cutter = It is { $name } who cuts
