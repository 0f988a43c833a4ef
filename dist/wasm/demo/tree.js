// SPDX-License-Identifier: MIT
// The tables with their columns and the fields of groups.
import { byId, count, element, size, typeText } from "./format.js";

const FILTERED = 12; // from so many columns on, there is a field to search them
const SHOWN = 500; // of them at a time
const OPEN = 3; // tables that are all unfolded
const isNarrow = () => matchMedia("(max-width: 50rem)").matches;

export class Tree {
  // onInsert(sql), onPreview(table), onMetadata(table), onClose(table)
  constructor(actions) {
    this.actions = actions;
  }

  show(tables) {
    const open = new Map(Array.from(byId("tables").children, ({ dataset, open }) => [dataset.name, open]));
    const isOpen = tables.length <= OPEN && !isNarrow();
    byId("tables").replaceChildren(...tables.map((table) => this.#table(table, open.get(table.name) ?? isOpen)));
  }

  #table(table, isOpen) {
    const files = table.files.length > 1 ? `${count(table.files.length, "file")}, ` : "";
    const summary = element("summary", {}, element("b", { textContent: table.name }),
      element("small", { textContent: `${count(table.rows, "row")}, ${files}${size(table.size)}` }));
    const button = (textContent, action, title) =>
      element("button", { textContent, title, onclick: () => this.actions[action](table) });
    const buttons = element("p", { className: "actions" }, button("Preview", "onPreview", "Show its rows"),
      button("Metadata", "onMetadata", "Show what it consists of"), button("Close", "onClose", "Remove the table"));
    const details = element("details", { open: isOpen }, summary, buttons, ...this.#columns(table.columns));
    details.dataset.name = table.name;
    return details;
  }

  #columns(columns) {
    const list = element("ul");
    const fill = (wanted) => {
      const found = columns.filter(({ name }) => name.toLowerCase().includes(wanted));
      list.replaceChildren(...found.slice(0, SHOWN).map((column) => this.#column(column)));
      if (found.length > SHOWN)
        list.append(element("li", { className: "dim", textContent: `… and ${count(found.length - SHOWN, "column")}` }));
    };
    fill("");
    if (columns.length < FILTERED) return [list];
    const search = element("input", { type: "search", placeholder: `Search ${count(columns.length, "column")}`,
      ariaLabel: "Search columns", oninput: ({ target }) => fill(target.value.trim().toLowerCase()) });
    return [search, list];
  }

  #column({ name, type, sql, fields }) {
    const label = [element("span", { textContent: name }), element("small", { textContent: typeText(type) })];
    const node = sql === null ? element("span", { className: "group" }, ...label)
      : element("button", { title: `Insert ${sql}`, onclick: () => this.actions.onInsert(sql) }, ...label);
    const item = element("li", {}, node);
    if (fields.length > 0) item.append(element("ul", {}, ...fields.map((field) => this.#column(field))));
    return item;
  }
}
