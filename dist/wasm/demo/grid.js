// SPDX-License-Identifier: MIT
// A table of which only the cells in sight exist, so that thousands of rows and columns scroll.
import { element, typeText, valueText } from "./format.js";

const ROW = 28; // pixels, as in page.css
const SPARE_ROWS = 12, SPARE_WIDTH = 300; // beyond what is in sight
const LEAST_WIDTH = 60, MOST_WIDTH = 340, PADDING = 26;
const SHOWN = 300, SHOWN_BYTES = 32; // of a value
const MEASURED = 200; // rows

const measure = document.createElement("canvas").getContext("2d");

const isNumberOrNull = (value) => value === null || typeof value === "number" || typeof value === "bigint";

export class Grid {
  #scroll = element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Rows" });
  #columns = [];
  #rows = [];
  #isNumeric = []; // which columns have numbers only
  #lefts = [0]; // where each column begins, and the last one ends
  #shown = ""; // the window that is drawn
  #frame = 0;

  // onSort(column), if the rows can be ordered; onCell(name, value)
  constructor(container, { onSort, onCell }) {
    this.onSort = onSort;
    container.append(this.#scroll);
    this.#scroll.onscroll = () => this.#drawSoon();
    new ResizeObserver(() => this.#drawSoon()).observe(this.#scroll);
    this.#scroll.onclick = ({ target }) => {
      const { row, column } = target.closest("td")?.dataset ?? {};
      if (row !== undefined) onCell(this.#columns[column].name, this.#rows[row][column]);
    };
  }

  // columns: {name, type}; order: {column, descending} or null
  show({ columns, rows, order, isQuery }) {
    const isSame = columns === this.#columns;
    Object.assign(this, { order, isQuery });
    this.#columns = columns;
    this.#rows = rows;
    if (!isSame) this.#layOut();
    this.#scroll.scrollTop = 0;
    if (!isSame) this.#scroll.scrollLeft = 0;
    this.#shown = "";
    this.#draw();
  }

  clear() {
    this.#columns = this.#rows = [];
    this.#shown = "";
    this.#scroll.replaceChildren();
  }

  // Columns are as wide as the longest of the first values.
  #layOut() {
    measure.font = getComputedStyle(this.#scroll).font;
    this.#lefts = [0];
    this.#isNumeric = this.#columns.map((_, i) => this.#rows.every((row) => isNumberOrNull(row[i])));
    this.#columns.forEach(({ name, type }, i) => {
      let longest = "";
      for (const row of this.#rows.slice(0, MEASURED)) {
        const text = valueText(row[i], 60);
        if (text.length > longest.length) longest = text;
      }
      const texts = [`${name} ▲`, longest, typeText(type)];
      const width = Math.max(...texts.map((text) => measure.measureText(text).width));
      this.#lefts.push(this.#lefts[i] + Math.round(Math.min(Math.max(width + PADDING, LEAST_WIDTH), MOST_WIDTH)));
    });
  }

  #drawSoon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #columnAt(x) {
    let low = 0, high = this.#columns.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (this.#lefts[middle] <= x) low = middle;
      else high = middle;
    }
    return low;
  }

  #draw() {
    if (this.#columns.length === 0) return;
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.#scroll;
    const top = Math.max(Math.floor(scrollTop / ROW) - SPARE_ROWS, 0);
    const bottom = Math.min(Math.ceil((scrollTop + clientHeight) / ROW) + SPARE_ROWS, this.#rows.length);
    const left = this.#columnAt(scrollLeft - SPARE_WIDTH);
    const right = Math.min(this.#columnAt(scrollLeft + clientWidth + SPARE_WIDTH) + 1, this.#columns.length);
    const window = { top, bottom, left, right }, shown = JSON.stringify(window);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = document.activeElement?.dataset.heading;
    this.#scroll.replaceChildren(this.#table(window));
    if (focused) this.#scroll.querySelector(`[data-heading="${focused}"]`)?.focus({ preventScroll: true });
  }

  #table(window) {
    const { top, bottom } = window;
    const table = element("table", { ariaRowCount: this.#rows.length, ariaColCount: this.#columns.length });
    table.style.width = `${this.#lefts.at(-1)}px`;
    const body = element("tbody");
    if (top > 0) body.append(this.#gap(top));
    for (let row = top; row < bottom; row++) body.append(this.#line(row, window));
    if (bottom < this.#rows.length) body.append(this.#gap(this.#rows.length - bottom));
    table.append(this.#widths(window), this.#head(window), body);
    return table;
  }

  #gap(rows) {
    const gap = element("tr", { className: "gap", ariaHidden: "true" }, element("td"));
    gap.style.height = `${rows * ROW}px`;
    return gap;
  }

  // A first and a last cell stand for the columns that are out of sight.
  #line(row, { left, right }) {
    const line = element("tr", { ariaRowIndex: row + 1 });
    if (left > 0) line.append(element("td", { className: "gap" }));
    for (let column = left; column < right; column++) line.append(this.#cell(row, column));
    return line;
  }

  #cell(row, column) {
    const value = this.#rows[row][column];
    const kind = value === null || value instanceof Uint8Array ? "dim" : "";
    const shown = valueText(value, value instanceof Uint8Array ? SHOWN_BYTES : SHOWN);
    const cell = element("td", { className: this.#isNumeric[column] ? `number ${kind}` : kind, textContent: shown });
    Object.assign(cell.dataset, { row, column });
    return cell;
  }

  #widths({ left, right }) {
    const widths = left > 0 ? [this.#lefts[left]] : [];
    for (let i = left; i < right; i++) widths.push(this.#lefts[i + 1] - this.#lefts[i]);
    widths.push(this.#lefts.at(-1) - this.#lefts[right]);
    return element("colgroup", {}, ...widths.map((width) => {
      const column = element("col");
      column.style.width = `${width}px`;
      return column;
    }));
  }

  #head({ left, right }) {
    const line = element("tr");
    if (left > 0) line.append(element("th", { className: "gap" }));
    for (let i = left; i < right; i++) line.append(this.#heading(i));
    return element("thead", {}, line);
  }

  #heading(i) {
    const { name, type } = this.#columns[i];
    const isOrder = this.order?.column === i;
    const arrow = isOrder ? (this.order.descending ? " ▼" : " ▲") : "";
    const content = [element("span", { textContent: name + arrow }), element("small", { textContent: typeText(type) })];
    const className = this.#isNumeric[i] ? "number" : "";
    const heading = element("th", { scope: "col", title: name, className, ariaColIndex: i + 1,
      ariaSort: isOrder ? (this.order.descending ? "descending" : "ascending") : "none" });
    if (!this.isQuery) {
      heading.append(...content);
    } else {
      const button = element("button", { onclick: () => this.onSort(i) }, ...content);
      button.dataset.heading = i;
      heading.append(button);
    }
    return heading;
  }
}
