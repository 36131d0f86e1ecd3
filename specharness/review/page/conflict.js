// What is asked when the disk holds something else than this page began from.

import { h } from "./dom.js";
import { ask } from "./saving.js";

export function conflictDialog(view) {
  const problem = h("p", { class: "warning", hidden: true });
  const reload = async () => {
    dialog.close();
    problem.hidden = true;
    view.saver.forget();
    view.saver.stop();
    await view.open(view.number, view.selected);
  };
  const keep = async () => {
    try {
      const { path } = await ask(`api/documents/${view.number}/copy`, { method: "POST", body: view.mine });
      await reload();
      view.bars.say(`Your version is in ${path}.`);
    } catch (error) {
      problem.textContent = `The copy was not written: ${error.message}`;
      problem.hidden = false;
    }
  };
  const dialog = h(
    "dialog",
    { id: "conflict", "aria-labelledby": "conflict-title" },
    h("h2", { id: "conflict-title" }, "Changed elsewhere"),
    h("p", { class: "quiet" }, "The labels or the text of this document were changed in another tab or on disk. Nothing of theirs was overwritten, and what you changed since is not saved."),
    problem,
    h("div", { class: "row-actions" }, h("button", { type: "button", click: keep }, "Keep mine as a copy, show theirs"), h("button", { type: "button", click: reload }, "Drop mine, show theirs")),
  );
  dialog.addEventListener("cancel", (event) => event.preventDefault()); // it needs an answer
  return dialog;
}
