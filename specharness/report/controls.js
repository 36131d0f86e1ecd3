// The help overlay, the theme and the weight of the background text.

function helpDialog() {
  const keys = [
    ["j  k", "next and previous card"],
    ["n  p", "next and previous card that is failed or undecided"],
    ["Enter  o", "to the text; again: its next span, then back to the card"],
    ["/", "search"],
    ["f  F", "next disposition, next result"],
    ["b", "background text quiet or plain"],
    ["t", "theme: as the system, light, dark"],
    ["Esc", "close, then clear the filters, then the selection"],
    ["?", "this list"],
  ];
  const meanings = [...Object.entries(data.words.dispositions), ...(data.certificate ? Object.entries(data.words.outcomes) : [])];
  const close = h("button", { type: "button", click: () => help.close() }, "Close");
  return h(
    "dialog",
    { id: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys and marks"),
    h("dl", { class: "keys" }, keys.map(([key, text]) => [h("dt", {}, key.split("  ").map((each) => h("kbd", {}, each))), h("dd", {}, text)])),
    h("dl", { class: "legend" }, meanings.map(([name, text]) => [h("dt", {}, badge(name, "disposition")), h("dd", {}, text)])),
    h("p", { class: "quiet" }, "Quiet text asks nothing of the work. Where spans overlap, the text has a double underline; each click goes to the next of them."),
    close,
  );
}

const THEMES = ["auto", "light", "dark"];
function theme(name) {
  document.documentElement.dataset.theme = name;
  document.getElementById("theme").textContent = `Theme: ${name}`;
  remember("specharness-theme", name);
}
const nextTheme = () => theme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]);

function background(plain) {
  document.documentElement.classList.toggle("plain", plain);
  const button = document.getElementById("background");
  button.textContent = plain ? "Background: plain" : "Background: quiet";
  button.setAttribute("aria-pressed", String(plain));
}
const nextBackground = () => background(!document.documentElement.classList.contains("plain"));
