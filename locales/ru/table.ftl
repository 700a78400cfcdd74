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

count = { $name } { $count }
count-bot = { $name } { $count } 🤖
count-level = { $name } { $count } 🤖 { $level }
count-out = { $name }: { $place }-е место
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

pogony-hung = 🎖 Погоны вешает { $by }, носит { $on }
pogony-left = 🎖 { $name } остаётся с двумя младшими картами: погоны

result-durak = 🃏 Дурак — { $name }
result-team = 🃏 В дураках: { $names }
result-draw = 🤝 Ничья: дурака нет
result-draw-lost = 🤝 Ничья, и она не спасает: { $names }
result-void = Партия не в счёт: за столом уже не все ({ $name }). Можно раздать заново.
place = { $place }. { $name }
place-durak = { $place }. { $name } — дурак
place-gone = { $place }. { $name } (уход — поражение)
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
