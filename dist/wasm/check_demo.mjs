// SPDX-License-Identifier: MIT
// Drives the demo page in headless Chromium (CHROMIUM) over its DevTools pipe, and writes a
// screenshot to build/dist/wasm/demo.png.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";

const site = path.resolve("build/dist/wasm/demo");
const extension = process.env.EXTENSION ?? "./parquet_vtab.so";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "demo."));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// ---- A static server and the browser -----------------------------------------------------

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript",
  ".wasm": "application/wasm" };

function serve() {
  const server = http.createServer(({ url }, response) => {
    const file = path.join(site, url === "/" ? "index.html" : path.normalize(url));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[path.extname(file)] ?? "text/plain" }).end(fs.readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

// Messages of the DevTools protocol are JSON with a NUL at the end, on descriptors 3 and 4.
class Browser {
  #process;
  #lastId = 0;
  #waiting = new Map();
  #received = "";
  session;
  events = [];

  constructor(program) {
    this.#process = spawn(program, ["--remote-debugging-pipe", "--headless", "--no-sandbox", "--disable-gpu",
      "--disable-dev-shm-usage", `--user-data-dir=${folder}/profile`],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
    this.#process.stdio[4].setEncoding("utf8").on("data", (text) => {
      const parts = (this.#received + text).split("\0");
      this.#received = parts.pop();
      parts.forEach((part) => this.#receive(JSON.parse(part)));
    });
  }

  #receive(message) {
    if (message.id === undefined) return void this.events.push(message);
    const { resolve, reject } = this.#waiting.get(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  }

  send(method, params = {}) {
    const id = ++this.#lastId;
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.session })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  async open(url) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    this.session = (await this.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const domain of ["Page", "Runtime", "DOM", "Log"]) await this.send(`${domain}.enable`);
    await this.send("Emulation.setDeviceMetricsOverride",
      { width: 1000, height: 470, deviceScaleFactor: 1, mobile: false });
    await this.send("Page.navigate", { url });
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Waits until an expression is true.
  async until(expression, milliseconds = 10000) {
    for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(20))
      if (await this.evaluate(expression)) return;
    throw new Error(`never true: ${expression}; the page shows ${await this.evaluate("document.body.innerText")}`);
  }

  async key(key, code, modifiers) {
    for (const type of ["rawKeyDown", "keyUp"])
      await this.send("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: code, modifiers });
  }

  // Gives the file input files, as choosing them does.
  async choose(files) {
    const { root } = await this.send("DOM.getDocument");
    const { nodeId } = await this.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#files" });
    await this.send("DOM.setFileInputFiles", { nodeId, files: files.map((file) => path.resolve(file)) });
  }

  async drop(files) {
    const data = { items: [], files: files.map((file) => path.resolve(file)), dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"])
      await this.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  }

  // Types SQL over what is in the text area, and presses Ctrl+Enter.
  async query(sql) {
    await this.evaluate("document.getElementById('sql').focus(); document.getElementById('sql').select()");
    await this.send("Input.insertText", { text: sql });
    await this.key("Enter", 13, 2);
    await this.until("!document.body.classList.contains('busy')");
    await this.until("!/…$/.test(document.getElementById('status').textContent)");
  }

  // With all its processes, which are a group.
  close() {
    const ended = new Promise((resolve) => this.#process.on("exit", resolve));
    process.kill(-this.#process.pid, "SIGKILL");
    return ended;
  }
}

// ---- The tests ---------------------------------------------------------------------------

const cells = `Array.from(document.querySelectorAll("#result tbody tr"),
  (row) => Array.from(row.cells, (cell) => cell.textContent))`;
const status = "document.getElementById('status').textContent";
const error = "document.getElementById('error').hidden ? '' : document.getElementById('error').textContent";
const tables = `Array.from(document.querySelectorAll("#tables summary"), (summary) => summary.firstChild.data)`;

// What the native library says.
const native = (sql) => execFileSync("sqlite3", ["-batch", ":memory:", `.load ${extension}`, sql],
  { encoding: "utf8" }).trimEnd().split("\n").map((line) => line.split("|"));

// A file of 5 GB, nearly all of it a hole before the footer.
function writeHugeFile() {
  const bytes = fs.readFileSync("testdata/trips.parquet"), name = `${folder}/huge.parquet`;
  const footer = bytes.subarray(bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8));
  fs.writeFileSync(name, bytes.subarray(0, bytes.length - footer.length));
  const file = fs.openSync(name, "r+");
  fs.writeSync(file, footer, 0, footer.length, 5e9);
  fs.closeSync(file);
  return name;
}

const TOP = "SELECT payment, count(*) AS rides, round(avg(fare), 2) AS fare, max(pickup_at)\n" +
  "  FROM trips\n WHERE distance_km > 5\n GROUP BY payment ORDER BY rides DESC";

const tests = {
  async "starts"(page) {
    await page.until("/parquet_vtab/.test(document.getElementById('version')?.textContent)");
  },

  async "a chosen file becomes a table"(page) {
    await page.choose(["testdata/trips.parquet"]);
    await page.until(`${tables}.length === 1 && /opened in/.test(${status})`);
    assert.deepEqual(await page.evaluate(tables), ["trips"]);
    assert.match(await page.evaluate("document.querySelector('#tables summary').textContent"), /2,000 rows/);
    const columns = await page.evaluate("document.querySelector('#tables ul').innerText");
    assert.match(columns, /pickup_at\s*TIMESTAMP/);
    assert.match(await page.evaluate("document.getElementById('sql').value"), /FROM trips/);
  },

  async "the example runs"(page) {
    await page.evaluate("document.getElementById('run').click()");
    await page.until(`${cells}.length > 1`);
  },

  async "a typed query gives the rows of the native library"(page) {
    await page.query(TOP);
    const expected = native(`CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet'); ${TOP}`);
    const found = await page.evaluate(cells);
    // Versions of SQLite round averages differently.
    const without = (rows) => rows.map((row) => row.filter((_, i) => i !== 2));
    assert.deepEqual(without(found), without(expected));
    found.forEach((row, i) => assert.ok(Math.abs(row[2] - expected[i][2]) < 0.02, `${row[2]} ${expected[i][2]}`));
    assert.match(await page.evaluate(status), /4 rows in [\d.]+ m?s/);
    const { data } = await page.send("Page.captureScreenshot", { format: "png" });
    fs.writeFileSync("build/dist/wasm/demo.png", Buffer.from(data, "base64"));
  },

  async "wrong SQL gives a message"(page) {
    await page.query("SELECT wrong FROM trips");
    assert.equal(await page.evaluate(error), "no such column: wrong");
    await page.query("SELECT 1");
    assert.equal(await page.evaluate(error), "");
  },

  async "dropped files become tables, with names of their own"(page) {
    await page.drop(["testdata/orc/pyarrow_types.orc", "testdata/pyarrow_codec_zstd_v1.parquet",
      "testdata/pyarrow_codec_brotli_v2.parquet"]);
    await page.until(`${tables}.length === 4`);
    await page.choose(["testdata/trips.parquet"]);
    await page.until(`${tables}.length === 5`);
    assert.deepEqual(await page.evaluate(tables),
      ["trips", "pyarrow_types", "pyarrow_codec_zstd_v1", "pyarrow_codec_brotli_v2", "trips_2"]);
    await page.query("SELECT (SELECT count(*) FROM pyarrow_types), (SELECT count(*) FROM trips_2 JOIN trips USING (trip_id))");
    const [[n]] = native("SELECT num_rows FROM orc_file_metadata('testdata/orc/pyarrow_types.orc')");
    assert.deepEqual(await page.evaluate(cells), [[n, "2000"]]);
  },

  async "a file that is no Parquet file gives a message"(page) {
    await page.choose(["README.md"]);
    await page.until(`/not a Parquet file/.test(${error})`);
  },

  async "rows are limited, values are text only"(page) {
    await page.query("SELECT a.trip_id, '<img src=x>' AS html, NULL, x'00ff' FROM trips AS a, trips AS b");
    assert.match(await page.evaluate(status), /The first 1,000 rows/);
    assert.deepEqual((await page.evaluate(cells))[0].slice(1), ["<img src=x>", "NULL", "x'00ff'"]);
    assert.equal((await page.evaluate(cells)).length, 1000);
  },

  async "a query can be stopped"(page) {
    await page.evaluate("document.getElementById('sql').value = 'SELECT count(*) FROM trips a, trips b, trips c'");
    await page.evaluate("document.getElementById('run').click()");
    await page.until("!document.getElementById('stop').disabled");
    await page.evaluate("document.getElementById('stop').click()");
    await page.until(`${tables}.length === 5 && /opened in/.test(${status})`);
    await page.query("SELECT count(*) FROM trips");
    assert.deepEqual(await page.evaluate(cells), [["2000"]]);
  },

  async "the result is downloaded as Parquet"(page) {
    const downloads = `${folder}/downloads`;
    await page.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads, eventsEnabled: true });
    await page.query("SELECT trip_id, fare, pickup_at, dropoff FROM trips WHERE payment = 'card';");
    await page.evaluate("document.getElementById('save').click()");
    await page.until(`/^result.parquet/.test(${status})`);
    for (let i = 0; i < 500 && !fs.existsSync(`${downloads}/result.parquet`); i++) await sleep(20);
    const [copy] = native(`CREATE VIRTUAL TABLE t USING parquet('${downloads}/result.parquet');
      SELECT count(*), sum(fare), max(pickup_at), count(dropoff) FROM t`);
    const [original] = native(`CREATE VIRTUAL TABLE t USING parquet('testdata/trips.parquet');
      SELECT count(*), sum(fare), max(pickup_at), count(dropoff) FROM t WHERE payment = 'card'`);
    assert.deepEqual(copy, original);
    assert.deepEqual(native(`SELECT count(*) FROM parquet_check('${downloads}/result.parquet')`), [["0"]]);
  },

  async "a file of 5 GB is read in slices"(page) {
    const begin = Date.now();
    await page.choose([writeHugeFile()]);
    await page.until(`${tables}.includes("huge")`);
    await page.query("SELECT count(*), max(fare) FROM huge");
    const [expected] = native(`CREATE VIRTUAL TABLE t USING parquet('testdata/trips.parquet');
      SELECT count(*), max(fare) FROM t`);
    assert.deepEqual(await page.evaluate(cells), [expected]);
    assert.ok(Date.now() - begin < 10000);
  },

  async "nothing went wrong in the page"(page) {
    const wrong = page.events.filter(({ method, params }) => method === "Runtime.exceptionThrown" ||
      (method === "Log.entryAdded" && params.entry.level === "error"));
    assert.deepEqual(wrong.map(({ params }) => params.entry?.text ?? params.exceptionDetails?.text), []);
  },
};

const server = await serve();
const page = new Browser(process.env.CHROMIUM);
let passed = 0, failed = 0;
const limit = setTimeout(() => {
  console.log("FAILED: the tests do not end within three minutes\ndemo: 0 passed, 1 failed");
  page.close().then(() => process.exit(1));
}, 180000);
await page.open(`http://127.0.0.1:${server.address().port}/`);
for (const [name, test] of Object.entries(tests)) {
  try {
    await test(page);
    passed++;
  } catch (problem) {
    failed++;
    console.log(`FAILED: ${name}: ${problem.stack}`);
  }
}
clearTimeout(limit);
await page.close();
server.close();
server.closeAllConnections();
fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
console.log(`demo: ${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
