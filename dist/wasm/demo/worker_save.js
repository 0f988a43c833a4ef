// SPDX-License-Identifier: MIT
// Saves all rows of a query as a Blob.  The rows never are in memory at once: Blobs are kept by the
// browser.
import { Rows } from "./worker_rows.js";

const PART = 4e6; // characters
const REPORT = 250; // milliseconds

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

// The parts of a Blob: what write(row) returns for each row, between a head and a tail.
function collect(rows, { head, write, tail }, report) {
  const blobs = [];
  let part = [head], size = 0, reported = performance.now();
  for (let n = 1; rows.step(); n++) {
    const line = write(rows.get(), n);
    part.push(line);
    size += line.length;
    if (size < PART) continue;
    blobs.push(new Blob([part.join("")]));
    part = [];
    size = 0;
    if (performance.now() - reported < REPORT) continue;
    reported = performance.now();
    report(`${n.toLocaleString("en")} rows written`);
  }
  return [...blobs, part.join(""), tail];
}

function csvField(value) {
  if (value === null) return "";
  const text = value instanceof Uint8Array ? hex(value) : String(value);
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csvLine = (values) => `${values.map(csvField).join(",")}\r\n`;

function asCsv(rows, report) {
  const parts = { head: csvLine(rows.columns.map(({ name }) => name)), write: csvLine, tail: "" };
  return new Blob(collect(rows, parts, report), { type: "text/csv" });
}

// As the extension's own JSON has them: binary as hex digits, infinities as 9e999.
function jsonValue(value) {
  if (value instanceof Uint8Array) return `"${hex(value)}"`;
  if (typeof value === "bigint") return String(value);
  if (Object.is(value, -0)) return "-0.0";
  if (value === Infinity || value === -Infinity) return value > 0 ? "9e999" : "-9e999";
  return JSON.stringify(value);
}

// A group, list or map is JSON already.
function nestedValue(value) {
  try {
    if (typeof value === "string") JSON.parse(value);
    else return jsonValue(value);
    return value;
  } catch {
    return jsonValue(value);
  }
}

// Names of an object's members are different.
function memberNames(names) {
  const taken = new Set(names), seen = new Set();
  return names.map((name) => {
    let unique = name;
    for (let i = 1; seen.has(unique) || (unique !== name && taken.has(unique)); i++) unique = `${name}_${i}`;
    seen.add(unique);
    return unique;
  });
}

// An array with an object on each line.
function asJson(rows, report) {
  const members = memberNames(rows.columns.map(({ name }) => name)).map((name, i) => ({
    name: JSON.stringify(name),
    asText: rows.columns[i].type.startsWith("JSON") ? nestedValue : jsonValue,
  }));
  const write = (row, n) => `${n > 1 ? ",\n" : ""}{${members
    .map(({ name, asText }, i) => `${name}:${asText(row[i])}`).join(",")}}`;
  return new Blob(collect(rows, { head: "[\n", write, tail: "\n]\n" }, report), { type: "application/json" });
}

const STATEMENT_FORMATS = { csv: asCsv, json: asJson };

function asParquet({ FS }, db, sql) {
  const path = "/saved/result.parquet";
  FS.mkdirTree("/saved");
  db.selectValue("SELECT parquet_write(?, ?, 'overwrite=on')", [path, sql]);
  const { node } = FS.lookupPath(path);
  const blob = new Blob([node.contents.subarray(0, node.usedBytes)], { type: "application/vnd.apache.parquet" });
  FS.unlink(path);
  return blob;
}

// sql, order: those of Rows.
export function save(sqlite3, db, { sql, order }, format, report) {
  if (format === "parquet") return asParquet(sqlite3, db, order ? `SELECT * FROM (\n${sql}\n)${order}` : sql);
  const rows = new Rows(db, sql, order);
  try {
    return STATEMENT_FORMATS[format](rows, report);
  } finally {
    rows.close();
  }
}
