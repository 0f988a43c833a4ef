// SPDX-License-Identifier: MIT
// Tests of the module in Node, from the project's root.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import sqlite3InitModule from "../../build/dist/wasm/parquet_vtab_sqlite.mjs";

const sqlite3 = await sqlite3InitModule();
const { DB } = sqlite3.oo1;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "wasm."));

// A server in a process of its own, which prints its URL: this process waits while it asks.
async function startServer(...command) {
  const process = spawn("python3", command, { stdio: ["pipe", "pipe", "inherit"] });
  const line = await new Promise((resolve) => process.stdout.once("data", resolve));
  return { url: line.toString().trim(), stop: () => process.stdin.end() };
}

// Its queue of connections is full, so that others wait for theirs.
const FULL_SERVER = `import socket, sys
server = socket.create_server(("127.0.0.1", 0), backlog=0)
kept = socket.create_connection(server.getsockname())
print(f"http://127.0.0.1:{server.getsockname()[1]}/", flush=True)
sys.stdin.read()`;

const server = await startServer("hosts/remote/lying_server.py", "testdata");
const full = await startServer("-c", FULL_SERVER);
const slowUrls = () => [`${server.url}lie/hangs/trips.parquet`, `${server.url}lie/drip-0.05/trips.parquet`, `${full.url}trips.parquet`];

function withTrips() {
  const db = new DB();
  db.exec("SELECT parquet_attach('testdata/trips.parquet')");
  return db;
}

function throws(work, code, message) {
  assert.throws(work, (error) => {
    assert.equal(error.name, "SQLite3Error");
    assert.equal(error.resultCode & 0xff, code);
    assert.match(error.message, message);
    return true;
  });
}

