// Differences from the compiler's proposal, as the server pairs them, which is how compilers are scored.

import { ask } from "./saving.js";

const REST = 400; // milliseconds without a change until the server is asked again

export class Differences {
  constructor(changed) {
    this.changed = changed;
    this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    this.byLabel = new Map();
    this.leftOut = [];
    this.asked = (this.asked || 0) + 1;
    this.proposal = null;
  }

  open(number, model, proposal) {
    this.clear();
    this.number = number;
    this.model = model;
    this.proposal = new Map(proposal.map((row) => [row.id, row]));
    this.ask();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), REST);
  }

  async ask() {
    if (!this.proposal) return; // still compiling
    const turn = ++this.asked;
    const { number } = this;
    let answer;
    try {
      answer = await ask(`api/documents/${number}/diff`, { method: "POST", body: this.model.body() });
    } catch {
      return; // saving tells what is wrong; the differences stay as they were
    }
    if (turn !== this.asked) return;
    this.byLabel = new Map();
    this.leftOut = [];
    for (const { label, proposal, fields } of answer.differences) {
      const proposed = proposal === null ? null : this.proposal.get(proposal) || null;
      if (label === null) this.leftOut.push(proposed);
      else this.byLabel.set(label, { proposal: proposed, fields });
    }
    this.changed();
  }

  of(id) {
    return this.byLabel.get(id) || null;
  }

  word(id) {
    const found = this.of(id);
    if (!found) return "";
    if (!found.proposal) return "added";
    return found.fields.length ? `changed: ${found.fields.join(", ")}` : "";
  }

  get count() {
    let count = this.leftOut.length;
    for (const id of this.byLabel.keys()) if (this.word(id)) count += 1;
    return count;
  }

  // A proposal's field in words.
  told(row, name) {
    const value = row[name];
    if (name === "spans") return value.map((span) => `${span.start}–${span.end}`).join(", ");
    if (value === null || value === undefined || value === "") return "none";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}
