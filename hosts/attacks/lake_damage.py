#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Damages the metadata of tables of Delta Lake and Iceberg: whoever reads them gets rows or an error
that names the table, soon, and within the memory limit; the process survives.

    hosts/attacks/lake_damage.py [--seed N] [--rounds N] [--only I] [--tables FOLDER] EXTENSION

--rounds   how often each file of metadata is damaged (20)
--only     only the I-th case, in this process
--tables   other tables than those of testdata/lakes: each folder in FOLDER, at any depth, that is one
"""
import argparse
import os
import pathlib
import random
import shutil
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import host_tests  # noqa: E402

MOST_SECONDS = 20
NUMBERS = [b"-1", b"0", b"1", b"2147483648", b"4294967295", b"9223372036854775807",
           b"18446744073709551616", b"1e400", b"null", b'"text"', b"[]", b"{}", b"true"]
BYTES = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff]


def is_table(folder):
    return (folder / "_delta_log").is_dir() or any(folder.glob("metadata/*.metadata.json*"))


def is_metadata(path, folder):
    inside = path.relative_to(folder).parts
    return inside[0] in ("_delta_log", "metadata") or path.suffix in (".bin", ".puffin") \
        or path.name.startswith("deleted")


def numbers_in(data):
    """The places of numbers in JSON: begin and end."""
    places, begin = [], None
    for at, byte in enumerate(data + b" "):
        is_digit = 0x30 <= byte <= 0x39
        if is_digit and begin is None:
            begin = at
        elif not is_digit and begin is not None:
            places.append((begin, at))
            begin = None
    return places


def damage(rng, data):
    """Returns other bytes, and what was done."""
    kind = rng.choice(("byte", "bit", "cut", "grow", "zero", "copy", "number", "number", "swap"))
    at = rng.randrange(len(data) + 1)
    size = rng.choice((1, 2, 4, 8, 100))
    if not data:
        kind = "grow"
    if kind == "cut":
        return data[:at], f"cut at {at}"
    if kind == "grow":
        return data[:at] + rng.randbytes(size) + data[at:], f"{size} more bytes at {at}"
    if kind == "zero":
        return data[:at] + bytes(len(data[at:at + size])) + data[at + size:], f"zeros at {at}"
    if kind == "copy":
        return data[:at] + data[max(0, at - size):], f"{size} bytes at {at} twice"
    if kind == "number" and numbers_in(data):
        begin, end = rng.choice(numbers_in(data))
        number = rng.choice(NUMBERS)
        return data[:begin] + number + data[end:], f"{number} at {begin}"
    if kind == "swap":
        to = rng.randrange(len(data) + 1)
        return data[:at] + data[to:to + size] + data[at + size:], f"bytes of {to} at {at}"
    at = min(at, len(data) - 1)
    byte = rng.choice(BYTES) if kind == "byte" else data[at] ^ 1 << rng.randrange(8)
    return data[:at] + bytes([byte]) + data[at + 1:], f"byte {byte} at {at}"


def cases(tables, seed, rounds):
    """Yields tables, their files and seeds."""
    for table in tables:
        for file in sorted(p for p in table.rglob("*") if p.is_file() and is_metadata(p, table)):
            for turn in range(rounds):
                yield table, file, f"{seed}/{file.name}/{turn}"


def read(extension, folder):
    """Reads the table in every way; returns what is wrong, or None."""
    db = host_tests.connect(extension)
    db.execute("SELECT parquet_restrict('memory=64MB')")
    started = time.monotonic()
    for options in ("", ", threads=1, pushdown=off", ", version=1", ", snapshot_id=1002"):
        try:
            db.execute(f"CREATE VIRTUAL TABLE temp.t USING parquet('{folder}'{options})")
            names = [row[1] for row in db.execute("PRAGMA table_info(t)")]
            db.execute("SELECT * FROM t").fetchall()
            for name in names[:3]:
                quoted = '"' + name.replace('"', '""') + '"'
                db.execute(f"SELECT count(*) FROM t WHERE {quoted} > '2025' OR {quoted} < 5")
                db.execute(f"SELECT count(*) FROM t WHERE {quoted} = 6").fetchall()
        except sqlite3.Error as error:
            if str(folder) not in str(error) and "memory" not in str(error) \
                    and "duplicate column" not in str(error):
                return f"the error does not name the table: {error}"
        db.execute("DROP TABLE IF EXISTS temp.t")
    seconds = time.monotonic() - started
    return f"it took {seconds:.0f} s" if seconds > MOST_SECONDS else None


def run_case(extension, case, work):
    table, file, seed = case
    folder = work / "table"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(table, folder)
    data, what = damage(random.Random(seed), file.read_bytes())
    (folder / file.relative_to(table)).write_bytes(data)
    wrong = read(extension, folder)
    return wrong and f"{file.relative_to(table)}, {what}: {wrong}"


def run_cases(extension, numbered, work):
    """Runs cases in a child process; returns what is wrong with each that is."""
    log = work / "log"
    log.write_text("")
    child = os.fork()
    if child == 0:
        for number, case in numbered:
            with log.open("a") as out:
                print(number, file=out, flush=True)
                wrong = run_case(extension, case, work)
                if wrong:
                    print(number, wrong, file=out)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    lines = log.read_text().splitlines()
    wrong = [line for line in lines if " " in line]
    if status != 0:
        wrong.append(f"{lines[-1]} the process ended with status {status}")
    return wrong, int(lines[-1].split()[0]) + 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", default="1")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--only", type=int)
    parser.add_argument("--tables", type=pathlib.Path, default=pathlib.Path("testdata/lakes"))
    parser.add_argument("extension")
    options = parser.parse_args()
    tables = sorted(f for f in options.tables.rglob("*") if f.is_dir() and is_table(f))
    all_cases = list(enumerate(cases(tables, options.seed, options.rounds)))
    work = pathlib.Path(tempfile.mkdtemp()).resolve()
    print(f"hosts: lakes: seed {options.seed}, {len(tables)} tables")
    if options.only is not None:
        print(run_case(options.extension, all_cases[options.only][1], work), f"in {work}")
        return 0
    failed, begin = [], 0
    while begin < len(all_cases):
        wrong, begin = run_cases(options.extension, all_cases[begin:], work)
        failed += wrong
    shutil.rmtree(work)
    for wrong in failed:
        print("FAILED: --only", wrong)
    print(f"hosts: lakes: {len(all_cases) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
