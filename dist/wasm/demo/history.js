// SPDX-License-Identifier: MIT
// Links that contain a query, and the queries that were run, which the browser keeps.
import { byId, element } from "./format.js";

const KEY = "parquet_vtab queries", KEPT = 100;

// ---- Links: #sql=...&sample, or &files=... -----------------------------------------------------

// {sql, sample, files}: the query, whether it needs the sample, and the files that it needs.
export function readLink() {
  const values = new URLSearchParams(location.hash.slice(1));
  return { sql: values.get("sql"), sample: values.has("sample"), files: values.getAll("files") };
}

export function writeLink({ sql, sample, files }) {
  const values = new URLSearchParams(files.map((file) => ["files", file]));
  if (sample) values.set("sample", "");
  values.set("sql", sql);
  history.replaceState(null, "", `#${values}`);
}

// ---- History -----------------------------------------------------------------------------------

// A browser may refuse to keep anything.
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

function write(entries) {
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    // Then there is no history.
  }
}

export class History {
  // onChoose(sql)
  constructor({ onChoose }) {
    this.onChoose = onChoose;
    byId("history-clear").onclick = () => {
      write([]);
      this.show();
    };
  }

  add(sql) {
    write([{ sql, at: Date.now() }, ...read().filter((entry) => entry.sql !== sql)].slice(0, KEPT));
  }

  show() {
    const entries = read();
    byId("history-empty").hidden = entries.length > 0;
    byId("history-clear").hidden = entries.length === 0;
    byId("history-list").replaceChildren(...entries.map(({ sql, at }) => {
      const when = new Date(at).toLocaleString(undefined, { dateStyle: "short", timeStyle: "short" });
      const button = element("button", { onclick: () => this.onChoose(sql) }, element("code", { textContent: sql }));
      return element("li", {}, element("time", { textContent: when }), button);
    }));
  }
}
