# Разговоры не о столе: приветствия, языки, извинения.

chat-hello =
    Привет! Сыграем в дурака? Напишите /play — соберём стол.
    Карты каждому приходят в личку, а стол виден всем здесь. Правила — /rules.
chat-seated = Место за тобой! Как раздадут, карты придут сюда.
chat-anonymous = Не вижу, кто пишет: сообщение от имени чата. Напиши от себя — тогда сядешь за стол.
chat-language-admins = В группе язык выбирают её админы.
chat-language-chosen = Говорю по-русски.
toast-trouble = Что-то у меня не вышло. Попробуй ещё раз.

# Что написано в меню команд.

command-play = сыграть в дурака
command-hand = мои карты
command-table = показать стол заново
command-leave = встать из-за стола
command-stop = закончить игру для всех
command-rules = правила
command-history = прошлые партии, по ходам
command-puzzle = задачи: найди верный ход
command-top = кто реже всех в дураках, рейтинг
command-stats = мои партии в цифрах
command-pogony = у кого какое звание
command-ring = когда звать, если меня ждут
command-settings = настройки
command-lang = язык: русский, English
command-privacy = что я о тебе храню
command-forget = забыть меня
command-help = что я умею
