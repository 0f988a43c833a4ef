// SPDX-License-Identifier: MIT
// Shows the result of a query: its rows, a page at a time, in any order, and saves them.
import { byId, element, duration, number, size, valueText } from "./format.js";
import { Grid } from "./grid.js";

export class ResultView {
  #grid;
  #page = 0;
  #order = null;
  #answer = null; // {columns, isQuery, rows, first, total}, what is shown

  // name: of the worker's result; attempt(work): runs a function and shows its error here;
  // onStatus(text); onShow(columns, rows, first)
  constructor(container, name, { client, attempt, onStatus, onShow = () => {} }) {
    Object.assign(this, { name, client, onStatus, onShow });
    container.append(byId("view").content.cloneNode(true));
    const part = (selector) => container.querySelector(selector);
    this.error = part(".error");
    this.bar = part(".bar");
    this.#grid = new Grid(part(".grid"), {
      onSort: (column) => attempt(() => this.#sort(column), this),
      onCell: showValue,
    });
    const turn = (page) => attempt(() => this.#turn(page()), this);
    part(".first").onclick = () => turn(() => 0);
    part(".previous").onclick = () => turn(() => this.#page - 1);
    part(".next").onclick = () => turn(() => this.#page + 1);
    for (const button of container.querySelectorAll("[data-format]"))
      button.onclick = () => attempt(() => this.#save(button.dataset.format), this);
  }

  async run(sql) {
    const answer = await this.client.ask("run", { view: this.name, sql });
    this.#page = 0;
    this.#order = null;
    this.show(answer);
    return answer;
  }

  // Rows in the place of those that were shown; columns, too, if there are any.
  show(answer) {
    this.#answer = { ...this.#answer, ...answer };
    const { columns, rows, first, total } = this.#answer;
    this.error.hidden = true;
    this.bar.hidden = columns.length === 0;
    if (columns.length === 0) this.#grid.clear();
    else this.#grid.show({ ...this.#answer, order: this.#order });
    this.#describe();
    this.onShow(columns, rows, first, total);
  }

  #describe() {
    const { rows, first, total, isQuery } = this.#answer;
    const end = first + rows.length;
    const part = (selector) => this.bar.querySelector(selector);
    part("output").textContent = rows.length === 0 ? "No rows"
      : `Rows ${number(first + 1)}–${number(end)} of ${total === null ? "more" : number(total)}`;
    part(".pages").hidden = this.#page === 0 && end === total;
    part(".first").disabled = part(".previous").disabled = this.#page === 0;
    part(".next").disabled = end === total;
    part(".save").hidden = !isQuery;
  }

  // An error takes the place of the rows.
  fail(message) {
    this.clear();
    this.note(message);
  }

  // An error beside the rows.
  note(message) {
    this.error.textContent = message;
    this.error.hidden = false;
  }

  clear() {
    this.#answer = null;
    this.#grid.clear();
    this.bar.hidden = this.error.hidden = true;
    this.onShow([], [], 0, 0);
  }

  async #turn(page) {
    const { rows, first, total } = await this.client.ask("page", { view: this.name, page });
    this.#page = page;
    this.show({ rows, first, total });
  }

  // Ascending, descending, and as the query has them.
  async #sort(column) {
    const isSame = this.#order?.column === column;
    const order = isSame && this.#order.descending ? null : { column, descending: isSame };
    this.onStatus("Sorting…");
    const { rows, first, total, milliseconds } = await this.client.ask("sort", { view: this.name, order });
    this.#page = 0;
    this.#order = order;
    this.show({ rows, first, total });
    this.onStatus(`Sorted in ${duration(milliseconds)}`);
  }

  async #save(format) {
    this.onStatus("Writing…");
    const { blob, milliseconds } = await this.client.ask("save", { view: this.name, format });
    const link = element("a", { href: URL.createObjectURL(blob), download: `${this.name}.${format}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    this.onStatus(`${link.download}: ${size(blob.size)}, written in ${duration(milliseconds)}`);
  }
}

// All of a value, or its beginning; JSON is indented.
function showValue(name, value) {
  let text = valueText(value, 1e6);
  if (typeof value === "string" && /^\s*[[{]/.test(value)) {
    try {
      text = JSON.stringify(JSON.parse(value), null, 2);
    } catch {
      // Text that only begins like JSON.
    }
  }
  byId("value-name").textContent = name;
  byId("value-text").textContent = text;
  byId("value").showModal();
}
