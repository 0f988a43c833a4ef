// SPDX-License-Identifier: MIT
// parquet-vtab: Parquet and ORC files as SQLite tables.  See README.md.
"use strict";
const fs = require("node:fs");
const path = require("node:path");

const { version, optionalDependencies } = require("./package.json");
const FILES = { darwin: "parquet_vtab.dylib", win32: "parquet_vtab.dll" };
const FILE = FILES[process.platform] ?? "parquet_vtab.so";
const MACHINES = { arm: "armv7" };
const READONLY_ENTRY_POINT = "sqlite3_parquetvtab_readonly_init";

// Whether this program was linked with musl: the name of its loader is in its head.
function isMusl() {
  const head = Buffer.alloc(65536);
  try {
    const file = fs.openSync(process.execPath, "r");
    try {
      fs.readSync(file, head, 0, head.length, 0);
    } finally {
      fs.closeSync(file);
    }
  } catch {
    return false;
  }
  return head.includes("/ld-musl-");
}

function packageName() {
  const system = process.platform === "linux" && isMusl() ? "linux-musl" : process.platform;
  return `parquet-vtab-${system}-${MACHINES[process.arch] ?? process.arch}`;
}

function getLoadablePath() {
  const name = packageName();
  if (!(name in optionalDependencies)) {
    const known = Object.keys(optionalDependencies).map((known) => known.replace("parquet-vtab-", ""));
    throw new Error(
      `parquet-vtab has no library for ${name.replace("parquet-vtab-", "")}, only for ${known.join(", ")}. ` +
        "Build it from source and give its path to db.loadExtension()",
    );
  }
  let found;
  try {
    found = path.join(path.dirname(require.resolve(`${name}/package.json`)), FILE);
  } catch (error) {
    throw new Error(
      `the package ${name}, which has the library of this platform, is not installed. npm leaves it out with ` +
        "--omit=optional, and if node_modules was copied from another platform. Run npm install again on this " +
        `platform, or npm install ${name}@${version}`,
      { cause: error },
    );
  }
  if (!fs.existsSync(found)) {
    throw new Error(`${found} is missing: install ${name}@${version} again`);
  }
  return found;
}

function load(db, { readonly = false } = {}) {
  const library = getLoadablePath();
  if (typeof db?.loadExtension !== "function") {
    throw new TypeError("load() needs a database of better-sqlite3, node:sqlite or bun:sqlite");
  }
  // Only node:sqlite has this method; the others enable the loading of extensions by themselves.
  const enable = (on) => db.enableLoadExtension?.(on);
  try {
    enable(true);
  } catch (error) {
    throw new Error("open the database with new DatabaseSync(path, { allowExtension: true })", { cause: error });
  }
  try {
    if (readonly) db.loadExtension(library, READONLY_ENTRY_POINT);
    else db.loadExtension(library);
  } finally {
    enable(false);
  }
}

module.exports = { getLoadablePath, load };
