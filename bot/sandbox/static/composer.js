// The field at the bottom of a chat: text, the menu of commands, or a big Start.

import { el, iconButton } from "./dom.js";
import { say } from "./words.js";

const TALLEST = 160;

export class Composer {
  /**
   * `act` is {send(text), start(), unblock(), commands()}: commands gives
   * [{command, description}], send a promise that fails if the text was not taken.
   * `mention` is put behind commands chosen from the menu ("@bot" in groups).
   */
  constructor({ label, mention, draft, act, keepDraft }) {
    this.act = act;
    this.mention = mention;
    this.keepDraft = keepDraft;
    this.chosen = 0;
    this.offered = [];
    this.field = this.makeField(label, draft);
    const list = { class: "commands", role: "listbox", "aria-label": say("commands") };
    this.list = el("div", { ...list, hidden: true });
    const slash = iconButton("slash", say("commands"), () => this.toggleAll());
    const props = { class: "icon-button send" };
    const send = iconButton("send", say("send"), () => this.submit(), props);
    const topics = { class: "topics", "aria-label": say("topic"), hidden: true };
    this.topics = el("select", topics);
    this.row = el("div", { class: "writing" }, slash, this.topics, this.field, send);
    this.node = el("footer", { class: "composer" });
    this.show({ started: true, blocked: false });
  }

  makeField(label, draft) {
    const field = el("textarea", {
      rows: "1",
      placeholder: say("message"),
      "aria-label": `${say("message")}: ${label}`,
      autocomplete: "off",
      enterkeyhint: "send",
      oninput: () => this.changed(),
      onkeydown: (event) => this.key(event),
      onblur: () => this.offer([]),
    });
    field.value = draft ?? "";
    return field;
  }

  /** The field, a Start button, or a way out of the block, as the chat is. */
  show({ started, blocked }) {
    const state = blocked ? "blocked" : started ? "open" : "new";
    if (this.state === state) return;
    this.state = state;
    const big = (words, onclick) => el("button", { type: "button", class: "big", onclick }, words);
    const parts = {
      blocked: () => [big(say("unblock"), () => this.act.unblock())],
      new: () => [big(say("start"), () => this.act.start())],
      open: () => [this.list, this.row],
    };
    this.node.replaceChildren(...parts[state]());
  }

  /** Offer the topics of a forum ([{id, name}]) to write into; none for other chats. */
  showTopics(topics) {
    const known = JSON.stringify(topics);
    if (this.known === known) return;
    this.known = known;
    const chosen = this.topics.value;
    const all = [{ id: "", name: say("general") }, ...topics];
    this.topics.replaceChildren(...all.map(({ id, name }) => el("option", { value: id }, name)));
    this.topics.value = all.some(({ id }) => String(id) === chosen) ? chosen : "";
    this.topics.hidden = topics.length === 0;
  }

  /** The topic that is written into; 0 for none. */
  get topic() {
    return Number(this.topics.value);
  }

  focus() {
    if (this.state === "open") this.field.focus({ preventScroll: true });
  }

  changed() {
    this.keepDraft(this.field.value);
    this.grow();
    const typed = /^\/(\S*)$/u.exec(this.field.value)?.[1].split("@")[0].toLowerCase();
    if (typed === undefined) return this.offer([]);
    const fits = this.act.commands().filter(({ command }) => command.startsWith(typed));
    this.offer(fits.sort((a, b) => (b.command === typed) - (a.command === typed)));
  }

  grow() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, TALLEST)}px`;
  }

  toggleAll() {
    const open = !this.list.hidden;
    this.field.focus();
    this.offer(open ? [] : this.act.commands());
  }

  offer(commands) {
    this.offered = commands;
    this.chosen = 0;
    this.list.hidden = commands.length === 0;
    this.list.replaceChildren(...commands.map((item) => this.option(item)));
    this.mark();
  }

  option({ command, description }) {
    return el(
      "button",
      {
        type: "button",
        role: "option",
        tabindex: "-1",
        onmousedown: (event) => event.preventDefault(),
        onclick: () => this.send(`/${command}${this.mention}`),
      },
      el("b", {}, `/${command}`),
      el("span", { dir: "auto" }, description),
    );
  }

  mark() {
    [...this.list.children].forEach((node, at) => {
      node.setAttribute("aria-selected", String(at === this.chosen));
      if (at === this.chosen) node.scrollIntoView({ block: "nearest" });
    });
  }

  key(event) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (this.offered.length && (step || event.key === "Tab" || event.key === "Escape")) {
      event.preventDefault();
      if (step) this.chosen = (this.chosen + step + this.offered.length) % this.offered.length;
      if (step) this.mark();
      else if (event.key === "Escape") this.offer([]);
      else this.complete();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    }
  }

  complete() {
    this.field.value = `/${this.offered[this.chosen].command}${this.mention} `;
    this.changed();
  }

  submit() {
    const item = this.offered[this.chosen];
    const typed = this.field.value;
    const text = item && !typed.includes("@") ? `/${item.command}${this.mention}` : typed.trim();
    if (text) this.send(text);
  }

  async send(text) {
    const before = this.field.value;
    this.set("");
    try {
      await this.act.send(text);
    } catch {
      if (!this.field.value) this.set(before);
    }
  }

  set(text) {
    this.field.value = text;
    this.keepDraft(text);
    this.offer([]);
    this.grow();
  }
}
