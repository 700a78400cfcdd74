# Настройки: что можно выбрать, чем это обернётся, и как называются значения.

settings-group = <b>Настройки чата</b>
settings-private = <b>Настройки</b>
settings-admins = В группе настройки выбирают её админы.

settings-pictures = 🖼 <b>Картинки</b>: погоны на память и графики.
settings-pictures-on = 🖼 Картинки: да
settings-pictures-off = 🖼 Картинки: нет

settings-proof = ✂️ <b>Честная раздача</b>: колоду снимаем, а после игры раздачу можно проверить: тогда видно, у кого что было.
settings-proof-on = ✂️ Честная раздача: да
settings-proof-off = ✂️ Честная раздача: нет

settings-season = 📅 <b>Сезоны</b>: с новым сезоном звания начинаются сначала, а прошлые помним.
settings-season-never = Без сезонов
settings-season-month = Месяц
settings-season-quarter = Квартал

settings-hands = 👀 <b>Мои прошлые карты</b>: видят ли их другие, когда листают сыгранные партии. Проверка честной раздачи открывает всю колоду, а с ней и карты.
settings-hands-on = 👀 Прошлые карты: показывать
settings-hands-off = 👀 Прошлые карты: не показывать

settings-ring = 🔔 <b>Звонок</b>: когда звать, если меня ждут за столом.
settings-ring-now = Сразу
settings-ring-half = На половине
settings-ring-never = Не звать

settings-language = 🌐 <b>Язык</b>
