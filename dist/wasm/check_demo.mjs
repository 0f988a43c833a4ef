// SPDX-License-Identifier: MIT
// Tests of the demo page in headless Chromium (CHROMIUM).  With SCREENSHOTS=1, pictures of it go to
// build/dist/wasm/screenshots.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { Browser, DESKTOP, PHONE, sleep } from "./browser.mjs";

const extension = process.env.EXTENSION ?? "./parquet_vtab.so";
const pictures = "build/dist/wasm/screenshots";

// ---- What the page shows -------------------------------------------------------------------

const text = (selector) => `document.querySelector(${JSON.stringify(selector)}).textContent`;
const texts = (selector) =>
  `Array.from(document.querySelectorAll(${JSON.stringify(selector)}), (found) => found.textContent)`;
const cells = (view = "#result") => `Array.from(document.querySelectorAll("${view} tbody tr:not(.gap)"),
  (row) => Array.from(row.querySelectorAll("td:not(.gap)"), (cell) => cell.textContent))`;
const names = (view = "#result") => texts(`${view} thead th span`);
const tables = texts("#tables summary b");
const status = text("#status");
const sql = "document.getElementById('sql').value";
const error = `Array.from(document.querySelectorAll(".error:not([hidden])"), (found) => found.textContent).join()`;
const shownRows = (view = "#result") => text(`${view} .bar output`);

// What the native library says.
const native = (statements) => execFileSync("sqlite3", ["-batch", ":memory:", `.load ${extension}`, statements],
  { encoding: "utf8" }).trimEnd().split("\n").map((line) => line.split("|"));

async function screenshot(page, name) {
  if (!process.env.SCREENSHOTS) return;
  fs.mkdirSync(pictures, { recursive: true });
  await page.screenshot(`${pictures}/${name}.png`);
}

// ---- Files ---------------------------------------------------------------------------------

// A file of 5 GB, nearly all of it a hole before the footer.
function writeHugeFile(folder) {
  const bytes = fs.readFileSync("testdata/trips.parquet"), name = `${folder}/huge.parquet`;
  const footer = bytes.subarray(bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8));
  fs.writeFileSync(name, bytes.subarray(0, bytes.length - footer.length));
  const file = fs.openSync(name, "r+");
  fs.writeSync(file, footer, 0, footer.length, 5e9);
  fs.closeSync(file);
  return name;
}

// Folders: sales/year=2024/..., and mixed/ with files of two kinds.
function writeFolders(folder) {
  fs.mkdirSync(`${folder}/mixed/old`, { recursive: true });
  native(`CREATE TABLE orders AS SELECT value AS id, value * 1.5 AS price, 2024 + value % 2 AS year FROM generate_series(1, 30);
    SELECT parquet_write('${folder}/sales', 'SELECT * FROM orders', 'partition_by=year');
    SELECT parquet_write('${folder}/mixed/day-01.parquet', 'SELECT id, price FROM orders WHERE id < 10'),
      parquet_write('${folder}/mixed/old/day-02.parquet', 'SELECT id, price FROM orders WHERE id >= 10'),
      parquet_write('${folder}/mixed/zones.parquet', 'SELECT ''Airport'' AS zone')`);
  fs.writeFileSync(`${folder}/mixed/README.txt`, "not data");
  fs.writeFileSync(`${folder}/mixed/_SUCCESS`, "");
}

// A server of another origin, which sends a file: /all allows everything, /whole knows no ranges, /moved
// redirects, /unexposed hides headers, /forbidden allows nothing, /hangs never answers, and /drip hardly.
async function serveAllowing(file) {
  const bytes = fs.readFileSync(file);
  const server = http.createServer(({ url, method, headers }, response) => {
    if (url !== "/forbidden") response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "Range, If-Match, If-None-Match, If-Unmodified-Since");
    if (url !== "/unexposed") response.setHeader("Access-Control-Expose-Headers", "Content-Range, ETag");
    response.setHeader("ETag", '"1"');
    const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
    if (method === "OPTIONS") return response.writeHead(204).end();
    if (url.startsWith("/hangs")) return undefined;
    if (url === "/moved") return response.writeHead(302, { Location: "/all" }).end();
    if (first === undefined || url === "/whole") return response.writeHead(200).end(bytes);
    const begin = first === "" ? Math.max(bytes.length - Number(last), 0) : Number(first);
    const end = first === "" || last === "" ? bytes.length : Math.min(Number(last) + 1, bytes.length);
    response.writeHead(206, { "Content-Range": `bytes ${begin}-${end - 1}/${bytes.length}` });
    if (url !== "/drip") return response.end(bytes.subarray(begin, end));
    const timer = setInterval(() => response.write("P"), 50);
    return response.on("close", () => clearInterval(timer));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}/` };
}

async function openUrl(page, url) {
  await page.evaluate(`document.getElementById("url").value = ${JSON.stringify(url)}`);
  await page.click("#url-form button");
}

async function downloaded(page, format) {
  const file = `${page.folder}/downloads/result.${format}`;
  fs.rmSync(file, { force: true });
  await page.send("Browser.setDownloadBehavior",
    { behavior: "allow", downloadPath: path.dirname(file), eventsEnabled: true });
  await page.click(`#result [data-format=${format}]`);
  assert.match(await page.evaluate(status), new RegExp(`^result.${format}: `));
  for (let i = 0; i < 500 && !fs.existsSync(file); i++) await sleep(20);
  return file;
}

