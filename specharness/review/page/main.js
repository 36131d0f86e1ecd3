// Ties the parts together: one document, one selected direction, the address.

import { Bars } from "./bar.js";
import { CardPane, VIEWS } from "./cards.js";
import { conflictDialog } from "./conflict.js";
import { Differences } from "./diff.js";
import { DocumentList } from "./documents.js";
import { h } from "./dom.js";
import { Editor } from "./editor.js";
import { Findings } from "./findings.js";
import { helpDialog, listen } from "./keys.js";
import { Model } from "./model.js";
import { Offsets } from "./offsets.js";
import { ask, Saver } from "./saving.js";
import { Picked } from "./selection.js";
import { TextPane } from "./text.js";
import { rememberedTheme, setTheme } from "./theme.js";
import { Work } from "./work.js";

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
    this.work = new Work(this);
    this.cards = new CardPane(this);
    this.help = helpDialog(vocabulary);
    this.conflict = conflictDialog(this);
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
    setTheme(rememberedTheme());
  }

  // Documents

  async open(number, selected = null) {
    if (!(await this.isSaved())) return;
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
    // The person may have gone on working while the next document was on its way.
    if (!(await this.isSaved()) || turn !== this.turn) return;
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

  async isSaved() {
    const { saver } = this;
    if (!saver || saver.stopped || (await saver.flush())) return true;
    this.bars.say("The changes to this document are not saved; try again in a moment.", true);
    return false;
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
      if (line) this.picked.set(...this.work.thoughts(line)); // the browser's own selection ends at a chip
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

  get row() {
    return this.selected && this.model.row(this.selected);
  }

  pickedChanged() {
    this.bars.showPicked();
    if (this.model && this.row) this.editor.show(this.row);
  }

  drop() {
    this.picked.clear();
    getSelection().removeAllRanges();
  }

  showPlace(span) {
    if (!span.source) this.text.revealUnit(this.text.offsets.toUnits(span.start), false);
  }

  // Address

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
