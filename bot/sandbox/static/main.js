// The page: a phone for each person, the panes of the one who is looked at.

import * as api from "./api.js";
import { keepRelativeTimes } from "./entities.js";
import { readLink } from "./links.js";
import { alertBox, complain, toast } from "./notices.js";
import { Pane } from "./pane.js";
import { drawPeople, drawTabs, preparePeople } from "./people.js";
import { keyOf, Phone } from "./phone.js";
import { applyTheme } from "./theme.js";
import { pageLanguage, say } from "./words.js";

const WORLD_EVERY = 10_000;
const wide = matchMedia("(min-width: 760px)");
const places = Object.fromEntries(
  ["people", "tabs", "panes"].map((id) => [id, document.getElementById(id)]),
);

const app = {
  world: null,
  phones: new Map(),
  current: null,
  panes: [],
  active: null,
  pending: new Set(),

  takeWorld(world) {
    app.world = world;
    const there = new Set(world.people.map(({ id }) => id));
    for (const id of there)
      if (!app.phones.has(id)) app.phones.set(id, new Phone(id, app.changed));
    for (const [id, phone] of app.phones)
      if (!there.has(id)) {
        phone.close();
        app.phones.delete(id);
      }
    if (!app.phones.has(app.current?.id)) app.select(wantedPerson(world));
    app.refresh();
  },

  select(id) {
    app.current = app.phones.get(id);
    const address = new URL(location.href);
    address.searchParams.set("person", id);
    history.replaceState(null, "", address);
    app.rebuild();
  },

  rebuild() {
    const kept = app.active?.isPrivate;
    const chats = [...app.current.chats].sort((a, b) => isPrivate(a) - isPrivate(b));
    app.panes = chats.map((chat) => new Pane(app.current, chat, app));
    app.active = app.panes.find((pane) => pane.isPrivate === kept) ?? app.panes[0] ?? null;
    places.panes.replaceChildren(...app.panes.map((pane) => pane.node));
    for (const pane of app.panes) {
      pane.node.addEventListener("focusin", () => (app.active = pane));
      pane.scrollToEnd();
    }
    if (wide.matches) app.active?.composer.focus();
    app.read();
  },

  open(chat) {
    app.active = app.panes.find((pane) => pane.chat.id === chat) ?? app.active;
    app.read();
    if (wide.matches) app.active?.composer.focus();
  },

  /** What is on the screen counts as read; a group's messages for everybody played here. */
  read() {
    for (const { chat } of app.panes.filter(isOnScreen)) {
      const seen = new Set(app.current.unread.get(chat.id));
      app.current.unread.delete(chat.id);
      for (const phone of app.phones.values())
        for (const key of seen) if (key.startsWith("m")) phone.unread.get(chat.id)?.delete(key);
    }
    app.refresh();
  },

  refresh() {
    drawPeople(app);
    if (!app.current) return;
    drawTabs(places.tabs, app);
    for (const pane of app.panes) {
      pane.node.classList.toggle("active", pane === app.active);
      pane.refresh();
    }
    const total = [...app.phones.values()].reduce((sum, phone) => sum + phone.unreadCount(), 0);
    const name = app.world.people.find(({ id }) => id === app.current.id)?.first_name ?? "";
    document.title = `${total ? `(${total}) ` : ""}${name} – Durak sandbox`;
  },

  changed(phone, change) {
    if (change.kind === "world") return app.takeWorld(change.world);
    if (change.kind === "online" && phone.online) renewWorld();
    if (change.kind === "online" || change.kind === "renewed") return app.refresh();
    if (change.kind === "view") return app.viewed(phone, change.fresh);
    const pane = phone === app.current ? app.panes.find(({ chat }) => chat === change.chat) : null;
    if (change.kind === "action") return pane?.showTyping();
    if (change.kind === "edit") return pane?.edit(change.message);
    if (change.kind === "delete") pane?.remove(change.key);
    if (change.kind === "message") {
      pane?.add(change.message);
      app.count(phone, change.chat, change.message);
    }
    app.read();
  },

  viewed(phone, fresh) {
    for (const [chat, message] of fresh) app.count(phone, chat, message);
    if (phone === app.current) app.rebuild();
    else app.refresh();
  },

  count(phone, chat, message) {
    if (message.from?.id === phone.id) return;
    const pane = app.panes.find((each) => each.chat.id === chat.id);
    const seen = pane && isOnScreen(pane) && (phone === app.current || isShared(chat, message));
    if (!seen) phone.markUnread(chat.id, keyOf(message));
  },

  async send(phone, chat, text, thread) {
    try {
      await api.send(phone.id, chat.id, text, thread);
    } catch (error) {
      complain(error);
      throw error;
    }
  },

  async start(phone, payload) {
    await attempt(() => api.start(phone.id, payload));
  },

  async setBlocked(phone, blocked) {
    const done = await attempt(() => (blocked ? api.block : api.unblock)(phone.id));
    if (done) phone.privateChat.blocked = blocked;
    app.refresh();
  },

  async addPerson(name, language) {
    await attempt(async () => {
      const { id } = await api.addPerson(name, language);
      app.takeWorld(await api.getWorld());
      app.select(id);
    });
  },

  isPending(phone, chat, message, data) {
    return app.pending.has(pressName(phone, chat, message, data));
  },

  async press(phone, chat, message, data) {
    const name = pressName(phone, chat, message, data);
    if (app.pending.has(name)) return;
    app.pending.add(name);
    app.showPending(phone, chat, message);
    const answer = await attempt(() => api.press(phone.id, chat.id, message, data));
    app.pending.delete(name);
    app.showPending(phone, chat, message);
    if (answer) app.showAnswer(phone, answer);
  },

  showPending(phone, chat, message) {
    if (phone !== app.current) return;
    app.panes.find((pane) => pane.chat.id === chat.id)?.showPending(message);
  },

  showAnswer(phone, { answered, text, show_alert: isAlert, url }) {
    if (!answered) toast(say("noAnswer"));
    else if (url) app.openLink(phone, url);
    else if (text && isAlert) alertBox(app.world.bot.first_name, text);
    else if (text) toast(text);
  },

  openLink(phone, url) {
    const link = readLink(url, app.world.bot.username);
    const group = phone.chats.find((chat) => !isPrivate(chat));
    if (link?.kind === "external") window.open(link.url, "_blank", "noopener");
    else if (link?.kind === "private") app.open(phone.id);
    else if (link?.kind === "start") {
      // As on Telegram: who has not started the bot yet does so by a button of their own.
      if (phone.privateChat.started) app.start(phone, link.payload);
      else phone.payload = link.payload;
      app.open(phone.id);
    } else if (link?.kind === "group" && group) {
      app.open(group.id);
      if (link.messageId) app.active.showMessage(link.messageId);
    } else toast(say("notHere"));
  },
};

const isPrivate = (chat) => chat.type === "private";
const isShared = (chat, message) => !isPrivate(chat) && !message.ephemeral_message_id;
const isOnScreen = (pane) => !document.hidden && (wide.matches || pane === app.active);
const pressName = (phone, chat, message, data) =>
  JSON.stringify([phone.id, chat.id, keyOf(message), data]);

function wantedPerson(world) {
  const asked = Number(new URLSearchParams(location.search).get("person"));
  return app.phones.has(asked) ? asked : world.people[0].id;
}

async function attempt(deed) {
  try {
    return (await deed()) ?? true;
  } catch (error) {
    complain(error);
    return null;
  }
}

async function renewWorld() {
  try {
    app.takeWorld(await api.getWorld());
  } catch {
    if (!app.world) document.title = say("connecting");
  }
}

async function keepWorld() {
  await renewWorld();
  setTimeout(keepWorld, app.world ? WORLD_EVERY : 1000);
}

document.documentElement.lang = pageLanguage;
document.addEventListener("visibilitychange", () => app.world && app.read());
wide.addEventListener("change", () => app.world && app.read());
applyTheme();
preparePeople(places.people, app);
keepRelativeTimes();
keepWorld();
