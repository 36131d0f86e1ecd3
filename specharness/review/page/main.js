// Ties the parts together: one document, one selected direction, the address, the theme.

import { Bars } from "./bar.js";
import { CardPane, VIEWS } from "./cards.js";
import { Differences } from "./diff.js";
import { DocumentList } from "./documents.js";
import { h } from "./dom.js";
import { DISPOSITIONS, Editor } from "./editor.js";
import { Findings } from "./findings.js";
import { helpDialog, listen } from "./keys.js";
import { Model, parsed } from "./model.js";
import { Offsets } from "./offsets.js";
import { ask, Saver } from "./saving.js";
import { moved, Picked } from "./selection.js";
import { TextPane } from "./text.js";

const THEMES = ["auto", "light", "dark"];
const NEW = { modality: "must", kind: "outcome", family: null, params: {}, param_spans: {}, condition: null, reason: null, confidence: "sure" };
const USUAL = { hard: {}, advisory: { modality: "should", reason: "guidance" }, abstain: { reason: "method_unstated" }, residual: { modality: "may", reason: "meta_instruction", note: "meta-instruction" } };

class View {
  constructor({ documents, vocabulary }) {
    this.words = vocabulary;
    this.model = null;
    this.number = 0;
    this.selected = null;
    this.filter = "all";
    this.terms = [];
    this.documents = new DocumentList(documents, (number) => this.open(number));
    this.text = new TextPane(this);
    this.picked = new Picked(this.text, () => this.pickedChanged());
    this.differences = new Differences(() => this.update());
    this.findings = new Findings(() => this.update());
    this.editor = new Editor(this);
    this.cards = new CardPane(this);
    this.help = helpDialog(vocabulary);
    this.conflict = this.conflictDialog();
    this.bars = new Bars(this);
    this.searchField = this.bars.search;
    document.getElementById("app").append(this.bars.top, this.bars.notice, this.bars.filterBar, h("main", { class: "panes" }, h("div", { class: "left" }, this.text.element, this.bars.picked), this.cards.element), this.help, this.documents.dialog, this.conflict);
    this.text.element.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("mouseup", () => {
      clearTimeout(this.taking);
      this.taking = setTimeout(() => this.model && this.picked.take()); // the selection settles after the event
    });
    addEventListener("pagehide", () => {
      this.writeAddress();
      if (this.saver) this.saver.keep();
    });
    addEventListener("blur", () => this.saver && this.saver.flush());
    addEventListener("hashchange", () => this.follow());
    addEventListener("beforeunload", (event) => this.saver && this.saver.dirty && event.preventDefault());
    listen(this);
    this.theme(THEMES.includes(remembered()) ? remembered() : "auto");
  }

  // Documents

  async open(number, selected = null) {
    if (this.saver && !(await this.saver.flush()) && this.saver.dirty && !this.saver.stopped) {
      this.bars.say("The changes to this document are not saved; try again in a moment.", true);
      return;
    }
    const turn = (this.turn = (this.turn || 0) + 1);
    let opened;
    let problem = "";
    let proposal = null;
    try {
      opened = await ask(`api/documents/${number}`);
      if (!opened.rows) {
        this.bars.say("Compiling…");
        proposal = (await ask(`api/documents/${number}/proposal`)).rows;
        opened.rows = proposal;
      }
    } catch (error) {
      problem = error.message;
    }
    if (turn !== this.turn) return;
    if (this.saver) this.saver.stop();
    this.number = number;
    this.selected = null;
    this.picked.clear();
    if (problem) {
      this.model = this.saver = null;
      this.differences.clear();
      this.findings.clear();
      this.text.open("", new Offsets(""));
      this.text.element.replaceChildren(h("p", { class: "empty" }, problem));
      this.cards.list.replaceChildren();
      this.cards.cards.clear();
      this.bars.say("This document can't be reviewed as it is.", true);
      this.bars.told("saved");
      this.bars.update();
      this.address();
      return;
    }
    this.bars.say(opened.stale ? "The text has changed since it was reviewed, so places may be off and nothing counts as accepted." : "", true);
    this.model = new Model(opened);
    this.saver = new Saver(number, this.model, opened.revision, (state, message) => this.told(state, message));
    this.text.open(opened.text, new Offsets(opened.text));
    this.text.all(this.model.rows);
    this.model.onChange((before) => this.changed(before));
    this.cards.element.scrollTop = 0;
    this.findings.open(number, this.model);
    this.propose(number, this.model, proposal);
    this.bars.told("saved");
    if (proposal) this.bars.saved.textContent = "the compiler's proposal";
    this.update();
    this.restoreDraft(opened);
    const first = this.model.row(selected) || this.model.rows.find((row) => !this.isAccepted(row.id)) || this.model.rows[0];
    if (first) this.select(first.id);
    else this.address();
  }

