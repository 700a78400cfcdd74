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
analysis-chance = Шанс остаться в дураках: { $best } % → { $played } %
analysis-exact = (просчитано до конца)
