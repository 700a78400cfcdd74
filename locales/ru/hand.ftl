your-cards = Твои карты: { $cards }
no-cards = Карт нет
can = Можно: { $cards }
can-any = Можно: любую
alert-trump = Козырь { $trump }

you-lead = Твой ход: заходи
you-defend = Ты отбиваешься
you-beaten-all = Всё побито, ждём: подкинут или бито
you-taking = Ты берёшь, ждём: подкинут ли ещё
you-throw = Подкидываешь или бито?
you-throw-taking = Подкинешь вдогонку или пусть берёт?
you-redeal = Все карты одной масти. Пересдать?
you-out = Карты кончились: { $place }-е место
you-out-team = Карты кончились: теперь дело за твоей командой
you-gone = Ты больше не в этой партии
you-missed = ⏰ Время вышло, ход сделан за тебя. Ещё раз — и за тебя сядет бот
you-away = 💤 За тебя играет бот. Возвращайся: любая кнопка, и карты снова твои
you-durak = Дурак на этот раз — ты
you-team-won = Твоя команда победила 👏
you-team-lost = На этот раз в дураках твоя команда
you-place = Твоё место: { $place }-е

ahead-pass = ✓ Сказано заранее: бито
ahead-clock = ⏰ Время вышло: в этом заходе больше не подкидываешь
ahead-bout = ✓ Сказано заранее: больше не подкидываю

button-take = Беру
button-pass = Бито
button-let-take = Пусть берёт
button-no-more = Больше не подкидываю
button-transfer = Перевожу { $card }
button-show = Показываю { $card }
button-retract = ↩️ { $card } назад
button-redeal = Пересдать
button-keep = Играем так
