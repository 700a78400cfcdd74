// One message. An edit changes only the parts that are different, so that nothing jumps.

import { avatar, el, hue, icon } from "./dom.js";
import { richText } from "./entities.js";
import { keyboard, showPending } from "./keyboard.js";
import { keyOf } from "./phone.js";
import { dayOf, momentOf, say, timeOf } from "./words.js";

const TOGETHER = 10 * 60;

export class Bubble {
  /**
   * `context` is {person, chat, botId, isAdmin(id), find(messageId), showMessage(messageId),
   * actions(message)}; actions are {press, link, command, isPending}.
   */
  constructor(message, context) {
    this.context = context;
    this.parts = {};
    this.day = el("div", { class: "day" });
    this.body = el("div", { class: message.service ? "service-words" : "stack" });
    this.line = el("div", { class: "line" }, this.body);
    this.node = el("article", { class: "message" }, this.day, this.line);
    if (!message.service) this.furnish(message);
    this.update(message);
  }

  furnish(message) {
    const { id, name } = message.from;
    const own = id === this.context.person;
    this.node.classList.add(own ? "out" : "in");
    if (!own && this.context.chat.type !== "private") this.line.prepend(avatar(id, name));
    this.bubble = el("div", { class: "bubble" });
    this.keys = el("div", { class: "keys-place" });
    this.body.append(this.bubble, this.keys);
  }

  /** Show the message as it is now. */
  update(message) {
    this.message = message;
    this.node.dataset.messageId = message.message_id;
    if (message.ephemeral_message_id)
      this.node.dataset.ephemeralMessageId = message.ephemeral_message_id;
    if (message.service) {
      this.body.textContent = message.service;
      return;
    }
    const { reply_markup: keys, ...content } = message;
    this.redo("content", content, () => this.bubble.replaceChildren(...this.content()));
    this.redo("keyboard", keys, () => this.redoKeyboard());
  }

  redo(part, value, draw) {
    const now = JSON.stringify(value);
    if (part in this.parts && this.parts[part] === now) return;
    this.parts[part] = now;
    draw();
  }

  content() {
    const { message, context } = this;
    const act = context.actions(message);
    const { text = "", entities } = message;
    return [
      this.heading(),
      message.ephemeral_message_id
        ? el("div", { class: "only-you" }, icon("eye"), say("onlyYou"))
        : null,
      message.topic ? el("div", { class: "topic", dir: "auto" }, `# ${message.topic}`) : null,
      message.reply_to ? this.quote() : null,
      message.photo ? picture(message.photo) : null,
      message.document ? attachment(message.document) : null,
      el("div", { class: "text", dir: "auto" }, ...richText(text, entities, act), this.meta()),
    ].filter(Boolean);
  }

  heading() {
    const { message, context } = this;
    const { id, name } = message.from;
    if (context.chat.type === "private" || id === context.person) return null;
    const admin = context.isAdmin(id) ? el("span", { class: "rank" }, say("admin")) : null;
    return el("div", { class: `name ${hue(id)}` }, el("bdi", {}, name), admin);
  }

  quote() {
    const { context, message } = this;
    const replied = context.find(message.reply_to);
    const author = replied?.from;
    const words = replied?.text ?? replied?.service ?? say("gone");
    return el(
      "button",
      {
        type: "button",
        class: `reply ${hue(author?.id ?? 0)}`,
        onclick: () => context.showMessage(message.reply_to),
      },
      author ? el("bdi", { class: "reply-name" }, author.name) : null,
      el("span", { class: "reply-text", dir: "auto" }, words.split("\n")[0]),
    );
  }

  meta() {
    const { date, edit_date } = this.message;
    const words = edit_date ? `${say("edited")} ${timeOf(date)}` : timeOf(date);
    return el("span", { class: "meta", title: momentOf(edit_date ?? date) }, words);
  }

  redoKeyboard() {
    const { reply_markup: markup } = this.message;
    const focused = this.keys.contains(document.activeElement)
      ? document.activeElement.dataset.callback
      : undefined;
    const act = this.context.actions(this.message);
    this.keys.replaceChildren(...(markup?.inline_keyboard?.length ? [keyboard(markup, act)] : []));
    if (focused !== undefined)
      this.keys.querySelector(`[data-callback="${CSS.escape(focused)}"]`)?.focus();
  }

  /** Show which of the buttons wait for an answer. */
  showPending() {
    if (this.keys) showPending(this.keys, this.context.actions(this.message).isPending);
  }

  /** Show name, avatar and day only where they say something new, given the neighbours. */
  place(before, after) {
    const day = new Date(this.message.date * 1000).toDateString();
    const newDay = !before || new Date(before.date * 1000).toDateString() !== day;
    this.day.textContent = newDay ? dayOf(this.message.date) : "";
    this.node.classList.toggle("first", newDay || !together(before, this.message));
    this.node.classList.toggle("last", !after || !together(this.message, after));
  }

  /** Point at the message for a moment. */
  flash() {
    this.node.scrollIntoView({ block: "center", behavior: "smooth" });
    this.node.classList.remove("flash");
    requestAnimationFrame(() => this.node.classList.add("flash"));
  }

  get key() {
    return keyOf(this.message);
  }
}

function picture({ url }) {
  return el("img", { class: "picture", src: url, alt: say("photo") });
}

function attachment({ url, name }) {
  return el("a", { class: "attachment", href: url, download: name }, icon("down"), name);
}

function together(one, other) {
  if (one.service || other.service) return false;
  return one.from.id === other.from.id && other.date - one.date < TOGETHER;
}
