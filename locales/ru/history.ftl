# Прошлые партии: список и просмотр по ходам.

history-head = Прошлые партии
history-empty = Здесь ещё не доиграли ни одной партии. Начать: /play
history-row = { $number }. { $when } · { $players } — { $how }
history-durak = дурак { $name }
history-team = в дураках { $names }
history-draw = ничья
history-void = не в счёт
history-stopped = остановлена
button-newer = ← Новее
button-older = Раньше →

replay-dealt = Карты розданы
replay-clock = ⏰ Этот ход сделали часы
replay-autopilot = 💤 Этот ход сделал бот вместо игрока
replay-hand = { $name }: { $cards }
replay-closed = { $name }: 🂠 × { $count }, карты не показывает
replay-step = Шаг { $step } из { $last }
replay-bout = заход { $bout }
button-record = Запись
record-caption = Запись партии: карты и все ходы по порядку.
button-to-list = К списку

toast-history-elsewhere = Эту партию здесь не показать
toast-record-sent = Запись — в личке
toast-record-closed = Запись показала бы карты того, кто свои прошлые карты не открывает
