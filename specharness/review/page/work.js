// What a person does to labels: each method is one step that can be undone.

import { DISPOSITIONS } from "./editor.js";
import { parsed } from "./model.js";
import { moved } from "./selection.js";

const NEW = { modality: "must", kind: "outcome", family: null, params: {}, param_spans: {}, condition: null, reason: null, confidence: "sure" };
const USUAL = { hard: {}, advisory: { modality: "should", reason: "guidance" }, abstain: { reason: "method_unstated" }, residual: { modality: "may", reason: "meta_instruction", note: "meta-instruction" } };

export class Work {
  constructor(view) {
    this.view = view;
  }

  accept() {
    if (!this.view.row) return;
    const yes = !this.view.isAccepted(this.view.selected);
    this.view.model.accept(this.view.selected, yes);
    if (yes && !this.view.stepOpen(1)) this.view.bars.say("Every direction is accepted; d marks the document as done.");
  }

  dispose(index) {
    if (this.view.picked.range) this.create(DISPOSITIONS[index]);
    else if (this.view.row) this.view.model.dispose(this.view.selected, DISPOSITIONS[index]);
  }

  write(field) {
    if (this.view.row && !this.view.editor.focus(field)) this.view.bars.say(field === "family" ? "Only a hard direction has a family." : "A hard direction has no reason.");
  }

  create(disposition) {
    const quote = this.view.picked.quote.replace(/\s+/g, " ");
    const row = { ...NEW, ...USUAL[disposition], id: this.view.model.freshId(), spans: [this.view.picked.span()], disposition, statement: quote };
    this.view.drop();
    this.view.model.add(row, `new ${row.id}`);
    this.view.select(row.id);
  }

  restore(row) {
    const id = this.view.model.freshId(row.id);
    this.view.model.add({ ...row, id }, `restored ${id}`, false);
    this.view.select(id);
  }

  removeSelected() {
    if (!this.view.row) return;
    const ids = this.view.cards.shown;
    const at = ids.indexOf(this.view.selected);
    const next = ids[at + 1] || ids[at - 1] || null;
    const id = this.view.selected;
    if (next) this.view.select(next);
    this.view.model.remove(id);
    this.view.bars.say(`${id} is deleted; z undoes it.`);
  }

  respan() {
    if (!this.view.row || !this.view.picked.range) return;
    this.view.model.edit(this.view.selected, { spans: [this.view.picked.span(), ...this.view.row.spans.slice(1)] }, `span of ${this.view.selected}`);
    this.view.drop();
  }

  addSpan() {
    if (!this.view.row || !this.view.picked.range) return;
    this.view.model.edit(this.view.selected, { spans: [...this.view.row.spans, this.view.picked.span()] }, `a further span of ${this.view.selected}`);
    this.view.drop();
  }

  // A second literal under the same name makes a list.
  addParam(row, name) {
    const { picked } = this.view;
    const has = Object.hasOwn(row.params || {}, name);
    const value = picked.range ? parsed(picked.quote) : "";
    const spans = (row.param_spans || {})[name] || [];
    const params = { ...row.params, [name]: has ? [row.params[name], value].flat() : value };
    const param_spans = picked.range ? { ...row.param_spans, [name]: [...spans, picked.span()] } : row.param_spans;
    this.view.model.edit(row.id, { params, param_spans }, `${name} of ${row.id}`);
    this.view.drop();
    this.view.editor.focus(`param:${name}`);
  }

  removeParam(row, name) {
    const without = (fields) => Object.fromEntries(Object.entries(fields || {}).filter(([key]) => key !== name));
    const workspace = (row.workspace || []).filter((other) => other !== name);
    this.view.model.edit(row.id, { params: without(row.params), param_spans: without(row.param_spans), workspace }, `${name} of ${row.id}`);
  }

  // Where a value stands in the direction's own spans; null unless every part of it does.
  findValue(row, value) {
    const found = [];
    for (const part of Array.isArray(value) ? value : [value]) {
      const literal = String(part);
      const home = literal && row.spans.filter((span) => !span.source).find((span) => this.view.text.quote(span).includes(literal));
      if (!home) return null;
      const start = this.view.text.offsets.toUnits(home.start) + this.view.text.quote(home).indexOf(literal);
      found.push({ start: this.view.text.offsets.toPoints(start), end: this.view.text.offsets.toPoints(start + literal.length) });
    }
    return found;
  }

  // A line without the marks that introduce it, in units.
  thoughts({ start, end }) {
    const { offsets } = this.view.text;
    const inside = this.view.model.opened.units.map((unit) => unit.map((point) => offsets.toUnits(point))).filter(([first, last]) => first < end && last > start);
    return inside.length ? [Math.max(start, inside[0][0]), Math.min(end, inside.at(-1)[1])] : [start, end];
  }

  pickUnit(way) {
    const { offsets } = this.view.text;
    const covered = this.view.model.rows.flatMap((row) => row.spans.filter((span) => !span.source));
    const free = this.view.model.opened.units.filter(([start, end]) => !covered.some((span) => span.start < end && span.end > start));
    const from = this.view.picked.range ? this.view.picked.span().start : this.view.row ? this.view.row.spans[0].start : -1;
    const next = way > 0 ? free.find(([start]) => start > from) || free[0] : free.findLast(([start]) => start < from) || free.at(-1);
    if (next) this.view.picked.set(offsets.toUnits(next[0]), offsets.toUnits(next[1]), true);
    else this.view.bars.say("Every piece of text has a direction.");
  }

  nudge(which, way) {
    const { text, offsets } = this.view.text;
    if (this.view.picked.range) {
      const range = moved(text, this.view.picked.range, which, way);
      if (range) this.view.picked.set(...range, true);
      return;
    }
    const span = this.view.row && this.view.row.spans[0];
    if (!span || span.source) return;
    const range = moved(text, this.view.text.units(span), which, way);
    if (!range) return;
    const [start, end] = range.map((unit) => offsets.toPoints(unit));
    this.view.model.edit(this.view.selected, { spans: [{ ...span, start, end }, ...this.view.row.spans.slice(1)] }, `span of ${this.view.selected}`, "nudge");
  }
}