  // The proposal stands beside labels that are there already; they don't wait for it.
  async propose(number, model, proposal) {
    this.differences.clear();
    try {
      const rows = proposal || (await ask(`api/documents/${number}/proposal`)).rows;
      if (model === this.model) this.differences.open(number, model, rows);
    } catch (error) {
      if (model === this.model) this.bars.say(`There is nothing to compare with: ${error.message}`, true);
    }
  }

  // What this tab had not saved when it was reloaded.
  restoreDraft(opened) {
    const draft = this.saver.draft();
    if (!draft) return;
    const cameThrough = draft.write && draft.write === opened.write; // the request that was under way
    if (cameThrough && !draft.dirty) {
      this.saver.forget();
      return;
    }
    const { rows, done, accepted } = draft.body;
    if (draft.revision !== opened.revision && !cameThrough) {
      this.saver.stop();
      this.mine = draft.body;
      this.conflict.showModal();
      return;
    }
    this.model.commit({ rows, done, accepted: new Set(accepted) }, "what was not saved before the reload");
  }

  async stepDocument(way) {
    const next = this.number + way;
    if (next >= 0 && next < this.documents.items.length) await this.open(next);
  }

  async finish() {
    const { state } = this.model;
    this.model.finish(!state.done);
    if (state.done) return;
    const model = this.model;
    if (!(await this.saver.flush()) || model !== this.model) return;
    const next = this.documents.nextOpen(this.number);
    if (next === null) this.bars.say("All documents are done.");
    else await this.open(next);
  }

  // Changes

  changed(before) {
    const { state } = this.model;
    const also = new Set();
    for (const id of before.accepted) if (!state.accepted.has(id)) also.add(id);
    for (const id of state.accepted) if (!before.accepted.has(id)) also.add(id);
    if (before.rows !== state.rows || also.size) this.text.update(before.rows, state.rows, [...also]);
    if (this.selected && !this.model.row(this.selected)) this.selected = null;
    Object.assign(this.documents.items[this.number], { done: state.done, labelled: true });
    this.picked.draw();
    this.update();
    this.saver.changed(this.editor.typing);
    if (before.rows === state.rows) return;
    this.differences.later();
    this.findings.later(before.rows, state.rows);
  }

  update() {
    if (this.model) this.cards.update();
    this.bars.update();
  }

  told(state, message) {
    this.bars.told(state, message);
    if (state !== "conflict") return;
    this.mine = this.model.body();
    this.conflict.showModal();
  }

  save() {
    if (this.saver) this.saver.flush();
  }

  proposeAgain() {
    if (!this.model || !this.differences.proposal) return;
    this.model.commit({ rows: [...this.differences.proposal.values()], accepted: new Set() }, "the compiler's proposal");
    this.bars.say("These are the compiler's labels; z brings yours back.");
  }

  undo() {
    this.tell("undone", this.model && this.model.undo());
  }

  redo() {
    this.tell("done again", this.model && this.model.redo());
  }

