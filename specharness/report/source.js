// The left pane: every source at full length, its pieces marked by the cards that they belong to.

const RANK = ["hard", "abstain", "advisory", "residual"];
const GRAVITY = ["failed", "error", "unknown", "uncovered", "passed", "inactive"];
const LINE_HEIGHT = 21;

class SourcePane {
  constructor(data, state) {
    this.data = data;
    this.state = state;
    this.marks = new Map(); // card number -> drawn marks
    this.chips = new Map(); // card number -> drawn chips
    this.homes = new Map(); // card number -> blocks where its spans start
    this.records = new WeakMap();
    this.element = h("section", { class: "pane sources", id: "sources", "aria-label": "Sources", tabindex: "-1" });
    this.lazy = new Lazy(this.element);
    this.columns = Math.max(24, Math.min(92, (innerWidth * (innerWidth > 940 ? 0.55 : 1) - 90) / 7.8)); // an estimate
    this.sections = data.sources.map((source, number) => this.section(source, number));
    if (data.sources.length) this.element.append(...this.sections);
    else this.element.append(h("p", { class: "empty" }, "No source was compiled, so there is no text to show."));
  }

  section(source, number) {
    const about = [source.kind, plural(source.chars, "character"), "sha256 " + source.sha256.slice(0, 12)].join(" · ");
    const text = h("div", { class: "text" });
    for (const block of source.blocks) text.append(this.block(block));
    if (!source.blocks.length) text.append(h("p", { class: "empty" }, "This source is empty."));
    return h(
      "article",
      { class: "source", "data-source": String(number), "aria-label": `Source ${source.id}` },
      h("header", { class: "source-head" }, h("h2", {}, source.id), h("span", { class: "about", title: `sha256 ${source.sha256}` }, about)),
      text,
    );
  }

  block(block) {
    const [, lines, , pieces] = block;
    const element = h("div", { class: "block" });
    let chars = 0;
    let rows = 1;
    let column = 0;
    for (const [text, , opens] of pieces) {
      chars += text.length;
      for (const part of text.split(/(?<=\n)/)) {
        rows += Math.floor((column + part.length) / this.columns) - Math.floor(column / this.columns);
        column += part.length;
        if (part.endsWith("\n")) column = 0;
      }
      for (const card of opens || []) {
        if (!this.homes.has(card)) this.homes.set(card, new Set());
        this.homes.get(card).add(element);
      }
    }
    const height = (rows + Math.max(0, lines - 1)) * LINE_HEIGHT;
    this.lazy.add(element, height, chars, () => this.fill(element, block));
    return element;
  }

  fill(element, [first, , continued, pieces]) {
    let line = first;
    let row = null;
    const open = () => {
      const resumed = continued && line === first;
      row = h("div", { class: "line", "data-line": resumed ? "↪" : String(line) });
      element.append(row);
    };
    for (const [text, set, opens] of pieces) {
      const owners = set === undefined ? null : this.data.sets[set];
      let start = 0;
      while (start < text.length) {
        const newline = text.indexOf("\n", start);
        const end = newline < 0 ? text.length : newline + 1;
        if (!row) open();
        if (opens && start === 0) for (const card of opens) row.append(this.chip(card));
        if (owners) row.append(this.mark(text.slice(start, end), owners));
        else write(row, text.slice(start, end));
        if (newline >= 0) {
          line += 1;
          row = null;
        }
        start = end;
      }
    }
  }

  mark(text, owners) {
    const element = h("mark", {}, text);
    const record = { element, owners };
    this.records.set(element, record);
    for (const owner of owners) {
      if (!this.marks.has(owner >> 1)) this.marks.set(owner >> 1, []);
      this.marks.get(owner >> 1).push(record);
    }
    this.paint(record);
    return element;
  }

  chip(card) {
    const element = h("button", { class: "chip", type: "button", tabindex: "-1" });
    this.records.set(element, { element, owners: [card * 2], chip: card });
    if (!this.chips.has(card)) this.chips.set(card, []);
    this.chips.get(card).push(element);
    this.paintChip(element, card);
    return element;
  }

  paint({ element, owners }) {
    const { cards, shown, selected } = this.state;
    const whole = owners.filter((owner) => !(owner & 1) && shown[owner >> 1]).map((owner) => owner >> 1);
    const classes = [];
    if (whole.length) {
      classes.push("on", RANK.find((name) => whole.some((card) => cards[card].disposition === name)) || "residual");
      if (whole.length > 1) classes.push("several");
      const results = whole.map((card) => cards[card].result && cards[card].result.outcome);
      const worst = GRAVITY.find((name) => results.includes(name));
      if (worst) classes.push(`was-${worst}`);
    }
    if (selected !== null && owners.includes(selected * 2)) classes.push("selected");
    if (selected !== null && owners.includes(selected * 2 + 1)) classes.push("literal");
    element.className = classes.join(" ");
  }

  paintChip(element, number) {
    const { cards, shown, selected } = this.state;
    const card = cards[number];
    const outcome = card.result && card.result.outcome;
    const glyph = label(outcome || card.disposition)[0];
    element.className = `chip ${card.disposition}${outcome ? ` was-${outcome}` : ""}${number === selected ? " selected" : ""}`;
    element.hidden = !shown[number];
    element.dataset.label = `${glyph} ${card.id}`;
    element.setAttribute("aria-label", `${card.id}, ${label(card.disposition)[1]}${outcome ? `, ${label(outcome)[1]}` : ""}: ${card.statement}`);
    element.tabIndex = number === selected ? 0 : -1;
  }

  repaint(card) {
    for (const record of this.marks.get(card) || []) this.paint(record);
    for (const chip of this.chips.get(card) || []) this.paintChip(chip, card);
  }

  repaintAll() {
    const seen = new Set();
    for (const records of this.marks.values()) for (const record of records) seen.add(record);
    for (const record of seen) this.paint(record);
    for (const [card, chips] of this.chips) for (const chip of chips) this.paintChip(chip, card);
  }

  // Cards under an element of this pane, the most specific first; cards that are filtered out don't count.
  cardsAt(target) {
    const element = target.closest(".chip, mark");
    const record = element && this.records.get(element);
    if (!record) return [];
    const cards = record.owners.filter((owner) => !(owner & 1)).map((owner) => owner >> 1);
    return cards.filter((card) => this.state.shown[card]);
  }

  // Draws the places of a card and returns its chips in the order of the text, without those of hidden sources.
  anchors(card) {
    for (const block of this.homes.get(card) || []) this.lazy.draw(block);
    const chips = (this.chips.get(card) || []).filter((chip) => !chip.closest(".source").hidden);
    return chips.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  }

  reveal(card, which, onlyIfHidden) {
    const chips = this.anchors(card);
    const chip = chips[which % chips.length || 0];
    if (!chip) return null;
    bring(this.element, chip, onlyIfHidden);
    const marks = this.marks.get(card) || [];
    for (const { element } of marks) element.classList.remove("flash");
    void this.element.offsetWidth; // one reflow, so that the animation starts anew
    for (const { element } of marks) element.classList.add("flash");
    return chip;
  }

  only(number) {
    this.sections.forEach((section, index) => (section.hidden = number !== null && index !== number));
  }
}
