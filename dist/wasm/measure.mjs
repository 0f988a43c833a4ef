// SPDX-License-Identifier: MIT
// Compares the module in Node with the native library: milliseconds for queries of a file of a
// million rows, the best of five, in one process each.  Prints a table for docs/hosts.md.
//
//     node dist/wasm/measure.mjs      after make wasm, from the project's root
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import sqlite3InitModule from "../../build/dist/wasm/parquet_vtab_sqlite.mjs";

const file = "build/dist/wasm/million.parquet";
const extension = process.env.EXTENSION ?? "./parquet_vtab.so";
const ROUNDS = 5;

const WRITE = `SELECT parquet_write('${file}', 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999999)
  SELECT i AS id, i * 7919 % 1000003 / 100.0 AS price, ''word '' || (i * 31 % 5000) AS word, i / 10000 AS day FROM n')`;
const QUERIES = {
  "open the file, its first row": "SELECT * FROM m LIMIT 1",
  "sum of a column": "SELECT sum(price) FROM m",
  "sum of the lengths of a text column": "SELECT sum(length(word)) FROM m",
  "rows of one key, by statistics": "SELECT * FROM m WHERE id = 654321",
  "count of a word": "SELECT count(*) FROM m WHERE word = 'word 77'",
  "averages for each of 100 groups": "SELECT day, count(*), avg(price) FROM m GROUP BY day",
};

// Runs in Python, whose sqlite3 module loads the library into one process.
const PYTHON = `
import json, sqlite3, sys, time
db = sqlite3.connect(":memory:")
db.enable_load_extension(True)
db.load_extension(sys.argv[1])
times = []
for sql in json.loads(sys.argv[2]):
    best = 1e9
    for i in range(${ROUNDS}):
        begin = time.perf_counter()
        for statement in sql: db.execute(statement).fetchall()
        best = min(best, time.perf_counter() - begin)
    times.append(best * 1000)
print(json.dumps([times, sqlite3.sqlite_version]))`;

const table = `CREATE VIRTUAL TABLE temp.m USING parquet('${file}', threads=1)`;
const statements = [[WRITE], ...Object.values(QUERIES).map((sql) => [table, sql, "DROP TABLE m"])];
const [native, version] = JSON.parse(execFileSync("/usr/bin/python3", ["-c", PYTHON, extension, JSON.stringify(statements)],
  { encoding: "utf8" }));

const begin = performance.now();
const sqlite3 = await sqlite3InitModule();
const db = new sqlite3.oo1.DB();
const started = performance.now() - begin;
const wasm = statements.map((list) => {
  const times = [];
  for (let i = 0; i < ROUNDS; i++) {
    const begin = performance.now();
    for (const sql of list) db.exec({ sql, returnValue: "resultRows" });
    times.push(performance.now() - begin);
  }
  return Math.min(...times);
});

const shown = (ms) => (ms < 100 ? ms.toPrecision(2) : String(Math.round(ms)));
console.log(`Native with SQLite ${version}, WebAssembly with SQLite ${sqlite3.version.libVersion} in Node ${process.version}:`);
console.log("\n| | native, ms | WebAssembly, ms | times |\n|---|--:|--:|--:|");
["write the file", ...Object.keys(QUERIES)].forEach((name, i) =>
  console.log(`| ${name} | ${shown(native[i])} | ${shown(wasm[i])} | ${(wasm[i] / native[i]).toFixed(1)} |`));
console.log(`\nThe module starts in ${Math.round(started)} ms. The file has ${fs.statSync(file).size} bytes.`);
