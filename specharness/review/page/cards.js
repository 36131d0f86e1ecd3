// The right pane: a card for each direction, in the order of the labels; the selected one holds the form.

import { badge, bring, h } from "./dom.js";

export const VIEWS = ["all", "open", "findings", "differences"];

export class CardPane {
  constructor(view) {
    this.view = view;
    this.cards = new Map(); // id -> {element, key}
    this.list = h("div", { class: "cards" });
    this.rest = h("section", { class: "left-out" });
    this.empty = h("p", { class: "empty" });
    this.element = h("section", { class: "pane obligations", "aria-label": "Directions", tabindex: "-1" }, this.list, this.empty, this.rest);
    this.list.addEventListener("click", (event) => {
      const card = event.target.closest(".card");
      if (card && !String(getSelection())) view.select(card.dataset.id, { card: false });
    });
  }

  // Ids of the cards that are shown, in order.
  get shown() {
    return this.order;
  }

  fits(row) {
    const { view } = this;
    if (row.id === view.selected && !view.terms.length) return true; // the one in work stays
    if (view.filter === "open" && view.isAccepted(row.id)) return false;
    if (view.filter === "findings" && !view.findings.howMany(row.id)) return false;
    if (view.filter === "differences" && !view.differences.word(row.id)) return false;
    if (!view.terms.length) return true;
    const words = [row.id, row.statement, row.condition, row.family, row.kind, row.reason, row.disposition, view.text.quote(row.spans[0])].join("\n").toLowerCase();
    return view.terms.every((term) => words.includes(term));
  }

  update() {
    const { view } = this;
    const rows = view.model.rows.filter((row) => this.fits(row));
    this.order = rows.map((row) => row.id);
    const wanted = new Set(this.order);
    for (const [id, card] of this.cards) {
      if (wanted.has(id)) continue;
      card.element.remove();
      this.cards.delete(id);
    }
    let previous = null;
    for (const row of rows) {
      const element = this.card(row);
      const next = previous ? previous.nextSibling : this.list.firstChild;
      if (next !== element) this.list.insertBefore(element, next);
      previous = element;
    }
    this.empty.hidden = rows.length > 0 || (view.filter === "differences" && view.differences.leftOut.length > 0);
    this.empty.textContent = view.model.rows.length ? "Nothing here; v shows others." : "No directions. Select text, then press 1 to 4.";
    this.leftOut();
  }

  card(row) {
    const { view } = this;
    const selected = row.id === view.selected;
    const accepted = view.isAccepted(row.id);
    const word = view.differences.word(row.id);
    const found = view.findings.howMany(row.id);
    let card = this.cards.get(row.id);
    if (!card) {
      card = { element: h("article", { tabindex: "-1", "data-id": row.id }) };
      this.cards.set(row.id, card);
    }
    if (card.row !== row || card.selected !== selected || card.accepted !== accepted || card.word !== word || card.found !== found) {
      Object.assign(card, { row, selected, accepted, word, found });
      card.element.className = `card ${row.disposition}${selected ? " selected" : ""}${accepted ? " accepted" : ""}`;
      if (selected) card.element.setAttribute("aria-current", "true");
      else card.element.removeAttribute("aria-current");
      card.element.setAttribute("aria-label", `${row.id}, ${row.disposition}: ${row.statement}`);
      this.fill(card.element, row, { selected, accepted, word, found });
    }
    if (selected) view.editor.show(row);
    return card.element;
  }

  fill(element, row, { selected, accepted, word, found }) {
    const { view } = this;
    const tags = [row.modality, row.kind, row.family || row.reason].filter(Boolean).map((tag) => h("span", { class: "tag" }, tag.replaceAll("_", " ")));
    const head = h(
      "header",
      { class: "card-head" },
      badge(row.disposition, "disposition"),
      h("span", { class: "id" }, row.id),
      tags,
      row.confidence === "unsure" ? h("span", { class: "unsure" }, "unsure") : null,
      found ? h("span", { class: "found" }, found === 1 ? "1 finding" : `${found} findings`) : null,
      word ? h("span", { class: "word" }, word) : null,
      h("span", { class: "state" }, accepted ? "✓ accepted" : "open"),
    );
    const body = selected
      ? [view.editor.element]
      : [h("p", { class: "statement" }, row.statement || "no statement"), h("blockquote", {}, view.text.excerpt(row.spans[0], 240)), row.condition ? h("p", { class: "condition" }, h("span", { class: "caption" }, "if "), view.text.quote(row.condition)) : null];
    const kept = selected && view.editor.element.parentElement === element;
    if (kept) element.firstChild.replaceWith(head); // moving the form would take the focus from it
    else element.replaceChildren(head, ...body.filter(Boolean));
  }

  leftOut() {
    const { view } = this;
    const rows = view.filter === "differences" ? view.differences.leftOut : [];
    this.rest.hidden = !rows.length;
    if (!rows.length) return;
    this.rest.replaceChildren(
      h("h2", {}, `Proposed by the compiler, and not among the labels: ${rows.length}`),
      ...rows.map((row) =>
        h(
          "article",
          { class: `card ghost ${row.disposition}` },
          h("header", { class: "card-head" }, badge(row.disposition, "disposition"), h("span", { class: "id" }, row.id), h("span", { class: "tag" }, row.family || row.reason || "")),
          h("p", { class: "statement" }, row.statement),
          h("blockquote", {}, view.text.excerpt(row.spans[0], 240)),
          h("div", { class: "row-actions" }, h("button", { type: "button", click: () => view.work.restore(row) }, "Restore"), h("button", { type: "button", click: () => view.showPlace(row.spans[0]) }, "Show")),
        ),
      ),
    );
  }

  reveal(id, onlyIfHidden = true) {
    const card = this.cards.get(id);
    if (card) bring(this.element, card.element, onlyIfHidden);
  }

  focus(id) {
    const card = this.cards.get(id);
    if (card) card.element.focus({ preventScroll: true });
  }
}
