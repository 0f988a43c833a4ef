# SPDX-License-Identifier: MIT
"""parquet_import() of all files of testdata/, and parquet_write() of the tables.

    python3 hosts/questions/test_import.py ./parquet_vtab.so        from the project's root

A file that is written from an imported table has the columns, types and values of a copy of
the file itself, but for what docs/writing.md says of imports.
"""
import pathlib
import sqlite3
import sys

sys.path.insert(0, "hosts")

import host_tests  # noqa: E402

EXTENSION = sys.argv[1] if len(sys.argv) > 1 else "./parquet_vtab.so"
SCHEMA = """SELECT name, num_children, repetition_type, logical_type, type, type_length, converted_type
              FROM parquet_schema(?)"""
# Files that are damaged, need keys, or take long.
OTHER_FOLDERS = {"bad", "bombs", "encrypted", "salvage"}
FEWEST_FILES = 250


def connect():
    db = host_tests.connect(EXTENSION)
    db.text_factory = bytes
    return db


def files():
    for path in sorted(pathlib.Path("testdata").rglob("*")):
        if path.suffix in (".parquet", ".orc") and not OTHER_FOLDERS.intersection(path.parts):
            yield str(path)


def columns(db, path):
    """The top-level columns of a file: name, whether it is nested, and what describes its type."""
    rows = iter(db.execute(SCHEMA, (str(path),)).fetchall())

    def skip(n):
        for _ in range(n):
            skip(next(rows)[1] or 0)

    found = []
    for row in range(next(rows)[1] or 0):
        name, n_children, repetition, *kind = next(rows)
        is_nested = n_children is not None or kind[0] == b"VARIANT"
        found.append((name, is_nested, repetition, tuple(kind)))
        skip(n_children or 0)
    return found


def is_exception(copy, made):
    """Whether an import may change the column's type like this."""
    (name, is_nested, repetition, kind), other = copy, made
    if name != other[0]:
        return False
    if is_nested:
        return other[3][0] in (b"JSON", b"STRING")
    if kind[1] == b"INT96":  # which tables are not declared as
        return (other[3][0] or b"").startswith((b"TIMESTAMP(", b"STRING"))
    if kind == other[3]:  # NaN is NULL
        return kind[0] == b"FLOAT16" or kind[1] in (b"FLOAT", b"DOUBLE")
    return (kind[0] or b"").startswith((b"GEOMETRY(", b"GEOGRAPHY(")) and other[3][0] is None


def check(path, folder):
    """Returns what is wrong with an import of the file; None if it cannot be read or written."""
    db = connect()
    try:
        db.execute(f"CREATE VIRTUAL TABLE temp.file USING parquet('{path}', decimals=text)")
        db.execute("SELECT parquet_write(?, 'file')", (str(folder / "copy.parquet"),)).fetchone()
    except sqlite3.Error:
        return None
    n, = db.execute("SELECT parquet_import('temp.file', 'made')").fetchone()
    db.execute("SELECT parquet_write(?, 'made')", (str(folder / "made.parquet"),)).fetchone()
    if (n,) != db.execute("SELECT count(*) FROM file").fetchone():
        return f"{n} rows"
    for one, other in (("file", "made"), ("made", "file")):
        if db.execute(f"SELECT 1 FROM (SELECT * FROM {one} EXCEPT SELECT * FROM {other})").fetchone():
            return f"{one} has rows that {other} has not"
    copies, mades = (columns(db, folder / f"{name}.parquet") for name in ("copy", "made"))
    if len(copies) != len(mades):
        return f"{len(mades)} columns, not {len(copies)}"
    return [(copy, made) for copy, made in zip(copies, mades)
            if copy != made and not is_exception(copy, made)]


def test_types_and_values_of_all_files(folder):
    if not connect().execute("SELECT sqlite_compileoption_used('ENABLE_COLUMN_METADATA')").fetchone()[0]:
        return "the host does not report the origin of columns"
    n_checked = 0
    for path in files():
        wrong = check(path, folder)
        assert not wrong, (path, wrong)
        n_checked += wrong is not None
    assert n_checked >= FEWEST_FILES, n_checked


if __name__ == "__main__":
    sys.exit(host_tests.run_tests(globals(), "import", f"imports, SQLite {sqlite3.sqlite_version}"))
