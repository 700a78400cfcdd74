# Колода до сдачи и проверка после партии.

cut-head = Колода перемешана
cut-head-redeal = Пересдаём, колода перемешана
cut-who = Снимает { $cutter }, до { $moment }
cut-seats = За столом: { $names }
cut-seat = { $name }
cut-seat-dealer = { $name } (сдаёт)
cut-promise = Отпечаток колоды, чтобы потом проверить раздачу: { $commitment }
cut-promise-link = Отпечаток колоды № { $link }, чтобы потом проверить раздачу: { $commitment }
cut-chain = Все следующие колоды уже выбраны, вот их общий отпечаток: { $anchor }
cut-moved = Сдвинуто на { $depth ->
    [one] { $depth } карту
    [few] { $depth } карты
   *[other] { $depth } карт
}
cut-by = Снимает { $cutter }
cut-by-bot = Снимает { $cutter }, наугад
cut-by-nobody = { $cutter } не успевает снять: сдвинуто наугад
cut-off = Сдача отменена

cutter-head = Тебе снимать! Сколько карт сдвинуть?
cutter-until = Время до { $moment }, потом сдвинется наугад

cut-depth-0 = Чуть-чуть · { $depth }
cut-depth-1 = Четверть · { $depth }
cut-depth-2 = Треть · { $depth }
cut-depth-3 = Пополам · { $depth }
cut-depth-4 = Две трети · { $depth }
cut-depth-5 = Три четверти · { $depth }
cut-depth-6 = Почти всё · { $depth }

toast-cutting = Колода перемешана, сейчас её снимут
toast-cut-already = Колода уже снята
toast-not-cutter = Сейчас снимает { $name }
