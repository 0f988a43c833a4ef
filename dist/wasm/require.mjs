// SPDX-License-Identifier: MIT
// SQLite with parquet_vtab for Node and browsers: see dist/wasm/README.md of parquet_vtab.

// What Emscripten generates uses these in Node, where modules do not have them.
const require = globalThis.process?.versions?.node
  ? (await import("node:module")).createRequire(import.meta.url)
  : undefined;
const __dirname = require && require("path").dirname(require("url").fileURLToPath(import.meta.url));
