// The right pane: one card for each obligation, demoted direction and text without authority.

const CARD_HEIGHT = 190;

class CardPane {
  constructor(data, state) {
    this.data = data;
    this.state = state;
    this.stop = null; // the card that Tab reaches
    this.list = h("div", { class: "cards", role: "list" });
    this.nothing = h("p", { class: "empty", hidden: true });
    this.element = h("section", { class: "pane obligations", id: "obligations", "aria-label": "Obligations and directions" }, this.list, this.nothing);
    this.lazy = new Lazy(this.element);
    this.elements = data.cards.map((card, number) => this.shell(card, number));
    this.list.append(...this.elements);
    if (!data.cards.length) this.empty("No obligation and no direction was found: nothing in these sources asks for anything.");
  }

  empty(text) {
    this.nothing.hidden = !text;
    this.nothing.textContent = text || "";
  }

  shell(card, number) {
    const outcome = card.result && card.result.outcome;
    const element = h("article", {
      class: `card ${card.disposition}${outcome ? ` was-${outcome}` : ""}`,
      role: "listitem",
      tabindex: "-1",
      "data-card": String(number),
      "aria-label": `${card.id}, ${label(card.disposition)[1]}${outcome ? `, ${label(outcome)[1]}` : ""}: ${card.statement}`,
    });
    this.lazy.add(element, CARD_HEIGHT, 1500, () => this.fill(element, card));
    return element;
  }

  fill(element, card) {
    element.append(
      this.head(card),
      h("p", { class: "statement" }, card.statement),
      ...(card.condition ? [h("p", { class: "condition" }, h("b", {}, "If "), card.condition)] : []),
      ...this.quote(card),
      ...this.demotion(card),
      ...this.check(card),
      ...this.result(card),
      ...this.more(card),
    );
    this.focusable(element, element.tabIndex === 0);
  }

  head(card) {
    const tags = [card.kind, card.family].filter(Boolean);
    return h(
      "header",
      { class: "card-head" },
      badge(card.disposition, "disposition"),
      h("a", { class: "id", href: `#${encodeURIComponent(card.id)}`, "aria-label": `Link to ${card.id}` }, card.id),
      tags.map((tag) => h("span", { class: "tag", title: this.data.words.kinds[tag] }, tag.replaceAll("_", " "))),
      card.modality && h("span", { class: "tag soft" }, card.modality),
      card.result && badge(card.result.outcome, "outcome"),
    );
  }

  quote(card) {
    const parts = [];
    if (card.quote) parts.push(h("blockquote", {}, card.quote));
    if (card.misquoted) parts.push(h("p", { class: "warning" }, "The obligation's stored quote is not the text at its position in the source."));
    const places = (card.places || []).map((place, index) =>
      place.source === null
        ? h("span", { class: "warning" }, place.at)
        : h(
            "button",
            { class: "place", type: "button", "data-which": String(index), title: `characters ${place.range}` },
            h("span", { class: "file" }, this.data.sources[place.source].id),
            ` ${place.at}`,
          ),
    );
    if (places.length) parts.push(h("p", { class: "places" }, places));
    return parts;
  }

  demotion(card) {
    const lines = [];
    if (card.was) lines.push(h("p", {}, `Read as ${label(card.was)[1]}, then demoted to ${label(card.disposition)[1]}.`));
    if (card.why) lines.push(h("p", {}, card.why, " ", h("code", { class: "code" }, card.reason)));
    if (card.detail) lines.push(h("p", { class: "detail" }, card.detail));
    if (card.loose) lines.push(h("p", { class: "warning" }, card.loose));
    if (card.type === "direction" && card.mandatory) {
      lines.push(h("p", { class: "binding" }, "It binds the agent all the same, so the verdict can't be PASS on this evidence alone."));
    }
    return lines.length ? [h("div", { class: "why" }, lines)] : [];
  }

