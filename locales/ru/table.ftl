game-podkidnoy = Подкидной
game-perevodnoy = Переводной
game-podkidnoy-lively = Вольный подкидной
game-perevodnoy-lively = Вольный переводной

player = Игрок { $number }
somebody = кто-то
bot-name = Бот { $name }
bot-names = Стёпа, Клава, Филя, Зина, Гоша, Муся, Тоша, Люся

head = { $game } · козырь { $trump } · { $talon ->
    [0] колода пуста
   *[other] в колоде { $talon }
}
roles = Ходит { $lead } → отбивается { $defender }
roles-taking = Ходит { $lead } → { $defender } берёт
roles-alone = Отбивается { $defender }
roles-taking-alone = { $defender } берёт
roles-redeal = Решаем, пересдавать ли
first-lead-lowest-trump = Первый ход — { $name }: младший козырь (без козырей — младшая карта)
first-lead-left-of-dealer = Первый ход — { $name }: слева от сдающего ({ $dealer })
first-lead-from-under = Первый ход — { $name }: сдаёт дурак, ходят из-под него
first-lead-at-durak = Первый ход — { $name }: сдаёт дурак, под него и ходят
first-lead-durak = Первый ход — { $name }: дурак сдаёт, дурак и ходит
first-lead-revenge = Первый ход — { $name }: дурак отыгрывается

count = { $name } { $count }
count-bot = { $name } { $count } 🤖
count-level = { $name } { $count } 🤖 { $level }
count-out = { $name }: { $place }-е место
count-out-team = { $name }: карт нет
count-gone = { $name }: не в игре

until = { $names }, до { $moment }
away = 💤 { $name } не у стола: играет бот
paused = ⏸ Все отошли, партия ждёт. Кто вернётся, жмёт «Я здесь»

move-lead = { $name } заходит { $cards }
move-throw = { $name } подкидывает { $cards }
move-beat = { $name } бьёт { $cards }
move-transfer = { $name } переводит { $cards }
move-show = { $name } показывает { $cards } и переводит
move-take = { $name } берёт
move-pass = { $name }: бито
move-let-take = { $name }: пусть берёт
move-retract = { $name } забирает { $cards } назад
move-redeal = { $name } просит пересдать
move-keep = { $name } играет так
move-resign = { $name } уходит из игры

last-bout = Прошлый заход: { $how }
final-bout = Последний заход: { $how }
end-beaten = бито
end-taken = { $name } берёт { $count }
end-cleared = карты уходят в отбой
goes-out = { $name }: карты кончились, { $place }-е место
goes-out-team = { $name }: карты кончились

pogony-hung = 🎖 Погоны вешает { $by }, носит { $on }
pogony-left = 🎖 { $name } остаётся с двумя младшими картами: погоны

result-durak = 🃏 Дурак — { $name }
result-team = 🃏 В дураках: { $names }
result-winners = 🏆 Победа: { $names }
result-draw = 🤝 Ничья: дурака нет
result-draw-lost = 🤝 Ничья, и она не спасает: { $names }
draw-no-cards = Карт не осталось ни у кого.
draw-repeated = Карты пошли по кругу: такой расклад уже в третий раз.
draw-holding = С картами остались: { $names }
result-void = За столом уже не все ({ $name }): остальным партия не в счёт.
place = { $place }. { $name }
place-durak = { $place }. { $name } — дурак
place-gone = { $place }. { $name } (уход — поражение)
team-gone = { $name } — уход
ended-stopped = Игра остановлена, никому не в зачёт.
ended-expired = Партию больше суток никто не трогал, она закрыта. Никому не в зачёт.
ended-broken = Эту партию больше не восстановить, извините. Никому не в зачёт, можно раздать новую.

button-mine = Мои карты
button-to-hand = К картам
button-to-table = К столу
button-here = Я здесь
button-remove = Убрать: { $name }
button-remove-votes = Убрать: { $name } ({ $votes } из { $needed })
button-again = Ещё партию
chat-unnamed = Группа