// ---- The tests -----------------------------------------------------------------------------

const TOP = "SELECT payment, count(*) AS rides, round(avg(fare), 2) AS fare, max(pickup_at)\n" +
  "  FROM trips\n WHERE distance_km > 5\n GROUP BY payment ORDER BY rides DESC";

const tests = {
  async "the sample opens with a click, and its examples run"(page) {
    await page.open();
    await screenshot(page, "start");
    await page.click("#sample-examples button", "Rides by payment");
    assert.deepEqual(await page.evaluate(tables), ["trips"]);
    assert.match(await page.evaluate(sql), /GROUP BY payment/);
    assert.deepEqual(await page.evaluate(cells()),
      native(`CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet'); ${await page.evaluate(sql)}`));
    for (const example of await page.evaluate(texts("#examples optgroup option"))) {
      await page.evaluate(`{ const select = document.getElementById("examples");
        select.value = Array.from(select.options).find(({ text }) => text === ${JSON.stringify(example)}).value;
        select.dispatchEvent(new Event("change")); }`);
      await page.idle();
      assert.equal(await page.evaluate(error), "", example);
      assert.ok((await page.evaluate(cells())).length > 0, example);
    }
  },

  async "a file that is opened shows its first rows, and its columns"(page) {
    await page.open();
    await page.choose(["testdata/trips.parquet"]);
    assert.deepEqual(await page.evaluate(tables), ["trips"]);
    assert.match(await page.evaluate(text("#tables summary")), /2,000 rows, 66\.3 KB/);
    assert.match(await page.evaluate(text("#tables ul")), /pickup_attimestamp/);
    assert.equal(await page.evaluate(sql), "SELECT *\n  FROM trips");
    assert.deepEqual((await page.evaluate(cells()))[0].slice(0, 3), ["100000", "Blue Cab", "2024-01-01 00:08:21"]);
    await screenshot(page, "preview");
  },

  async "columns and fields of groups go into the query with a click"(page) {
    await page.click("#tables li button", "fare");
    await page.click("#tables li li button", "zone");
    await page.evaluate(`document.getElementById("sql").setRangeText(" ", 0, 0)`);
    assert.equal(await page.evaluate(sql), " SELECT fare, [dropoff.zone]\n  FROM trips");
    await page.click("#run");
    assert.deepEqual((await page.evaluate(cells()))[0], ["6.61", "Old Town"]);
    assert.deepEqual(await page.evaluate(texts("#tables li li button span")), ["zone", "lat", "lon"]);
  },

  async "a typed query gives the rows of the native library"(page) {
    await page.query(TOP);
    const expected = native(`CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet'); ${TOP}`);
    const found = await page.evaluate(cells());
    // Versions of SQLite round averages differently.
    const without = (rows) => rows.map((row) => row.filter((_, i) => i !== 2));
    assert.deepEqual(without(found), without(expected));
    found.forEach((row, i) => assert.ok(Math.abs(row[2] - expected[i][2]) < 0.02, `${row[2]} ${expected[i][2]}`));
    assert.match(await page.evaluate(status), /4 rows in [\d.]+ m?s/);
  },

  async "of several statements, the rows of the last one are shown"(page) {
    await page.query("CREATE TABLE few AS SELECT 1 AS x; INSERT INTO few VALUES (2);\nSELECT x FROM few; -- all\n");
    assert.deepEqual(await page.evaluate(cells()), [["1"], ["2"]]);
    await page.query("DROP TABLE few");
    assert.match(await page.evaluate(status), /^Done in/);
    assert.deepEqual(await page.evaluate(cells()), []);
  },

  async "an error takes the place of the rows, without folders of the page"(page) {
    await page.query("SELECT wrong FROM trips");
    assert.equal(await page.evaluate(error), "no such column: wrong");
    assert.deepEqual(await page.evaluate(cells()), []);
    assert.equal(await page.evaluate(`document.querySelector("#result .bar").hidden`), true);
    await screenshot(page, "error");
    await page.query(`SELECT "dropoff.zoen" FROM trips`);
    assert.match(await page.evaluate(error), /no such column/);
    await page.query("SELECT * FROM parquet_schema('missing.parquet')");
    assert.match(await page.evaluate(error), /^parquet: missing\.parquet: /);
    assert.doesNotMatch(await page.evaluate(error), /\/files/);
    await page.query("SELECT _file FROM trips LIMIT 1");
    assert.equal(await page.evaluate(error), "");
    assert.deepEqual(await page.evaluate(cells()), [["trips.parquet"]]);
  },

  async "results have pages"(page) {
    await page.query("SELECT a.trip_id AS a, b.trip_id AS b FROM trips AS a, trips AS b WHERE a.trip_id < 100002");
    assert.match(await page.evaluate(status), /The first 1,000 rows/);
    assert.equal(await page.evaluate(shownRows()), "Rows 1–1,000 of more");
    await page.click("#result .next");
    assert.equal(await page.evaluate(shownRows()), "Rows 1,001–2,000 of more");
    assert.deepEqual((await page.evaluate(cells()))[0], ["100000", "101000"]);
    await page.click("#result .next");
    await page.click("#result .next");
    assert.equal(await page.evaluate(shownRows()), "Rows 3,001–4,000 of 4,000");
    assert.equal(await page.evaluate(`document.querySelector("#result .next").disabled`), true);
    await page.click("#result .previous");
    assert.deepEqual((await page.evaluate(cells()))[0], ["100001", "100000"]);
    await page.evaluate(`document.querySelector("#result .scroll").scrollTop = 1e6`);
    await page.until(`${cells()}.some(([, b]) => b === "100999")`);
    assert.ok((await page.evaluate(cells())).length < 200, "only rows in sight exist");
  },

  async "pages that are no longer kept are read again"(page) {
    await page.query("SELECT trip_id, x FROM trips, (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 " +
      "UNION ALL SELECT 5 UNION ALL SELECT 6) ORDER BY x, trip_id");
    for (let i = 0; i < 11; i++) await page.click("#result .next");
    assert.equal(await page.evaluate(shownRows()), "Rows 11,001–12,000 of 12,000");
    await page.click("#result .first");
    assert.deepEqual((await page.evaluate(cells()))[0], ["100000", "1"]);
    await page.click("#result .next");
    assert.deepEqual((await page.evaluate(cells()))[0], ["101000", "1"]);
  },

  async "a click on a heading sorts all rows"(page) {
    await page.query("SELECT trip_id, fare FROM trips -- not by fare");
    const fares = async () => (await page.evaluate(cells())).slice(0, 3).map(([, fare]) => Number(fare));
    const expected = (order) => native(`CREATE VIRTUAL TABLE t USING parquet('testdata/trips.parquet');
      SELECT fare FROM t ORDER BY fare ${order} LIMIT 3`).map(([fare]) => Number(fare));
    await page.click("#result th button", "fare");
    assert.deepEqual(await fares(), expected(""));
    assert.equal(await page.evaluate(`document.querySelectorAll("#result th")[1].ariaSort`), "ascending");
    await page.click("#result th button", "fare");
    assert.deepEqual(await fares(), expected("DESC"));
    await page.click("#result .next");
    assert.equal(await page.evaluate(shownRows()), "Rows 1,001–2,000 of 2,000");
    await page.click("#result th button", "fare");
    assert.equal((await page.evaluate(cells()))[0][0], "100000");
    await page.query("EXPLAIN QUERY PLAN SELECT * FROM trips");
    assert.equal(await page.evaluate(`document.querySelectorAll("#result th button").length`), 0);
  },

  async "groups run on vectors, and look as they do otherwise"(page) {
    const days = `/* days */ SELECT substr(pickup_at, 1, 10) AS "day", count(*), count(*), max(fare) FROM trips GROUP BY 1 ORDER BY 2 % 3; -- end`;
    const shown = async () => [await page.evaluate(names()), await page.evaluate(cells()), await page.evaluate(error)];
    for (const [sql, batches] of [[days, "1"], ["SELECT sum(fare), tipped FROM trips GROUP BY tipped", "1"],
      ["SELECT DISTINCT payment FROM trips", "0"], ["SELECT count(*) FROM trips a JOIN trips b USING (trip_id)", "0"]]) {
      const results = [];
      for (const text of [`WITH x AS (SELECT 1) ${sql}`, sql]) {
        await page.query(text);
        results.push([await shown()]);
        if (batches === "0") continue;
        await page.query("SELECT in_batches FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1");
        assert.deepEqual(await page.evaluate(cells()), [[text === sql ? "1" : "0"]]);
        await page.query(text);
        await page.click("#result th button");
        results.at(-1).push(await shown());
        for (const format of ["csv", "json"]) results.at(-1).push(fs.readFileSync(await downloaded(page, format), "utf8"));
      }
      assert.deepEqual(results[1], results[0]);
    }
    await page.query("SELECT trip_id, count(*) FROM trips GROUP BY trip_id");
    await page.click("#result .next");
    assert.deepEqual((await page.evaluate(cells()))[0], ["101000", "1"]);
    await page.click("#result .first");
    assert.deepEqual((await page.evaluate(cells()))[0], ["100000", "1"]);
    await page.query("SELECT count(*) FROM temp.sqlite_master WHERE name LIKE '%/%'");
    assert.deepEqual(await page.evaluate(cells()), [["0"]]);
    for (const sql of ["SELECT sum(9223372036854775807 - passengers) FROM trips", "SELECT sum(absent) FROM trips"]) {
      await page.query(`WITH x AS (SELECT 1) ${sql}`);
      const expected = await page.evaluate(error);
      await page.query(sql);
      assert.notEqual(expected, "");
      assert.equal(await page.evaluate(error), expected);
    }
  },

  async "values are shown as text only, whole ones in a dialog"(page) {
    await page.query("SELECT '<img src=x>' AS html, NULL, x'00ff', dropoff FROM trips LIMIT 1");
    assert.deepEqual((await page.evaluate(cells()))[0].slice(0, 3), ["<img src=x>", "NULL", "x'00ff'"]);
    await page.evaluate(`document.querySelector('#result td:last-child').click()`);
    assert.match(await page.evaluate(text("#value-text")), /^\{\n {2}"zone": "Old Town",\n/);
    await page.click("#value button");
  },

  async "a result is saved as CSV, JSON and Parquet, with all rows and in their order"(page) {
    const query = "SELECT trip_id, fare, pickup_at, dropoff FROM trips WHERE payment <> 'cash'";
    await page.query(`${query};`);
    await page.click("#result th button", "fare");
    const original = native(`CREATE VIRTUAL TABLE trips USING parquet('testdata/trips.parquet');
      SELECT trip_id, fare, pickup_at, dropoff ->> 'zone', typeof(dropoff) FROM (${query} ORDER BY fare)`);
    const csv = await downloaded(page, "csv");
    const imported = execFileSync("sqlite3", ["-batch", ":memory:", ".mode csv", `.import ${csv} t`, ".mode list",
      "SELECT trip_id, fare, pickup_at, CASE WHEN dropoff <> '' THEN dropoff ->> 'zone' END, " +
      "CASE dropoff WHEN '' THEN 'null' ELSE 'text' END FROM t"], { encoding: "utf8" });
    const numbers = (rows) => rows.map(([id, fare, ...others]) => [id, Number(fare), ...others]);
    assert.deepEqual(numbers(imported.trimEnd().split("\n").map((line) => line.split("|"))), numbers(original));
    const json = JSON.parse(fs.readFileSync(await downloaded(page, "json")));
    assert.deepEqual(json.map(({ trip_id, fare, pickup_at, dropoff }) => [String(trip_id), fare, pickup_at,
      dropoff?.zone ?? ""]), original.map(([id, fare, at, zone]) => [id, Number(fare), at, zone]));
    const parquet = await downloaded(page, "parquet");
    assert.deepEqual(native(`CREATE VIRTUAL TABLE t USING parquet('${parquet}');
      SELECT trip_id, fare, pickup_at, dropoff ->> 'zone', typeof(dropoff) FROM t`), original);
    assert.deepEqual(native(`SELECT count(*) FROM parquet_check('${parquet}')`), [["0"]]);
  },

  async "files have what formats make difficult"(page) {
    await page.query(`SELECT 'a "b", c' AS x, 'line' || char(10) || 'break' AS x, '' AS y, NULL AS z, x'00ff' AS b,
      9007199254740993 AS big, 9e999 AS most, -0.0 AS zero`);
    assert.equal(fs.readFileSync(await downloaded(page, "csv"), "utf8"),
      'x,x,y,z,b,big,most,zero\r\n"a ""b"", c","line\nbreak","",,00ff,9007199254740993,Infinity,0\r\n');
    assert.equal(fs.readFileSync(await downloaded(page, "json"), "utf8"), '[\n{"x":"a \\"b\\", c","x_1":"line\\nbreak",' +
      '"y":"","z":null,"b":"00ff","big":9007199254740993,"most":9e999,"zero":-0.0}\n]\n');
  },

  async "a result with labels and numbers is a chart"(page) {
    await page.query("SELECT payment, count(*) AS rides FROM trips GROUP BY 1 ORDER BY 2 DESC");
    await page.click("[role=tab]", "Chart");
    const [[payment, rides]] = native(`CREATE VIRTUAL TABLE t USING parquet('testdata/trips.parquet');
      SELECT payment, count(*) FROM t GROUP BY 1 ORDER BY 2 DESC`);
    assert.equal((await page.evaluate(texts(".bars .label")))[0], payment);
    assert.equal((await page.evaluate(texts(".bars .number")))[0].replace(",", ""), rides);
    const widths = await page.evaluate(`Array.from(document.querySelectorAll(".bar-fill"), (bar) => bar.clientWidth)`);
    assert.ok(widths[0] > 100 && widths.every((width, i) => i === 0 || width < widths[i - 1]), String(widths));
    await screenshot(page, "bars");
    await page.query("SELECT date(pickup_at) AS day, count(*) AS rides FROM trips GROUP BY 1");
    assert.equal(await page.evaluate(`document.querySelector("#chart polyline").points.length`), 7);
    await screenshot(page, "line");
    await page.query("SELECT 'no number'");
    assert.equal(await page.evaluate(`document.getElementById("chart-empty").hidden`), false);
    await page.click("[role=tab]", "Result");
  },

  async "metadata, row groups and statistics have a tab"(page) {
    await page.click("#tables button", "Metadata");
    const property = (name) => `${cells("#metadata")}.find(([property]) => property === "${name}")?.[1]`;
    assert.equal(await page.evaluate(property("num_row_groups")), "4");
    await screenshot(page, "metadata");
    const sections = await page.evaluate(texts("#metadata-sections button"));
    for (const section of sections) {
      await page.click("#metadata-sections button", section);
      assert.equal(await page.evaluate(error), "", section);
      const rows = await page.evaluate(cells("#metadata"));
      assert.ok(rows.length > 0 || section === "Check" || section === "Key-value", section);
    }
    assert.equal(await page.evaluate(status), "The file is sound");
    await page.click("#metadata-sections button", "Row groups");
    assert.deepEqual((await page.evaluate(cells("#metadata"))).map(([, rows]) => rows), ["500", "500", "500", "500"].map(
      (_, i) => native(`SELECT DISTINCT row_group_num_rows FROM parquet_metadata('testdata/trips.parquet')
        WHERE row_group_id = ${i}`)[0][0]));
    await page.click("#metadata-edit");
    await page.click("#run");
    assert.equal((await page.evaluate(cells())).length, 4);
  },

  async "the queries that were run are listed"(page) {
    await page.query("SELECT 'remember me'");
    await page.open();
    await page.click("[role=tab]", "History");
    assert.equal((await page.evaluate(texts("#history-list code")))[0], "SELECT 'remember me'");
    await screenshot(page, "history");
    await page.click("#history-list button");
    assert.equal(await page.evaluate(sql), "SELECT 'remember me'");
    await page.click("#history-clear");
    assert.deepEqual(await page.evaluate(texts("#history-list code")), []);
  },

  async "a link contains the query, and says which file it needs"(page) {
    await page.click("[role=tab]", "Result");
    await page.choose(["testdata/duckdb_types.parquet"]);
    await page.query("SELECT count(*) AS n FROM duckdb_types");
    const link = new URL(await page.evaluate("location.href"));
    await page.open(link.hash);
    await page.until(`/needs duckdb_types.parquet/.test(${status})`);
    await page.choose(["testdata/duckdb_types.parquet"]);
    assert.deepEqual(await page.evaluate(names()), ["n"]);
    await page.click("#sample");
    await page.query("SELECT min(fare) AS least FROM trips");
    const hash = await page.evaluate("location.hash");
    await page.open(hash);
    await page.until(`${cells()}.length === 1`);
    assert.deepEqual(await page.evaluate(names()), ["least"]);
  },

  async "files with the same columns become one table, others tables of their own"(page) {
    await page.open();
    await page.drop([`${page.folder}/mixed/day-01.parquet`, `${page.folder}/mixed/old/day-02.parquet`,
      "testdata/orc/pyarrow_types.orc"]);
    assert.deepEqual(await page.evaluate(tables), ["day", "pyarrow_types"]);
    assert.match(await page.evaluate(text("#tables summary")), /30 rows, 2 files/);
    await page.query("SELECT count(*), min(_file), max(_file) FROM day");
    assert.deepEqual(await page.evaluate(cells()), [["30", "day-01.parquet", "day-02.parquet"]]);
    await page.choose(["testdata/trips.parquet"]);
    await page.choose(["testdata/trips.parquet"]);
    assert.deepEqual(await page.evaluate(tables), ["day", "pyarrow_types", "trips", "trips_2"]);
    await page.query("SELECT (SELECT count(*) FROM pyarrow_types), (SELECT count(*) FROM trips_2 JOIN trips USING (trip_id))");
    const [[n]] = native("SELECT num_rows FROM orc_file_metadata('testdata/orc/pyarrow_types.orc')");
    assert.deepEqual(await page.evaluate(cells()), [[n, "2000"]]);
    for (const table of [1, 2]) {
      await page.click(`#tables details:nth-child(${table}) button`, "Metadata");
      for (const section of await page.evaluate(texts("#metadata-sections button"))) {
        await page.click("#metadata-sections button", section);
        assert.equal(await page.evaluate(error), "", section);
      }
    }
    await page.click("#tables details:nth-child(2) button", "Close");
    assert.deepEqual(await page.evaluate(tables), ["day", "trips", "trips_2"]);
    await page.click("[role=tab]", "Result");
  },

  async "a folder becomes one table, with its partition keys"(page) {
    await page.open();
    await page.drop([`${page.folder}/sales`]);
    assert.deepEqual(await page.evaluate(tables), ["sales"]);
    await page.query("SELECT year, count(*), sum(price), min(_file) FROM sales GROUP BY 1");
    assert.deepEqual(await page.evaluate(cells()), [["2024", "15", "360", "sales/year=2024/data_0.parquet"],
      ["2025", "15", "337.5", "sales/year=2025/data_0.parquet"]]);
    await page.choose([`${page.folder}/mixed`], "#folder");
    assert.deepEqual(await page.evaluate(tables), ["sales", "day", "zones"]);
    await page.query("SELECT count(*), count(DISTINCT _file) FROM day");
    assert.deepEqual(await page.evaluate(cells()), [["30", "2"]]);
    await page.click("#tables details button", "Close");
    await page.drop([`${page.folder}/sales`]);
    await page.query("SELECT DISTINCT substr(_file, 1, 10) FROM sales");
    assert.deepEqual(await page.evaluate(cells()), [["sales/year"]]);
  },

  async "a file that changes is an error, until it is opened again"(page) {
    await page.open();
    const file = `${page.folder}/changing.parquet`; // more than is kept of it
    native(`SELECT parquet_write('${file}', 'SELECT value AS id, randomblob(100) AS noise FROM generate_series(1, 120000)')`);
    await page.choose([file]);
    fs.copyFileSync("testdata/trips.parquet", file);
    await page.query("SELECT sum(length(noise)) FROM changing");
    assert.match(await page.evaluate(error), /^parquet: changing\.parquet: /);
    assert.deepEqual(await page.evaluate(cells()), []);
    await page.click("#tables button", "Close");
    await page.choose([file]);
    assert.equal((await page.evaluate(cells()))[0][0], "100000");
  },

  async "a file that is no Parquet file gives a message, and the others are opened"(page) {
    await page.open();
    await page.choose(["README.md"]);
    assert.match(await page.evaluate(error), /^parquet: README.md: .*looks like a text/);
    await page.choose(["README.md", "testdata/trips.parquet"]);
    assert.match(await page.evaluate(error), /^parquet: README_?\d?.md: .*looks like a text/);
    assert.deepEqual(await page.evaluate(tables), ["trips"]);
    assert.equal((await page.evaluate(cells()))[0][0], "100000");
  },

  async "names of files may have any characters"(page) {
    await page.open();
    const files = [`a'b "c".parquet`, "[x]*?.parquet", "order.parquet", "2024.parquet", "line\nbreak.parquet", "__proto__",
      "we[i]rd {x}/k=a b/[z].parquet"];
    for (const file of files) {
      const target = `${page.folder}/odd/${file}`;
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.copyFileSync("testdata/trips.parquet", target);
      await page.drop([`${page.folder}/odd/${file.split("/")[0]}`]);
      assert.equal(await page.evaluate(error), "", file);
      await page.query((await page.evaluate(sql)).replace("*", "count(*), max(_file)"));
      const [[count, shown]] = await page.evaluate(cells());
      assert.equal(count, "2000", file);
      assert.equal(shown, file.replace(/^[^/]*/, (root) => root.replace(/[*?[\]{}\n]/g, "_")));
    }
    assert.deepEqual(await page.evaluate(tables), ["a_b_c", "x", "order", "2024", "line_break", "proto", "we_i_rd_x"]);
  },

  async "a folder of damaged files, and one of Delta Lake, say what is wrong"(page) {
    await page.open();
    await page.drop(["testdata/bad"]);
    const problems = await page.evaluate(error);
    assert.match(problems, /parquet: bad\/\w+\.parquet: corrupt/);
    assert.doesNotMatch(problems, /\/files/);
    await page.open();
    fs.mkdirSync(`${page.folder}/delta/_delta_log`, { recursive: true });
    fs.writeFileSync(`${page.folder}/delta/_delta_log/00000000000000000000.json`, "{}");
    fs.copyFileSync("testdata/trips.parquet", `${page.folder}/delta/a.parquet`);
    await page.drop([`${page.folder}/delta`]);
    assert.match(await page.evaluate(error), /delta/i);
    assert.deepEqual(await page.evaluate(tables), []);
    await page.choose(["testdata/trips.parquet"]);
  },

  async "a query can be stopped"(page) {
    await page.evaluate("document.getElementById('sql').value = 'SELECT count(*) FROM trips a, trips b, trips c'");
    await page.evaluate("document.getElementById('run').click()");
    await page.until("!document.getElementById('stop').disabled");
    await page.click("#stop");
    assert.equal(await page.evaluate(status), "Stopped");
    assert.deepEqual(await page.evaluate(tables), ["trips"]);
    await page.query("SELECT count(*) FROM trips");
    assert.deepEqual(await page.evaluate(cells()), [["2000"]]);
  },

  async "3,000 columns can be looked at"(page) {
    await page.open();
    const begin = Date.now();
    await page.choose(["testdata/handmade_wide.parquet"]);
    assert.equal((await page.evaluate(cells())).length, 1);
    assert.ok((await page.evaluate(names())).length < 60, "only columns in sight exist");
    await page.evaluate(`document.querySelector("#result .scroll").scrollLeft = 1e7`);
    const [last] = native("SELECT name FROM parquet_schema('testdata/handmade_wide.parquet')").at(-1);
    await page.until(`${names()}.at(-1) === "${last}"`);
    await page.evaluate(`{ const search = document.querySelector("#tables input");
      search.value = "${last}"; search.dispatchEvent(new Event("input")); }`);
    assert.deepEqual(await page.evaluate(texts("#tables li button span")), [last]);
    await screenshot(page, "wide");
    await page.click("#result th button", last);
    assert.equal(await page.evaluate(error), "");
    assert.ok(Date.now() - begin < 30000);
  },

  async "a file of 5 GB is read in slices"(page) {
    await page.open();
    await page.choose([writeHugeFile(page.folder)]);
    await page.query("SELECT count(*), max(fare) FROM huge");
    const [expected] = native(`CREATE VIRTUAL TABLE t USING parquet('testdata/trips.parquet');
      SELECT count(*), max(fare) FROM t`);
    assert.deepEqual(await page.evaluate(cells()), [expected]);
  },

  async "on a phone, nothing is wider than the screen"(page) {
    await page.resize(PHONE);
    await page.open();
    const isWide = "document.documentElement.scrollWidth > innerWidth";
    assert.equal(await page.evaluate(isWide), false, "start");
    assert.ok(await page.evaluate("document.getElementById('sql').offsetWidth") > 0.9 * PHONE.width);
    await screenshot(page, "phone-start");
    await page.click("#sample");
    assert.equal(await page.evaluate(isWide), false, "rows");
    await screenshot(page, "phone-preview");
    for (const tab of ["Chart", "Metadata", "History"]) {
      await page.click("[role=tab]", tab);
      assert.equal(await page.evaluate(isWide), false, tab);
      await page.evaluate("document.querySelector('[role=tablist]').scrollIntoView()");
      await screenshot(page, `phone-${tab.toLowerCase()}`);
    }
    await page.resize(DESKTOP);
  },

  async "every control has a name"(page) {
    await page.open();
    await page.choose(["testdata/trips.parquet"]);
    const nameless = [];
    for (const tab of ["Chart", "Metadata", "History", "Result"]) {
      await page.click("[role=tab]", tab);
      const { nodes } = await page.send("Accessibility.getFullAXTree");
      nameless.push(...nodes.filter(({ ignored, role, name }) => !ignored && !name?.value &&
        /^(button|textbox|searchbox|combobox|tab|tablist|dialog|region)$/.test(role?.value)));
    }
    assert.deepEqual(nameless, []);
  },

  // A link's query could send what is in files to whoever made the link.
  async "queries of the page open no other URLs"(page) {
    await page.query("SELECT * FROM read_parquet('http://127.0.0.1:9/a.parquet')");
    assert.match(await page.evaluate(error), /this application does not open the URL/);
  },

  async "a URL that is typed becomes a table, as long as that is open"(page) {
    const { server, url } = await serveAllowing("testdata/trips.parquet");
    try {
      await page.open();
      await openUrl(page, `${url}moved`);
      assert.deepEqual(await page.evaluate(tables), ["moved"]);
      await page.query("SELECT count(*), CAST(sum(fare) AS INTEGER) FROM moved");
      assert.deepEqual(await page.evaluate(cells()),
        native("SELECT count(*), CAST(sum(json_extract(row, '$.fare')) AS INTEGER) FROM read_parquet('testdata/trips.parquet')"));
      await page.query(`SELECT count(*) FROM read_parquet('${url}moved?secret=1')`);
      assert.match(await page.evaluate(error), /this application does not open the URL/);
      const before = page.events.length;
      await openUrl(page, `${url}forbidden`);
      assert.match(await page.evaluate(error), /may not allow this page to read it \(CORS\)/);
      page.events.length = before; // the browser complains, too
      assert.deepEqual(await page.evaluate(tables), ["moved"]);
    } finally {
      server.close();
    }
  },

  async "a query that waits for a server can be stopped, and its table used once that answers"(page) {
    const { server, url } = await serveAllowing("testdata/trips.parquet");
    const [answer] = server.listeners("request");
    const begin = (text) => page.evaluate(`document.getElementById("sql").value = ${JSON.stringify(text)};
      document.getElementById("run").click()`);
    const stop = async () => {
      const clicked = Date.now();
      await page.click("#stop");
      assert.ok(Date.now() - clicked < 5000, `${Date.now() - clicked} ms`);
      assert.equal(await page.evaluate(status), "Stopped");
      assert.deepEqual(await page.evaluate(tables), ["trips", "far"]);
      await page.query("SELECT count(*) FROM trips");
      assert.deepEqual(await page.evaluate(cells()), [["2000"]]);
    };
    try {
      await page.open();
      await page.choose(["testdata/trips.parquet"]);
      await openUrl(page, `${url}far`);
      server.removeAllListeners("request"); // it does not answer any more
      await begin("SELECT count(*) FROM trips a, trips b, trips c");
      await stop();
      for (let i = 0; i < 2; i++) {
        const asked = new Promise((resolve) => server.once("request", ({ socket }) => resolve(socket)));
        await begin("SELECT count(*), max(_file) FROM FAR");
        const socket = await asked;
        const closed = new Promise((resolve) => socket.once("close", resolve));
        await stop();
        await closed;
      }
      server.on("request", answer);
      await page.query("SELECT count(*), max(_file) FROM FAR");
      assert.deepEqual(await page.evaluate(cells()), [["2000", `${url}far`]]);
      await begin("SELECT count(*) FROM trips a, trips b, trips c");
      await stop();
      await page.click("#tables details:nth-child(2) button", "Close");
      assert.deepEqual(await page.evaluate(tables), ["trips"]);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },

  async "a Worker opens URLs, if their server allows it"(page) {
    const { server, url } = await serveAllowing("testdata/trips.parquet");
    const count = (address, patience = 20) => page.evaluate(`new Promise((resolve) => {
      const worker = new Worker("url_worker.js", { type: "module" });
      worker.onmessage = ({ data }) => { worker.terminate(); resolve(data); };
      worker.postMessage(${JSON.stringify({ address, patience })});
    })`);
    const file = "build/dist/wasm/demo/url_worker.js";
    fs.writeFileSync(file, `import init from "./parquet_vtab_sqlite.mjs";
      onmessage = async ({ data: { address, patience } }) => {
        const { oo1, urls } = await init();
        urls.patience(patience);
        try {
          postMessage(new oo1.DB().selectArray("SELECT count(*), sum(json_extract(row, '$.fare')) FROM read_parquet(?)", [address]).join());
        } catch (error) {
          postMessage(error.message);
        }
      };`);
    try {
      const [expected] = native("SELECT count(*), sum(json_extract(row, '$.fare')) FROM read_parquet('testdata/trips.parquet')");
      for (const what of ["all", "whole", "moved"])
        assert.equal(Math.round((await count(`${url}${what}`)).split(",")[1]), Math.round(expected[1]), what);
      const before = page.events.length;
      assert.match(await count(`${url}unexposed`), /Access-Control-Expose-Headers/);
      assert.match(await count(`${url}forbidden`), /may not allow this page to read it \(CORS\)/);
      let asked = 0;
      server.on("request", ({ method, url: path }) => { asked += method === "GET" && /hangs/.test(path); });
      for (const message of await Promise.all([`${url}hangs-1\n${url}hangs-2`, `${url}drip`].map((urls) => count(urls, 0.1))))
        assert.match(message, /^parquet: http:.*\/(hangs-1|drip)\b.*: .*too slow: .*patience/);
      assert.equal(asked, 4, "each try asks for one file of a server that is too slow");
      page.events.length = before; // the browser complains, too
    } finally {
      fs.rmSync(file);
      server.close();
      server.closeAllConnections();
    }
  },

  async "nothing went wrong in the page"(page) {
    const wrong = page.events.filter(({ method, params }) => method === "Runtime.exceptionThrown" ||
      (method === "Log.entryAdded" && params.entry.level === "error"));
    assert.deepEqual(wrong.map(({ params }) => params.entry?.text ?? params.exceptionDetails?.text), []);
  },
};

const only = process.argv[2];
const page = await Browser.start();
writeFolders(page.folder);
// Some tests go on with the table that one before them has opened.
if (only) await page.choose(["testdata/trips.parquet"]);
let passed = 0, failed = 0;
const limit = setTimeout(() => {
  console.log("FAILED: the tests do not end within four minutes\ndemo: 0 passed, 1 failed");
  page.close().then(() => process.exit(1));
}, 240000);
for (const [name, test] of Object.entries(tests).filter(([name]) => !only || name.includes(only))) {
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
console.log(`demo: ${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
