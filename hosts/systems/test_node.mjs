// SPDX-License-Identifier: MIT
// The extension in Node, with better-sqlite3 as hosts/run.sh installs it.
//
//     node hosts/systems/test_node.mjs ./parquet_vtab.so        from the project's root
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

const require = createRequire(path.resolve("build/hosts/node/package.json"));
const Database = require("better-sqlite3");

const extension = isMainThread ? path.resolve(process.argv[2] ?? "parquet_vtab.so") : workerData;
const data = "sql-tests/data";
const trips = "testdata/trips.parquet";

function connect(file = ":memory:") {
  const db = new Database(file);
  db.loadExtension(extension);
  return db;
}

function numbers() {
  const db = connect();
  db.exec(`CREATE VIRTUAL TABLE n USING parquet('${data}/numbers.parquet')`);
  return db;
}

// The first column of the first row.
function one(db, sql, ...parameters) {
  return db.prepare(sql).pluck().get(...parameters);
}

function work() {
  const db = numbers();
  const sums = [];
  for (let i = 0; i < 30; i++) sums.push(one(db, "SELECT sum(n) FROM n WHERE n > ?", i * 30));
  db.close();
  return sums;
}

const tests = {
  "loads twice"() {
    const db = connect();
    db.loadExtension(extension);
    assert.equal(typeof one(db, "SELECT parquet_version()"), "string");
    db.close();
  },

  "attaches trips"() {
    const db = connect();
    assert.equal(one(db, "SELECT parquet_attach(?)", trips), 1);
    const rows = db.prepare("SELECT * FROM trips").raw().all();
    const n = one(db, "SELECT num_rows FROM parquet_file_metadata(?)", trips);
    assert.ok(n > 0);
    assert.equal(rows.length, n);
    assert.equal(one(db, "SELECT count(*) FROM trips"), n);
    assert.deepEqual(db.prepare("SELECT * FROM trips WHERE rowid = ?").raw().get(n), rows[n - 1]);
  },

  "values have their types"() {
    const db = numbers();
    const row = db.prepare("SELECT n, t, r, small, b FROM n WHERE n = 97").get();
    assert.deepEqual(row, { n: 97, t: "Row 0097", r: 24.25, small: 47, b: Buffer.from([97, 0, 0]) });
    assert.equal(one(db, "SELECT r FROM n WHERE n = 11"), null);
    const big = db.prepare("SELECT big FROM n WHERE n = ?").pluck().safeIntegers();
    assert.equal(big.get(1), 2n ** 53n + 1n);
    assert.equal(big.get(2), -(2n ** 53n) - 2n);
  },

  "columns report their table and type"() {
    const db = numbers();
    const columns = db.prepare("SELECT n, t AS text FROM n").columns();
    assert.deepEqual(
      columns.map((c) => [c.name, c.column, c.table, c.type]),
      [
        ["n", "n", "n", "BIGINT"],
        ["text", "t", "n", "TEXT"],
      ],
    );
  },

  "parameters of every type"() {
    const db = numbers();
    const by = (value) => one(db, "SELECT t FROM n WHERE n = ?", value);
    for (const nine of [9, 9n, 9.0, "9"]) assert.equal(by(nine), "Row 0009");
    for (const none of [null, 9.5, "x", Buffer.from("9")]) assert.equal(by(none), undefined);
    assert.equal(one(db, "SELECT n FROM n WHERE t = @t", { t: "row 0998" }), 998);
    assert.equal(one(db, "SELECT n FROM n WHERE b = ?", Buffer.from([3, 0, 0])), 3);
    assert.equal(one(db, "SELECT count(*) FROM n WHERE big > ?", 2n ** 53n + 100n), 450);
    const prepared = db.prepare("SELECT n FROM n WHERE rowid BETWEEN ? AND ?").pluck();
    assert.deepEqual(prepared.all(249, 252), [249, 250, 251, 252]);
    assert.deepEqual(prepared.all(1000, 1001), [1000]);
  },

  "iterates, and stops early"() {
    const db = numbers();
    let n = 0;
    for (const row of db.prepare("SELECT n FROM n").iterate()) {
      assert.equal(row.n, ++n);
      if (n === 300) break;
    }
    assert.equal(n, 300);
    assert.equal([...db.prepare("SELECT * FROM n").iterate()].length, 1000);
    db.close();
  },

  "transactions and copies"() {
    const db = numbers();
    db.exec("CREATE TABLE copy(n, t)");
    const insert = db.prepare("INSERT INTO copy SELECT n, t FROM n WHERE n <= ?");
    db.transaction(() => insert.run(10))();
    assert.throws(() =>
      db.transaction(() => {
        insert.run(20);
        throw new Error("undone");
      })(),
    );
    assert.equal(one(db, "SELECT count(*) FROM copy"), 10);
  },

  "functions and aggregates of the host"() {
    const db = numbers();
    db.function("twice", (x) => x * 2);
    db.aggregate("longest", {
      start: "",
      step: (longest, next) => (next !== null && next.length > longest.length ? next : longest),
    });
    assert.equal(one(db, "SELECT sum(twice(n)) FROM n WHERE twice(n) < 20"), 90);
    assert.equal(one(db, "SELECT longest(t) FROM n"), "Row 0001");
  },

  "JSON columns"() {
    const db = connect();
    db.exec(`CREATE VIRTUAL TABLE w USING parquet('${data}/nested.parquet')`);
    const address = { city: "Aix", zip: "13100", place: { lat: 43.5, lon: 5.5 } };
    assert.deepEqual(JSON.parse(one(db, "SELECT address FROM w")), address);
    assert.equal(one(db, "SELECT address ->> '$.place.lat' FROM w"), 43.5);
    assert.equal(one(db, 'SELECT id FROM w WHERE "address.city" = ?', "Bonn"), 2);
  },

  "errors have SQLite's codes"() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "hosts-"));
    const db = numbers();
    const text = path.join(folder, "text.parquet");
    const missing = path.join(folder, "missing.parquet");
    fs.writeFileSync(text, "no Parquet file, but long enough to be one\n");
    const create = (file, options = "") => `CREATE VIRTUAL TABLE x USING parquet('${file}'${options})`;
    const fails = (sql, code, part) =>
      assert.throws(
        () => db.prepare(sql).run(),
        (error) => {
          assert.equal(error.code, code);
          assert.ok(error.message.includes(part), error.message);
          return true;
        },
      );
    fails(create(missing), "SQLITE_CANTOPEN", missing);
    fails(create(text), "SQLITE_ERROR", text);
    fails(create(`${data}/numbers.parquet`, ", colour=red"), "SQLITE_ERROR", "colour");
    fails("INSERT INTO n(n) VALUES(1)", "SQLITE_ERROR", "may not be modified");
    fs.rmSync(folder, { recursive: true });
    assert.equal(one(db, "SELECT count(*) FROM n"), 1000);
  },

  "a prepared statement sees the replaced file"() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "hosts-"));
    const file = path.join(folder, "f.parquet");
    const db = connect();
    fs.copyFileSync(`${data}/fruits_a.parquet`, file);
    db.exec(`CREATE VIRTUAL TABLE f USING parquet('${file}')`);
    const names = db.prepare("SELECT name FROM f").pluck();
    assert.deepEqual(names.all(), ["apple", "banana", null]);
    fs.copyFileSync(`${data}/fruits_b.parquet`, file);
    assert.deepEqual(names.all(), ["cherry", "date", "elderberry", "fig", "apple"]);
    fs.copyFileSync(`${data}/fruits_c.parquet`, file);
    assert.throws(() => names.all(), /create it again/);
    fs.rmSync(file);
    assert.throws(() => names.all(), { code: "SQLITE_CANTOPEN" });
    fs.copyFileSync(`${data}/fruits_a.parquet`, file);
    assert.deepEqual(names.all(), ["apple", "banana", null]);
    fs.rmSync(folder, { recursive: true });
  },

  "a database file, opened again"() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "hosts-"));
    const file = path.join(folder, "main.db");
    let db = connect(file);
    db.exec(`CREATE VIRTUAL TABLE n USING parquet('${data}/numbers.parquet')`);
    db.close();
    db = connect(file);
    assert.equal(one(db, "SELECT count(*) FROM n"), 1000);
    db.close();
    db = new Database(file);
    assert.throws(() => db.prepare("SELECT * FROM n"), /no such module: parquet/);
    db.close();
    fs.rmSync(folder, { recursive: true });
  },

  async "two threads, each with its connection"() {
    const run = () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(fileURLToPath(import.meta.url), { workerData: extension });
        worker.once("message", resolve);
        worker.once("error", reject);
      });
    const [first, second] = await Promise.all([run(), run()]);
    assert.deepEqual(first, second);
    assert.deepEqual(first, work());
  },
};

async function main() {
  let passed = 0;
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    if (name === "attaches trips" && !fs.existsSync(trips)) {
      console.log(`skipped: node: ${name}: ${trips} is missing`);
      continue;
    }
    try {
      await test();
      passed++;
    } catch (error) {
      failed++;
      console.log(`node: ${name} failed\n${error.stack}`);
    }
  }
  const better = require("better-sqlite3/package.json").version;
  const sqlite = one(new Database(":memory:"), "SELECT sqlite_version()");
  const host = `Node ${process.versions.node}, better-sqlite3 ${better}, SQLite ${sqlite}`;
  console.log(`hosts: ${host}: ${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

if (isMainThread) await main();
else parentPort.postMessage(work());
