// The picked text: what a mouse selected, or what the keyboard took; the next direction, span or parameter comes of it.

import { trimmed } from "./offsets.js";

const HIGHLIGHT = "picked";
const WORD = /[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

export class Picked {
  constructor(pane, changed) {
    this.pane = pane;
    this.changed = changed;
    this.range = null; // [start, end] in units
  }

  set(start, end, show = false) {
    const { text, offsets } = this.pane;
    this.range = trimmed(text, offsets.whole(start, false), offsets.whole(end, true));
    this.draw();
    if (show && this.range) this.pane.revealUnit(this.range[0]);
    this.changed();
  }

  clear() {
    if (!this.range) return;
    this.range = null;
    this.draw();
    this.changed();
  }

  // Take what is selected in the page; says whether that is text of the document.
  take() {
    const selection = getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return false;
    const range = selection.getRangeAt(0);
    if (!range.intersectsNode(this.pane.body)) return false;
    const start = this.pane.unitAt(range.startContainer, range.startOffset);
    const end = this.pane.unitAt(range.endContainer, range.endOffset);
    if (start === null || end === null || end <= start) return false;
    this.set(start, end);
    return this.range !== null;
  }

  get quote() {
    return this.range ? this.pane.text.slice(...this.range) : "";
  }

  // In code points, as labels have it.
  span() {
    const [start, end] = this.range;
    return { start: this.pane.offsets.toPoints(start), end: this.pane.offsets.toPoints(end) };
  }

  // Drawn without touching the document, so that what the reader selected stays selected and can be copied.
  draw() {
    if (!globalThis.CSS || !CSS.highlights || !globalThis.Highlight) return;
    CSS.highlights.delete(HIGHLIGHT);
    if (!this.range) return;
    const parts = [];
    const [start, end] = this.range;
    for (let number = this.pane.lineAt(start); number < this.pane.lines.length; number += 1) {
      const line = this.pane.lines[number];
      if (line.start >= end) break;
      const part = document.createRange();
      part.setStart(...this.pane.place(Math.max(start, line.start)));
      part.setEnd(...this.pane.place(Math.min(end, line.end)));
      parts.push(part);
    }
    CSS.highlights.set(HIGHLIGHT, new Highlight(...parts));
  }
}

// One end of a range moved by a word, in units; `way` is 1 or -1.
export function moved(text, [start, end], which, way) {
  const edge = which === "start" ? start : end;
  const from = Math.max(0, edge - 400);
  const stops = [];
  for (const match of text.slice(from, edge + 400).matchAll(WORD)) stops.push(from + match.index + (which === "start" ? 0 : match[0].length));
  const next = way > 0 ? stops.find((stop) => stop > edge) : stops.findLast((stop) => stop < edge);
  if (next === undefined) return null;
  const range = which === "start" ? [next, end] : [start, next];
  return range[0] < range[1] ? range : null;
}
