// Offsets. Labels count Unicode code points; text in the browser counts UTF-16 units, two for what lies beyond U+FFFF.

export class Offsets {
  constructor(text) {
    this.length = text.length;
    this.pairs = []; // where surrogate pairs begin, in units, ascending
    for (let unit = 0; unit < text.length - 1; unit += 1) {
      const code = text.charCodeAt(unit);
      if (code >= 0xd800 && code < 0xdc00) this.pairs.push(unit++);
    }
  }

  // How many pairs begin before a unit.
  before(unit) {
    let low = 0;
    let high = this.pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pairs[middle] < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  toPoints(unit) {
    return unit - this.before(unit);
  }

  toUnits(point) {
    // The pair with index i begins at code point pairs[i] - i, which ascends, too.
    let low = 0;
    let high = this.pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pairs[middle] - middle < point) low = middle + 1;
      else high = middle;
    }
    return point + low;
  }

  // A unit in the middle of a pair moves to the pair's start, or to its end.
  whole(unit, toEnd) {
    const index = this.before(unit) - 1;
    return index >= 0 && this.pairs[index] + 1 === unit ? (toEnd ? unit + 1 : unit - 1) : unit;
  }
}

const BLANK = /^[\s\u0085]$/u;

// The range without blanks at its ends, as `[start, end]` in units; null where nothing is left.
export function trimmed(text, start, end) {
  while (start < end && BLANK.test(text[start])) start += 1;
  while (end > start && BLANK.test(text[end - 1])) end -= 1;
  return start < end ? [start, end] : null;
}
