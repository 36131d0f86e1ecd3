// Ties the panes together: one selected card, the address, the keyboard, the theme.

const data = JSON.parse(document.getElementById("data").textContent);
const state = { cards: data.cards, shown: data.cards.map(() => true), selected: null };
const remember = (name, value) => {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch {
    return null; // no storage here: the choice lasts as long as the page
  }
  return value;
};

const numbers = new Map(); // every id that leads to a card
data.cards.forEach((card, number) => (card.also || []).forEach((id) => numbers.has(id) || numbers.set(id, number)));
for (let number = data.cards.length - 1; number >= 0; number -= 1) numbers.set(data.cards[number].id, number);

const sources = new SourcePane(data, state);
const cards = new CardPane(data, state);
const filters = new Filters(data, state, () => {
  cards.show();
  sources.only(filters.chosen.source === "" ? null : Number(filters.chosen.source));
  sources.repaintAll();
  if (state.selected !== null && !state.shown[state.selected]) select(null);
});
const help = helpDialog();
let visit = 0; // which of the selected card's places was shown last

function select(number, { source = true, card = true, which = 0, center = false } = {}) {
  const previous = state.selected;
  state.selected = number;
  visit = which;
  if (previous !== number) {
    cards.current(number, previous);
    if (previous !== null) sources.repaint(previous);
  }
  if (number === null) {
    address("");
    return;
  }
  sources.anchors(number);
  sources.repaint(number);
  if (card) cards.reveal(number, true);
  if (source) sources.reveal(number, which, !center);
  address(data.cards[number].id);
}

function address(id) {
  const hash = id ? `#${encodeURIComponent(id)}` : "";
  if (location.hash !== hash) history.replaceState(null, "", hash || location.pathname + location.search);
}

function follow() {
  let id;
  try {
    id = decodeURIComponent(location.hash.slice(1));
  } catch {
    return;
  }
  const number = numbers.get(id);
  if (number === undefined) return;
  if (!state.shown[number]) filters.reset();
  select(number, { center: true });
  cards.reveal(number);
}

function step(way, fits = () => true) {
  const last = state.cards.length - 1;
  let at = state.selected === null ? (way > 0 ? -1 : last + 1) : state.selected;
  do at += way;
  while (at >= 0 && at <= last && !(state.shown[at] && fits(state.cards[at])));
  if (at < 0 || at > last) return;
  select(at);
  cards.elements[at].focus({ preventScroll: true });
}

const undecided = (card) => card.result && UNDECIDED.includes(card.result.outcome);

// Enter: from a card to its text, again to its next span; from the text back to the card.
function jump(target) {
  const card = target.closest(".card");
  if (card) select(Number(card.dataset.card), { source: false, card: false, which: visit });
  if (state.selected === null) step(1);
  if (state.selected === null) return;
  const chip = target.closest(".chip");
  const total = sources.anchors(state.selected).length;
  const which = chip ? visit + 1 : 0;
  if (which >= Math.max(total, 1)) {
    cards.elements[state.selected].focus({ preventScroll: true });
    cards.reveal(state.selected, true);
    visit = 0;
    return;
  }
  visit = which;
  const shown = sources.reveal(state.selected, which);
  if (shown) shown.focus({ preventScroll: true });
}

sources.element.addEventListener("click", (event) => {
  if (String(getSelection())) return; // the reader is copying text
  const under = sources.cardsAt(event.target);
  if (!under.length) return;
  const next = under.includes(state.selected) ? under[(under.indexOf(state.selected) + 1) % under.length] : under[0];
  select(next, { source: false });
});

cards.element.addEventListener("click", (event) => {
  const element = event.target.closest(".card");
  if (!element) return;
  const number = Number(element.dataset.card);
  const place = event.target.closest(".place");
  const proof = event.target.closest(".evidence-link");
  if (proof) {
    showEvidence(proof.dataset.evidence);
    return;
  }
  if (event.target.closest("summary") || String(getSelection())) return;
  if (event.target.closest("a")) event.preventDefault();
  select(number, { card: false, which: place ? placeIndex(number, Number(place.dataset.which)) : 0 });
});

document.addEventListener("click", (event) => {
  const about = document.querySelector(".about-set");
  if (!about.contains(event.target)) about.open = false;
  const link = event.target.closest("a[href^='#']:not(.skip)");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(null, "", link.getAttribute("href"));
  follow();
});

// Places are listed as the compiler gave them; chips stand in the order of the text, one for each start, and those of
// hidden sources don't count.
function placeIndex(number, which) {
  const only = filters.chosen.source;
  const places = data.cards[number].places;
  const key = (place) => place.source * 2 ** 32 + parseInt(place.range, 10);
  const known = places.filter((place) => place.source !== null && (only === "" || place.source === Number(only)));
  const order = [...new Set(known.map(key))].sort((a, b) => a - b);
  return Math.max(0, order.indexOf(key(places[which])));
}

function showEvidence(id) {
  const row = [...document.querySelectorAll("[data-evidence-row]")].find((each) => each.dataset.evidenceRow === id);
  unfold(document.getElementById("evidence"));
  if (!row) return;
  row.scrollIntoView({ block: "nearest" });
  row.focus({ preventScroll: true });
}

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  n: () => step(1, undecided),
  p: () => step(-1, undecided),
  o: (event) => jump(event.target),
  "/": () => filters.search.focus(),
  f: () => filters.cycle("disposition"),
  F: () => filters.cycle("result"),
  b: nextBackground,
  t: nextTheme,
  "?": () => help.showModal(),
};

function escape() {
  const about = document.querySelector(".about-set");
  if (about.open) {
    about.open = false;
    return;
  }
  if (document.activeElement === filters.search) filters.search.blur();
  if (filters.active()) filters.reset();
  else select(null);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || help.open) return;
  const { target, key } = event;
  if (key === "Escape") {
    escape();
    return;
  }
  if (target.matches("input, select, textarea")) return;
  if (key === "Enter") {
    if (target.matches("a, button:not(.chip), summary")) return;
    event.preventDefault();
    jump(target);
    return;
  }
  if (!Object.hasOwn(KEYS, key)) return;
  event.preventDefault();
  KEYS[key](event);
});

addEventListener("hashchange", follow);
addEventListener("beforeprint", () => {
  sources.lazy.all();
  cards.lazy.all();
});

document.getElementById("app").append(
  h("a", { class: "skip", href: "#obligations", click: (event) => { event.preventDefault(); step(1); } }, "Skip to the obligations"),
  topbar(data, { theme: nextTheme, background: nextBackground, help: () => help.showModal() }),
  banner(data, filters.groups.result && filters.groups.result.element),
  filters.element,
  h("main", { class: "panes" }, sources.element, cards.element),
  help,
);
theme(THEMES.includes(remember("specharness-theme")) ? remember("specharness-theme") : "auto");
background(false);
sources.lazy.first(6);
cards.lazy.first(12);
filters.apply();
follow();
sources.lazy.idle();
cards.lazy.idle();
