button-hint = Подсказка
hint = Лучше так: { $move } — { $why }
toast-hint-solo = С людьми играем без подсказок
toast-hint-later = Подсказка — когда твой ход
toast-thinking = Думаю, секунду…

why-only = больше ничего и нельзя
why-last-card = с ней карты кончаются
why-general = так надёжнее всего
why-unbeatable = отбить это нечем
why-lacks-rank = { $ranks } ни у кого больше нет, подкинуть нечего
why-lowest = младшую не жалко
why-several = есть что подкинуть следом
why-draws-trumps = пусть тратят козыри
why-cheapest = дешевле нечем
why-same-rank = такие уже лежат, нового не подкинут
why-passes-on = пусть отбивается следующий
why-cannot-beat = всё не отбить
why-keeps-trumps = козыри ещё пригодятся
why-keeps-high = сильные карты ещё пригодятся
why-gains = эти карты пригодятся
why-loads = пусть берёт побольше
why-sheds = лишняя карта уйдёт
why-enough = подкидывать больше незачем
why-new-cards = новые карты вряд ли хуже

ranks-2 = двоек
ranks-3 = троек
ranks-4 = четвёрок
ranks-5 = пятёрок
ranks-6 = шестёрок
ranks-7 = семёрок
ranks-8 = восьмёрок
ranks-9 = девяток
ranks-T = десяток
ranks-J = валетов
ranks-Q = дам
ranks-K = королей
ranks-A = тузов

button-analysis = Разбор
toast-analysis-begins = Смотрю партию, разбор придёт сюда
toast-no-analysis = Эту партию не разобрать
analysis-begins = 🔍 Смотрю партию…
analysis-progress = 🔍 Смотрю партию: { $done } из { $decisions }…
analysis-busy = Сейчас все думают над ходами. Попробуй чуть позже
analysis-head = 🔍 Разбор партии
analysis-nothing = Выбирать в этой партии было не из чего
analysis-summary = Решений с выбором: { $decisions }. Лучших или почти лучших: { $good }
analysis-partly = Времени хватило не на все: всего их { $decisions }
analysis-clean = Придраться не к чему: чистая игра 👏
analysis-where = Заход { $bout } · козырь { $trump } · { $talon ->
    [0] колода пуста
   *[other] в колоде { $talon }
}
analysis-table = На столе: { $cards }
analysis-played = Сыграно: { $move }
analysis-better = Лучше: { $move } — { $why }
analysis-chance = Шанс не остаться в дураках: { $best } % → { $played } %
analysis-exact = (просчитано до конца)
