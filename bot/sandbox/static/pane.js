// One chat on the screen: header, messages, composer.

import { Bubble } from "./bubble.js";
import { Composer } from "./composer.js";
import { avatar, el, icon, iconButton } from "./dom.js";
import { menu } from "./notices.js";
import { keyOf } from "./phone.js";
import { say } from "./words.js";

const NEAR = 48;
const ACTION_SECONDS = 5;

export class Pane {
  /** A chat of `phone`; `app` gives the world and does what is asked (see main.js). */
  constructor(phone, chat, app) {
    Object.assign(this, { phone, chat, app });
    this.bubbles = new Map();
    this.isPrivate = chat.type === "private";
    this.atEnd = true;
    this.log = el("div", { class: "log", role: "log", "aria-label": this.title });
    const down = { class: "icon-button to-end", hidden: true };
    this.toEnd = iconButton("down", say("toEnd"), () => this.scrollToEnd(), down);
    const scroller = { class: "scroller", tabindex: "-1", onscroll: () => this.scrolled() };
    this.scroller = el("div", scroller, this.log);
    this.subtitle = el("span", { class: "subtitle" });
    this.composer = this.makeComposer();
    this.node = el(
      "section",
      { class: "pane", "data-chat": chat.id, "data-type": chat.type, "aria-label": this.title },
      this.header(),
      el("div", { class: "wall" }, this.scroller, this.toEnd),
      this.composer.node,
    );
    const sizes = new ResizeObserver(() => this.resized());
    sizes.observe(this.log);
    sizes.observe(this.scroller);
    this.fill();
  }

  get title() {
    return this.isPrivate ? this.app.world.bot.first_name : this.chat.title;
  }

  get members() {
    return this.app.world.chats.find((chat) => chat.id === this.chat.id);
  }

  header() {
    const id = this.isPrivate ? this.app.world.bot.id : this.chat.id;
    const more = iconButton("more", say("more"), (event) => this.openMenu(event.currentTarget));
    return el(
      "header",
      {},
      avatar(id, this.title),
      el("div", { class: "titles" }, el("h2", { dir: "auto" }, this.title), this.subtitle),
      this.isPrivate ? more : null,
    );
  }

  openMenu(anchor) {
    const { blocked } = this.chat;
    const label = say(blocked ? "unblock" : "block");
    const act = () => this.app.setBlocked(this.phone, !blocked);
    menu(anchor, [{ label, danger: !blocked, act }]);
  }

  makeComposer() {
    const { phone, chat, app } = this;
    return new Composer({
      label: this.title,
      mention: this.isPrivate ? "" : `@${app.world.bot.username}`,
      draft: phone.drafts.get(chat.id),
      keepDraft: (text) => phone.drafts.set(chat.id, text),
      act: {
        send: (text) => this.send(text),
        start: () => app.start(phone, phone.payload),
        unblock: () => app.setBlocked(phone, false),
        commands: () => chat.commands ?? [],
      },
    });
  }

  async send(text) {
    this.scrollToEnd();
    await this.app.send(this.phone, this.chat, text, this.composer.topic);
  }

  /** Show the state of chat, bot and connection around the messages. */
  refresh() {
    const { online } = this.app.world.bot;
    const resting = this.isPrivate ? say(online ? "botOnline" : "botOffline") : this.count();
    const words = this.typing ? say("typing") : resting;
    this.subtitle.textContent = this.phone.online ? words : say("connecting");
    this.subtitle.classList.toggle("busy", !this.phone.online || Boolean(this.typing));
    if (this.isPrivate) this.composer.show(this.chat);
    else this.composer.showTopics(this.chat.topics ?? []);
    this.node.classList.toggle("blocked", Boolean(this.chat.blocked));
    this.log.dataset.empty = this.emptyWords();
  }

  count() {
    return say("members", this.members?.members.length ?? 0);
  }

  emptyWords() {
    if (!this.isPrivate) return say("noMessages");
    if (this.chat.blocked) return say("blocked");
    return say(this.chat.started ? "noMessages" : "notStarted");
  }

  fill() {
    for (const message of this.chat.messages) this.append(message);
    this.regroup();
    this.refresh();
  }

  append(message) {
    const bubble = new Bubble(message, this.context());
    this.bubbles.set(keyOf(message), bubble);
    this.log.append(bubble.node);
  }

  context() {
    const { app, phone, chat } = this;
    return {
      person: phone.id,
      chat,
      isAdmin: (id) => this.members?.admins.includes(id) ?? false,
      find: (id) => this.bubbles.get(`m${id}`)?.message,
      showMessage: (id) => this.showMessage(id),
      actions: (message) => ({
        press: (data) => app.press(phone, chat, message, data),
        isPending: (data) => app.isPending(phone, chat, message, data),
        link: (url) => app.openLink(phone, url),
        command: (text) => this.command(text),
      }),
    };
  }

  command(text) {
    const whole = text.includes("@") ? text : `${text}${this.composer.mention}`;
    this.send(whole).catch(() => {});
  }

  add(message) {
    if (message.from?.id === this.phone.id) this.atEnd = true;
    this.typing = clearTimeout(this.typing);
    this.append(message);
    this.regroup();
    this.refresh();
  }

  edit(message) {
    this.bubbles.get(keyOf(message))?.update(message);
  }

  remove(key) {
    this.bubbles.get(key)?.node.remove();
    this.bubbles.delete(key);
    this.regroup();
  }

  regroup() {
    const all = [...this.bubbles.values()];
    all.forEach((bubble, at) => bubble.place(all[at - 1]?.message, all[at + 1]?.message));
  }

  showPending(message) {
    this.bubbles.get(keyOf(message))?.showPending();
  }

  showTyping() {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => {
      this.typing = undefined;
      this.refresh();
    }, ACTION_SECONDS * 1000);
    this.refresh();
  }

  showMessage(id) {
    this.bubbles.get(`m${id}`)?.flash();
  }

  resized() {
    this.height = this.scroller.scrollHeight;
    if (this.atEnd) this.scrollToEnd();
  }

  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    // Messages that came since the scroll would look like the reader having left the end.
    if (!clientHeight || scrollHeight !== this.height) return;
    this.atEnd = scrollHeight - scrollTop - clientHeight < NEAR;
    this.toEnd.hidden = this.atEnd;
  }

  scrollToEnd() {
    this.atEnd = true;
    this.toEnd.hidden = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }
}
