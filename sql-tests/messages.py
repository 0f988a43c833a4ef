#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Provokes the messages of docs/troubleshooting.md.  usage: messages.py LIBRARY

Each message of the page, **`...`**, must be a part of what its test here reports.  ELSEWHERE has
those that need another machine, system or build.
"""
import gzip
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
LIBRARY = str(Path(sys.argv[1]).resolve())
TESTDATA = TREE / "testdata"
TRIPS = f"{TESTDATA}/trips.parquet"
ELSEWHERE = {
    "has no attribute 'enable_load_extension'", 'unknown command or invalid arguments:  "load"',
    "incompatible architecture", "is not a valid Win32 application",
    "version `GLIBC_2.38' not found", "Error relocating"}

OF_LINUX = {"cannot open shared object file: No such file or directory",
            "wrong ELF class: ELFCLASS32"}


def connection(path=":memory:", loads=True):
    db = sqlite3.connect(path, isolation_level=None)
    if loads:
        db.enable_load_extension(True)
        db.load_extension(LIBRARY)
    return db


def error_of(db, *statements):
    """What the first failing statement reports."""
    try:
        for sql in statements:
            db.execute(sql).fetchall()
    except sqlite3.Error as error:
        return str(error)
    return "no error"


def loading(library):
    db = connection(loads=False)
    db.enable_load_extension(True)
    try:
        db.load_extension(library)
    except sqlite3.Error as error:
        return str(error)
    return "no error"


def library_of_32_bits():
    content = bytearray(Path(LIBRARY).read_bytes())
    content[4] = 1  # EI_CLASS
    Path("other.so").write_bytes(content)
    return loading("./other")


def shell(*arguments):
    done = subprocess.run(["sqlite3", *arguments], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def imported(*arguments):
    shutil.copy(LIBRARY, "parquet_vtab.so")
    done = subprocess.run([sys.executable, *arguments], capture_output=True,
                          text=True, check=False)
    os.remove("parquet_vtab.so")
    return done.stderr


def attached(*statements):
    return error_of(connection(), f"SELECT parquet_attach('{TRIPS}')", *statements)


def other_connection():
    connection().execute(f"SELECT parquet_attach('{TRIPS}')").fetchall()
    return error_of(connection(), "SELECT * FROM trips")


def other_kind(content):
    Path("other").write_bytes(content)
    return error_of(connection(), "SELECT * FROM read_parquet('other')")


def untrusted():
    return error_of(connection(), f"CREATE VIRTUAL TABLE trips USING parquet('{TRIPS}')",
                    "CREATE VIEW v AS SELECT * FROM trips", "PRAGMA trusted_schema=off",
                    "SELECT * FROM v")


def mentioned():
    return error_of(connection(), "CREATE VIEW v AS SELECT parquet_write('a.parquet', 'VALUES(1)')",
                    "SELECT parquet_write('b.parquet', 'VALUES(1)')")


def replaced():
    db = connection()
    db.execute("SELECT parquet_write('c.parquet', 'SELECT 1 AS a')").fetchall()
    db.execute("CREATE VIRTUAL TABLE c USING parquet('c.parquet')")
    db.execute("SELECT * FROM c").fetchall()
    return error_of(db, "SELECT parquet_write('c.parquet', 'SELECT 1 AS a, 2 AS b')",
                    "SELECT * FROM c")


def written_in_place():
    shutil.copy(TRIPS, "d.parquet")
    db = connection()
    db.execute("CREATE VIRTUAL TABLE d USING parquet('d.parquet', threads=1)")
    rows = db.execute("SELECT * FROM d")
    rows.fetchone()
    os.utime("d.parquet", (1, 1))
    try:
        rows.fetchall()
    except sqlite3.Error as error:
        return str(error)
    return "no error"


def read_only():
    connection("e.db").execute("CREATE TABLE t(x)")
    return shell("-readonly", "e.db", f".load {LIBRARY}", "SELECT parquet_write('f.parquet', 't')")


def memory():
    return error_of(connection(),
                    "SELECT parquet_write('g.parquet', 'SELECT zeroblob(2000000) AS b')",
                    "CREATE VIRTUAL TABLE temp.g USING parquet('g.parquet', memory_limit='1MiB')",
                    "SELECT * FROM g")


TESTS = {
    "no such module: parquet": lambda: error_of(
        connection(loads=False), f"CREATE VIRTUAL TABLE t USING parquet('{TRIPS}')"),
    "no such function: parquet_attach": lambda: error_of(
        connection(loads=False), f"SELECT parquet_attach('{TRIPS}')"),
    "no such table: read_parquet": lambda: error_of(
        connection(loads=False), f"SELECT * FROM read_parquet('{TRIPS}')"),
    "not authorized": lambda: error_of(
        connection(loads=False), f"SELECT load_extension('{LIBRARY}')"),
    "cannot run .load in safe mode": lambda: shell("-safe", ":memory:", f".load {LIBRARY}"),
    "cannot open shared object file: No such file or directory": lambda: loading("parquet_vtab"),
    "wrong ELF class: ELFCLASS32": library_of_32_bits,
    "dynamic module does not define module export function (PyInit_parquet_vtab)": lambda: imported(
        "-c", "import parquet_vtab"),
    "No code object available for parquet_vtab": lambda: imported("-m", "parquet_vtab"),
    "no such column: fare": lambda: error_of(
        connection(), f"SELECT fare FROM read_parquet('{TRIPS}')"),
    "no such table: trips.parquet": lambda: error_of(
        connection(), "SELECT * FROM 'trips.parquet'"),
    "no such table: trips": other_connection,
    'the TEMP table would hide the table main."trips"': lambda: error_of(
        connection(), "CREATE TABLE trips(x)", f"SELECT parquet_attach('{TRIPS}')"),
    'temp."trips" would hide the new table': lambda: attached(
        f"SELECT parquet_import('{TRIPS}', 'trips')"),
    "no such file": lambda: error_of(connection(), "SELECT parquet_attach('trips.parquet')"),
    "looks like CSV": lambda: other_kind(b"id,name\n1,a\n"),
    "compressed with gzip": lambda: other_kind(gzip.compress(b"id,name\n")),
    "the end of the file is missing": lambda: other_kind(Path(TRIPS).read_bytes()[:1000]),
    'did you mean "types"?': lambda: error_of(
        connection(), f"SELECT * FROM read_parquet('{TRIPS}', 'tpyes=fare=DOUBLE')"),
    '"b.parquet" is not key=value': lambda: error_of(
        connection(), "SELECT * FROM read_parquet('a.parquet', 'b.parquet')"),
    "standard output, pipes and devices are not written": lambda: error_of(
        connection(), "SELECT parquet_write('-', 'SELECT 1')"),
    "ambiguous column name: id": lambda: error_of(
        connection(), "CREATE TABLE t(id, x)", "SELECT id FROM t, json_each(x)"),
    "table trips may not be modified": lambda: attached("DELETE FROM trips"),
    'unsafe use of virtual table "trips"': untrusted,
    "unsafe use of parquet_write()": mentioned,
    "run the statement again": written_in_place,
    "the file was replaced by one with other columns": replaced,
    "the main database is read-only, so writing is not allowed": read_only,
    "needs more than the 1024 KiB of memory that the table's memory_limit allows": memory,
    "corrupt": lambda: error_of(
        connection(),
        f"SELECT * FROM read_parquet('{TESTDATA}/salvage/damaged_flat_v1_index.parquet')"),
    "encrypted": lambda: error_of(
        connection(),
        f"SELECT * FROM read_parquet('{TESTDATA}/encrypted/gcm_column_keys.parquet')"),
}


def main():
    page = (TREE / "docs/troubleshooting.md").read_text()
    shown = {one or two for one, two in re.findall(r"\*\*(?:`` ?(.*?)``|`([^`]*)`)\*\*", page)}
    failed = [f"not on the page: {m}" for m in (TESTS.keys() | ELSEWHERE) - shown]
    failed += [f"no test: {m}" for m in shown - TESTS.keys() - ELSEWHERE]
    os.chdir(tempfile.mkdtemp())
    for message, test in TESTS.items():
        if message in OF_LINUX and sys.platform != "linux":
            continue
        reported = test()
        if message not in reported:
            failed.append(f"not reported: {message}: {reported}")
    shutil.rmtree(os.getcwd())
    print("".join(f"docs/troubleshooting.md: {line}\n" for line in sorted(failed)), end="")
    return len(failed) > 0


sys.exit(main())