  tell(word, what) {
    this.bars.say(what ? `${word}: ${what}` : "");
  }

  isAccepted(id) {
    return this.model.state.accepted.has(id);
  }

  // Selecting

  select(id, { card = true, text = true } = {}) {
    const previous = this.selected;
    this.selected = id;
    if (previous !== id) {
      this.editor.element.remove();
      this.text.update(this.model.rows, this.model.rows, [previous, id].filter(Boolean));
      this.picked.draw();
      this.update();
      this.bars.showPicked();
    }
    this.address();
    const row = this.model.row(id);
    if (!row) return;
    if (text) this.text.reveal(row);
    if (card) this.cards.reveal(id);
    if (!document.activeElement.matches("input, textarea, select")) this.cards.focus(id);
  }

  clicked(event) {
    if (!this.model) return;
    if (event.detail === 3) {
      clearTimeout(this.taking);
      const line = this.text.lines[event.target.closest(".line")?.line];
      if (line) this.picked.set(...this.thoughts(line)); // the browser's own selection ends at a chip
      return;
    }
    if (String(getSelection())) return;
    this.picked.clear();
    const ids = this.text.idsAt(event.target);
    if (!ids.length) return;
    this.select(ids[(ids.indexOf(this.selected) + 1) % ids.length], { text: false });
  }

  step(way) {
    const ids = this.cards.shown;
    const at = ids.indexOf(this.selected);
    const next = at < 0 && way < 0 ? ids.at(-1) : ids[at + way];
    if (next) this.select(next);
  }

