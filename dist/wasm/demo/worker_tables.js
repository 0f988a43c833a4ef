// SPDX-License-Identifier: MIT
// Makes tables of opened files: which of them are one table, its name, and what it consists of.
export const FOLDER = "/files"; // the current folder, so that users see paths as they know them

const ENDING = /\.(parquet|parq|pq|orc)$/i;

const text = (value) => `'${value.replaceAll("'", "''")}'`;
const root = (path) => path.replace(/\/.*/, "");
const base = (path) => path.replace(/.*\//, "");

// Which of a folder's files have rows: as the extension reads folders.
const isData = ({ path }) => ENDING.test(path) && !path.split("/").slice(1).some((name) => /^[._]/.test(name));

// A folder whose paths or files say what belongs to the table.
const isDataset = ({ path }) => /\/[^/=]+=[^/]*\//.test(path) ||
  /\/_delta_log\/|\/metadata\/[^/]*\.metadata\.json/.test(path);

function grouped(values, key) {
  const groups = new Map();
  for (const value of values) {
    const group = groups.get(key(value));
    if (group) group.push(value);
    else groups.set(key(value), [value]);
  }
  return groups;
}

// What the names of files have in common: trips-2024-01, trips-2024-02: trips.
function commonName(files) {
  const names = files.map(({ path }) => base(path).replace(/\.[^.]*$/, ""));
  if (names.length === 1) return names[0];
  let common = names[0];
  for (const name of names) while (!name.startsWith(common)) common = common.slice(0, -1);
  return common.replace(/[\d\W_]+$/, "");
}

export class Tables {
  #sqlite3;
  #db;
  #tables = new Map(); // name: {name, source, files, url}
  #urls = new Set(); // of tables, and of one that is being opened
  #later = new Set(); // names of tables that the next query with their name makes

  constructor(sqlite3, db) {
    this.#sqlite3 = sqlite3;
    this.#db = db;
  }

  // Files that have the same columns become one table, and so does a folder with partition keys or
  // a log.  Answers {tables, errors}.
  open(files) {
    const errors = [], plans = [];
    const ordered = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const roots = grouped(ordered, ({ path }) => (path.includes("/") ? root(path) : ""));
    for (const [folder, members] of roots) {
      const placed = this.#place(members);
      plans.push(...(folder === "" ? this.#planFiles(placed, errors) : this.#planFolder(placed, errors)));
    }
    const tables = plans.flatMap((plan) =>
      this.#attempt(plan.files, errors, () => [this.#create({ ...plan, name: this.#freeName(plan.name) })]));
    return { tables, errors };
  }

  openUrl(url) {
    const errors = [], { pathname, href } = new URL(url);
    const name = commonName([{ path: pathname }]);
    this.#urls.add(href);
    const tables = this.#attempt([], errors, () => [this.#create({ name: this.#freeName(name), source: href, files: [], url: href })]);
    if (tables.length === 0) this.#forget(href);
    return { tables, errors };
  }

  hasUrl = (url) => this.#urls.has(new URL(url).href);

  #forget(url) {
    if (Array.from(this.#tables.values()).every((table) => table.url !== url)) this.#urls.delete(url);
  }

  // Those of URLs come later: their server may be why the other worker was stopped.
  restore(tables) {
    const errors = [];
    for (const table of tables) {
      this.#mount(table.files);
      if (table.url) this.#postpone(table);
      else this.#attempt(table.files, errors, () => [this.#create(table)]);
    }
    return { tables: tables.filter(({ name }) => this.#tables.has(name)), errors };
  }

  #postpone(table) {
    this.#urls.add(table.url);
    this.#tables.set(table.name, table);
    this.#later.add(table.name);
  }

  // Makes the tables that come later, if a query names them.
  makeFor(sql) {
    const words = new Set(sql.toLowerCase().match(/[\p{L}\p{N}_]+/gu));
    for (const name of this.#later) {
      if (!words.has(name.toLowerCase())) continue;
      this.#create(this.#tables.get(name));
      this.#later.delete(name);
    }
  }

  close(name) {
    if (!this.#later.delete(name)) this.#db.exec(`DROP TABLE temp.${this.#quoted(name)}`);
    const { files, url } = this.#tables.get(name);
    this.#unmount(files);
    this.#tables.delete(name);
    this.#forget(url);
  }

  // What work() returns; if it fails, nothing, and the files are closed.
  #attempt(files, errors, work) {
    try {
      return work();
    } catch (error) {
      errors.push(error.message);
      this.#unmount(files);
      return [];
    }
  }

  // ---- Paths ----------------------------------------------------------------------------------

  // Gives files a place.  Another file or folder of the same name has one already: a_2.parquet.
  #place(files) {
    const names = new Map();
    const placed = files.map(({ path, file }) => {
      const first = root(path);
      if (!names.has(first)) names.set(first, this.#freePath(first));
      return { path: names.get(first) + path.slice(first.length), file };
    });
    this.#mount(placed);
    return placed;
  }

  // Characters that have a meaning in patterns and lists are not part of it.
  #freePath(name) {
    const [, stem, ending] = /^(.*?)(\.[^.]*)?$/s.exec(name.replace(/[*?[\]{}\\\n]/g, "_"));
    let path = stem + (ending ?? "");
    for (let i = 2; this.#sqlite3.FS.analyzePath(path).exists; i++) path = `${stem}_${i}${ending ?? ""}`;
    return path;
  }

  #mount(files) {
    this.#sqlite3.files.mount(FOLDER, Object.fromEntries(files.map(({ path, file }) => [path, file])));
  }

  #unmount(files) {
    for (const { path } of files) {
      this.#sqlite3.files.remove(`${FOLDER}/${path}`);
      this.#removeFolders(path);
    }
  }

  // The folders on the way to a path that have nothing else in them.
  #removeFolders(path) {
    const parts = path.split("/").slice(0, -1);
    try {
      for (; parts.length > 0; parts.pop()) this.#sqlite3.FS.rmdir(`${FOLDER}/${parts.join("/")}`);
    } catch {
      // It is not empty.
    }
  }

  // ---- Which files are one table --------------------------------------------------------------

  #planFiles(files, errors) {
    const readable = files.flatMap((file) => this.#attempt([file], errors, () => [[this.#signature(file), file]]));
    return Array.from(grouped(readable, ([signature]) => signature).values(), (members) => {
      const group = members.map(([, file]) => file);
      return { name: commonName(group) || "files", source: group.map(({ path }) => path).join("\n"), files: group };
    });
  }

  #planFolder(files, errors) {
    const name = root(files[0].path);
    if (files.some(isDataset)) return [{ name, source: `${name}/`, files }];
    const data = files.filter(isData);
    this.#unmount(files.filter((file) => !isData(file)));
    if (data.length === 0) errors.push(`${name}: the folder has no Parquet or ORC files`);
    const plans = this.#planFiles(data, errors);
    if (plans.length === 1) plans[0].name = name;
    return plans;
  }

  // The same for files with the same columns.
  #signature({ path }) {
    const db = this.#db;
    db.exec(`CREATE VIRTUAL TABLE temp."new file" USING parquet(${text(path)})`);
    try {
      return db.selectValue(`SELECT json_group_array(name || ' ' || type) FROM pragma_table_xinfo('new file')`);
    } finally {
      db.exec('DROP TABLE temp."new file"');
    }
  }

  // ---- What a table consists of ----------------------------------------------------------------

  #freeName(wanted) {
    const stem = wanted.replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "") || "files";
    const isTaken = (name) => this.#db.selectValue(`SELECT count(*) FROM (SELECT name FROM temp.sqlite_schema
      UNION ALL SELECT name FROM main.sqlite_schema) WHERE name = ? COLLATE NOCASE`, [name]) > 0;
    const later = new Set(Array.from(this.#later, (name) => name.toLowerCase()));
    let name = stem;
    for (let i = 2; later.has(name.toLowerCase()) || isTaken(name); i++) name = `${stem}_${i}`;
    return name;
  }

  #create({ name, source, files, url }) {
    const db = this.#db, sql = this.#quoted(name);
    db.exec(`CREATE VIRTUAL TABLE temp.${sql} USING parquet(${text(source)})`);
    try {
      const format = url ? this.#formatOf(url) : this.#format(files);
      const [rows, sizes] = db.selectArray(`SELECT sum(num_rows), sum(file_size_bytes) FROM ${format}_file_metadata(?)`, [source]);
      const table = {
        name, sql, source, files, url, format, rows,
        size: url ? sizes : files.reduce((sum, { file }) => sum + file.size, 0),
        columns: this.#columns(name),
      };
      this.#tables.set(name, table);
      return table;
    } catch (error) {
      db.exec(`DROP TABLE temp.${sql}`);
      throw error;
    }
  }

  #format(files) {
    const { file } = files.find(isData) ?? files[0];
    return new FileReaderSync().readAsText(file.slice(0, 3)) === "ORC" ? "orc" : "parquet";
  }

  #formatOf(url) {
    try {
      this.#db.selectValue("SELECT 1 FROM parquet_file_metadata(?)", [url]);
      return "parquet";
    } catch {
      return "orc";
    }
  }

  // {name, sql, type, fields}: the fields of a group, which have fields again, are hidden columns.
  #columns(table) {
    const all = this.#db.selectObjects(`SELECT name, type, hidden FROM pragma_table_xinfo(${text(table)})`);
    const columns = all.filter(({ hidden }) => hidden === 0)
      .map(({ name, type }) => ({ name, type, sql: this.#quoted(name), fields: [] }));
    const named = new Map(columns.map((column) => [column.name, column]));
    for (const { name, type } of all.filter(({ hidden }) => hidden !== 0)) this.#addField(named, name, type);
    return columns;
  }

  #addField(named, name, type) {
    let end = name.lastIndexOf(".");
    while (end > 0 && !named.has(name.slice(0, end))) end = name.lastIndexOf(".", end - 1);
    if (end <= 0) return; // _file and the like
    let { fields } = named.get(name.slice(0, end));
    const parts = name.slice(end + 1).split(".");
    for (const part of parts.slice(0, -1)) {
      let group = fields.find((field) => field.name === part && field.sql === null);
      if (!group) fields.push(group = { name: part, type: "", sql: null, fields: [] });
      ({ fields } = group);
    }
    fields.push({ name: parts.at(-1), type, sql: this.#quoted(name), fields: [] });
  }

  // A misspelt name in brackets is an error everywhere; in double quotes, SQLite may take it for text.
  #quoted(name) {
    if (/^[a-z_]\w*$/i.test(name) && !this.#sqlite3.isKeyword(name)) return name;
    return name.includes("]") ? `"${name.replaceAll('"', '""')}"` : `[${name}]`;
  }
}
