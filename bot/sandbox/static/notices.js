// Short words at the top, and dialogs.

import { el } from "./dom.js";
import { pageLanguage, say } from "./words.js";

/**
 * Show words at the top for a few seconds, the longer the more there is to read; what was
 * there before gives way.
 */
export function toast(text) {
  const node = el("div", { class: "toast", dir: "auto" }, text);
  document.getElementById("toasts").replaceChildren(node);
  const leave = () => node.remove();
  node.addEventListener("click", leave);
  setTimeout(leave, 3000 + Math.min(text.length * 40, 6000));
}

/** Tell that something asked of the server did not work. */
export function complain(error) {
  toast(`${say("failed")}: ${error.message}`);
}

function show(props, ...children) {
  const dialog = el("dialog", props, ...children);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  return dialog;
}

/** Words that must be confirmed, titled with the bot's name. */
export function alertBox(title, text) {
  const close = () => dialog.close();
  const dialog = show(
    { class: "alert", role: "alertdialog", "aria-label": title },
    el("h2", { dir: "auto" }, title),
    el("p", { dir: "auto" }, text),
    el("footer", {}, el("button", { type: "button", class: "plain", onclick: close }, say("ok"))),
  );
}

/** Ask for a new person; `add(name, language)` is called when there is a name. */
export function askForPerson(add) {
  const name = el("input", { name: "name", required: true, maxlength: "64", autocomplete: "off" });
  const language = el(
    "select",
    { name: "language" },
    ...["ru", "en"].map((code) =>
      el("option", { value: code, selected: code === pageLanguage }, code),
    ),
  );
  const submit = (event) => {
    event.preventDefault();
    if (!name.value.trim()) return;
    dialog.close();
    add(name.value.trim(), language.value);
  };
  const close = () => dialog.close();
  const form = el(
    "form",
    { onsubmit: submit },
    el("h2", {}, say("addPerson")),
    el("label", {}, say("name"), name),
    el("label", {}, say("language"), language),
    el(
      "footer",
      {},
      el("button", { type: "button", class: "plain", onclick: close }, say("cancel")),
      el("button", { type: "submit", class: "plain" }, say("add")),
    ),
  );
  const dialog = show({ "aria-label": say("addPerson") }, form);
}

/** A small menu under `anchor`: items are {label, act, danger?}. */
export function menu(anchor, items) {
  const buttons = items.map(({ label, act, danger }) => {
    const choose = () => {
      dialog.close();
      act();
    };
    const props = { type: "button", role: "menuitem", onclick: choose };
    return el("button", { ...props, class: danger ? "danger" : "" }, label);
  });
  const dialog = show({ class: "menu", role: "menu" }, ...buttons);
  const { right, bottom } = anchor.getBoundingClientRect();
  dialog.style.top = `${bottom + 4}px`;
  dialog.style.right = `${document.documentElement.clientWidth - right}px`;
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}
