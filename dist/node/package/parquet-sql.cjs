#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// The command parquet-sql: SQL over Parquet, ORC and SQLite files.  The Python package has a larger one.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { load } = require("./index.cjs");

const HELP = `usage: parquet-sql [--csv | --json | --markdown] [--to PLACE] [FILE | NAME=FILE | FOLDER | PATTERN]... [SQL]

  parquet-sql trips.parquet                              its columns and first rows
  parquet-sql trips.parquet "SELECT vendor, count(*) FROM trips GROUP BY vendor"
  parquet-sql 'sales/2026-*.parquet' "SELECT sum(price) FROM t"    t: the only table
  parquet-sql trips.parquet "SELECT * FROM t WHERE fare > 40" --to expensive.parquet
  parquet-sql shop.db --to shop/                         every table of a SQLite database
  parquet-sql trips.parquet --json < report.sql

--to writes .parquet, .csv, .json, .md, or a folder/ for all tables.
It needs better-sqlite3 installed beside it, or Node 22.13 or newer.  Only the command of the Python package reads CSV,
writes databases, has options for tables and files, shows nested columns as JSON in --json, columns of the same name,
and progress, and cleans up when Ctrl-C ends it.
Exit status: 0 done, 1 failed, 2 wrong usage, 141 the reader of a pipe has ended.`;
const STATEMENT = /^\s*(SELECT|WITH|VALUES|EXPLAIN|PRAGMA|CREATE|INSERT|UPDATE|DELETE|DROP|ALTER|ATTACH|ANALYZE)\s/i;
const OPTIONS = ["--csv", "--json", "--markdown"];
const quoted = (name, mark = '"') => mark + name.replaceAll(mark, mark + mark) + mark;

function fail(message, status = 1) {
  throw Object.assign(new Error(message), { status });
}

// Returns a connection, and its functions to read all integers and the columns of a statement.
function connect() {
  let Database;
  try {
    Database = require("better-sqlite3");
  } catch {
    try {
      const { DatabaseSync } = process.getBuiltinModule?.("node:sqlite") ?? require("node:sqlite");
      const db = new DatabaseSync(":memory:", { allowExtension: true });
      return { db, exact: (statement) => (statement.setReadBigInts(true), statement) };
    } catch {
      fail("install better-sqlite3 (npm install better-sqlite3), or use Node 22.13 or newer");
    }
  }
  return { db: new Database(":memory:"), exact: (statement) => (statement.reader ? statement.safeIntegers() : statement) };
}

// The name of a table: docs/command.md states the rule.
function tableName(file) {
  const parts = path.resolve(file).split(/[/\\]/);
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isDirectory()) parts.push(path.parse(parts.pop()).name);
  for (const part of parts.reverse()) {
    const text = part.replace(/\[.*?\]|\{.*?\}|[*?]/g, " ").normalize("NFC");
    const name = text.replace(/_*[^\p{L}\p{N}_][^\p{L}\p{N}]*/gu, "_").replace(/^_+|_+$/g, "");
    if (name) return /^\p{N}/u.test(name) ? `t_${name}` : name;
  }
  return "data";
}

function isDatabase(file) {
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const head = Buffer.alloc(16), descriptor = fs.openSync(file);
  fs.readSync(descriptor, head);
  fs.closeSync(descriptor);
  return head.toString("latin1") === "SQLite format 3\0";
}

// ---- Rows as text -----------------------------------------------------------------

const VISIBLE = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function textOf(value) {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex").toUpperCase();
  return value === null ? "" : String(value);
}

// Line ends would break rows apart, and escape sequences of a stranger's file would control the terminal.
function shown(value) {
  const hex = (c) => VISIBLE[c] ?? "\\x" + c.charCodeAt(0).toString(16).padStart(2, "0");
  return value === null ? "NULL" : textOf(value).replace(/[\x00-\x1f\x7f-\x9f]/g, hex);
}

function jsonOf(value) {
  if (typeof value === "bigint") return String(value);
  if (value === Infinity || value === -Infinity) return value > 0 ? "9e999" : "-9e999";
  return JSON.stringify(value instanceof Uint8Array ? textOf(value) : value);
}

