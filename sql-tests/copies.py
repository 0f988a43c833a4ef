# SPDX-License-Identifier: MIT
"""Copies of files, made without SQLite's rows and with them.

    python3 sql-tests/copies.py LIBRARY FOLDER ...

Both copies of each Parquet and ORC file below the folders must have its values, or fail with the
same message; the first has its types, as tables declare them; parquet_check() finds nothing.
Prints a line for each file, `ok ...` or what is wrong; then how many were copied without SQLite's
rows.  corpus.sh calls it.
"""
import itertools
import pathlib
import sqlite3
import sys
import tempfile

LIBRARY = sys.argv[1]
MOST_BYTES, MOST_ROWS = 3_000_000, 300_000
SUFFIXES = {".parquet": "parquet", ".orc": "orc"}
n_without_rows = 0


def connect():
    db = sqlite3.connect(":memory:")
    db.enable_load_extension(True)
    db.load_extension(LIBRARY)
    db.text_factory = bytes
    return db


def create(db, table, path, module="parquet"):
    text = str(path).replace("'", "''")
    db.execute(f"CREATE VIRTUAL TABLE temp.{table} USING {module}('{text}')")


def write(db, path, query):
    """What is wrong, or None."""
    try:
        db.execute("SELECT parquet_write(?, ?)", (str(path), query)).fetchall()
    except sqlite3.Error as error:
        return str(error).replace(str(path), "FILE")
    return None


def rows(db, table):
    """With the class of each value, since 1 equals 1.0."""
    for row in db.execute(f"SELECT * FROM {table}"):
        yield [(type(value), value) for value in row]


def differs(db, table, other):
    """The first difference between the rows of two tables, or None."""
    pairs = itertools.zip_longest(rows(db, table), rows(db, other))
    for number, (row, copy) in enumerate(pairs):
        if row != copy:
            return f"row {number} is {copy!s:.300}, not {row!s:.300}"
    return None


def declared(db, table, names):
    return [(name, type) for _, name, type, *_ in db.execute(f"PRAGMA table_info({table})")
            if name in names]


def was_without_rows(db):
    query = "SELECT in_batches FROM parquet_scan_stats ORDER BY seq DESC LIMIT 1"
    return db.execute(query).fetchone() == (1,)


def fault_of(path, folder):
    """What is wrong with the copies of a file, or None."""
    global n_without_rows
    db = connect()
    try:
        create(db, "t", path, SUFFIXES[path.suffix])
        if db.execute("SELECT count(*) FROM t").fetchone()[0] > MOST_ROWS:
            return None
    except sqlite3.Error:
        return None
    copy, other = folder / "copy.parquet", folder / "other.parquet"
    fault = write(db, copy, "SELECT * FROM t")
    is_without_rows = fault is None and was_without_rows(db)
    other_fault = write(db, other, "SELECT * FROM t LIMIT -1")
    if fault != other_fault:
        return f"{fault}, not {other_fault}"
    if fault is not None:
        return None
    n_without_rows += is_without_rows
    create(db, "copy", copy)
    create(db, "other", other)
    faults = db.execute("SELECT * FROM parquet_check(?)", (str(copy),)).fetchall()
    if faults:
        return f"parquet_check: {faults[0]}"
    if is_without_rows:
        columns = [name for _, name, *_ in db.execute("PRAGMA table_info(t)")]
        types, copied = declared(db, "t", columns), declared(db, "copy", columns)
        if types != copied:
            return f"types {[pair for pair in zip(types, copied) if pair[0] != pair[1]][:3]}"
    return differs(db, "t", "copy") or differs(db, "t", "other")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(path for top in sys.argv[2:] for path in pathlib.Path(top).rglob("*")
                           if path.suffix in SUFFIXES and path.stat().st_size <= MOST_BYTES):
            fault = fault_of(path, pathlib.Path(folder))
            print(f"{path}: {fault}" if fault else f"ok {path}", flush=True)
    print(f"ok {n_without_rows} files copied without rows" if n_without_rows > 0
          else "no file was copied without rows")


main()
