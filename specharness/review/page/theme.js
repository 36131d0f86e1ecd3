// The theme: as the system has it, light or dark; remembered where there is storage.

const THEMES = ["auto", "light", "dark"];
const KEY = "specharness-theme";

export function setTheme(name) {
  document.documentElement.dataset.theme = name;
  document.getElementById("theme").textContent = `Theme: ${name} (t)`;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // no storage: the choice lasts as long as the page
  }
}

export const nextTheme = () => setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]);

export function rememberedTheme() {
  try {
    const name = localStorage.getItem(KEY);
    return THEMES.includes(name) ? name : THEMES[0];
  } catch {
    return THEMES[0];
  }
}
