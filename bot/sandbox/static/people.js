// The people one plays, and the tabs between a person's chats on a narrow screen.

import { avatar, el, iconButton } from "./dom.js";
import { askForPerson } from "./notices.js";
import { toggleTheme } from "./theme.js";
import { say } from "./words.js";

const faces = el("div", { class: "faces" });

/** Put the bar of people together, empty; `drawPeople` fills it. */
export function preparePeople(place, app) {
  const add = () => askForPerson((name, language) => app.addPerson(name, language));
  place.setAttribute("aria-label", say("people"));
  place.replaceChildren(
    faces,
    el(
      "div",
      { class: "tools" },
      iconButton("add", say("addPerson"), add),
      iconButton("theme", say("theme"), toggleTheme),
    ),
  );
}

/** Bring the bar of people up to date. */
export function drawPeople(app) {
  const people = app.world.people.map(({ id, first_name: name }) => {
    const phone = app.phones.get(id);
    return { id, name, count: phone?.unreadCount() ?? 0, current: phone === app.current };
  });
  redraw(faces, people, "person", makePerson, (node, { name, count, current }) => {
    label(node, name, count);
    if (current) node.setAttribute("aria-current", "true");
    else node.removeAttribute("aria-current");
  });

  function makePerson({ id, name }) {
    const props = { type: "button", class: "person", title: name, onclick: () => app.select(id) };
    const words = el("bdi", { class: "person-name" }, name);
    return el("button", { ...props, "data-name": name }, avatar(id, name), badge(), words);
  }
}

/** Bring the tabs up to date: one a pane, with what is unread behind it. */
export function drawTabs(place, app) {
  const tabs = app.panes.map((pane) => ({
    id: pane.chat.id,
    name: pane.title,
    count: app.current.unreadCount(pane.chat.id),
    current: pane === app.active,
  }));
  redraw(place, tabs, "tab", makeTab, (node, { name, count, current }) => {
    label(node, name, count);
    node.setAttribute("aria-selected", String(current));
  });

  function makeTab({ id, name }) {
    const props = { type: "button", role: "tab", onclick: () => app.open(id) };
    return el("button", { ...props, "data-name": name }, el("bdi", {}, name), badge());
  }
}

/** Keep nodes that are there already: a press must not lose its button half-way. */
function redraw(place, items, kind, make, change) {
  const old = new Map([...place.children].map((node) => [node.dataset[kind], node]));
  const nodes = items.map((item) => {
    const kept = old.get(String(item.id));
    const node = kept?.dataset.name === item.name ? kept : make(item);
    node.dataset[kind] = item.id;
    change(node, item);
    return node;
  });
  const same = nodes.every((node, at) => node === place.children[at]);
  if (!same || nodes.length !== place.childElementCount) place.replaceChildren(...nodes);
}

function badge() {
  return el("span", { class: "badge", "aria-hidden": "true" });
}

function label(node, name, count) {
  node.querySelector(".badge").textContent = count ? String(count) : "";
  node.setAttribute("aria-label", count ? `${name}, ${say("unread", count)}` : name);
}