  // Goes round at the ends.
  stepOpen(way) {
    const ids = way > 0 ? this.cards.shown : [...this.cards.shown].reverse();
    const at = ids.indexOf(this.selected);
    const next = [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0))].find((id) => !this.isAccepted(id));
    if (next) this.select(next);
    return Boolean(next);
  }

  escape(field) {
    this.bars.say("");
    this.bars.more.open = false;
    if (field) {
      field.blur();
      if (this.selected) this.cards.focus(this.selected);
      if (field === this.searchField) this.search("");
    } else if (this.picked.range) this.drop();
    else if (this.terms.length) this.search("");
    else if (this.model && this.selected) this.select(null);
  }

  search(words) {
    if (this.searchField.value !== words) this.searchField.value = words;
    this.terms = words.toLowerCase().split(/\s+/).filter(Boolean);
    this.update();
  }

  setFilter(name) {
    this.filter = name;
    this.update();
    if (this.selected) this.cards.reveal(this.selected);
  }

  nextFilter() {
    this.setFilter(VIEWS[(VIEWS.indexOf(this.filter) + 1) % VIEWS.length]);
  }

  // Working on the selected direction

  get row() {
    return this.selected && this.model.row(this.selected);
  }

  accept() {
    if (!this.row) return;
    const yes = !this.isAccepted(this.selected);
    this.model.accept(this.selected, yes);
    if (yes && !this.stepOpen(1)) this.bars.say("Every direction is accepted; d marks the document as done.");
  }

  dispose(index) {
    if (this.picked.range) this.create(DISPOSITIONS[index]);
    else if (this.row) this.model.dispose(this.selected, DISPOSITIONS[index]);
  }

  write(field) {
    if (this.row && !this.editor.focus(field)) this.bars.say(field === "family" ? "Only a hard direction has a family." : "A hard direction has no reason.");
  }

  create(disposition) {
    const quote = this.picked.quote.replace(/\s+/g, " ");
    const row = { ...NEW, ...USUAL[disposition], id: this.model.freshId(), spans: [this.picked.span()], disposition, statement: quote };
    this.drop();
    this.model.add(row, `new ${row.id}`);
    this.select(row.id);
  }

  restore(row) {
    const id = this.model.freshId(row.id);
    this.model.add({ ...row, id }, `restored ${id}`, false);
    this.select(id);
  }

  removeSelected() {
    if (!this.row) return;
    const ids = this.cards.shown;
    const at = ids.indexOf(this.selected);
    const next = ids[at + 1] || ids[at - 1] || null;
    const id = this.selected;
    if (next) this.select(next);
    this.model.remove(id);
    this.bars.say(`${id} is deleted; z undoes it.`);
  }

  respan() {
    if (!this.row || !this.picked.range) return;
    this.model.edit(this.selected, { spans: [this.picked.span(), ...this.row.spans.slice(1)] }, `span of ${this.selected}`);
    this.drop();
  }

  addSpan() {
    if (!this.row || !this.picked.range) return;
    this.model.edit(this.selected, { spans: [...this.row.spans, this.picked.span()] }, `a further span of ${this.selected}`);
    this.drop();
  }

  // A second literal under the same name makes a list.
  addParam(row, name) {
    const { picked } = this;
    const has = Object.hasOwn(row.params || {}, name);
    const value = picked.range ? parsed(picked.quote) : "";
    const spans = (row.param_spans || {})[name] || [];
    const params = { ...row.params, [name]: has ? [row.params[name], value].flat() : value };
    const places = picked.range ? [...spans, picked.span()] : spans;
    this.model.edit(row.id, { params, param_spans: { ...row.param_spans, [name]: places } }, `${name} of ${row.id}`);
    this.drop();
    this.editor.focus(`param:${name}`);
  }

  removeParam(row, name) {
    const without = (fields) => Object.fromEntries(Object.entries(fields || {}).filter(([key]) => key !== name));
    const workspace = (row.workspace || []).filter((other) => other !== name);
    this.model.edit(row.id, { params: without(row.params), param_spans: without(row.param_spans), workspace }, `${name} of ${row.id}`);
  }

  // Where a value stands in the direction's own spans; null unless every part of it does.
  findValue(row, value) {
    const found = [];
    for (const part of Array.isArray(value) ? value : [value]) {
      const literal = String(part);
      const home = literal && row.spans.filter((span) => !span.source).find((span) => this.quote(span).includes(literal));
      if (!home) return null;
      const start = this.text.offsets.toUnits(home.start) + this.quote(home).indexOf(literal);
      found.push({ start: this.text.offsets.toPoints(start), end: this.text.offsets.toPoints(start + literal.length) });
    }
    return found;
  }

  // Picking

  pickedChanged() {
    this.bars.showPicked();
    if (this.model && this.row) this.editor.show(this.row);
  }

  drop() {
    this.picked.clear();
    getSelection().removeAllRanges();
  }

  // A line without the marks that introduce it, in units.
  thoughts({ start, end }) {
    const { offsets } = this.text;
    const inside = this.model.opened.units.map((unit) => unit.map((point) => offsets.toUnits(point))).filter(([first, last]) => first < end && last > start);
    return inside.length ? [Math.max(start, inside[0][0]), Math.min(end, inside.at(-1)[1])] : [start, end];
  }

  pickUnit(way) {
    const { offsets } = this.text;
    const covered = this.model.rows.flatMap((row) => row.spans.filter((span) => !span.source));
    const free = this.model.opened.units.filter(([start, end]) => !covered.some((span) => span.start < end && span.end > start));
    const from = this.picked.range ? this.picked.span().start : this.row ? this.row.spans[0].start : -1;
    const next = way > 0 ? free.find(([start]) => start > from) || free[0] : free.findLast(([start]) => start < from) || free.at(-1);
    if (next) this.picked.set(offsets.toUnits(next[0]), offsets.toUnits(next[1]), true);
    else this.bars.say("Every piece of text has a direction.");
  }

  nudge(which, way) {
    const { text, offsets } = this.text;
    if (this.picked.range) {
      const range = moved(text, this.picked.range, which, way);
      if (range) this.picked.set(...range, true);
      return;
    }
    const span = this.row && this.row.spans[0];
    if (!span || span.source) return;
    const range = moved(text, this.text.units(span), which, way);
    if (!range) return;
    const [start, end] = range.map((unit) => offsets.toPoints(unit));
    this.model.edit(this.selected, { spans: [{ ...span, start, end }, ...this.row.spans.slice(1)] }, `span of ${this.selected}`, "nudge");
  }

  showSpan(row, index) {
    this.showPlace(row.spans[index]);
  }

  showPlace(span) {
    if (!span.source) this.text.revealUnit(this.text.offsets.toUnits(span.start), false);
  }

  // Words

  quote(span) {
    return span.source ? "" : this.text.text.slice(...this.text.units(span));
  }

  short(text, length) {
    const flat = text.replace(/\s+/g, " ");
    const parts = Array.from(flat.slice(0, 2 * length + 2));
    return parts.length > length ? `${parts.slice(0, length).join("")}…` : flat;
  }

  excerpt(span, length = 80) {
    return span.source ? `in ${span.source}` : this.short(this.quote(span), length);
  }

  placeName(span) {
    return span.source ? `${span.start}–${span.end}` : `line ${this.text.lineAt(this.text.offsets.toUnits(span.start)) + 1}`;
  }

  // Conflict, address, theme

  conflictDialog() {
    const reload = async () => {
      this.conflict.close();
      this.saver.forget();
      this.saver.stop();
      await this.open(this.number, this.selected);
    };
    const keep = async () => {
      try {
        const { path } = await ask(`api/documents/${this.number}/copy`, { method: "POST", body: this.mine });
        await reload();
        this.bars.say(`Your version is in ${path}.`);
      } catch (error) {
        this.bars.say(`The copy was not written: ${error.message}`, true);
      }
    };
    const dialog = h(
      "dialog",
      { id: "conflict", "aria-labelledby": "conflict-title" },
      h("h2", { id: "conflict-title" }, "Changed elsewhere"),
      h("p", { class: "quiet" }, "The labels or the text of this document were changed in another tab or on disk. Nothing of theirs was overwritten, and what you changed since is not saved."),
      h("div", { class: "row-actions" }, h("button", { type: "button", click: keep }, "Keep mine as a copy, show theirs"), h("button", { type: "button", click: reload }, "Drop mine, show theirs")),
    );
    dialog.addEventListener("cancel", (event) => event.preventDefault()); // it needs an answer
    return dialog;
  }

  // After a rest: browsers are slow at this, and the keyboard is quick.
  address() {
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => this.writeAddress(), 150);
  }

  writeAddress() {
    const id = this.selected ? `/${encodeURIComponent(this.selected)}` : "";
    history.replaceState(null, "", `#${this.number + 1}${id}`);
  }

  follow() {
    const [number, id] = location.hash.slice(1).split("/");
    const at = Math.min(Math.max(Number.parseInt(number, 10) || 1, 1), this.documents.items.length) - 1;
    let wanted = null;
    try {
      wanted = id ? decodeURIComponent(id) : null;
    } catch {
      wanted = null; // not an address that this page wrote
    }
    return this.open(at, wanted);
  }

  theme(name) {
    document.documentElement.dataset.theme = name;
    document.getElementById("theme").textContent = `Theme: ${name} (t)`;
    remembered(name);
  }

  nextTheme() {
    this.theme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]);
  }
}

function remembered(value) {
  try {
    if (value !== undefined) localStorage.setItem("specharness-theme", value);
    return localStorage.getItem("specharness-theme");
  } catch {
    return null; // no storage: the choice lasts as long as the page
  }
}

try {
  const view = new View(await ask("api/documents"));
  const { items } = view.documents;
  const open = items.findIndex((item) => !item.done);
  if (location.hash.length > 1) await view.follow();
  else await view.open(Math.max(open, 0));
} catch (error) {
  document.getElementById("app").replaceChildren(h("p", { class: "empty" }, `The review can't be shown: ${error.message}`));
}
