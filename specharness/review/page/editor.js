// The form of the selected direction. It is built anew after every change but the letters that are being typed in it,
// which would disturb what an input method composes.

import { badge, h } from "./dom.js";
import { parsed, shown } from "./model.js";

export const DISPOSITIONS = ["hard", "advisory", "abstain", "residual"];

export class Editor {
  constructor(view) {
    this.view = view;
    this.element = h("div", { class: "editor" });
    this.element.addEventListener("click", (event) => event.stopPropagation());
    this.element.addEventListener("focusout", () => view.model.seal());
  }

  show(row) {
    if (this.typing) return;
    const active = this.element.contains(document.activeElement) ? document.activeElement : null;
    const field = active && active.dataset.field;
    const caret = active && "selectionStart" in active ? [active.selectionStart, active.selectionEnd] : null;
    this.id = row.id;
    this.element.replaceChildren(
      this.dispositions(row),
      this.choices(row),
      this.typed(row, "statement", "Statement", "e", 2),
      this.typed(row, "condition", "Condition", "c", 1),
      this.spans(row),
      this.params(row),
      ...this.warnings(row),
      ...this.compared(row),
      this.actions(row),
    );
    if (!field) return;
    const again = this.field(field);
    if (!again) return;
    again.focus({ preventScroll: true });
    if (caret && "setSelectionRange" in again && caret[0] !== null) again.setSelectionRange(...caret);
  }

  field(name) {
    return this.element.querySelector(`[data-field="${CSS.escape(name)}"]`);
  }

  focus(name) {
    const field = this.field(name);
    if (!field) return false;
    field.focus();
    if (field.select && field.tagName !== "SELECT") field.select();
    return true;
  }

  // A change that comes from typing: the form stays as it is.
  type(change) {
    this.typing = true;
    try {
      change();
    } finally {
      this.typing = false;
    }
  }

  dispositions(row) {
    return h(
      "div",
      { class: "group", role: "group", "aria-label": "Disposition" },
      DISPOSITIONS.map((name, index) =>
        h(
          "button",
          { type: "button", class: "choice", "aria-pressed": String(row.disposition === name), title: this.view.words.dispositions[name], "data-field": `disposition-${name}`, click: () => this.view.model.dispose(row.id, name) },
          badge(name, "disposition"),
          h("kbd", {}, String(index + 1)),
        ),
      ),
    );
  }

  choices(row) {
    const { words } = this.view;
    const fields = [
      ["modality", "Modality", "m", words.modalities],
      ["kind", "Kind", "i", words.kinds],
      row.disposition === "hard" ? ["family", "Family", "f", words.families] : ["reason", "Reason", "r", words.reasons],
      ["confidence", "Confidence", "y", { sure: "the label would be defended", unsure: "it is open to doubt" }],
    ];
    return h("div", { class: "fields" }, fields.map(([name, title, key, values]) => this.choice(row, name, title, key, values)));
  }

  choice(row, name, title, key, values) {
    const current = row[name] || "";
    const select = h(
      "select",
      { "data-field": name, change: () => this.view.model.edit(row.id, { [name]: select.value || null }, `${name} of ${row.id}`) },
      name === "family" || name === "reason" || !current ? h("option", { value: "", selected: !current }, "–") : null,
      Object.entries(values).map(([value, meaning]) => h("option", { value, selected: value === current, title: meaning }, value.replaceAll("_", " "))),
    );
    select.title = values[current] || "";
    return h("label", { class: "field" }, h("span", { class: "caption" }, `${title} `, h("kbd", {}, key)), select);
  }

  typed(row, name, title, key, rows) {
    const area = h("textarea", {
      "data-field": name,
      rows: String(rows),
      spellcheck: "true",
      input: () => this.type(() => this.view.model.edit(row.id, { [name]: area.value || (name === "condition" ? null : "") }, `${name} of ${row.id}`, name)),
    });
    const value = row[name];
    area.value = value && typeof value === "object" ? this.view.text.quote(value) : value || "";
    const take = this.view.picked.range ? h("button", { type: "button", class: "small", click: () => this.view.model.edit(row.id, { [name]: this.view.picked.quote.replace(/\s+/g, " ") }, `${name} of ${row.id}`) }, "from the picked text") : null;
    return h("label", { class: "field wide" }, h("span", { class: "caption" }, `${title} `, h("kbd", {}, key), " ", take), area);
  }

  spans(row) {
    const { view } = this;
    const item = (span, index) =>
      h(
        "li",
        {},
        h("button", { type: "button", class: "place", title: "show it", click: () => view.showPlace(span) }, h("span", { class: "file" }, view.text.placeName(span)), " ", view.text.excerpt(span)),
        row.spans.length > 1 && index > 0 ? h("button", { type: "button", class: "small", title: "make it the main span", click: () => view.model.edit(row.id, { spans: [span, ...row.spans.filter((other) => other !== span)] }, `main span of ${row.id}`) }, "main") : null,
        row.spans.length > 1 ? h("button", { type: "button", class: "small", title: "remove this span", "aria-label": "remove this span", click: () => view.model.edit(row.id, { spans: row.spans.filter((other) => other !== span) }, `a span of ${row.id}`) }, "×") : null,
      );
    const picked = view.picked.range
      ? [h("button", { type: "button", class: "small", click: () => view.work.respan() }, "picked text instead ", h("kbd", {}, "s")), h("button", { type: "button", class: "small", click: () => view.work.addSpan() }, "picked text, too ", h("kbd", {}, "+"))]
      : null;
    return h("div", { class: "field wide" }, h("span", { class: "caption" }, row.spans.length > 1 ? "Spans, the main one first " : "Span ", picked), h("ol", { class: "list" }, row.spans.map(item)));
  }

