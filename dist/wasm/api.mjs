// SPDX-License-Identifier: MIT
// The JavaScript interface.  dist/wasm/build.sh appends it to what Emscripten generates, which
// defines createModule().
//
// DB and Stmt have the most used methods of "oo1" of SQLite's own JavaScript interface, with the
// same names, arguments and results.

const OK = 0, MISUSE = 21, ROW = 100, DONE = 101;
const INTEGER = 1, FLOAT = 2, TEXT = 3, BLOB = 4;
const TRANSIENT = -1; // SQLite copies what is bound
const OPEN = { r: 1, w: 2, c: 6 }; // read, read and write, create
const URI = 0x40;
const INT64_MAX = 2n ** 63n - 1n, INT64_MIN = -(2n ** 63n);

export class SQLite3Error extends Error {
  constructor(resultCode, message) {
    super(message);
    this.name = "SQLite3Error";
    this.resultCode = resultCode;
  }
}

// Resolves to { version, oo1: { DB }, SQLite3Error, files, urls, FS, isKeyword }.  The options are
// those of Emscripten's modules: locateFile(name) or wasmBinary say where the .wasm is.
export default async function sqlite3InitModule(options = {}) {
  const wasm = await createModule({ ...inNode(options), ...options });
  const { FS } = wasm;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const encoder = new TextEncoder();

  const textAt = (pointer, size) => decoder.decode(wasm.HEAPU8.subarray(pointer, pointer + size));

  // Copies bytes, and a terminator, for _free().
  function copied(bytes) {
    const pointer = wasm._malloc(bytes.length + 1);
    if (pointer === 0) throw new SQLite3Error(7, "out of memory");
    wasm.HEAPU8.set(bytes, pointer);
    wasm.HEAPU8[pointer + bytes.length] = 0;
    return pointer;
  }

  // Calls use(pointer, size) with a copy of the text or the bytes.
  function withCopy(value, use) {
    const bytes = typeof value === "string" ? encoder.encode(value) : value;
    const pointer = copied(bytes);
    try {
      return use(pointer, bytes.length);
    } finally {
      wasm._free(pointer);
    }
  }

  // Calls use(address) with place for n pointers, all NULL.
  function withPlace(n, use) {
    const stack = wasm.stackSave();
    try {
      const place = wasm.stackAlloc(4 * n);
      wasm.HEAP32.fill(0, place >> 2, (place >> 2) + n);
      return use(place);
    } finally {
      wasm.stackRestore(stack);
    }
  }

  const pointerAt = (place) => wasm.HEAPU32[place >> 2];

  class Stmt {
    #pointer;

    constructor(db, pointer) {
      this.db = db;
      this.#pointer = pointer;
      this.columnCount = wasm._sqlite3_column_count(pointer);
      this.parameterCount = wasm._sqlite3_bind_parameter_count(pointer);
    }

    get pointer() {
      if (this.#pointer === 0) throw new SQLite3Error(MISUSE, "the statement is finalized");
      return this.#pointer;
    }

    // bind(value), bind(index or name, value), bind(array), bind({name: value})
    bind(...values) {
      const [first, second] = values;
      if (values.length === 2) this.#bindAt(first, second);
      else if (Array.isArray(first)) first.forEach((value, i) => this.#bindAt(i + 1, value));
      else if (isNamed(first)) Object.entries(first).forEach(([name, value]) => this.#bindAt(name, value));
      else this.#bindAt(1, first);
      return this;
    }

    #bindAt(at, value) {
      const i = typeof at === "number" ? at
        : withCopy(at, (name) => wasm._sqlite3_bind_parameter_index(this.pointer, name));
      if (i < 1 || i > this.parameterCount) throw new SQLite3Error(25, `the statement has no parameter ${at}`);
      this.db.check(bindValue(this.pointer, i, value));
    }

    clearBindings() {
      wasm._sqlite3_clear_bindings(this.pointer);
      return this;
    }

    // Whether there is another row.
    step() {
      const code = wasm._sqlite3_step(this.pointer);
      if (code !== ROW && code !== DONE) this.db.check(code);
      return code === ROW;
    }

    // get(index): a value; get([]), get({}): the row.
    get(what) {
      if (typeof what === "number") return this.#value(what);
      for (let i = 0; i < this.columnCount; i++)
        what[Array.isArray(what) ? i : this.getColumnName(i)] = this.#value(i);
      return what;
    }

    #value(i) {
      switch (wasm._sqlite3_column_type(this.pointer, i)) {
        case INTEGER: {
          const value = wasm._sqlite3_column_int64(this.pointer, i);
          const number = Number(value);
          return Number.isSafeInteger(number) ? number : value;
        }
        case FLOAT:
          return wasm._sqlite3_column_double(this.pointer, i);
        case TEXT: {
          const text = wasm._sqlite3_column_text(this.pointer, i);
          return textAt(text, wasm._sqlite3_column_bytes(this.pointer, i));
        }
        case BLOB: {
          const blob = wasm._sqlite3_column_blob(this.pointer, i);
          return wasm.HEAPU8.slice(blob, blob + wasm._sqlite3_column_bytes(this.pointer, i));
        }
        default:
          return null;
      }
    }

    getColumnName(i) {
      return wasm.UTF8ToString(wasm._sqlite3_column_name(this.pointer, i));
    }

    // The declared type of the table's column that the result shows, or null.
    getColumnDecltype(i) {
      const type = wasm._sqlite3_column_decltype(this.pointer, i);
      return type ? wasm.UTF8ToString(type) : null;
    }

    getColumnNames(names = []) {
      for (let i = 0; i < this.columnCount; i++) names[i] = this.getColumnName(i);
      return names;
    }

    reset(alsoClearBindings = false) {
      if (alsoClearBindings) this.clearBindings();
      wasm._sqlite3_reset(this.pointer);
      return this;
    }

    finalize() {
      if (this.#pointer === 0) return;
      wasm._sqlite3_finalize(this.#pointer);
      this.db.forget(this);
      this.#pointer = 0;
    }
  }

  const isNamed = (value) => value !== null && typeof value === "object" &&
    !(value instanceof ArrayBuffer) && !ArrayBuffer.isView(value);

  function bindValue(statement, i, value) {
    if (value instanceof ArrayBuffer) value = new Uint8Array(value);
    switch (typeof value) {
      case "undefined":
        return wasm._sqlite3_bind_null(statement, i);
      case "boolean":
        return wasm._sqlite3_bind_int64(statement, i, BigInt(value));
      case "number":
        return Number.isSafeInteger(value) && !Object.is(value, -0)
          ? wasm._sqlite3_bind_int64(statement, i, BigInt(value))
          : wasm._sqlite3_bind_double(statement, i, value);
      case "bigint":
        if (value < INT64_MIN || value > INT64_MAX) throw new RangeError(`${value} has more than 64 bits`);
        return wasm._sqlite3_bind_int64(statement, i, value);
      case "string":
        return withCopy(value, (text, size) => wasm._sqlite3_bind_text(statement, i, text, size, TRANSIENT));
    }
    if (value === null) return wasm._sqlite3_bind_null(statement, i);
    if (!ArrayBuffer.isView(value)) throw new TypeError(`cannot bind a value of type ${typeof value}`);
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return withCopy(bytes, (blob, size) => wasm._sqlite3_bind_blob(statement, i, blob, size, TRANSIENT));
  }

  wasm.parquetVtabStops = new Map(); // of connections: the functions of onProgress()

  class DB {
    #pointer = 0;
    #statements = new Set();

    // The flags: "c" creates the database if it does not exist, "w" writes, "r" only reads.
    constructor(filename = ":memory:", flags = "c") {
      this.filename = filename;
      withPlace(1, (place) => {
        const code = withCopy(filename, (name) =>
          wasm._sqlite3_open_v2(name, place, OPEN[flags] | URI, 0));
        this.#pointer = pointerAt(place);
        if (code === OK) return;
        const message = this.#pointer ? this.#message() : "out of memory";
        this.close();
        throw new SQLite3Error(code, message);
      });
      wasm._sqlite3_extended_result_codes(this.#pointer, 1);
    }

    get pointer() {
      if (this.#pointer === 0) throw new SQLite3Error(MISUSE, "the database is closed");
      return this.#pointer;
    }

    #message() {
      return wasm.UTF8ToString(wasm._sqlite3_errmsg(this.#pointer));
    }

    isOpen() {
      return this.#pointer !== 0;
    }

    close() {
      for (const statement of this.#statements) statement.finalize();
      wasm._sqlite3_close_v2(this.#pointer);
      wasm.parquetVtabStops.delete(this.#pointer);
      this.#pointer = 0;
    }

    // Throws the connection's error unless the code is 0.
    check(code) {
      if (code !== OK) throw new SQLite3Error(code, this.#message());
    }

    forget(statement) {
      this.#statements.delete(statement);
    }

    // Calls isStopped() all the time while a statement runs, or a URL is waited for in Node.  Once it
    // returns true, or fails, the statement ends with the error 9 (SQLITE_INTERRUPT).  null: no more.
    onProgress(isStopped) {
      wasm.parquetVtabStops.set(this.pointer, () => {
        try {
          return isStopped();
        } catch {
          return true;
        }
      });
      wasm._parquet_vtab_watch(this.pointer, isStopped !== null);
    }

    changes(total = false) {
      return total ? wasm._sqlite3_total_changes(this.pointer) : wasm._sqlite3_changes(this.pointer);
    }

    prepare(sql) {
      return withCopy(sql, (text, size) => {
        const [statement] = this.#prepareAt(text, size);
        if (statement === null) throw new SQLite3Error(MISUSE, "there is no statement to prepare");
        return statement;
      });
    }

    // The first statement of a text, or null if only comments are left, and the text after it.
    prepareNext(sql) {
      return withCopy(sql, (text, size) => {
        const [statement, next] = this.#prepareAt(text, size);
        return [statement, textAt(next, text + size - next)];
      });
    }

    // The statement at an address, or null if only comments are left, and the address after it.
    #prepareAt(text, size) {
      return withPlace(2, (place) => {
        this.check(wasm._sqlite3_prepare_v2(this.pointer, text, size, place, place + 4));
        const pointer = pointerAt(place);
        const statement = pointer ? new Stmt(this, pointer) : null;
        if (statement) this.#statements.add(statement);
        return [statement, pointerAt(place + 4)];
      });
    }

    // exec(sql), exec(sql, options), exec(options).  Runs all statements.  The rows of the first
    // one that has columns go to resultRows or callback, as rowMode says: "array", "object",
    // "stmt", or the index of a column.
    exec(sql, options = {}) {
      options = typeof sql === "string" ? { ...options, sql } : sql;
      const rows = options.resultRows ?? (options.returnValue === "resultRows" ? [] : null);
      let values = options.bind, isFirst = true;
      withCopy(options.sql, (text, size) => {
        const end = text + size;
        while (text < end) {
          const [statement, next] = this.#prepareAt(text, end - text);
          text = next;
          if (statement === null) continue;
          try {
            if (values !== undefined && statement.parameterCount > 0) {
              statement.bind(values);
              values = undefined;
            }
            if (isFirst && statement.columnCount > 0) {
              isFirst = false;
              collect(statement, options, rows);
            } else {
              while (statement.step());
            }
          } finally {
            statement.finalize();
          }
        }
      });
      return options.returnValue === "resultRows" ? rows : this;
    }

    // All rows of one statement.
    #select(sql, bind, rowMode) {
      return this.exec({ sql, bind, rowMode, returnValue: "resultRows" });
    }

    selectArrays(sql, bind) {
      return this.#select(sql, bind, "array");
    }

    selectObjects(sql, bind) {
      return this.#select(sql, bind, "object");
    }

    selectValues(sql, bind) {
      return this.#select(sql, bind, 0);
    }

    // The first row; undefined if there is none.
    #selectFirst(sql, bind, what) {
      const statement = this.prepare(sql);
      try {
        if (bind !== undefined) statement.bind(bind);
        return statement.step() ? statement.get(what) : undefined;
      } finally {
        statement.finalize();
      }
    }

    selectArray(sql, bind) {
      return this.#selectFirst(sql, bind, []);
    }

    selectObject(sql, bind) {
      return this.#selectFirst(sql, bind, {});
    }

    selectValue(sql, bind) {
      return this.#selectFirst(sql, bind, 0);
    }

    // Calls work(db) in a transaction, which is rolled back if that throws.
    transaction(work) {
      this.exec("BEGIN");
      try {
        const result = work(this);
        this.exec("COMMIT");
        return result;
      } catch (error) {
        this.exec("ROLLBACK");
        throw error;
      }
    }
  }

  function collect(statement, { rowMode = "array", columnNames, callback }, rows) {
    if (columnNames) statement.getColumnNames(columnNames);
    while (statement.step()) {
      const row = rowMode === "stmt" ? statement
        : statement.get(rowMode === "array" ? [] : rowMode === "object" ? {} : rowMode);
      rows?.push(row);
      if (callback?.(row, statement) === false) return;
    }
  }

  // Files of the module's own file system.
  const files = {
    // Makes File or Blob objects files of a folder, in a Worker: {name: file}.  Only what is read is
    // copied.  A name may have folders: "year=2024/data.parquet".
    mount(folder, named) {
      if (typeof FileReaderSync === "undefined") throw new Error("only a Worker can mount files");
      const { WORKERFS } = FS.filesystems;
      for (const [name, file] of Object.entries(named)) {
        const [, parent, base] = /^(.*)\/([^/]+)$/.exec(`${folder}/${name}`);
        FS.mkdirTree(parent);
        const modified = new Date(file.lastModified ?? Date.now());
        WORKERFS.createNode(FS.lookupPath(parent).node, base, WORKERFS.FILE_MODE, 0, file, modified);
      }
    },
    write: (path, bytes) => FS.writeFile(path, bytes),
    read: (path) => FS.readFile(path),
    remove: (path) => FS.unlink(path),
  };

  // URLs: all may be opened, unless allow() has been called.
  const urls = {
    // Lets requests be sent only if test(url, method) is true, or if an allowed URL redirects to theirs.
    allow(test) {
      wasm.parquetVtabAllows = test;
    },
    // How long to wait for slow servers: 20 seconds unless it is called.
    patience(seconds) {
      wasm.parquetVtabPatience = seconds;
    },
  };

  if (globalThis.process?.versions?.node) mountFoldersOfNode(FS);
  else readInBlocks(FS);
  const started = wasm._sqlite3_initialize();
  if (started !== OK) throw new SQLite3Error(started, "SQLite cannot be initialized");
  const version = {
    libVersion: wasm.UTF8ToString(wasm._sqlite3_libversion()),
    sourceId: wasm.UTF8ToString(wasm._sqlite3_sourceid()),
  };
  const isKeyword = (word) => withCopy(word, (text, size) => wasm._sqlite3_keyword_check(text, size) !== 0);
  return { version, oo1: { DB }, SQLite3Error, files, urls, FS, isKeyword, memory: () => wasm.HEAPU8.length };
}

// Reads mounted files in blocks and keeps the last ones, for each slice of a File takes as long as
// decoding thousands of values.  A File that has become shorter cannot be read any more.
function readInBlocks(FS) {
  const BLOCK = 2 ** 18, KEPT = 32, EIO = 29;
  const kept = new Map(); // "inode block": bytes, the most recently used last

  function read({ contents, size }, from, to) {
    try {
      const bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(contents.slice(from, to)));
      if (bytes.length === Math.min(to, size) - from) return bytes;
    } catch {
      // As if it were too short.
    }
    throw new FS.ErrnoError(EIO);
  }

  function block(node, i) {
    const key = `${node.id} ${i}`;
    const bytes = kept.get(key) ?? read(node, i * BLOCK, (i + 1) * BLOCK);
    kept.delete(key);
    kept.set(key, bytes);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
    return bytes;
  }

  FS.filesystems.WORKERFS.stream_ops.read = ({ node }, heap, address, length, position) => {
    const end = Math.min(position + length, node.size);
    if (end <= position) return 0;
    const target = new Uint8Array(heap.buffer, heap.byteOffset + address, end - position);
    if (end - position >= BLOCK) {
      target.set(read(node, position, end));
    } else {
      for (let at = position; at < end;) {
        const i = Math.floor(at / BLOCK), next = Math.min((i + 1) * BLOCK, end);
        target.set(block(node, i).subarray(at - i * BLOCK, next - i * BLOCK), at - position);
        at = next;
      }
    }
    return end - position;
  };
}

// Emscripten would fetch() the file, which Node's does not do with files.
function inNode({ wasmBinary, locateFile }) {
  if (!globalThis.process?.versions?.node || wasmBinary || locateFile) return {};
  const path = new URL("parquet_vtab_sqlite.wasm", import.meta.url);
  return { wasmBinary: require("fs").readFileSync(path) };
}

// In Node, paths are those of the system: each folder of its root is mounted, and the current
// folder is the process's.
function mountFoldersOfNode(FS) {
  const fs = require("fs"), { NODEFS } = FS.filesystems;
  for (const name of fs.readdirSync("/")) {
    const path = `/${name}`;
    if (["/dev", "/proc", "/sys"].includes(path)) continue;
    if (!fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
    FS.mkdirTree(path);
    FS.mount(NODEFS, { root: path }, path);
  }
  // Emscripten's changes the targets of links.
  NODEFS.node_ops.readlink = (node) => {
    try {
      return fs.readlinkSync(NODEFS.realPath(node));
    } catch (error) {
      throw new FS.ErrnoError(NODEFS.convertNodeCode(error));
    }
  };
  FS.chdir(process.cwd());
}