  check(card) {
    if (!card.validator) return [];
    const rows = (card.params || []).map(([name, value]) => [h("dt", {}, name), h("dd", {}, h("code", {}, value))]);
    return [
      h("div", { class: "check" }, h("p", {}, h("span", { class: "caption" }, "Check "), h("code", { class: "validator" }, card.validator)), rows.length > 0 && h("dl", { class: "pairs" }, rows)),
    ];
  }

  result(card) {
    const result = card.result;
    if (!result) return [];
    if (result.outcome === "uncovered") {
      const known = [card.why, card.detail].filter(Boolean).join(" ") === result.message;
      return [h("div", { class: "result is-uncovered" }, h("p", {}, h("b", {}, "Nothing here decides it. "), !known && result.message))];
    }
    const rows = [
      ["expected", result.expected],
      ["observed", result.observed],
      ["where", result.where],
      ["message", result.message],
    ].filter(([, text]) => text);
    const evidence = result.evidence.map((id) => h("button", { class: "evidence-link", type: "button", "data-evidence": id }, id));
    return [
      h(
        "div",
        { class: `result is-${result.outcome}` },
        h("p", { class: "meaning" }, h("span", { class: "glyph", "aria-hidden": "true" }, label(result.outcome)[0]), ` ${result.meaning}`),
        h("dl", { class: "pairs" }, rows.map(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]), evidence.length > 0 && [h("dt", {}, "evidence"), h("dd", {}, evidence)]),
      ),
    ];
  }

  more(card) {
    const rows = (card.grounds || []).map((ground) => {
      const places = ground.places.map((place) => (place.source === null ? place.at : `${this.data.sources[place.source].id}, ${place.at}`));
      if (ground.observed) places.push(`read from ${ground.observed}`);
      return [h("dt", {}, ground.name), h("dd", {}, h("code", {}, ground.value), " ", h("span", { class: "from" }, places.join("; ") || "no place given"))];
    });
    const facts = [...(card.facts || [])];
    if (card.guard) facts.unshift(["guard", card.guard]);
    if (card.confidence) facts.push(["confidence", card.confidence]);
    if (!rows.length && !facts.length) return [];
    return [
      h(
        "details",
        { class: "more" },
        h("summary", {}, "Provenance"),
        h("dl", { class: "pairs" }, facts.map(([name, text]) => [h("dt", {}, name), h("dd", {}, text)])),
        rows.length > 0 && h("p", { class: "caption" }, "Where its values are written"),
        rows.length > 0 && h("dl", { class: "pairs" }, rows),
      ),
    ];
  }

  // Tab stops only in the current card: a thousand cards are walked with j and k, not with Tab.
  focusable(element, yes) {
    element.tabIndex = yes ? 0 : -1;
    for (const inner of element.querySelectorAll("button, a, summary")) inner.tabIndex = yes ? 0 : -1;
  }

  stopAt(number) {
    if (this.stop !== null) this.focusable(this.elements[this.stop], false);
    this.stop = number;
    if (number !== null) this.focusable(this.elements[number], true);
  }

  current(number, previous) {
    if (previous !== null) {
      this.elements[previous].classList.remove("selected");
      this.elements[previous].removeAttribute("aria-current");
    }
    if (number === null) return;
    const element = this.elements[number];
    this.lazy.draw(element);
    element.classList.add("selected");
    element.setAttribute("aria-current", "true");
    this.stopAt(number);
  }

  reveal(number, onlyIfHidden) {
    bring(this.element, this.elements[number], onlyIfHidden);
  }

  show() {
    const { shown } = this.state;
    if (!shown.length) return;
    this.elements.forEach((element, number) => (element.hidden = !shown[number]));
    const first = shown.indexOf(true);
    this.empty(first < 0 ? "No card matches these filters. Press Esc to clear them." : "");
    if (this.stop === null || !shown[this.stop]) this.stopAt(first < 0 ? null : first);
  }
}
