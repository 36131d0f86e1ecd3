// The left pane: the document at full length, its pieces marked by the directions that they belong to. Only lines
// that a change touches are drawn again.

import { bring, h, label, write } from "./dom.js";

const RANK = ["hard", "abstain", "advisory", "residual"];
const LINES_PER_BLOCK = 40; // what lies outside of the view is laid out by the block, when it comes near
const LINE_HEIGHT = 21;

export class TextPane {
  constructor(view) {
    this.view = view;
    this.element = h("section", { class: "pane sources", "aria-label": "Text", tabindex: "-1" });
  }

  open(text, offsets) {
    this.text = text;
    this.offsets = offsets;
    this.lines = [];
    this.homes = new Map(); // direction id -> numbers of lines
    this.body = h("div", { class: "text" });
    let start = 0;
    let block = null;
    while (start < text.length) {
      const newline = text.indexOf("\n", start);
      const end = newline < 0 ? text.length : newline + 1;
      if (this.lines.length % LINES_PER_BLOCK === 0) {
        block = h("div", { class: "block" });
        block.style.containIntrinsicSize = `auto ${LINES_PER_BLOCK * LINE_HEIGHT}px`;
        this.body.append(block);
      }
      const element = h("div", { class: "line", "data-line": String(this.lines.length + 1) });
      element.line = this.lines.length;
      block.append(element);
      this.lines.push({ start, end, element, owners: new Set() });
      start = end;
    }
    this.element.replaceChildren(this.body);
    this.element.scrollTop = 0;
  }

