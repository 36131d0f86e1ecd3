// The labels of one document, with everything that can be undone. Rows are never changed in place: a changed row is a
// new object, so that a comparison by identity tells what has to be drawn again.

const PAUSE = 1500; // milliseconds of rest after which typing begins a new step
const MAX_STEPS = 1000; // states that can be undone; they share their rows

export class Model {
  constructor(opened) {
    this.opened = opened;
    this.listeners = [];
    this.load(opened);
  }

  load(opened) {
    this.state = { rows: opened.rows, accepted: new Set(opened.accepted), done: opened.done };
    this.past = [];
    this.future = [];
    this.merging = "";
  }

  get rows() {
    return this.state.rows;
  }

  index(id) {
    return this.state.rows.findIndex((row) => row.id === id);
  }

  row(id) {
    return this.state.rows.find((row) => row.id === id) || null;
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  // Steps with the same `merge` that follow each other are undone as one: the letters of a typed sentence.
  commit(next, what, merge = "") {
    const now = performance.now();
    const goesOn = merge && merge === this.merging && now - this.merged < PAUSE;
    this.merged = now;
    if (!goesOn) {
      this.past.push({ state: this.state, what });
      if (this.past.length > MAX_STEPS) this.past.shift();
    }
    this.merging = merge;
    this.future = [];
    this.become({ ...this.state, ...next });
  }

  seal() {
    this.merging = "";
  }

  become(state) {
    const before = this.state;
    this.state = state;
    for (const listener of this.listeners) listener(before);
  }

  undo() {
    const step = this.past.pop();
    if (!step) return null;
    this.future.push({ state: this.state, what: step.what });
    this.merging = "";
    this.become(step.state);
    return step.what;
  }

  redo() {
    const step = this.future.pop();
    if (!step) return null;
    this.past.push({ state: this.state, what: step.what });
    this.merging = "";
    this.become(step.state);
    return step.what;
  }

  edit(id, fields, what, merge = "") {
    const rows = this.state.rows.map((row) => (row.id === id ? { ...row, ...fields } : row));
    this.commit({ rows }, what, merge && `${id}:${merge}`);
  }

  // A direction that is not hard has no family, and one that is hard no reason.
  dispose(id, disposition) {
    const row = this.row(id);
    if (!row || row.disposition === disposition) return;
    const fields = { disposition };
    if (disposition === "hard") fields.reason = null;
    else fields.family = null;
    this.edit(id, fields, `${id} is ${disposition}`);
  }

  add(row, what, accept = true) {
    const rows = [...this.state.rows];
    const at = rows.findIndex((other) => other.spans[0].start > row.spans[0].start);
    rows.splice(at < 0 ? rows.length : at, 0, row);
    const accepted = accept ? new Set(this.state.accepted).add(row.id) : this.state.accepted;
    this.commit({ rows, accepted }, what);
  }

  remove(id) {
    const accepted = new Set(this.state.accepted);
    accepted.delete(id);
    this.commit({ rows: this.state.rows.filter((row) => row.id !== id), accepted }, `deleted ${id}`);
  }

  accept(id, yes) {
    const accepted = new Set(this.state.accepted);
    if (yes) accepted.add(id);
    else accepted.delete(id);
    this.commit({ accepted }, yes ? `accepted ${id}` : `${id} is open again`);
  }

  finish(done) {
    this.commit({ done }, done ? "done" : "not done");
  }

  freshId(wanted) {
    const taken = new Set(this.state.rows.map((row) => row.id));
    if (wanted && !taken.has(wanted)) return wanted;
    let number = 0;
    for (const id of taken) {
      const match = /^d(\d{1,9})$/.exec(id);
      if (match) number = Math.max(number, Number(match[1]));
    }
    return `d${number + 1}`;
  }

  body() {
    const { rows, done, accepted } = this.state;
    return { rows, done, accepted: [...accepted], sha256: this.opened.sha256 };
  }
}

// Values as they are typed: JSON where it is a number, true, false, null or a list, else the text as it stands.
export function shown(value) {
  if (typeof value !== "string") return JSON.stringify(value);
  return typeof parsed(value) === "string" && !/^\s*"/.test(value) ? value : JSON.stringify(value);
}

export function parsed(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const scalar = (item) => item === null || ["string", "number", "boolean"].includes(typeof item);
  const place = (item) => item !== null && typeof item === "object" && Number.isInteger(item.start) && Number.isInteger(item.end);
  const fits = (item) => scalar(item) || place(item);
  return fits(value) || (Array.isArray(value) && value.every(fits)) ? value : text;
}
