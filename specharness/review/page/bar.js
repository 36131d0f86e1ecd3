// The bars: which document, how far, whether it is saved; filters; what is picked; and what goes in and out.

import { badge, h } from "./dom.js";
import { DISPOSITIONS } from "./editor.js";
import { VIEWS } from "./cards.js";
import { ask } from "./saving.js";
import { nextTheme } from "./theme.js";

const WORDS = { saved: "saved", saving: "saving…", waiting: "not saved", conflict: "not saved", refused: "not saved" };

export class Bars {
  constructor(view) {
    this.view = view;
    const button = (title, key, click, attributes = {}) => h("button", { type: "button", title: `${title} (${key})`, click, ...attributes }, `${title} `, h("kbd", {}, key));
    this.name = h("h1", {});
    this.progress = h("progress", { "aria-label": "documents done" });
    this.documents = h("button", { type: "button", class: "progress", title: "list of documents (o)", click: () => view.documents.show(view.number) });
    this.saved = h("span", { class: "saved", role: "status", "aria-live": "polite" });
    this.done = button("Done", "d", () => view.finish(), { id: "done" });
    this.file = h("input", { type: "file", accept: ".json,application/json", hidden: true, change: () => this.read() });
    this.more = h(
      "details",
      { class: "more-menu" },
      h("summary", {}, "More"),
      h(
        "div",
        { class: "sheet" },
        h("button", { type: "button", click: () => this.write() }, "Export for Label Studio"),
        h("button", { type: "button", click: () => this.file.click() }, "Import from Label Studio"),
        h("a", { href: "api/label-studio.xml", download: "label-studio.xml" }, "Label Studio configuration"),
        h("button", { type: "button", click: () => view.proposeAgain() }, "Start again from the compiler's proposal"),
        h("button", { type: "button", id: "theme", click: nextTheme }, "Theme"),
        this.file,
      ),
    );
    this.more.addEventListener("click", (event) => event.target.closest("button, a") && (this.more.open = false));
    this.top = h(
      "header",
      { class: "topbar" },
      this.documents,
      this.progress,
      this.name,
      this.saved,
      h("div", { class: "actions" }, button("Undo", "z", () => view.undo(), { id: "undo" }), button("Redo", "Z", () => view.redo(), { id: "redo" }), this.done, this.more, button("Help", "?", () => view.help.showModal())),
    );
    this.notice = h("div", { class: "notice", role: "status", hidden: true });
    this.filters = VIEWS.map((name) => h("button", { type: "button", class: "choice", click: () => view.setFilter(name) }));
    this.search = h("input", { type: "search", id: "search", placeholder: "Search  /", "aria-label": "Search directions", autocomplete: "off", spellcheck: "false", input: () => view.search(this.search.value) });
    this.accepted = h("p", { class: "count", role: "status" });
    this.filterBar = h("nav", { class: "filters", "aria-label": "Filters" }, h("div", { class: "group", role: "group", "aria-label": "Which directions" }, this.filters), this.search, this.accepted);
    this.picked = h("div", { class: "picked", role: "toolbar", "aria-label": "Picked text", hidden: true });
    this.picked.addEventListener("mousedown", (event) => event.preventDefault()); // the selection stays
  }

  update() {
    const { view } = this;
    const { model, documents } = view;
    this.documents.textContent = documents.summary();
    this.progress.max = documents.items.length;
    this.progress.value = documents.done;
    const item = documents.items[view.number];
    this.name.textContent = item ? item.name : "";
    this.name.title = item ? item.name : "";
    document.title = `${item ? item.name : "Review"} · SpecHarness`;
    this.top.classList.toggle("idle", !model);
    if (!model) return;
    const { rows, accepted, done } = model.state;
    this.done.setAttribute("aria-pressed", String(done));
    document.getElementById("undo").disabled = !model.past.length;
    document.getElementById("redo").disabled = !model.future.length;
    const counts = { all: rows.length, open: rows.filter((row) => !accepted.has(row.id)).length, findings: view.findings.count(rows), differences: view.differences.proposal ? view.differences.count : "…" };
    VIEWS.forEach((name, index) => {
      this.filters[index].replaceChildren(`${name[0].toUpperCase()}${name.slice(1)} `, h("span", { class: "n" }, String(counts[name])));
      this.filters[index].setAttribute("aria-pressed", String(view.filter === name));
    });
    this.accepted.textContent = `${rows.length - counts.open} of ${rows.length} accepted`;
  }

  told(state, message = "") {
    this.saved.textContent = message && state !== "saved" ? `${WORDS[state]}: ${message}` : WORDS[state];
    this.saved.title = message;
    this.saved.className = `saved is-${state}`;
  }

  say(text, problem = false) {
    this.notice.textContent = text;
    this.notice.className = `notice${problem ? " problem" : ""}`;
    this.notice.hidden = !text;
  }

  showPicked() {
    const { view } = this;
    const { range, quote } = view.picked;
    this.picked.hidden = !range;
    if (!range) return;
    const button = (click, key, ...content) => h("button", { type: "button", click }, ...content, h("kbd", {}, key));
    this.picked.replaceChildren(
      h("q", {}, view.text.short(quote, 60)),
      h("span", { class: "caption" }, "new:"),
      ...DISPOSITIONS.map((name, index) => button(() => view.work.create(name), String(index + 1), badge(name, "disposition"))),
      ...(view.selected
        ? [h("span", { class: "caption" }, `${view.selected}:`), button(() => view.work.respan(), "s", "its span "), button(() => view.work.addSpan(), "+", "further span "), button(() => view.work.write("param-name"), "p", "parameter ")]
        : []),
      button(() => view.drop(), "Esc", "drop "),
    );
  }

  async write() {
    const { view } = this;
    try {
      const tasks = await ask(`api/documents/${view.number}/label-studio`, { method: "POST", body: view.model.body() });
      const address = URL.createObjectURL(new Blob([JSON.stringify(tasks, null, 1)], { type: "application/json" }));
      const link = h("a", { href: address, download: `${view.documents.items[view.number].name.replaceAll("/", "_")}.label-studio.json` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 60000);
    } catch (error) {
      this.say(`Not exported: ${error.message}`, true);
    }
  }

  async read() {
    const [file] = this.file.files;
    this.file.value = "";
    if (!file) return;
    const { view } = this;
    const { model } = view;
    try {
      const { rows } = await ask(`api/documents/${view.number}/label-studio/rows`, { method: "POST", body: await file.text() });
      if (model !== view.model) return;
      model.commit({ rows, accepted: new Set() }, `import of ${file.name}`);
      this.say(`${rows.length} directions from ${file.name}; z undoes it.`);
    } catch (error) {
      this.say(`Not imported: ${error.message}`, true);
    }
  }
}