  params(row) {
    const { view } = this;
    const items = Object.entries(row.params || {}).map(([name, value]) => this.param(row, name, value));
    const select = h("select", { "data-field": "param-name", "aria-label": "Name of a parameter to add" }, h("option", { value: "" }, "parameter…"), view.words.params.map((name) => h("option", { value: name }, name)));
    const add = () => select.value && view.work.addParam(row, select.value);
    select.addEventListener("change", () => view.picked.range && add());
    return h(
      "div",
      { class: "field wide" },
      h("span", { class: "caption" }, "Parameters ", h("kbd", {}, "p")),
      h("ul", { class: "list params" }, items),
      h("div", { class: "add" }, select, h("button", { type: "button", class: "small", click: add }, view.picked.range ? `add “${view.text.short(view.picked.quote, 24)}”` : "add")),
    );
  }

  param(row, name, value) {
    const { view } = this;
    const spans = (row.param_spans || {})[name] || [];
    const { [name]: gone, ...others } = row.param_spans || {};
    const place = (next, what) => view.model.edit(row.id, { param_spans: next.length ? { ...others, [name]: next } : others }, what);
    const outside = (row.workspace || []).includes(name);
    const workspace = () => view.model.edit(row.id, { workspace: outside ? row.workspace.filter((other) => other !== name) : [...(row.workspace || []), name] }, `${name} of ${row.id}`);
    const input = h("input", {
      type: "text",
      "data-field": `param:${name}`,
      "aria-label": `value of ${name}`,
      autocomplete: "off",
      spellcheck: "false",
      input: () => this.type(() => view.model.edit(row.id, { params: { ...row.params, [name]: parsed(input.value) } }, `${name} of ${row.id}`, name)),
    });
    input.value = shown(value);
    const found = spans.length ? null : view.work.findValue(row, value);
    return h(
      "li",
      {},
      h("code", {}, name),
      input,
      h("button", { type: "button", class: "small", title: "remove the parameter", "aria-label": `remove ${name}`, click: () => view.work.removeParam(row, name) }, "×"),
      h(
        "span",
        { class: "where" },
        spans.length ? spans.map((span) => h("button", { type: "button", class: "place", click: () => view.showPlace(span) }, h("span", { class: "file" }, view.text.placeName(span)), " ", view.text.excerpt(span, 30))) : outside ? "read from the workspace" : "no place in the text",
        spans.length ? h("button", { type: "button", class: "small", click: () => place([], `place of ${name}`) }, "no place") : null,
        spans.length ? null : h("button", { type: "button", class: "small", "aria-pressed": String(outside), click: workspace }, outside ? "not from the workspace" : "from the workspace"),
        found && !outside ? h("button", { type: "button", class: "small", click: () => place(found, `place of ${name}`) }, "find it") : null,
        view.picked.range ? h("button", { type: "button", class: "small", click: () => place(Array.isArray(value) ? [...spans, view.picked.span()] : [view.picked.span()], `place of ${name}`) }, "picked text") : null,
      ),
    );
  }

  warnings(row) {
    const found = this.view.findings.of(row.id);
    if (!found.length) return [];
    return [h("ul", { class: "findings", "aria-label": "By the guide" }, found.map(({ rule, message }) => h("li", {}, h("code", {}, rule), " ", message)))];
  }

  // What the compiler proposed, where it differs.
  compared(row) {
    const found = this.view.differences.of(row.id);
    if (!found) return [];
    if (!found.proposal) return [h("p", { class: "quiet" }, "The compiler proposed nothing here.")];
    if (!found.fields.length) return [h("p", { class: "quiet" }, `As the compiler proposed it (${found.proposal.id}).`)];
    const { model } = this.view;
    const take = (names) => {
      const fields = Object.fromEntries(names.map((name) => [name, found.proposal[name] ?? null]));
      if (names.includes("params")) fields.param_spans = found.proposal.param_spans;
      model.edit(row.id, fields, `the compiler's for ${row.id}`);
    };
    const line = (name) => [
      h("dt", {}, name),
      h("dd", {}, this.view.differences.told(found.proposal, name), " ", h("button", { type: "button", class: "small", click: () => take([name]) }, "take")),
    ];
    const all = h("button", { type: "button", class: "small", click: () => take(found.fields) }, "take all");
    return [h("div", { class: "compared" }, h("span", { class: "caption" }, `The compiler's ${found.proposal.id} `, all), h("dl", { class: "pairs" }, found.fields.map(line)))];
  }

  actions(row) {
    const accepted = this.view.isAccepted(row.id);
    return h(
      "div",
      { class: "row-actions" },
      h("button", { type: "button", class: "accept", "aria-pressed": String(accepted), click: () => this.view.work.accept() }, accepted ? "✓ accepted " : "Accept ", h("kbd", {}, "a")),
      h("button", { type: "button", click: () => this.view.work.removeSelected() }, "Delete ", h("kbd", {}, "x")),
    );
  }
}
