"""Every sentence of docs/rules.md §§3-9 in short, with the cases that check it."""

from __future__ import annotations

SENTENCES = """
§3 ranks ascend, suits have no order: 003 027 038 041
§3 six cards each, one at a time, from the dealer's left: 006 013 014
§3 the next card is the trump card, drawn last: 009 013 o16
§3 whole deck dealt: the dealer's last card is the trump card and stays in the hand: 006 014 008
§3 trump_ace=false: the next card that is no ace changes places with the ace: 009 324 325
§3 ... or the nearest earlier one: o01 o02
§3 redeal: each one-suited seat is asked, in order from the dealer's left: 029 032 219 220 326 327
§3 redeals come before the lead: 030 031
§3 on redeal the same dealer deals anew: 033 329
§3 the new deal may be asked for again: o03
§3 a settled leader stays: 330
§3 without the option nobody is asked: o04
§3 hands are sorted, trumps last: 027
§4 lowest_trump: the lowest trump in hand leads: 323 o05
§4 ... no trump in a hand: the lowest card of any suit: 003 o06
§4 ... equal cards: the first from the dealer's left: 003
§4 ... the face-up trump card does not count: o05
§4 ... the hands are looked at when redeals are settled: 030 033 290
§4 left_of_dealer: 004
§4 later games: the leader is settled before the deal: o07 226 227
§5 the lead lays one card: 037 o08
§5 lead_many: the lead may lay more of the rank, whatever the other options say: 058 061 238 240 o32
§5 ... until a beat, transfer, show, take or another seat's throw: 060 337 o14
§5 any_time: others throw from the first card on: 062 231 o08 o09 o10
§5 after_beat: they may not yet: 063 229
§5 lead_many=false: nobody throws before the first answer: 059 233 234 235 236 237 335
§5 the defender is the nearest opponent on the left who is in: 125 163 164 o19
§5 cap: what the defender held when becoming the defender: 055 056 057 107 213
§5 cap: six with bout_limit=six: 048 052
§5 cap: bout_limit=hand: 049 213
§5 cap: first_bout_limit in the first bout alone: 050 051 053 054 216
§5 beat, by the defender alone: higher of the suit, or a trump on a plain card: 038 041 044
§5 a trump is beaten by a higher trump alone: 039
§5 the ace of trumps is not beaten: 040
§5 unbeaten cards may be beaten in any order: 045
§5 a beaten pair stays on the table: 045 046
§5 throw: a rank on the table: 065 069
§5 lead_if_four: the lead's rank only, seats counted at the deal: 067 068 217
§5 after_beat: only when all is beaten or the defender takes: 063 064
§5 throwers=all: 070 075
§5 throwers=neighbours: the nearest opponents with cards then: 071 073 074 202 204 241 242 243
§5 throwers=lead: the lead, or the last that transferred: 072 123 244 245 246 247 248
§5 a teammate of the defender never throws: 162
§5 a throw is one card at a time: o12
§5 in_turn: the lead, then from the defender's left: 083 085 089 119 120 121 205 206 228
§5 ... only the first that has not passed and has a throw: 085 265 o08 o10 o32
§5 pass: all beaten or taking: 076 064
§5 pass: only with a legal throw: 077
§5 who has passed neither throws nor passes until the next answer: 250 251 080 082 087 088
§5 a throw or a retract undoes no pass: 081 252
§5 take: while a card is unbeaten: 094 095
§5 take_beaten: 096 097 o15
§5 the table lies until the throwers are done: 064 213 093
§5 throw_after_take=false: at once: 091 210
§5 retract: the throw that was the last action: 099 100 102 225 230 232 256 262
§5 ... as if it had not been thrown: 240 258 259 260
§5 ... unless the bout has ended with it: 254 255 261
§5 a card taken back is not thrown again in the bout: 099 253 263
§5 the lead's further cards may be taken back, the first may not: 257 o11
§5 beaten: nobody may throw and has not passed: discard, the defender leads: 078 079 o16
§5 ... or, if out, the seat on the left: 147
§5 taken: the defender picks all up, its left leads: 148 o13
§5 more than the cap at once cannot be: 048 o12
§6 transfer: a card of the rank, before any is beaten: 105 108 110 334
§6 the next opponent must beat all, or transfers: 105 118 125
§6 two seats or a full circle: the lead defends: 114 118
§6 within the new defender's cap: 106 107 115 116
§6 a seat without cards that is not out is not passed over: 214
§6 transfer_first_bout: 111 112 113 134 312
§6 show: the trump of the rank stays in hand, within the cap: 126 127 128 129 130 338
§6 a card is shown once a bout, and may be laid later: 132 133
§6 the lead stays the lead for throwing and drawing: 120 123 137
§6 ... unless it is the defender: 117 119 138
§6 the seat that transferred throws like any other: 116 121
§6 a taking defender does not transfer: 109
§6 with nobody to transfer or show to, neither is legal: o31
§7 the lead draws first, then from the defender's left, the defender last: 135 136 137
§7 a lead that became the defender draws last: 117 138
§7 draw_evenly: one card each, in order: o17 343 344
§7 ... only where all hold equally many and the talon falls short: 140 141 142 218
§7 nobody draws in a bout: o18
§7 the trump card is drawn last, then play goes on: o16 136
§8 no cards and no talon: out at that moment: 144
§8 last card laid while the talon had cards: out if the talon does not reach it: 145 159 185 223
§8 one seat left: the durak: 149
§8 teams: the team that is not out loses: 166
§8 all but the defender out: on only while it can still go out: 150 151 154 161 211 212
§8 ... otherwise it picks up the table, and nobody draws: 150 155 156
§8 ... teams: a teammate with cards ends the game: 167 168
§8 draw: nobody holds cards: 152 158 170
§8 ... both_lose: the defender and the lead: 153 157
§8 ... one seat: the one that transferred last, too: 266
§8 ... teams: both: 169
§8 the third time a position begins a bout is a draw: 268 269 270 272
§8 ... both_lose: all who are in: 271
§8 ... a resignation counts anew: o29 o30
§8 places: by going out, in one drawing by its order: 149 223 275 313
§8 ... then those in, by number, winners first; then the resigned: 196 271 274
§8 resign: cards to the discard, a defeat, out of the game: 193 197 200 282 288
§8 ... one other left: the durak: 199 279 o21 o22
§8 ... teams: its team has lost: 196 286
§8 ... restart: void: 284 285 287
§8 ... play_on: 193 194
§8 ... where the game ends so, the table goes to the discard: o21 o27
§8 ... a defender in the bout: the bout ends, the others draw, its left leads: 192 277 278 342 o23
§8 ... before the lead: the next leads or defends, nobody draws: 191 o19 o20
§8 ... any other seat: the bout goes on: 193 194 248
§8 ... while redeals are asked for: 289 290 331 332 333
§9 left with two of the lowest rank: 172 189 273 o24 o25 o26
§9 ... not a team, nor a resigned seat: 281 299
§9 ... not who was hung in the last bout: 175 183 294
§9 hung: the last two cards laid were attack cards of one rank: 175 178 179 183 184 187 o28
§9 ... the lowest with sixes, any with any_pair, none with off: 174 176 177 341
§9 ... also by a seat that the drawing lets out: 185 186
§9 ... on every opponent in when all have drawn or the game has ended: 180 181 222 291 293 o27
§9 ... whether or not they were beaten: 292
§9 teams: on every seat of the losing team, by an opponent: 182 221 296 297
§9 entries in time order, left with two last: 181 293 294
""".strip().splitlines()


def parsed() -> list[tuple[str, list[str]]]:
    """Sentences with the numbers of their cases."""
    pairs = [line.rsplit(":", 1) for line in SENTENCES]
    return [(claim, numbers.split()) for claim, numbers in pairs]
