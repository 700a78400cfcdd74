lobby-head = Играем в дурака! Кто садится?
lobby-head-solo = Сыграем в дурака?
lobby-dealt = Все за столом, раздаём
lobby-cancelled = Игра не собралась
lobby-expired = Никто не собрался, стол убран. Захотите сыграть — /play
lobby-left-out = Не дождались «Старта»: { $names }
lobby-nobody = За столом пока пусто
lobby-room = За столом { $most ->
    [one] { $most } место
    [few] { $most } места
   *[other] { $most } мест
}
lobby-waiting = ⏳ — откройте личку с ботом и нажмите «Старт»: туда придут карты
lobby-seat = { $number }. { $name }
lobby-seat-host = { $number }. { $name } 👑
lobby-seat-waiting = { $number }. { $name } ⏳
lobby-seat-host-waiting = { $number }. { $name } 👑 ⏳
lobby-seat-bot = { $number }. { $name } 🤖 { $level }

button-lobby-join = Сажусь
button-lobby-leave = Встаю
button-lobby-bot = Позвать бота
button-lobby-unbot = Отпустить бота
button-lobby-level = Боты: { $level }
button-lobby-game = Во что играем
button-lobby-seats = Кто за столом
button-lobby-crown = 👑 { $name }
button-lobby-out = ✖️ { $name }
button-lobby-deal = Раздаём
button-lobby-cancel = Отменить
button-lobby-back = Готово
button-open-bot = Открыть личку

level-novice = новичок
level-amateur = любитель
level-master = мастер
level-grandmaster = гроссмейстер

line-deck = { $deck ->
    [one] { $deck } карта
    [few] { $deck } карты
   *[other] { $deck } карт
}
line-throwers-all-in-turn = подкидывают все по очереди
line-throwers-all-free = подкидывают все, кто успел
line-throwers-neighbours-in-turn = подкидывают соседи по очереди
line-throwers-neighbours-free = подкидывают соседи, кто успел
line-throwers-lead-in-turn = подкидывает только тот, кто ходит
line-throwers-lead-free = подкидывает только тот, кто ходит
line-first-five = в первом заходе — не больше пяти карт

line-clock-half = на ход 30 секунд
line-clock-one = на ход минута
line-clock-two = на ход две минуты
line-clock-day = на ход сутки

seating-head = Кто за столом
seating-out = ✖️ — попросить из-за стола
seating-crown = 👑 — сделать хозяином стола

choose-head = Во что играем?
choose-game = 1-й ряд: игра. В вольном подкидывают в любой момент, кто успел.
choose-deck = 2-й ряд: сколько карт в колоде.
choose-throwers = 3-й ряд: кто подкидывает.
choose-first = 4-й ряд: сколько карт в первом заходе, побит он или взят.
choose-clock = 5-й ряд: сколько думать над ходом. На подкидывание — не больше 30 секунд.
choose-game-podkidnoy = Подкидной
choose-game-perevodnoy = Переводной
choose-game-lively = Вольный
choose-deck-24 = 24
choose-deck-36 = 36
choose-deck-52 = 52
choose-throwers-all = Все
choose-throwers-neighbours = Соседи
choose-throwers-lead = Кто ходит
choose-first-six = До шести
choose-first-five = До пяти
choose-clock-off = Без часов
choose-clock-half = 30 с
choose-clock-one = 1 мин
choose-clock-two = 2 мин
choose-clock-day = Сутки