  // Number of the line that holds a unit.
  lineAt(unit) {
    let low = 0;
    let high = this.lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lines[middle].start <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  units(span) {
    return [this.offsets.toUnits(span.start), this.offsets.toUnits(span.end)];
  }

  // Spans of the row in this document, in units: its own, and those of its parameters.
  places(row) {
    const here = (spans) => spans.filter((span) => !span.source).map((span) => this.units(span));
    return { own: here(row.spans), literals: here(Object.values(row.param_spans || {}).flat()) };
  }

  // Draw again what differs between two lists of rows; `also` are ids whose look changed.
  update(before, after, also = []) {
    const old = new Map(before.map((row) => [row.id, row]));
    const now = new Map(after.map((row) => [row.id, row]));
    const changed = new Set(also);
    for (const [id, row] of now) if (old.get(id) !== row) changed.add(id);
    for (const id of old.keys()) if (!now.has(id)) changed.add(id);
    const dirty = new Set();
    for (const id of changed) {
      for (const number of this.homes.get(id) || []) {
        this.lines[number].owners.delete(id);
        dirty.add(number);
      }
      this.homes.delete(id);
      const row = now.get(id);
      if (!row) continue;
      const { own, literals } = this.places(row);
      const home = new Set();
      for (const [start, end] of [...own, ...literals]) {
        for (let number = this.lineAt(start); number < this.lines.length && this.lines[number].start < end; number += 1) home.add(number);
      }
      this.homes.set(id, home);
      for (const number of home) {
        this.lines[number].owners.add(id);
        dirty.add(number);
      }
    }
    for (const number of dirty) this.draw(number, now);
  }

  all(rows) {
    for (const line of this.lines) line.owners.clear();
    this.homes.clear();
    const empty = new Set(this.lines.keys());
    this.update([], rows);
    for (const home of this.homes.values()) for (const number of home) empty.delete(number);
    for (const number of empty) this.draw(number, new Map());
  }

  draw(number, rows) {
    const { start, end, element, owners } = this.lines[number];
    const selected = this.view.selected;
    const pieces = []; // [start, end, id, whether it is a parameter's literal, whether it begins here]
    for (const id of owners) {
      const row = rows.get(id);
      const { own, literals } = this.places(row);
      for (const [from, to] of own) if (from < end && to > start) pieces.push([Math.max(from, start), Math.min(to, end), row, false, from >= start]);
      if (id !== selected) continue;
      for (const [from, to] of literals) if (from < end && to > start) pieces.push([Math.max(from, start), Math.min(to, end), row, true, false]);
    }
    const edges = [...new Set([start, end, ...pieces.flatMap(([from, to]) => [from, to])])].sort((a, b) => a - b);
    const content = document.createDocumentFragment();
    for (let index = 0; index + 1 < edges.length; index += 1) {
      const [from, to] = [edges[index], edges[index + 1]];
      for (const [first, , row, literal, begins] of pieces) if (!literal && begins && first === from) content.append(this.chip(row));
      const here = pieces.filter(([first, last]) => first <= from && last >= to);
      const part = this.text.slice(from, to);
      if (here.length) content.append(this.mark(part, here));
      else write(content, part);
    }
    element.replaceChildren(content);
  }

  mark(text, pieces) {
    const own = pieces.filter(([, , , literal]) => !literal).map(([, , row]) => row);
    const { selected } = this.view;
    const classes = [];
    if (own.length) classes.push("on", RANK.find((name) => own.some((row) => row.disposition === name)));
    if (new Set(own).size > 1) classes.push("several");
    if (own.some((row) => row.id === selected)) classes.push("selected");
    if (pieces.some(([, , , literal]) => literal)) classes.push("literal");
    const element = h("mark", { class: classes.join(" ") }, text);
    // The shortest first: it is the one that is hard to hit otherwise.
    const length = (row) => row.spans[0].end - row.spans[0].start;
    element.ids = [...new Set(own)].sort((a, b) => length(a) - length(b)).map((row) => row.id);
    return element;
  }

  chip(row) {
    const chosen = row.id === this.view.selected;
    const element = h("button", {
      class: `chip ${row.disposition}${chosen ? " selected" : ""}${this.view.isAccepted(row.id) ? " accepted" : ""}`,
      type: "button",
      tabindex: "-1",
      "data-label": `${label(row.disposition)[0]} ${row.id}`,
      "aria-label": `${row.id}, ${row.disposition}: ${row.statement}`,
    });
    element.ids = [row.id];
    return element;
  }

  idsAt(target) {
    const element = target.closest(".chip, mark");
    return (element && element.ids) || [];
  }

  reveal(row, which = 0, onlyIfHidden = true) {
    const spans = row.spans.filter((span) => !span.source);
    if (!spans.length) return;
    this.revealUnit(this.offsets.toUnits(spans[which % spans.length].start), onlyIfHidden);
  }

  revealUnit(unit, onlyIfHidden = true) {
    const line = this.lines[this.lineAt(unit)];
    if (!line) return;
    const [node, offset] = this.place(unit);
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    bring(this.element, offset && element === line.element ? line.element : element, onlyIfHidden);
  }

  // Text node and offset of a unit.
  place(unit) {
    const line = this.lines[this.lineAt(unit)];
    const walker = document.createTreeWalker(line.element, NodeFilter.SHOW_TEXT);
    let rest = unit - line.start;
    let node = walker.nextNode();
    while (node && rest > node.length) {
      rest -= node.length;
      node = walker.nextNode();
    }
    return node ? [node, rest] : [line.element, 0];
  }

  // The unit at a place of the document; null for a place outside of the text.
  unitAt(container, offset) {
    const element = container.nodeType === Node.ELEMENT_NODE ? container : container.parentElement;
    const line = element && element.closest(".line");
    if (line && this.body.contains(line)) {
      const range = document.createRange();
      range.setStart(line, 0);
      range.setEnd(container, offset);
      return this.lines[line.line].start + range.toString().length;
    }
    const mark = document.createRange();
    mark.setStart(container, offset);
    const order = (child) => mark.comparePoint(child, 0);
    if (!this.lines.length) return null;
    if (order(this.lines[0].element) > 0) return 0;
    if (this.body.contains(container)) {
      const next = this.lines.find((each) => order(each.element) >= 0);
      return next ? next.start : this.text.length;
    }
    return order(this.lines.at(-1).element) < 0 ? this.text.length : null;
  }

  quote(span) {
    return span.source ? "" : this.text.slice(...this.units(span));
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
    return span.source ? `${span.start}–${span.end}` : `line ${this.lineAt(this.offsets.toUnits(span.start)) + 1}`;
  }
}