const csvOf = (value) => (/[",\r\n]/.test(textOf(value)) ? quoted(textOf(value)) : textOf(value));
const markdownOf = (value) => shown(value).replaceAll("|", "\\|");

// Each yields lines; a row is an object.
const FORMS = {
  *csv(rows) {
    for (const [i, row] of rows) {
      if (i === 0) yield Object.keys(row).map(csvOf).join(",");
      yield Object.values(row).map(csvOf).join(",");
    }
  },
  *json(rows) {
    yield "[";
    let last;
    for (const [, row] of rows) {
      if (last) yield last + ",";
      last = "{" + Object.entries(row).map(([key, value]) => `${JSON.stringify(key)}: ${jsonOf(value)}`).join(", ") + "}";
    }
    if (last) yield last;
    yield "]";
  },
  *markdown(rows) {
    for (const [i, row] of rows) {
      if (i === 0) for (const line of [Object.keys(row), Object.keys(row).fill("---")]) yield `| ${line.map(markdownOf).join(" | ")} |`;
      yield `| ${Object.values(row).map(markdownOf).join(" | ")} |`;
    }
  },
  // The first rows decide on the widths.
  *table(rows) {
    let widths, kept = [];
    const line = (cells) => cells.map((text, i) => text.padEnd(widths[i])).join("  ").trimEnd();
    const all = function* () {
      widths = kept[0].map((_, i) => Math.max(...kept.map((cells) => cells[i].length)));
      yield* [line(kept[0]), line(widths.map((width) => "-".repeat(width))), ...kept.slice(1).map(line)];
      kept = null;
    };
    for (const [i, row] of rows) {
      if (i === 0) kept.push(Object.keys(row));
      if (kept) kept.push(Object.values(row).map(shown));
      else yield line(Object.values(row).map(shown));
      if (kept?.length > 200) yield* all();
    }
    if (kept?.length) yield* all();
  },
};

function write(text) {
  const data = Buffer.from(text);
  for (let at = 0; at < data.length; ) {
    try {
      at += fs.writeSync(1, data, at);
    } catch (error) {
      if (error.code === "EPIPE") process.exit(141);
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

// ---- Tables and statements --------------------------------------------------------

class Session {
  constructor() {
    Object.assign(this, connect(), { tables: [], taken: new Set(["main", "temp"]) });
    load(this.db);
  }

  ask(sql, ...values) {
    return this.db.prepare(sql).all(...values);
  }

  name(file, base = tableName(file)) {
    try {
      this.ask(`WITH ${base} AS (SELECT 1 AS x) SELECT ${base}.x FROM ${base}`);
    } catch {
      base = `t_${base}`; // a keyword
    }
    let name = base;
    for (let i = 2; this.taken.has(name.toLowerCase()); i++) name = `${base}_${i}`;
    this.taken.add(name.toLowerCase());
    if (name !== base) console.error(`parquet-sql: ${file} is ${name}: there is another ${base}`);
    return name;
  }

  add(file, given) {
    if (/\.(csv|tsv)$/i.test(file)) fail(`${file}: only the command of the Python package reads CSV`);
    const name = this.name(file, given);
    if (isDatabase(file)) {
      this.db.exec(`ATTACH ${quoted(file, "'")} AS ${quoted(name)}`);
      const names = this.ask(`SELECT name FROM ${quoted(name)}.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`);
      for (const row of names) this.tables.push({ schema: name, name: row.name, file });
    } else {
      this.db.exec(`CREATE VIRTUAL TABLE temp.${quoted(name)} USING parquet(${quoted(file, "'")})`);
      this.tables.push({ schema: "temp", name, file });
    }
  }

  // t: the only file.
  addT() {
    const files = this.tables.filter((table) => table.schema === "temp");
    if (files.length !== 1 || this.taken.has("t")) return;
    this.db.exec(`CREATE VIRTUAL TABLE temp.t USING parquet(${quoted(files[0].file, "'")})`);
  }

  onlyTable() {
    if (this.tables.length !== 1) fail(`which table? (${this.tables.map((table) => table.name)}) Add a statement`, 2);
    return select(this.tables[0]);
  }

  show(sql, form, out = write) {
    for (const text of statements(sql)) {
      const statement = this.exact(this.db.prepare(text));
      if (statement.reader === false) statement.run();
      else for (const line of FORMS[form](numbered(this.rows(text, statement)))) out(line + "\n");
    }
  }

  // The rows of a statement.  parquet_query computes the groups or sums of a SELECT, if that runs on vectors.
  *rows(text, statement) {
    const query = 'temp."parquet_sql/query"';
    let isAny = false;
    try {
      const columns = this.onVectors(query, text, statement);
      for (const row of columns ? this.exact(this.db.prepare(`SELECT ${columns} FROM ${query}`)).iterate() : []) {
        isAny = true;
        yield row;
      }
      if (columns) return;
    } catch (error) {
      if (isAny) throw error; // else the statement itself says what is wrong
    } finally {
      this.db.exec(`DROP TABLE IF EXISTS ${query}`);
    }
    yield* statement.iterate();
  }

  // Makes the table and returns its columns with the names of the statement's; null: it does not run on vectors.  Of DISTINCT,
  // parquet_query returns the rows in another order.
  onVectors(query, text, statement) {
    const [first, second] = text.replace(/--.*|\/\*[^]*?\*\//g, " ").toUpperCase().match(/\w+/g) ?? [];
    if (first !== "SELECT" || second === "DISTINCT" || !statement.columns) return null;
    this.db.exec(`CREATE VIRTUAL TABLE ${query} USING parquet_query(${quoted(text, "'")})`);
    const [{ detail }] = this.ask(`EXPLAIN QUERY PLAN SELECT * FROM ${query}`);
    if (!detail.includes("INDEX 0:vectors")) return null;
    const names = statement.columns().map(({ name }) => name);
    return this.db.prepare(`SELECT * FROM ${query}`).columns()
      .map(({ name }, i) => `${quoted(name)} AS ${quoted(names[i])}`).join(", ");
  }

  writeParquet(file, sql) {
    const [row] = this.ask("SELECT parquet_write(?, ?) AS n", file, sql);
    write(`${file}: ${row.n} rows\n`);
  }

  to(place, sql) {
    const form = { ".csv": "csv", ".json": "json", ".md": "markdown" }[path.extname(place).toLowerCase()];
    if (/\.parquet$/i.test(place)) return this.writeParquet(place, sql || this.onlyTable());
    if (form) {
      const file = fs.openSync(place, "w");
      return this.show(sql || this.onlyTable(), form, (line) => fs.writeSync(file, line));
    }
    if (!place.endsWith("/") || sql) fail(`--to ${place}: name a file that ends in .parquet, .csv, .json or .md, or folder/ for all tables`, 2);
    fs.mkdirSync(place, { recursive: true });
    for (const table of this.tables) this.writeParquet(`${place}${table.name.replace(/[/\\:*?"<>|]|^[._]/g, "-")}.parquet`, select(table));
  }

  overview() {
    for (const table of this.tables) {
      const [{ n }] = this.ask(`SELECT count(*) AS n FROM (${select(table)})`);
      write(`${table.file}: table ${table.name}, ${n} rows\n\n`);
      if (table.schema === "temp") {
        this.show(`SELECT column_name, column_type, min, max FROM parquet_summarize(${quoted(table.file, "'")}, 'exact=off')`, "table");
      }
      write("\n");
      this.show(`${select(table)} LIMIT 5`, "table");
    }
  }
}

const select = (table) => `SELECT * FROM ${quoted(table.schema)}.${quoted(table.name)}`;

function* numbered(rows) {
  let i = 0;
  for (const row of rows) yield [i++, row];
}

// Strings, names and comments may contain semicolons.
function statements(sql) {
  const pieces = sql.match(/(?:'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|[^;])+/g) ?? [];
  return pieces.filter((piece) => piece.replace(/--[^\n]*/g, "").trim());
}

function main(words) {
  let form, place, sql = "";
  const session = new Session();
  for (let i = 0; i < words.length; i++) {
    const [, name, file] = /^([\p{L}_][\p{L}\p{N}_]*)=(.*)$/u.exec(words[i]) ?? [];
    if (words[i] === "--to") place = words[++i] ?? fail("--to needs a file or a folder/", 2);
    else if (OPTIONS.includes(words[i])) form = words[i].slice(2);
    else if (words[i].startsWith("--")) fail(`no option ${words[i]}; --help shows those that there are`, 2);
    else if (fs.existsSync(words[i])) session.add(words[i]);
    else if (STATEMENT.test(words[i])) sql += words[i] + ";";
    else if (file) session.add(file, name);
    else session.add(words[i]);
  }
  session.addT();
  if (!sql && !place && !process.stdin.isTTY) sql = fs.readFileSync(0, "utf8").trim();
  if (place) session.to(place, sql && statements(sql).at(-1));
  else if (sql || form) session.show(sql || session.onlyTable(), form ?? "table");
  else if (session.tables.length) session.overview();
  else fail("name a file; --help shows examples", 2);
}

if (process.argv.includes("--help")) {
  console.log(HELP);
} else {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(`parquet-sql: ${error.message}`);
    process.exitCode = error.status ?? 1;
  }
}
