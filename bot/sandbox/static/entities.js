// Formatted text: Bot API entities (offsets in UTF-16 units, as in JavaScript strings) to nodes.

import { el, withSuits } from "./dom.js";
import { locale, momentOf, say } from "./words.js";

const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);
const TAGS = {
  bold: "b",
  italic: "i",
  underline: "u",
  strikethrough: "s",
  code: "code",
  pre: "pre",
};
const CUT_LINES = 3;

/**
 * Nodes for a message's text. `act` is what links do: {link(url), command(text)}.
 * Entities that overlap without nesting are split, those beyond the text are cut.
 */
export function richText(text, entities, act) {
  const outerFirst = (a, b) =>
    a.offset - b.offset || b.length - a.length || BLOCKS.has(b.type) - BLOCKS.has(a.type);
  return build(text, [...(entities ?? [])].sort(outerFirst), 0, text.length, act);
}

function build(text, entities, start, end, act) {
  const nodes = [];
  let at = start;
  let queue = entities;
  while (queue.length) {
    const [entity, ...rest] = queue;
    const from = Math.max(entity.offset, at);
    const to = Math.min(entity.offset + entity.length, end);
    queue = rest;
    if (to <= from) continue;
    if (from > at) nodes.push(...withSuits(text.slice(at, from)));
    const inside = rest.filter((other) => other.offset < to);
    nodes.push(wrap(entity, text.slice(from, to), build(text, inside, from, to, act), act));
    queue = rest.filter((other) => other.offset + other.length > to);
    at = BLOCKS.has(entity.type) && text[to] === "\n" ? to + 1 : to;
  }
  if (at < end) nodes.push(...withSuits(text.slice(at, end)));
  return nodes;
}

function wrap(entity, text, inner, act) {
  switch (entity.type) {
    case "spoiler":
      return spoiler(inner);
    case "blockquote":
      return el("blockquote", { dir: "auto" }, ...inner);
    case "expandable_blockquote":
      return expandable(text, inner);
    case "text_link":
      return link(entity.url, inner, act);
    case "url":
      return link(text, inner, act);
    case "mention":
      return textButton(inner, () => act.link(`https://t.me/${text.slice(1)}`));
    case "text_mention":
      return el("span", { class: "mention" }, ...inner);
    case "bot_command":
      return textButton(inner, () => act.command(text));
    case "date_time":
      return dateTime(entity, inner);
    default:
      return el(TAGS[entity.type] ?? "span", {}, ...inner);
  }
}

function textButton(inner, onclick) {
  return el("button", { type: "button", class: "text-link", onclick }, ...inner);
}

function link(url, inner, act) {
  const follow = (event) => {
    event.preventDefault();
    act.link(url);
  };
  return el("a", { href: "#", title: url, onclick: follow }, ...inner);
}

function spoiler(inner) {
  const node = el("span", { class: "spoiler", role: "button", tabindex: "0" }, ...inner);
  node.setAttribute("aria-label", say("spoiler"));
  const show = (event) => {
    if (event.type === "keydown" && event.key !== "Enter") return;
    node.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
  };
  node.addEventListener("click", show);
  node.addEventListener("keydown", show);
  return node;
}

function expandable(text, inner) {
  const quote = el("blockquote", { dir: "auto" }, ...inner);
  if (text.split("\n").length <= CUT_LINES && text.length < 160) return quote;
  quote.classList.add("cut");
  const toggle = (event) => {
    const cut = quote.classList.toggle("cut");
    event.currentTarget.setAttribute("aria-expanded", String(!cut));
  };
  const props = { type: "button", class: "expand", "aria-expanded": "false", onclick: toggle };
  quote.append(el("button", { ...props, "aria-label": say("expand") }));
  return quote;
}

function dateTime(entity, inner) {
  const { unix_time: unix, date_time_format: format } = entity;
  const props = { datetime: new Date(unix * 1000).toISOString(), title: momentOf(unix) };
  if (format === "r") return el("time", { ...props, "data-relative": unix }, relative(unix));
  return el("time", props, ...(format ? [formatted(unix, format)] : inner));
}

function formatted(unix, format) {
  const has = (letter) => format.includes(letter);
  const options = {};
  if (has("w")) options.weekday = has("d") ? "short" : "long";
  if (has("d")) Object.assign(options, { day: "2-digit", month: "2-digit", year: "2-digit" });
  if (has("D")) Object.assign(options, { day: "numeric", month: "long", year: "numeric" });
  if (has("t") || has("T")) Object.assign(options, { hour: "2-digit", minute: "2-digit" });
  if (has("T")) options.second = "2-digit";
  return new Intl.DateTimeFormat(locale, options).format(unix * 1000);
}

const fromNow = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

function relative(unix) {
  const seconds = Math.round(unix - Date.now() / 1000);
  const size = Math.abs(seconds);
  if (size < 60) return fromNow.format(seconds, "second");
  if (size < 3600) return fromNow.format(Math.trunc(seconds / 60), "minute");
  if (size < 86_400) return fromNow.format(Math.trunc(seconds / 3600), "hour");
  return fromNow.format(Math.trunc(seconds / 86_400), "day");
}

/** Keep "in 3 minutes" true while it is on the screen. */
export function keepRelativeTimes() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]"))
      node.textContent = relative(Number(node.dataset.relative));
  }, 5000);
}