const tests = {
  "versions"() {
    assert.match(sqlite3.version.libVersion, /^3\.\d+\.\d+$/);
    assert.match(new DB().selectValue("SELECT parquet_version()"), /^\d+\.\d+\.\d+$/);
  },

  "relative and absolute paths"() {
    const db = withTrips();
    assert.equal(db.selectValue("SELECT count(*) FROM trips"), 2000);
    assert.equal(db.selectValue("SELECT num_rows FROM parquet_file_metadata(?)",
      [path.resolve("testdata/trips.parquet")]), 2000);
  },

  "symbolic links"() {
    fs.symlinkSync(path.resolve("testdata/trips.parquet"), `${folder}/absolute.parquet`);
    fs.symlinkSync("absolute.parquet", `${folder}/relative.parquet`);
    const db = new DB();
    assert.equal(db.selectValue(`SELECT count(*) FROM read_parquet('${folder}/relative.parquet')`), 2000);
  },

  "files of more than 4 GB"() {
    const bytes = fs.readFileSync("testdata/trips.parquet"), name = `${folder}/huge.parquet`;
    const footer = bytes.subarray(bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8));
    fs.writeFileSync(name, bytes.subarray(0, bytes.length - footer.length));
    const file = fs.openSync(name, "r+");
    fs.writeSync(file, footer, 0, footer.length, 5e9); // after a hole
    fs.closeSync(file);
    assert.equal(new DB().selectValue(`SELECT count(*) FROM read_parquet('${name}')`), 2000);
    fs.unlinkSync(name);
  },

  "URLs"() {
    const db = withTrips();
    const query = (table) => db.selectArrays(`SELECT payment, count(*), sum(fare), min(pickup_at) FROM ${table} GROUP BY 1`);
    for (const lie of ["", "lie/redirect-once/", "lie/no-ranges/", "lie/weak-etag/"]) {
      db.exec(`CREATE VIRTUAL TABLE temp.far USING parquet('${server.url}${lie}trips.parquet')`);
      assert.deepEqual(query("far"), query("trips"), lie);
      db.exec("DROP TABLE far");
    }
  },

  "URLs that cannot be read"() {
    const db = new DB();
    const open = (url) => () => db.exec(`SELECT num_rows FROM parquet_file_metadata('${url}')`);
    throws(open(`${server.url}missing.parquet`), 14, /404/);
    throws(open("http://127.0.0.1:59999/x.parquet"), 10, /ECONNREFUSED/);
    throws(open(`${server.url}lie/shorter/trips.parquet`), 10, /./);
    db.exec("SELECT parquet_restrict('private_addresses=off')");
    throws(open(`${server.url}lie/chunked/trips.parquet`), 14, /private_addresses=off/);
    db.exec("SELECT parquet_restrict('remote=none')");
    throws(open(`${server.url}trips.parquet`), 14, /remote=none/);
  },

  "slow servers"() {
    const db = new DB();
    sqlite3.urls.patience(0.2);
    for (const url of slowUrls()) {
      const begin = Date.now();
      throws(() => db.exec(`SELECT num_rows FROM parquet_file_metadata('${url}')`), 10, new RegExp(`${url}: .*too slow: .*patience`));
      assert.ok(Date.now() - begin < 15000, url);
    }
    sqlite3.urls.patience(20);
  },

  "a function interrupts statements, also those that wait for a server"() {
    const db = withTrips();
    const open = (url) => db.selectValue(`SELECT num_rows FROM parquet_file_metadata('${url}')`);
    const interrupts = (work) => {
      const end = Date.now() + 200;
      db.onProgress(() => Date.now() > end);
      throws(work, 9, /interrupted/);
      assert.ok(Date.now() - end < 1000, `${Date.now() - end} ms`);
      db.onProgress(null);
    };
    for (const url of slowUrls()) {
      interrupts(() => open(url));
      assert.equal(open(`${server.url}as/${encodeURIComponent(url)}/trips.parquet`), 2000);
    }
    interrupts(() => db.exec("SELECT count(*) FROM trips a, trips b, trips c"));
    db.onProgress(() => { throw new Error("not said"); });
    throws(() => db.selectValue("SELECT count(*) FROM trips a, trips b"), 9, /interrupted/);
  },

  async "another thread interrupts a statement"() {
    const source = `import init from ${JSON.stringify(new URL("../../build/dist/wasm/parquet_vtab_sqlite.mjs",
      import.meta.url))};
      import { parentPort, workerData } from "node:worker_threads";
      const db = new (await init()).oo1.DB();
      db.onProgress(() => Atomics.load(workerData, 0) === 1);
      parentPort.postMessage("begins");
      try {
        db.exec("SELECT * FROM read_parquet('${server.url}lie/hangs/trips.parquet')");
      } catch (error) {
        parentPort.postMessage(error.resultCode);
      }`;
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), { workerData: flag });
    const next = () => new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
    assert.equal(await next(), "begins");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const begin = Date.now();
    Atomics.store(flag, 0, 1);
    assert.equal(await next(), 9);
    assert.ok(Date.now() - begin < 1000, `${Date.now() - begin} ms`);
    await worker.terminate();
  },

  "every codec"() {
    const db = new DB();
    const files = fs.readdirSync("testdata").filter((name) => /_codec_.*\.parquet$/.test(name));
    const seen = new Set();
    for (const name of files) {
      const file = `testdata/${name}`;
      db.selectValues("SELECT DISTINCT compression FROM parquet_metadata(?)", [file]).forEach((c) => seen.add(c));
      db.exec({ sql: `CREATE VIRTUAL TABLE temp.t USING parquet('${file}')` });
      assert.ok(db.selectArrays("SELECT * FROM t").length > 0, name);
      db.exec("DROP TABLE t");
    }
    assert.deepEqual([...seen].sort().filter((c) => c !== "LZO"),
      ["BROTLI", "GZIP", "LZ4", "LZ4_RAW", "SNAPPY", "UNCOMPRESSED", "ZSTD"]);
  },

  "types of values"() {
    const db = new DB();
    const row = db.selectArray("SELECT ?1, ?2, ?3, ?4, ?5, ?6, 9223372036854775807, 1e300",
      [1, -0.5, "é\u{1f600}", new Uint8Array([0, 255]), null, true]);
    assert.deepEqual(row, [1, -0.5, "é\u{1f600}", new Uint8Array([0, 255]), null, 1, 2n ** 63n - 1n, 1e300]);
    assert.equal(db.selectValue("SELECT typeof(?)", [-0]), "real");
    assert.equal(db.selectValue("SELECT ?", [-(2n ** 63n)]), -(2n ** 63n));
    assert.throws(() => db.selectValue("SELECT ?", [2n ** 63n]), RangeError);
    assert.throws(() => db.selectValue("SELECT ?", [{}, 1]), /type object|no parameter/);
    assert.equal(db.selectValue("SELECT length(?)", ["x".repeat(1e7)]), 1e7);
    assert.equal(db.selectValue("SELECT :a + $b", { ":a": 40, $b: 2 }), 42);
    assert.equal(db.selectValue("SELECT char(65279) || 'x'"), "\ufeffx");
  },

  "rows as arrays, objects, values"() {
    const db = withTrips();
    const sql = "SELECT payment, count(*) AS n FROM trips WHERE distance_km > ? GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 2";
    assert.deepEqual(db.selectArrays(sql, [10]), [["card", 30], ["voucher", 9]]);
    assert.deepEqual(db.selectObjects(sql, [10])[0], { payment: "card", n: 30 });
    assert.deepEqual(db.selectValues(sql, 10), ["card", "voucher"]);
    assert.equal(db.selectValue("SELECT 1 WHERE 0"), undefined);
    const columnNames = [], seen = [];
    db.exec({ sql, bind: [0], columnNames, callback: (row) => { seen.push(row); return false; } });
    assert.deepEqual(columnNames, ["payment", "n"]);
    assert.equal(seen.length, 1);
  },

  "prepared statements"() {
    const db = withTrips();
    const statement = db.prepare("SELECT count(*) FROM trips WHERE fare > ?");
    const counts = [0, 20, 50].map((fare) => {
      statement.reset().bind(fare).step();
      return statement.get(0);
    });
    assert.ok(counts[0] > counts[1] && counts[1] > counts[2]);
    statement.finalize();
    throws(() => statement.step(), 21, /finalized/);
  },

  "the statements of a text, one after the other"() {
    const db = withTrips();
    const [first, rest] = db.prepareNext("SELECT 'é' AS x; SELECT fare, fare + 1 FROM trips; -- all");
    assert.deepEqual([first.getColumnName(0), rest], ["x", " SELECT fare, fare + 1 FROM trips; -- all"]);
    const [second, end] = db.prepareNext(rest);
    assert.deepEqual([second.getColumnDecltype(0), second.getColumnDecltype(1)], ["DECIMAL REAL(8,2)", null]);
    assert.deepEqual(db.prepareNext(end), [null, ""]);
  },

  "names that must be quoted, and those that are misspelt"() {
    assert.deepEqual(["order", "orders", ""].map(sqlite3.isKeyword), [true, false, false]);
    throws(() => withTrips().exec(`SELECT "dropoff.zoen" FROM trips`), 1, /no such column/);
  },

  "nested columns"() {
    const db = withTrips();
    const [zone, whole] = db.selectArray(`SELECT "dropoff.zone", dropoff FROM trips WHERE dropoff NOT NULL LIMIT 1`);
    assert.equal(JSON.parse(whole).zone, zone);
  },

  "ORC"() {
    const db = new DB();
    db.exec("CREATE VIRTUAL TABLE temp.o USING orc('testdata/orc/pyarrow_types.orc')");
    assert.ok(db.selectObjects("SELECT * FROM o").length > 0);
  },

  "writes, reads back, replaces"() {
    const db = withTrips();
    const file = `${folder}/copy.parquet`;
    for (const compression of ["zstd", "brotli", "gzip", "lz4_raw", "snappy", "none"]) {
      assert.equal(db.selectValue("SELECT parquet_write(?, 'SELECT * FROM trips', 'overwrite=on', ?)",
        [file, `compression=${compression}`]), 2000);
      db.exec(`CREATE VIRTUAL TABLE temp.copy USING parquet('${file}')`);
      assert.equal(db.selectValue(
        "SELECT count(*) FROM (SELECT rowid, * FROM trips INTERSECT SELECT rowid, * FROM copy)"), 2000);
      db.exec("DROP TABLE copy");
    }
    throws(() => db.exec(`SELECT parquet_write('${file}', 'SELECT 1', 'overwrite=off')`), 1, /exists/);
    assert.deepEqual(fs.readdirSync(folder).filter((name) => name.startsWith(".")), []);
  },

  "database files"() {
    const file = `${folder}/rides.db`;
    const db = new DB(file);
    db.exec("CREATE TABLE zones(zone); INSERT INTO zones VALUES ('Airport'), ('Harbour')");
    db.exec("CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet')");
    assert.throws(() => db.transaction(() => {
      db.exec("DELETE FROM zones");
      throw new Error("not this time");
    }), /not this time/);
    db.close();
    throws(() => db.exec("SELECT 1"), 21, /closed/);
    const again = new DB(file, "r");
    assert.equal(again.selectValue(`SELECT count(*) FROM trips JOIN zones ON zone = "dropoff.zone"`), 806);
    throws(() => again.exec("DELETE FROM zones"), 8, /readonly/);
    throws(() => new DB(`${folder}/missing/x.db`), 14, /unable to open/);
  },

  "errors"() {
    const db = new DB();
    throws(() => db.exec("SELECT * FROM nowhere"), 1, /no such table: nowhere/);
    throws(() => db.exec("SELEC"), 1, /syntax error/);
    throws(() => db.selectValue("SELECT count(*) FROM read_parquet('testdata/missing.parquet')"), 14, /no such file/);
    throws(() => db.exec("CREATE VIRTUAL TABLE e USING parquet('testdata/encrypted/small_snappy.parquet')"), 23,
      /encrypted: the key/);
    throws(() => db.prepare("-- nothing"), 21, /no statement/);
  },

  "memory grows and is given back to the next query"() {
    const db = new DB();
    const blob = () => db.selectValue("SELECT length(hex(zeroblob(50000000)))");
    assert.equal(blob(), 100000000);
    const size = sqlite3.memory();
    assert.ok(size > 100e6);
    for (let i = 0; i < 5; i++) blob();
    assert.equal(sqlite3.memory(), size);
  },

  "files of the module's memory"() {
    sqlite3.files.write("/inside.parquet", fs.readFileSync("testdata/trips.parquet"));
    const db = new DB();
    assert.equal(db.selectValue("SELECT count(*) FROM read_parquet('/inside.parquet')"), 2000);
    sqlite3.files.remove("/inside.parquet");
  },

  // The first one; the second one needs a browser.
  "the example of docs/hosts.md"() {
    const [, code, expected] = /```mjs\n([^]*?)```\n```text\n([^]*?)```/.exec(fs.readFileSync("docs/hosts.md", "utf8"));
    fs.writeFileSync("build/dist/wasm/example.mjs", code);
    fs.symlinkSync(path.resolve("testdata"), `${folder}/testdata`);
    const found = execFileSync(process.execPath, [path.resolve("build/dist/wasm/example.mjs")],
      { cwd: folder, encoding: "utf8" });
    assert.equal(found, expected);
  },

  async "in a worker thread"() {
    const source = `import init from ${JSON.stringify(new URL("../../build/dist/wasm/parquet_vtab_sqlite.mjs",
      import.meta.url))};
      import { parentPort } from "node:worker_threads";
      const { oo1 } = await init();
      parentPort.postMessage(new oo1.DB().selectValue("SELECT count(*) FROM read_parquet('testdata/trips.parquet')"));`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
    assert.equal(await new Promise((resolve, reject) => worker.on("message", resolve).on("error", reject)), 2000);
    await worker.terminate();
  },
};

let passed = 0, failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    passed++;
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}: ${error.stack}`);
  }
}
server.stop();
full.stop();
fs.rmSync(folder, { recursive: true });
console.log(`node: ${passed} passed, ${failed} failed`);
