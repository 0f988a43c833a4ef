// SPDX-License-Identifier: MIT
// Runs SQLite beside the page, so that a long query does not block it.  Messages to it:
//
//     {id, open: [File...]}   makes a table of each file; answers {tables: [{name, columns}...]}
//     {id, sql, limit}        answers {columns, rows, more, milliseconds}
//     {id, save: sql}         answers {bytes, milliseconds}: the result as a Parquet file
//
// Each answer has the id, and {error} instead of the rest if something fails.
import sqlite3InitModule from "./parquet_vtab_sqlite.mjs";

const started = sqlite3InitModule().then((sqlite3) => {
  const db = new sqlite3.oo1.DB();
  const version = `SQLite ${sqlite3.version.libVersion}, parquet_vtab ${db.selectValue("SELECT parquet_version()")}`;
  postMessage({ version });
  return { sqlite3, db };
});

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
const text = (value) => `'${value.replaceAll("'", "''")}'`;

let n_mounts = 0;

// A name for the table of a file: its own without the ending, and a number if it is taken.
function tableName(db, file) {
  const base = file.name.replace(/\.[^.]*$/, "") || file.name;
  const taken = "SELECT count(*) FROM temp.sqlite_master WHERE name = ? COLLATE NOCASE";
  let name = base;
  for (let i = 2; db.selectValue(taken, [name]) > 0; i++) name = `${base}_${i}`;
  return name;
}

function open({ sqlite3, db }, files) {
  return {
    tables: Array.from(files, (file) => {
      const folder = `/files/${++n_mounts}`;
      sqlite3.files.mount(folder, { [file.name]: file });
      const name = tableName(db, file);
      db.exec(`CREATE VIRTUAL TABLE temp.${quoted(name)} USING parquet(${text(`${folder}/${file.name}`)})`);
      const columns = db.selectObjects(`SELECT name, type FROM pragma_table_info(${text(name)})`);
      return { name, size: file.size, columns, rows: db.selectValue(`SELECT count(*) FROM ${quoted(name)}`) };
    }),
  };
}

function run({ db }, sql, limit) {
  const columns = [], rows = [];
  db.exec({ sql, columnNames: columns, callback: (row) => rows.push(row) <= limit });
  return { columns, rows: rows.slice(0, limit), more: rows.length > limit };
}

function save({ sqlite3, db }, sql) {
  db.selectValue("SELECT parquet_write('/result.parquet', ?, 'overwrite=on')", [sql.replace(/[;\s]+$/, "")]);
  const bytes = sqlite3.files.read("/result.parquet");
  sqlite3.files.remove("/result.parquet");
  return { bytes };
}

onmessage = async ({ data }) => {
  let answer;
  try {
    const sqlite = await started;
    const begin = performance.now();
    answer = data.open ? open(sqlite, data.open) : data.save ? save(sqlite, data.save)
      : run(sqlite, data.sql, data.limit);
    answer.milliseconds = performance.now() - begin;
  } catch (error) {
    answer = { error: error.message ?? String(error) };
  }
  postMessage({ id: data.id, ...answer });
};
