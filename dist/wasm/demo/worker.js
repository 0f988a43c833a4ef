// SPDX-License-Identifier: MIT
// Runs SQLite beside the page, so that a long query does not block it.  A message to it names an
// action below and what that needs; the answer has the message's id, and {error} instead of the
// rest if something fails.  Before the answer of a long action come messages with its {progress}.
import sqlite3InitModule from "./parquet_vtab_sqlite.mjs";
import { Result, runScript } from "./worker_result.js";
import { save } from "./worker_save.js";
import { FOLDER, Tables } from "./worker_tables.js";

const started = sqlite3InitModule().then((sqlite3) => {
  const db = new sqlite3.oo1.DB();
  const tables = new Tables(sqlite3, db);
  // Others could send what is in files to whoever made the link whose query names them.
  sqlite3.urls.allow((url, method) => method === "GET" && tables.hasUrl(url));
  sqlite3.FS.mkdir(FOLDER);
  sqlite3.FS.chdir(FOLDER);
  const version = `SQLite ${sqlite3.version.libVersion}, parquet_vtab ${db.selectValue("SELECT parquet_version()")}`;
  postMessage({ version });
  return { sqlite3, db, tables, results: new Map() };
});
started.catch((error) => postMessage({ version: `SQLite cannot be started: ${error.message}` }));

// Open statements would keep tables from being dropped.
function closeResults({ results }) {
  for (const result of results.values()) result.close();
}

function show({ db, results }, view, sql, order) {
  const result = new Result(db, sql, order);
  results.get(view)?.close();
  results.set(view, result);
  return { columns: result.columns, isQuery: result.isQuery, ...result.page(0) };
}

const ACTIONS = {
  // files: [{path, file}].  Answers {tables, errors}.
  open: ({ tables }, { files }) => tables.open(files),

  // Answers {tables, errors}.
  openUrl: ({ tables }, { url }) => tables.openUrl(url),

  // Tables that another worker had: {tables, errors}.
  restore: ({ tables }, { tables: described }) => tables.restore(described),

  close(state, { name }) {
    closeResults(state);
    state.tables.close(name);
    return {};
  },

  // Runs all statements of a text.  Answers the columns and the first page of the last one;
  // {columns: []} if that has none.
  run(state, { view, sql }) {
    closeResults(state);
    state.results.delete(view);
    state.tables.makeFor(sql);
    const last = runScript(state.db, sql);
    return last === null ? { columns: [], rows: [], first: 0, total: 0 } : show(state, view, last);
  },

  // The result of a view, ordered by a column: {column, descending}, or not: null.
  sort: (state, { view, order }) => show(state, view, state.results.get(view).sql, order),

  page: ({ results }, { view, page }) => results.get(view).page(page),

  // The whole result of a view as a file: {blob}.
  save: ({ sqlite3, db, results }, { view, format }, report) =>
    ({ blob: save(sqlite3, db, results.get(view), format, report) }),
};

// Folders of this module's file system mean nothing to users.
const withoutFolders = (message) => message.replace(`; the current folder is ${FOLDER}`, "")
  .replace(/(?<![^\s'":(])\/(files|saved)\//g, "");

onmessage = async ({ data }) => {
  let answer;
  try {
    const state = await started;
    const begin = performance.now();
    answer = ACTIONS[data.action](state, data, (progress) => postMessage({ id: data.id, progress }));
    answer.milliseconds = performance.now() - begin;
  } catch (error) {
    answer = { error: withoutFolders(error.message ?? String(error)) };
  }
  postMessage({ id: data.id, ...answer });
};
