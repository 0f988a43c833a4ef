// SPDX-License-Identifier: MIT
// Reads all files of testdata/ and copies them with parquet_write(), in WebAssembly and with the
// native library: rows and errors must be the same, and the copies byte for byte.  (The copies
// are compressed by our own code, for the native libraries of codecs may be of other versions.)
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const work = path.resolve("build/dist/wasm/files");
// bombs/ takes minutes, encrypted/ needs libcrypto.
const files = fs.readdirSync("testdata", { recursive: true }).map((name) => `testdata/${name}`)
  .filter((name) => /\.(parquet|orc)$/.test(name) && !/\/(bombs|encrypted)\//.test(name)).sort();

function run(name, command) {
  const folder = `${work}/${name}`;
  fs.mkdirSync(folder, { recursive: true });
  const { stdout, stderr, status } = spawnSync(command[0], [...command.slice(1), `${work}/all.sql`], {
    env: { ...process.env, TESTTMP: folder }, encoding: "latin1", maxBuffer: 2 ** 30,
  });
  if (status !== 0) console.log(`${command[0]}: status ${status}: ${stderr}`);
  return { folder, statements: stdout.split(/^> /m).slice(1) };
}

fs.rmSync(work, { recursive: true, force: true });
fs.mkdirSync(work, { recursive: true });
fs.writeFileSync(`${work}/all.sql`, files.map((file, i) => `
CREATE VIRTUAL TABLE t${i} USING parquet('${file}');
SELECT * FROM t${i};
SELECT parquet_write('\${TESTTMP}/${i}.parquet', 'SELECT * FROM t${i}', 'compression=snappy');`).join("\n"));

const native = run("native", ["build/plain/sqlrun", "-e", process.env.EXTENSION ?? "./parquet_vtab.so"]);
const wasm = run("wasm", ["build/dist/wasm/sqlrun"]);
let passed = 0, failed = 0;
function check(what, same) {
  if (same) passed++;
  else failed++;
  if (!same) console.log(`FAILED: ${what}`);
}

check(`${wasm.statements.length} statements ran, of ${3 * files.length}`,
  wasm.statements.length === 3 * files.length);
native.statements.forEach((output, i) => {
  const other = wasm.statements[i] ?? "";
  let at = 0;
  while (at < output.length && output[at] === other[at]) at++;
  check(`${output.split("\n")[0]}\n  native: ${output.slice(at, at + 200)}\n  wasm:   ${other.slice(at, at + 200)}`,
    output === other);
});
const copies = fs.readdirSync(native.folder);
for (const name of copies) {
  const copy = `${wasm.folder}/${name}`;
  check(`the copy of ${files[parseInt(name)]} differs`,
    fs.existsSync(copy) && fs.readFileSync(copy).equals(fs.readFileSync(`${native.folder}/${name}`)));
}
console.log(`files: ${passed} passed, ${failed} failed`);
