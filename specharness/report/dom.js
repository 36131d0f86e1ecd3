// Elements and text. All text of the data enters the page through `write`, as text nodes; no markup is ever parsed.

const HIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]+|\r(?!\n)/gu;

const codePoint = (text) => "U+" + text.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

// Invisible and direction-changing characters are shown by name, isolated so that they act on nothing else.
// The characters stay in the text: copying and searching see what the source holds.
function write(parent, text) {
  let done = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > done) parent.append(text.slice(done, match.index));
    const run = Array.from(match[0]);
    const mark = document.createElement("span");
    mark.className = "hidden-char";
    mark.dataset.name = codePoint(match[0]) + (run.length > 1 ? ` ×${run.length}` : "");
    mark.title = run.length > 1 ? `${run.length} invisible characters` : "invisible character";
    mark.textContent = match[0];
    parent.append(mark);
    done = match.index + match[0].length;
  }
  if (done < text.length) parent.append(done ? text.slice(done) : text);
}

function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(2)) {
    if (child === undefined || child === null || child === false) continue;
    if (child instanceof Node) element.append(child);
    else write(element, String(child));
  }
  return element;
}

const plural = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many || one + "s"}`;

// Marks and words, so that nothing is said by colour alone.
const LABEL = {
  hard: ["■", "hard"],
  advisory: ["○", "advisory"],
  abstain: ["◇", "abstain"],
  residual: ["⊘", "no authority"],
  passed: ["✓", "passed"],
  failed: ["✕", "failed"],
  error: ["!", "error"],
  unknown: ["?", "unknown"],
  uncovered: ["◌", "uncovered"],
  inactive: ["–", "inactive"],
  unchecked: ["·", "not checked"],
};
const label = (name) => LABEL[name] || ["·", String(name)];
const badge = (name, kind) =>
  h("span", { class: `badge ${kind} is-${name}` }, h("span", { class: "glyph", "aria-hidden": "true" }, label(name)[0]), label(name)[1]);

const SETTLE_FRAMES = 12;
const bringing = new WeakMap(); // pane -> the latest request, which cancels the one before

// Scrolls a pane, never the page, so that `element` stands at a third of it. What is drawn on the way may have another
// height than was estimated, so the place is corrected over some frames, until the reader scrolls or it holds.
function bring(pane, element, onlyIfHidden) {
  const inside = () => {
    const frame = pane.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return box.top >= frame.top + 40 && box.bottom <= frame.bottom - 8;
  };
  const request = {};
  bringing.set(pane, request);
  if (onlyIfHidden && inside()) return;
  const cancel = () => bringing.get(pane) === request && bringing.delete(pane);
  for (const gesture of ["wheel", "touchstart", "pointerdown"]) pane.addEventListener(gesture, cancel, { once: true, passive: true });
  let frames = 0;
  const settle = () => {
    if (bringing.get(pane) !== request) return;
    const frame = pane.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    const off = box.top - frame.top - Math.max(48, (frame.height - Math.min(box.height, frame.height)) / 3);
    if (Math.abs(off) > 1) pane.scrollTop += off;
    frames += 1;
    if (frames < SETTLE_FRAMES) requestAnimationFrame(settle);
    else cancel();
  };
  settle();
}
