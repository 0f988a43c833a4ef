#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Writes the npm packages: parquet-vtab, and one with the library of each platform.
//
//     node dist/node/build.mjs [--out FOLDER]
//
// The libraries are those in build/dist; the packages go to build/packages as npm packs
// them.  parquet-vtab names the packages of all platforms, whether their library is there
// or not.  Needs Node 20 and npm, and no network.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const tree = path.join(here, "..", "..");
const libraries = path.join(tree, "build", "dist");
const codecLicenses = path.join(libraries, "LICENSES.txt");

// The platforms of build/dist, and how npm knows which one to install.
const platforms = {
  "linux-x64": { os: "linux", cpu: "x64", libc: "glibc" },
  "linux-arm64": { os: "linux", cpu: "arm64", libc: "glibc" },
  "linux-armv7": { os: "linux", cpu: "arm", libc: "glibc" },
  "linux-s390x": { os: "linux", cpu: "s390x", libc: "glibc" },
  "linux-musl-x64": { os: "linux", cpu: "x64", libc: "musl" },
  "linux-musl-arm64": { os: "linux", cpu: "arm64", libc: "musl" },
  "darwin-x64": { os: "darwin", cpu: "x64" },
  "darwin-arm64": { os: "darwin", cpu: "arm64" },
  "win32-x64": { os: "win32", cpu: "x64" },
  "win32-arm64": { os: "win32", cpu: "arm64" },
};
const suffixes = { linux: ".so", darwin: ".dylib", win32: ".dll" };

// Returns PARQUET_VTAB_VERSION, which one header of src/ defines.
function readVersion() {
  const found = new Set();
  for (const name of fs.readdirSync(path.join(tree, "src"), { recursive: true }).sort()) {
    if (!name.endsWith(".h")) continue;
    const text = fs.readFileSync(path.join(tree, "src", name), "utf8");
    for (const match of text.matchAll(/^#define PARQUET_VTAB_VERSION "([^"]+)"/gm)) found.add(match[1]);
  }
  if (found.size !== 1) throw new Error(`src/ defines PARQUET_VTAB_VERSION ${found.size} times, not once`);
  return [...found][0];
}

const version = readVersion();
const common = {
  version,
  description: "Query Parquet and ORC files from SQLite with plain SQL, and write Parquet",
  keywords: ["sqlite", "parquet", "orc", "sql", "extension", "better-sqlite3"],
};

function writePackage(folder, description, files) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(description, null, 2) + "\n");
  for (const [name, data] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), data);
}

function mainPackage(folder) {
  const source = path.join(here, "package");
  const files = { LICENSE: fs.readFileSync(path.join(tree, "LICENSE")) };
  for (const name of fs.readdirSync(source)) files[name] = fs.readFileSync(path.join(source, name));
  const names = Object.keys(platforms).map((name) => `parquet-vtab-${name}`);
  writePackage(
    folder,
    {
      name: "parquet-vtab",
      ...common,
      license: "MIT",
      main: "./index.cjs",
      bin: { "parquet-sql": "./parquet-sql.cjs" },
      module: "./index.mjs",
      types: "./index.d.cts",
      exports: {
        ".": {
          import: { types: "./index.d.mts", default: "./index.mjs" },
          require: { types: "./index.d.cts", default: "./index.cjs" },
        },
        "./package.json": "./package.json",
      },
      engines: { node: ">=16" },
      optionalDependencies: Object.fromEntries(names.map((name) => [name, version])),
    },
    files,
  );
}

function platformPackage(folder, name, library) {
  const { os, cpu, libc } = platforms[name];
  const file = path.basename(library);
  const files = {
    LICENSE: fs.readFileSync(path.join(tree, "LICENSE")),
    "README.md": `# parquet-vtab-${name}\n\nThe library of parquet-vtab for ${name}. Install parquet-vtab, which finds it.\n`,
    [file]: fs.readFileSync(library),
  };
  if (fs.existsSync(codecLicenses)) files["LICENSES.txt"] = fs.readFileSync(codecLicenses);
  writePackage(
    folder,
    {
      name: `parquet-vtab-${name}`,
      ...common,
      description: `The library of parquet-vtab for ${name}`,
      license: "MIT AND BSD-2-Clause AND BSD-3-Clause AND Zlib",
      os: [os],
      cpu: [cpu],
      ...(libc && { libc: [libc] }),
      // Yarn must not leave the library inside a zip archive.
      preferUnplugged: true,
    },
    files,
  );
}

function pack(folder, out) {
  const windows = process.platform === "win32";
  const answer = execFileSync("npm", ["pack", "--json", "--offline", "--pack-destination", out], {
    cwd: folder,
    encoding: "utf8",
    shell: windows,
  });
  const { filename, size } = [Object.values(JSON.parse(answer))].flat()[0];
  console.log(`${path.relative(process.cwd(), path.join(out, filename))}: ${size} bytes`);
}

const options = process.argv.slice(2);
const out = path.resolve(options[0] === "--out" ? options[1] : path.join(tree, "build", "packages"));
const unpacked = path.join(out, "npm");
fs.mkdirSync(out, { recursive: true });
if (!fs.existsSync(codecLicenses)) console.error("build/dist/LICENSES.txt is missing: do not publish these packages");
mainPackage(path.join(unpacked, "parquet-vtab"));
pack(path.join(unpacked, "parquet-vtab"), out);
for (const name of Object.keys(platforms)) {
  const library = path.join(libraries, name, "parquet_vtab" + suffixes[name.split("-")[0]]);
  if (!fs.existsSync(library)) continue;
  const folder = path.join(unpacked, `parquet-vtab-${name}`);
  platformPackage(folder, name, library);
  pack(folder, out);
}
