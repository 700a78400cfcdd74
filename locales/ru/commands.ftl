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
