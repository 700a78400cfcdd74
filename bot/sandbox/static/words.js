// The page's own words. What bots and people write is never translated.

const DICTIONARY = {
  en: {
    people: "People you play",
    addPerson: "Add a person",
    name: "Name",
    language: "Telegram in",
    add: "Add",
    cancel: "Cancel",
    ok: "OK",
    theme: "Light or dark",
    connecting: "connecting…",
    botOnline: "bot",
    botOffline: "the bot is not running",
    typing: "typing…",
    members: { one: "# member", other: "# members" },
    unread: { one: "# new message", other: "# new messages" },
    admin: "admin",
    bot: "bot",
    message: "Message",
    send: "Send",
    commands: "Commands",
    more: "More",
    start: "Start",
    block: "Block the bot",
    unblock: "Unblock",
    blocked: "The bot is blocked and cannot write here.",
    notStarted: "A bot cannot write first. Press Start, and it may.",
    noMessages: "No messages yet",
    onlyYou: "Only you see this",
    topic: "Topic",
    general: "General",
    edited: "edited",
    gone: "a message that is gone",
    toEnd: "To the newest message",
    spoiler: "Hidden text, press to show",
    expand: "Show the whole quotation",
    photo: "Picture",
    noAnswer: "The bot has not answered",
    failed: "That did not work",
    notHere: "That leads to a place which is not in this sandbox",
    today: "Today",
    yesterday: "Yesterday",
  },
  ru: {
    people: "За кого играешь",
    addPerson: "Позвать ещё человека",
    name: "Имя",
    language: "Телеграм по-",
    add: "Позвать",
    cancel: "Отмена",
    ok: "Понятно",
    theme: "Светло или темно",
    connecting: "соединение…",
    botOnline: "бот",
    botOffline: "бот не запущен",
    typing: "печатает…",
    members: { one: "# участник", few: "# участника", many: "# участников" },
    unread: { one: "# новое сообщение", few: "# новых сообщения", many: "# новых сообщений" },
    admin: "админ",
    bot: "бот",
    message: "Сообщение",
    send: "Отправить",
    commands: "Команды",
    more: "Ещё",
    start: "Старт",
    block: "Заблокировать бота",
    unblock: "Разблокировать",
    blocked: "Бот заблокирован и писать сюда не может.",
    notStarted: "Бот не пишет первым. Нажми «Старт» – и он сможет.",
    noMessages: "Сообщений пока нет",
    onlyYou: "Видишь только ты",
    topic: "Тема",
    general: "Общая",
    edited: "изменено",
    gone: "сообщение, которого больше нет",
    toEnd: "К последнему сообщению",
    spoiler: "Скрытый текст, нажми, чтобы увидеть",
    expand: "Показать цитату целиком",
    photo: "Картинка",
    noAnswer: "Бот не ответил",
    failed: "Не получилось",
    notHere: "Ссылка ведёт туда, чего в этой песочнице нет",
    today: "Сегодня",
    yesterday: "Вчера",
  },
};

/** The reader's language for dates and numbers. */
export const locale = navigator.language || "en";

/** "ru" or "en": the language of the page's own words. */
export const pageLanguage = /^(ru|be|uk|kk)\b/iu.test(locale) ? "ru" : "en";

const dictionary = DICTIONARY[pageLanguage];
const plurals = new Intl.PluralRules(pageLanguage);

/** The words for `key`; with a count, its plural form with the count in it. */
export function say(key, count) {
  const words = dictionary[key];
  if (typeof words === "string") return words;
  const form = words[plurals.select(count)] ?? words.many ?? words.other;
  return form.replace("#", String(count));
}

const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
const fullDate = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "medium" });
const dayAndMonth = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long" });

/** Hours and minutes of a Unix time, local. */
export const timeOf = (unix) => clock.format(unix * 1000);

/** Date and time in full of a Unix time, local. */
export const momentOf = (unix) => fullDate.format(unix * 1000);

/** The day of a Unix time as a heading: "Today", "Yesterday", "17 March". */
export function dayOf(unix) {
  const day = new Date(unix * 1000);
  const back = (days) => new Date(Date.now() - days * 86_400_000).toDateString();
  if (day.toDateString() === back(0)) return say("today");
  if (day.toDateString() === back(1)) return say("yesterday");
  return dayAndMonth.format(day);
}
