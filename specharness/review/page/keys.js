// The keyboard: one table, which the help lists and the handler obeys.

import { badge, h } from "./dom.js";
import { nextTheme } from "./theme.js";

// [keys, what they do, name of the view's method, its arguments by key]
export const KEYS = [
  ["Directions"],
  ["j k", "next and previous direction", { j: (view) => view.step(1), k: (view) => view.step(-1) }],
  ["n N", "next and previous that is not accepted", { n: (view) => view.stepOpen(1), N: (view) => view.stepOpen(-1) }],
  ["a", "accept, and go to the next that is open", { a: (view) => view.work.accept() }],
  ["1 2 3 4", "hard, advisory, abstain, residual; with picked text, a new direction", Object.fromEntries(["1", "2", "3", "4"].map((key) => [key, (view) => view.work.dispose(Number(key) - 1)]))],
  ["e c", "write the statement, the condition", { e: (view) => view.work.write("statement"), c: (view) => view.work.write("condition") }],
  ["m i f r y", "choose modality, kind, family, reason, confidence", Object.fromEntries(Object.entries({ m: "modality", i: "kind", f: "family", r: "reason", y: "confidence" }).map(([key, name]) => [key, (view) => view.work.write(name)]))],
  ["p", "add a parameter, from the picked text if there is any", { p: (view) => view.work.write("param-name") }],
  ["x", "delete the direction", { x: (view) => view.work.removeSelected(), Delete: (view) => view.work.removeSelected() }],
  ["Text"],
  ["u U", "pick the next, the previous piece of text without a direction", { u: (view) => view.work.pickUnit(1), U: (view) => view.work.pickUnit(-1) }],
  ["[ ]", "start of the picked text, or of the span: a word back, a word on", { "[": (view) => view.work.nudge("start", -1), "]": (view) => view.work.nudge("start", 1) }],
  ["{ }", "the same for its end", { "{": (view) => view.work.nudge("end", -1), "}": (view) => view.work.nudge("end", 1) }],
  ["s +", "picked text as the direction's span, as a further span", { s: (view) => view.work.respan(), "+": (view) => view.work.addSpan() }],
  ["Work"],
  ["z Z", "undo, redo (Ctrl+Z, Ctrl+Y, also while typing)", { z: (view) => view.undo(), Z: (view) => view.redo() }],
  ["v", "all, open ones, findings by the guide, differences from the compiler", { v: (view) => view.nextFilter() }],
  ["/", "search directions", { "/": (view) => view.searchField.focus() }],
  ["d", "document done, and on to the next that is not", { d: (view) => view.finish() }],
  ["< >", "previous and next document", { "<": (view) => view.stepDocument(-1), ">": (view) => view.stepDocument(1) }],
  ["o", "list of documents", { o: (view) => view.documents.show(view.number) }],
  ["t", "theme: as the system, light, dark", { t: nextTheme }],
  ["Esc", "leave a field, drop the picked text, the search, the selection", {}],
  ["?", "this list", { "?": (view) => view.help.showModal() }],
];

const ACTIONS = Object.assign({}, ...KEYS.map(([, , actions]) => actions || {}));

export function listen(view) {
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || document.querySelector("dialog[open]")) return;
    const { target, key } = event;
    const typing = target.matches("input, textarea, select");
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const letter = key.toLowerCase();
      if (letter === "z" || letter === "y") {
        event.preventDefault();
        if (letter === "y" || event.shiftKey) view.redo();
        else view.undo();
      } else if (letter === "s") {
        event.preventDefault();
        view.save();
      }
      return;
    }
    if (event.altKey) return;
    if (key === "Escape") {
      view.escape(typing ? target : null);
      return;
    }
    if (typing || !Object.hasOwn(ACTIONS, key) || !view.model) {
      if (!typing && Object.hasOwn(ACTIONS, key) && "<>ot?".includes(key)) ACTIONS[key](view);
      return;
    }
    event.preventDefault();
    ACTIONS[key](view);
  });
}

export function helpDialog(words) {
  const rows = KEYS.map(([keys, text]) => (text ? [h("dt", {}, keys.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, text)] : [h("dt", { class: "part" }, keys), h("dd", {})]));
  const dialog = h(
    "dialog",
    { id: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys and marks"),
    h("dl", { class: "keys" }, rows),
    h("dl", { class: "legend" }, Object.entries(words.dispositions).map(([name, text]) => [h("dt", {}, badge(name, "disposition")), h("dd", {}, text)])),
    h("p", { class: "quiet" }, "Where spans overlap, the text has a double underline; each click goes to the next of them. Every change is saved at once."),
    h("button", { type: "button", click: () => dialog.close() }, "Close"),
  );
  return dialog;
}
