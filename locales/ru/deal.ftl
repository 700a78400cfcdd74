# Колода до сдачи и проверка после партии.

cut-head = Колода перемешана
cut-head-redeal = Пересдаём, колода перемешана
cut-who = Снимает { $cutter }, до { $moment }
cut-seats = За столом: { $names }
cut-seat = { $name }
cut-seat-dealer = { $name } (сдаёт)
cut-promise = Отпечаток колоды, чтобы потом проверить раздачу: { $commitment }
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

button-proof = Проверить раздачу
proof-seed = Секрет колоды: { $seed }
proof-head = ✅ Раздача честная: колода та самая, что была обещана до сдачи
proof-redeal = Пересдача { $number }
proof-deck = Из секрета и сдвига выходит та самая колода, что роздана.
proof-promise = Отпечаток, обещанный до сдачи: { $commitment }
proof-line = Проверь: отпечаток — это SHA-256 такой строки.
proof-record = Всю партию можно проверить по записи из /history: { $command }. Её печать: { $seal }
proof-file = ФАЙЛ

toast-cutting = Колода перемешана, сейчас её снимут
toast-cut-already = Колода уже снята
toast-not-cutter = Сейчас снимает { $name }
toast-proof-none = Эту раздачу проверить нельзя: её никто не обещал
toast-proof-later = Секрет колоды откроется, когда партия кончится
toast-proof-right = ✅ Раздача честная. Как проверить без меня — в личке
alert-proof-right = ✅ Раздача честная: колода та, что была обещана, сдвинута на { $depth }. Открой бота и нажми «Старт» — пришлю, как проверить без меня.
alert-proof-wrong = ⚠️ Раздача не сходится:
