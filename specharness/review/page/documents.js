// All documents: how many are done, which is next, and a list to choose from.

import { h, plural } from "./dom.js";

export class DocumentList {
  constructor(items, open) {
    this.items = items;
    this.search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search documents", autocomplete: "off", spellcheck: "false", input: () => this.draw() });
    this.list = h("ul", { class: "documents" });
    this.dialog = h("dialog", { id: "documents", "aria-labelledby": "documents-title" }, h("h2", { id: "documents-title" }, "Documents"), this.search, this.list, h("button", { type: "button", click: () => this.dialog.close() }, "Close"));
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      this.dialog.close();
      open(Number(button.dataset.number));
    });
    this.search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const first = this.list.querySelector("button");
      if (first) first.click();
    });
  }

  get done() {
    return this.items.filter((item) => item.done).length;
  }

  summary() {
    return `${this.done} of ${plural(this.items.length, "document")} done`;
  }

  // The next one that is not done, from `number` on and round; null where all are.
  nextOpen(number) {
    const { length } = this.items;
    for (let step = 1; step <= length; step += 1) {
      const at = (number + step) % length;
      if (!this.items[at].done && at !== number) return at;
    }
    return null;
  }

  show(current) {
    this.current = current;
    this.search.value = "";
    this.draw();
    this.dialog.showModal();
    const button = this.list.querySelector("[aria-current]");
    if (button) button.scrollIntoView({ block: "center" });
    this.search.focus();
  }

  draw() {
    const terms = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = [];
    this.items.forEach((item, number) => {
      if (!terms.every((term) => item.name.toLowerCase().includes(term))) return;
      const state = item.done ? "✓ done" : item.labelled ? "begun" : "";
      rows.push(h("li", {}, h("button", { type: "button", "data-number": String(number), "aria-current": number === this.current ? "true" : null }, h("span", { class: "name" }, item.name), h("span", { class: "state" }, state))));
    });
    this.list.replaceChildren(...rows);
  }
}
