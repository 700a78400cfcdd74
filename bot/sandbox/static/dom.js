// Elements without innerHTML: everything that came from somebody is put in as text.

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  add: "M12 5v14M5 12h14",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  more: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  send: "M4 12l16-8-5 17-4-7zM11 14l9-10",
  slash: "M15 5L9 19",
  down: "M6 10l6 6 6-6",
  eye: "M2 12c4-7 16-7 20 0-4 7-16 7-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  out: "M8 16L17 7M10 7h7v7",
};

/**
 * An element. `props` are attributes (false, null and undefined are left out, true is an empty
 * value); those that begin with "on" are listeners. Children are nodes or strings.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** A line drawing from ICONS, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button that shows an icon and is read out as `label`. */
export function iconButton(name, label, onclick, props = {}) {
  const all = { type: "button", class: "icon-button", title: label, "aria-label": label, onclick };
  return el("button", { ...all, ...props }, icon(name));
}

/** One to two letters that stand for a name; "?" where nothing of it can be seen. */
export function initials(name) {
  const seen = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
  const letters = name.split(/\s+/u).flatMap((word) => word.match(seen)?.[0] ?? []);
  return letters.slice(0, 2).join("").toUpperCase() || "?";
}

/** Which of the seven colours an id has; the first five people and the bot get different ones. */
export function hue(id) {
  return `hue-${(Math.abs(id) % 41) % 7}`;
}

/** A round avatar with initials. */
export function avatar(id, name) {
  return el("span", { class: `avatar ${hue(id)}`, "aria-hidden": "true" }, initials(name));
}

/**
 * Text with the suits marked: hearts and diamonds are red where the system has no coloured
 * emoji, spades and clubs are light on dark.
 */
export function withSuits(text) {
  return text.split(/([♥♦♠♣]\uFE0F?)/u).map((part, at) =>
    at % 2 ? el("span", { class: /[♥♦]/u.test(part) ? "red-suit" : "black-suit" }, part) : part,
  );
}
