// What stands above the panes: what was compiled by what, and the verdict with its reasons, gaps and evidence.

const short = (digest) => (digest.length > 16 ? digest.slice(0, 12) + "…" : digest);
const pairs = (rows) => h("dl", { class: "pairs" }, rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));

function topbar(data, actions) {
  const { compiler } = data;
  const held = data.held_out.length;
  const list = (items, none) => (items.length ? h("ul", {}, items.map((item) => h("li", {}, item))) : none);
  const about = h(
    "details",
    { class: "about-set" },
    h(
      "summary",
      {},
      h("span", { class: "fact" }, h("i", {}, "compiler "), `${compiler.engine} ${compiler.version}`, " ", h("code", { title: compiler.fingerprint }, short(compiler.fingerprint))),
      h("span", { class: "fact" }, h("i", {}, "schema "), data.schema),
      h("span", { class: "fact" }, h("i", {}, "digest "), h("code", { title: data.digest }, short(data.digest))),
      h("span", { class: "fact" }, held ? `${held.toLocaleString("en")} held out` : "nothing held out"),
    ),
    h(
      "div",
      { class: "sheet" },
      pairs([
        ["compiler", `${compiler.engine} ${compiler.version}`],
        ["fingerprint", h("code", {}, compiler.fingerprint)],
        ["digest of the set", h("code", {}, data.digest)],
        ["schema version", data.schema],
        ["working folder", data.workdir || "not stated"],
        ["folders", list(data.path_map.map(([container, origin]) => `${container} (${origin})`), "no folder is mapped")],
        ["background", `${plural(data.residual, "unit")} of text, asking nothing of the work`],
        ["held out, never read", list(data.held_out, "nothing stood beside the sources that had to be held out")],
      ]),
    ),
  );
  return h(
    "header",
    { class: "topbar", role: "banner" },
    h("h1", {}, "SpecHarness", h("span", { class: "of" }, data.sources.length ? data.sources[0].id + (data.sources.length > 1 ? ` and ${plural(data.sources.length - 1, "more source")}` : "") : "no sources")),
    about,
    h("div", { class: "actions" }, h("button", { type: "button", id: "background", click: actions.background }), h("button", { type: "button", id: "theme", click: actions.theme }), h("button", { type: "button", id: "help-open", "aria-keyshortcuts": "?", click: actions.help }, "Keys ", h("kbd", {}, "?"))),
  );
}

const GLYPH = { PASS: "✓", FAIL: "✕", UNCERTAIN: "?" };

function banner(data, results) {
  const certificate = data.certificate;
  if (!certificate) {
    return h("section", { class: "banner none", "aria-label": "Verdict" }, h("p", {}, "Not checked yet. ", h("code", {}, "specharness check"), " decides these obligations over a workspace and lays the results over this page."));
  }
  const [lead, ...rest] = certificate.reasons;
  return h(
    "section",
    { class: `banner is-${certificate.verdict}`, "aria-label": "Verdict" },
    h("div", { class: "verdict", role: "status" }, h("span", { class: "glyph", "aria-hidden": "true" }, GLYPH[certificate.verdict]), h("strong", {}, certificate.verdict)),
    h(
      "div",
      { class: "why-verdict" },
      h("p", { class: "lead" }, lead || certificate.meaning),
      certificate.matches ? null : h("p", { class: "warning" }, `This certificate was issued for another set of obligations (${short(certificate.contract)}), not for the one on this page.`),
      h("p", { class: certificate.vacuous ? "warning" : "quiet" }, certificate.vacuous ? "Vacuous: there was no active mandatory obligation to decide." : "Not vacuous: there was at least one active mandatory obligation to decide."),
      results,
      ...folds([reasons(rest), gaps(certificate), strays(certificate), evidence(certificate), issued(certificate)]),
    ),
  );
}

// A row of buttons over one place where what they name opens, one at a time.
function folds(parts) {
  const panels = parts.filter(Boolean).map(([id, title, content]) => h("div", { id, class: "sheet", hidden: true, role: "region", "aria-label": title, "data-title": title }, content));
  const buttons = panels.map((panel) => h("button", { type: "button", class: "fold", "aria-expanded": "false", "aria-controls": panel.id, click: () => unfold(panel, panel.hidden) }, panel.dataset.title));
  return [h("div", { class: "folds" }, buttons), ...panels];
}

function unfold(panel, open = true) {
  for (const button of document.querySelectorAll(".fold")) {
    const mine = button.getAttribute("aria-controls") === panel.id;
    button.setAttribute("aria-expanded", String(mine && open));
    document.getElementById(button.getAttribute("aria-controls")).hidden = !(mine && open);
  }
}

function reasons(rest) {
  return rest.length ? ["reasons", plural(rest.length, "more reason"), h("ol", {}, rest.map((reason) => h("li", {}, reason)))] : null;
}

function gaps({ uncovered }) {
  const rows = uncovered.map((gap) =>
    h("li", {}, gap.card === null ? h("b", {}, gap.direction) : h("a", { href: `#${encodeURIComponent(gap.direction)}` }, gap.direction), " ", h("q", {}, gap.quote), h("br"), h("span", { class: "quiet" }, gap.why, " "), h("code", { class: "code" }, gap.reason)),
  );
  return ["uncovered", `${uncovered.length.toLocaleString("en")} uncovered`, rows.length ? h("ul", {}, rows) : h("p", {}, "Every mandatory direction is decided by some obligation.")];
}

function strays({ strays: list }) {
  if (!list.length) return null;
  const rows = list.map((stray) => h("li", {}, badge(stray.outcome, "outcome"), ` ${stray.obligation}: expected ${stray.expected}, observed ${stray.observed} `, h("q", {}, stray.quote)));
  return ["strays", plural(list.length, "result without a card", "results without a card"), h("ul", {}, rows)];
}

function evidence(certificate) {
  const items = certificate.evidence;
  const timed = items.some((item) => item.seconds !== null);
  const names = ["id", "observer", "target", "seen", "sha256", "bytes", ...(timed ? ["seconds"] : [])];
  const head = h("tr", {}, names.map((name) => h("th", { scope: "col" }, name)));
  const rows = items.map((item) =>
    h("tr", { "data-evidence-row": item.id, tabindex: "-1" }, h("th", { scope: "row" }, item.id), h("td", {}, item.observer), h("td", {}, item.target, item.error && h("div", { class: "warning" }, item.error), item.limit && h("div", { class: "quiet" }, "limit: ", h("code", {}, item.limit))), h("td", {}, item.seen, item.unseen.map((words) => h("div", { class: "quiet" }, `not seen: ${words}`))), h("td", {}, item.sha256 ? h("code", {}, item.sha256) : h("span", { class: "quiet" }, "nothing to digest")), h("td", { class: "number" }, item.bytes.toLocaleString("en")), timed && h("td", { class: "number" }, item.seconds === null ? "" : item.seconds.toFixed(3))),
  );
  return ["evidence", plural(items.length, "observation"), items.length ? h("table", {}, h("thead", {}, head), h("tbody", {}, rows)) : h("p", {}, "Nothing was observed.")];
}

function issued(certificate) {
  const trust = certificate.trust.length ? h("ul", {}, certificate.trust.map((line) => h("li", {}, line))) : "nothing is stated";
  const rows = [
    ["issued for", h("code", {}, certificate.contract)],
    ["epoch", String(certificate.epoch)],
    ["bytes read", certificate.bytes.toLocaleString("en")],
    ["schema version", certificate.schema],
    ["takes for granted", trust],
    ...certificate.details,
  ];
  return ["certificate", "Certificate", pairs(rows)];
}
