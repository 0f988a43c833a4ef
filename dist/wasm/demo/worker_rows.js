// SPDX-License-Identifier: MIT
// The rows of a statement.  A SELECT whose groups or sums parquet_query computes on vectors is read
// from a temporary table of that module, with the same names, types and rows.
let last = 0;

const drop = (db, table) => {
  try {
    db.exec(`DROP TABLE IF EXISTS ${table}`);
  } catch {
    // It goes with the connection.
  }
};

// Makes the table; null if the statement does not run on vectors, or is wrong.  Of DISTINCT,
// parquet_query returns the rows in another order.
function onVectors(db, sql) {
  const [first, second] = sql.replace(/--.*|\/\*[^]*?\*\//g, " ").toUpperCase().match(/\w+/g) ?? [];
  if (first !== "SELECT" || second === "DISTINCT") return null;
  const table = `temp."parquet_page/${++last}"`;
  try {
    db.exec(`CREATE VIRTUAL TABLE ${table} USING parquet_query('${sql.replaceAll("'", "''")}')`);
    const [, , , plan] = db.selectArray(`EXPLAIN QUERY PLAN SELECT * FROM ${table}`);
    if (plan.includes("INDEX 0:vectors")) return table;
  } catch {
    // The statement itself says what is wrong.
  }
  drop(db, table);
  return null;
}

export class Rows {
  #db;
  #statement; // of the rows
  #asItIs = null; // the statement itself, until the first row has come from the table
  #table;

  // order: "" or " ORDER BY ..." with the number of a column.
  constructor(db, sql, order = "") {
    this.#db = db;
    this.#statement = db.prepare(order ? `SELECT * FROM (\n${sql}\n)${order}` : sql);
    this.columns = this.#statement.getColumnNames()
      .map((name, i) => ({ name, type: this.#statement.getColumnDecltype(i) ?? "" }));
    this.#table = this.#statement.parameterCount === 0 ? onVectors(db, sql) : null;
    if (this.#table === null) return;
    this.#asItIs = this.#statement;
    this.#statement = db.prepare(`SELECT * FROM ${this.#table}${order}`);
  }

  // Whether there is another row.  If the first one cannot be computed, the statement itself is run,
  // whose error is the one to show.
  step() {
    try {
      const isRow = this.#statement.step();
      this.#asItIs?.finalize();
      this.#asItIs = null;
      return isRow;
    } catch (error) {
      if (this.#asItIs === null) throw error;
      this.#statement.finalize();
      this.#statement = this.#asItIs;
      this.#asItIs = null;
      return this.#statement.step();
    }
  }

  get() {
    return this.#statement.get([]);
  }

  close() {
    this.#statement.finalize();
    this.#asItIs?.finalize();
    if (this.#table !== null) drop(this.#db, this.#table);
  }
}
