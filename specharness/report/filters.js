// Filters: which cards are shown, and the counts beside each choice (what it would leave, given the other filters).

const EMPTY = { disposition: "", result: "", kind: "", family: "", source: "", text: "" };
const UNDECIDED = ["failed", "error", "unknown", "uncovered"];

class Filters {
  constructor(data, state, changed) {
    this.data = data;
    this.state = state;
    this.changed = changed;
    this.chosen = { ...EMPTY };
    this.facets = data.cards.map((card) => ({
      disposition: card.disposition,
      result: card.result ? card.result.outcome : "unchecked",
      kind: card.kind || "",
      family: card.family || "",
      source: new Set((card.places || []).filter((place) => place.source !== null).map((place) => String(place.source))),
      text: this.haystack(card),
    }));
    this.status = h("p", { class: "count", role: "status", "aria-live": "polite" });
    this.search = h("input", { type: "search", id: "search", placeholder: "Search  /", "aria-label": "Search cards", autocomplete: "off", spellcheck: "false", input: () => this.set("text", this.search.value) });
    this.clear = h("button", { type: "button", id: "clear", click: () => this.reset() }, "Clear");
    this.groups = { disposition: this.group("disposition", "Disposition", ["hard", "advisory", "abstain", "residual"]) };
    if (data.certificate) this.groups.result = this.group("result", "Result", [...GRAVITY, "unchecked"]);
    this.selects = {
      kind: this.select("kind", "All kinds", this.values("kind")),
      family: this.select("family", "All families", this.values("family")),
      source: this.select("source", "All sources", data.sources.map((source, number) => [String(number), source.id])),
    };
    this.element = h(
      "nav",
      { class: "filters", "aria-label": "Filters" },
      this.groups.disposition.element,
      h("div", { class: "selects" }, ...Object.values(this.selects), this.search, this.clear, this.status),
    );
  }

  haystack(card) {
    const result = card.result || {};
    const words = [card.id, ...(card.also || []), card.statement, card.quote, card.condition, card.validator, card.family, card.kind, card.reason, card.why, card.detail];
    words.push(...(card.params || []).flat(), result.expected, result.observed, result.where, result.message);
    return words.filter(Boolean).join("\n").toLowerCase();
  }

  values(facet) {
    return [...new Set(this.facets.map((facets) => facets[facet]).filter(Boolean))].sort().map((value) => [value, value.replaceAll("_", " ")]);
  }

  group(facet, title, names) {
    const present = names.filter((name) => this.facets.some((facets) => facets[facet] === name));
    const buttons = new Map();
    for (const name of ["", ...present]) {
      const count = h("span", { class: "n" });
      const words = name ? [h("span", { class: `glyph is-${name}`, "aria-hidden": "true" }, label(name)[0]), ` ${label(name)[1]} `] : ["All "];
      const button = h("button", { type: "button", class: "choice", "data-facet": facet, "data-value": name, click: () => this.set(facet, this.chosen[facet] === name ? "" : name) }, words, count);
      buttons.set(name, { button, count });
    }
    return { buttons, element: h("div", { class: "group", role: "group", "aria-label": title }, ...[...buttons.values()].map(({ button }) => button)) };
  }

  select(facet, all, values) {
    const select = h("select", { id: `filter-${facet}`, "aria-label": `Filter by ${facet}`, change: () => this.set(facet, select.value) }, h("option", { value: "" }, all), values.map(([value, text]) => h("option", { value }, text)));
    return select;
  }

  set(facet, value) {
    this.chosen[facet] = value;
    this.apply();
  }

  reset() {
    this.chosen = { ...EMPTY };
    this.apply();
  }

  active() {
    return Object.values(this.chosen).some(Boolean);
  }

  // Steps through the choices of a group that are not empty: f for dispositions, F for results.
  cycle(facet) {
    const group = this.groups[facet];
    if (!group) return;
    const names = [...group.buttons.keys()];
    this.set(facet, names[(names.indexOf(this.chosen[facet]) + 1) % names.length]);
  }

  fits(facets, except, terms) {
    const { chosen } = this;
    for (const facet of ["disposition", "result", "kind", "family"]) {
      if (facet !== except && chosen[facet] && facets[facet] !== chosen[facet]) return false;
    }
    if (except !== "source" && chosen.source && !facets.source.has(chosen.source)) return false;
    return terms.every((term) => facets.text.includes(term));
  }

  apply() {
    const { chosen } = this;
    const terms = chosen.text.toLowerCase().split(/\s+/).filter(Boolean);
    this.facets.forEach((facets, number) => (this.state.shown[number] = this.fits(facets, "", terms)));
    for (const [facet, { buttons }] of Object.entries(this.groups)) {
      const counts = new Map();
      for (const facets of this.facets) if (this.fits(facets, facet, terms)) counts.set(facets[facet], (counts.get(facets[facet]) || 0) + 1);
      for (const [name, { button, count }] of buttons) {
        const n = name ? counts.get(name) || 0 : [...counts.values()].reduce((sum, each) => sum + each, 0);
        count.textContent = n.toLocaleString("en");
        button.setAttribute("aria-pressed", String(chosen[facet] === name));
        button.classList.toggle("zero", n === 0);
      }
    }
    for (const [facet, select] of Object.entries(this.selects)) select.value = chosen[facet];
    if (this.search.value !== chosen.text) this.search.value = chosen.text;
    const shown = this.state.shown.filter(Boolean).length;
    this.status.textContent = shown === this.facets.length ? plural(shown, "card") : `${shown.toLocaleString("en")} of ${plural(this.facets.length, "card")}`;
    this.clear.hidden = !this.active();
    this.changed();
  }
}
