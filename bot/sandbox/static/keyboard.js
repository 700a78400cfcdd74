// The inline keyboard under a message.

import { el, icon, withSuits } from "./dom.js";

const STYLES = new Set(["primary", "success", "danger"]);

/**
 * Rows of buttons of equal width. `act` is {press(data), link(url), isPending(data)}: while a
 * press waits for its answer its button turns.
 */
export function keyboard(markup, act) {
  const rows = markup.inline_keyboard.map((row) =>
    el("div", { class: "keys", "data-width": row.length }, ...row.map((key) => button(key, act))),
  );
  const node = el("div", { class: "keyboard" }, ...rows);
  showPending(node, act.isPending);
  return node;
}

function button(key, act) {
  const style = STYLES.has(key.style) ? key.style : "";
  const press = () => (key.url ? act.link(key.url) : act.press(key.callback_data));
  const props = { type: "button", class: `key ${style}`, title: key.text, onclick: press };
  const label = el("span", { class: "label", dir: "auto" }, ...withSuits(key.text));
  const disabled = Boolean(key.disabled);
  const node = el("button", { ...props, disabled, "data-callback": key.callback_data }, label);
  if (key.url) node.append(icon("out"));
  return node;
}

/** Mark the buttons of a keyboard whose press has not been answered. */
export function showPending(node, isPending) {
  for (const key of node.querySelectorAll("[data-callback]")) {
    const pending = isPending(key.dataset.callback);
    key.classList.toggle("pending", pending);
    key.setAttribute("aria-busy", String(pending));
  }
}
