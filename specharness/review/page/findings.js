// What the guide's rules find in the labels. Asked for in parts, what was changed first, since a document may have
// thousands of labels.

import { ask } from "./saving.js";

const REST = 400; // milliseconds without a change until the server is asked
const PART = 100; // labels of one question
const NEIGHBOURS = 4; // labels before and after a changed one, which may share its clause

export class Findings {
  constructor(changed) {
    this.changed = changed;
    this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    this.alone = new Map(); // id -> messages
    this.between = new Map();
    this.waiting = new Set();
    this.model = null;
  }

  open(number, model) {
    this.clear();
    this.number = number;
    this.model = model;
    for (const row of model.rows) this.waiting.add(row.id);
    this.ask();
  }

  // Labels that changed, and those beside them.
  later(before, after) {
    const old = new Set(before);
    after.forEach((row, index) => {
      if (old.has(row)) return;
      for (const near of after.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1)) this.waiting.add(near.id);
    });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), REST);
  }

  async ask() {
    if (this.asking) return;
    this.asking = true;
    const { number, model } = this;
    try {
      do {
        const only = [...this.waiting].slice(-PART); // what was changed last comes first
        for (const id of only) this.waiting.delete(id);
        const { alone, between } = await ask(`api/documents/${number}/findings`, { method: "POST", body: { ...model.body(), only } });
        if (model !== this.model) break;
        for (const id of only) this.alone.delete(id);
        this.take(this.alone, alone);
        this.between.clear();
        this.take(this.between, between);
        this.changed();
      } while (this.waiting.size && model === this.model);
    } catch {
      // saving tells what is wrong; the next change asks again
    } finally {
      this.asking = false;
    }
    if (this.model && model !== this.model) this.ask();
  }

  take(kept, found) {
    for (const { label, rule, message } of found) kept.set(label, [...(kept.get(label) || []), { rule, message }]);
  }

  of(id) {
    return [...(this.alone.get(id) || []), ...(this.between.get(id) || [])];
  }

  howMany(id) {
    return (this.alone.get(id) || []).length + (this.between.get(id) || []).length;
  }

  count(rows) {
    return rows.filter((row) => this.alone.has(row.id) || this.between.has(row.id)).length;
  }
}
