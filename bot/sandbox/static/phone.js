// What one person's phone shows, kept up to date by the server's frames.

import { getView, subscribe } from "./api.js";

/** The name of a message within its chat; ephemeral ones have numbers of their own. */
export function keyOf(message) {
  return message.ephemeral_message_id
    ? `e${message.ephemeral_message_id}`
    : `m${message.message_id}`;
}

function outline(chats) {
  const names = (chat) => chat.messages.map((each) => `${keyOf(each)}${each.service ? "s" : ""}`);
  return JSON.stringify(chats.map((chat) => [chat.id, names(chat)]));
}

export class Phone {
  /**
   * `onChange(phone, change)` is told what has changed: {kind: "view", fresh} when all is
   * different (fresh: [chat, message] of what has come meanwhile), {kind: "renewed"} when
   * the chats' own state may be, {kind: "online"}, {kind: "world", world}, {kind: "action",
   * chat}, or a "message", "edit", "delete" with `chat` (the chat itself) and `message` or `key`.
   */
  constructor(person, onChange) {
    this.id = person;
    this.chats = [];
    this.loaded = false;
    this.online = false;
    this.unread = new Map();
    this.drafts = new Map();
    this.tell = (change) => onChange(this, change);
    this.close = subscribe(
      person,
      (frame) => this.take(frame),
      (online) => {
        this.online = online;
        this.tell({ kind: "online" });
      },
    );
  }

  /** The chat with this id, or undefined. */
  chat(id) {
    return this.chats.find((chat) => chat.id === id);
  }

  /** The private chat with the bot. */
  get privateChat() {
    return this.chat(this.id);
  }

  /** How many messages have come that were not on the screen. */
  unreadCount(chat) {
    if (chat !== undefined) return this.unread.get(chat)?.size ?? 0;
    return this.chats.reduce((sum, each) => sum + this.unreadCount(each.id), 0);
  }

  markUnread(chat, key) {
    if (!this.unread.has(chat)) this.unread.set(chat, new Set());
    this.unread.get(chat).add(key);
  }

  take(frame) {
    if (frame.type === "view") this.takeView(frame);
    else if (frame.type === "world") this.takeWorld(frame);
    else this.takeChange(frame);
  }

  takeWorld(world) {
    this.tell({ kind: "world", world });
    const renewCommands = ({ chats }) => {
      for (const { id, commands } of chats) Object.assign(this.chat(id) ?? {}, { commands });
    };
    getView(this.id).then(renewCommands, () => {});
  }

  takeView(view) {
    if (this.loaded && outline(this.chats) === outline(view.chats)) this.renew(view.chats);
    else this.replace(view.chats);
  }

  renew(chats) {
    for (const { messages, ...fields } of chats) {
      const chat = Object.assign(this.chat(fields.id), fields);
      for (const message of messages) this.put(chat, message);
    }
    this.tell({ kind: "renewed" });
  }

  replace(chats) {
    const fresh = chats.flatMap((chat) => {
      const known = new Set(this.chat(chat.id)?.messages.map(keyOf));
      const unknown = chat.messages.filter((message) => !known.has(keyOf(message)));
      return this.loaded ? unknown.map((message) => [chat, message]) : [];
    });
    this.chats = chats;
    this.loaded = true;
    this.forgetGone();
    this.tell({ kind: "view", fresh });
  }

  forgetGone() {
    for (const [id, keys] of this.unread) {
      const there = new Set(this.chat(id)?.messages.map(keyOf));
      for (const key of keys) if (!there.has(key)) keys.delete(key);
    }
  }

  takeChange(frame) {
    const chat = this.chat(frame.chat);
    if (!chat) return;
    if (frame.type === "chat_action") this.tell({ kind: "action", chat });
    if (frame.type === "delete") this.drop(chat, keyOf(frame));
    if (frame.type === "message" || frame.type === "edit") this.put(chat, frame.message);
  }

  put(chat, message) {
    const key = keyOf(message);
    const at = chat.messages.findLastIndex((each) => keyOf(each) === key);
    if (at < 0) chat.messages.push(message);
    else chat.messages[at] = message;
    if (chat.id === this.id && message.from?.id === this.id)
      Object.assign(chat, { started: true, blocked: false });
    this.tell({ kind: at < 0 ? "message" : "edit", chat, message });
  }

  drop(chat, key) {
    chat.messages = chat.messages.filter((message) => keyOf(message) !== key);
    this.unread.get(chat.id)?.delete(key);
    this.tell({ kind: "delete", chat, key });
  }
}
