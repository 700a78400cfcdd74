// Light or dark: as the system has it, until the reader chooses.

const KEPT = "durak-sandbox-theme";
const root = document.documentElement;

/** Put on what was chosen before. */
export function applyTheme() {
  const chosen = localStorage.getItem(KEPT);
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
}

/** Change from what is seen now to the other one, and keep it. */
export function toggleTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const other = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  root.dataset.theme = other;
  localStorage.setItem(KEPT, other);
}
