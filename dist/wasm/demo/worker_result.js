// SPDX-License-Identifier: MIT
// The rows of a statement, a page at a time.  The statement stays open between pages.  The last
// pages are kept; an earlier one is read again from the beginning.

import { Rows } from "./worker_rows.js";

// A page ends with the row that reaches one of these.
const ROWS = 1000, VALUES = 200000, CHARACTERS = 8e6;
const KEPT = 8;

// Runs the statements of a text but the last one, whose SQL it returns.  If that has no columns,
// it is run, too: null.
export function runScript(db, sql) {
  for (let rest = sql; ;) {
    const [statement, next] = db.prepareNext(rest);
    if (statement === null) return null;
    const isLast = !hasStatement(db, next);
    try {
      if (isLast && statement.columnCount > 0) return rest.slice(0, rest.length - next.length);
      while (statement.step());
    } finally {
      statement.finalize();
    }
    if (isLast) return null;
    rest = next;
  }
}

// A statement that is wrong, for now, is one.
function hasStatement(db, sql) {
  try {
    const [statement] = db.prepareNext(sql);
    statement?.finalize();
    return statement !== null;
  } catch {
    return true;
  }
}

export class Result {
  #db;
  #rows = null;
  #row; // the one at which the rows are
  #isAtEnd;
  #starts = [0]; // the first row of each page known so far
  #pages = new Map(); // the last used pages, the most recently used last
  #total = null; // rows, once known

  constructor(db, sql, order) {
    this.#db = db;
    this.sql = sql.replace(/[;\s]+$/, "");
    this.order = order ? ` ORDER BY ${order.column + 1}${order.descending ? " DESC" : ""}` : "";
    this.#open();
    this.columns = this.#rows.columns;
    this.isQuery = this.#isQuery();
  }

  // EXPLAIN, PRAGMA and INSERT ... RETURNING are not: they can be neither ordered nor run again.
  #isQuery() {
    try {
      this.#db.prepare(`SELECT * FROM (\n${this.sql}\n)`).finalize();
      return true;
    } catch {
      return false;
    }
  }

  #open() {
    this.close();
    this.#rows = new Rows(this.#db, this.sql, this.order);
    this.#row = -1;
    this.#isAtEnd = false;
  }

  close() {
    this.#rows?.close();
    this.#rows = null;
  }

  // {rows, first, total}: the rows of a page, the number of its first one, and how many rows there
  // are, or null while that is not known.
  page(n) {
    const page = this.#pages.get(n) ?? this.#read(n);
    this.#pages.delete(n);
    this.#pages.set(n, page);
    if (this.#pages.size > KEPT) this.#pages.delete(this.#pages.keys().next().value);
    return { ...page, total: this.#total };
  }

  #read(n) {
    const first = this.#starts[n];
    if (this.#rows === null || first < this.#row) {
      if (!this.isQuery) throw new Error("These rows are gone: run the statement again.");
      this.#open();
    }
    while (this.#row < first && !this.#isAtEnd) this.#step();
    const rows = this.#readRows();
    this.#starts[n + 1] = first + rows.length;
    if (this.#isAtEnd) {
      this.#total = first + rows.length;
      this.close();
    }
    return { rows, first };
  }

  #step() {
    this.#isAtEnd = !this.#rows.step();
    this.#row++;
  }

  // The rows of a page.  Stops at the first row of the next one, to know that there is one.
  #readRows() {
    const rows = [];
    let values = 0, characters = 0;
    for (; !this.#isAtEnd && rows.length < ROWS && values < VALUES && characters < CHARACTERS; this.#step()) {
      const row = this.#rows.get();
      rows.push(row);
      values += row.length;
      for (const value of row) characters += value?.length ?? 0;
    }
    return rows;
  }
}
