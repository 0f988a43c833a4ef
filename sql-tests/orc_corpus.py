# SPDX-License-Identifier: MIT
"""The ORC files of the corpus: those with an expectation, damaged, encrypted and odd ones.

    python3 sql-tests/orc_corpus.py LIBRARY FOLDER

Prints a line for each check, `ok ...` or what is wrong.  corpus.sh calls it.
"""
import datetime
import gzip
import json
import pathlib
import sqlite3
import struct
import sys
import zoneinfo

LIBRARY, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
MOST_ROWS = 100_000  # of a file that conditions are tested with
BASE = datetime.datetime(2015, 1, 1)  # in the writer's zone, timestamps are seconds since then

# Files without an expectation: the number of their rows.
ROWS = {"TestOrcFile.testSargSkipPickupGroupWithoutIndexCPlusPlus": 10_000,
        "TestOrcFile.testSargSkipPickupGroupWithoutIndexJava": 10_000,
        "TestOrcFile.testWithoutCompressionBlockSize": 100,
        "TestVectorOrcFile.testZstd.0.12": 10_000,
        "bad_bloom_filter_1.6.0": 5, "bad_bloom_filter_1.6.11": 5, "complextypes_iceberg": 1,
        "decimal64_v2_cplusplus": 10, "demo-11-zlib": 1_920_800, "demo-12-zlib": 1_920_800,
        "orc_no_format": 5, "version1999": 0}


def connect():
    db = sqlite3.connect(":memory:")
    db.enable_load_extension(True)
    db.load_extension(LIBRARY)
    return db


def create(db, table, path, options=""):
    text = str(path).replace("'", "''")
    db.execute(f"CREATE VIRTUAL TABLE temp.{table} USING parquet('{text}'{options})")


def report(what, fault):
    print(f"{what}: {fault}" if fault else f"ok {what}", flush=True)


def rows_of(path):
    db = connect()
    create(db, "t", path)
    return db.execute("SELECT * FROM t")


# ---- Expectations -------------------------------------------------------------------------


def signed(blob):
    return [b - 256 if b > 127 else b for b in blob]


def same_list(found, expected):
    if isinstance(found, bytes):
        return signed(found) == expected
    if isinstance(found, dict):  # the pairs of a map
        pairs = {p["key"] if isinstance(p["key"], str) else json.dumps(p["key"]): p["value"]
                 for p in expected}
        return found.keys() == pairs.keys() and all(same(found[k], pairs[k]) for k in pairs)
    if isinstance(found, str):  # of a binary value in a nested one
        return signed(bytes.fromhex(found)) == expected
    return len(found) == len(expected) and all(map(same, found, expected))


def same_number(found, expected):
    if type(found) is int and type(expected) is int:
        return found == expected
    # FLOAT is printed with the fewest digits that determine it.
    return found == expected or struct.pack("<f", found) == struct.pack("<f", expected)


def without_zeros(text):
    """A time without zeros at the end of its fraction."""
    is_time = len(text) > 19 and text[4:5] == "-" and "." in text
    return text.rstrip("0").rstrip(".") if is_time else text


def same(found, expected):
    """Whether a value is what Java's tool prints."""
    if isinstance(expected, (list, dict)) and isinstance(found, str) and found[:1] in "[{":
        found = json.loads(found)
    if found is None or expected is None:
        return found is None and expected is None
    if isinstance(expected, list):
        return isinstance(found, (bytes, dict, str, list)) and same_list(found, expected)
    if isinstance(expected, dict):
        return list(found) == list(expected) and all(
            same(found[k], expected[k]) for k in expected)
    if isinstance(expected, bool):
        return found in (0, 1) and found == expected
    if isinstance(expected, (int, float)):
        return isinstance(found, (int, float)) and same_number(found, expected)
    if isinstance(found, float):  # a decimal
        return found == float(expected)
    return without_zeros(str(found)) == without_zeros(expected)


def expected_rows(name):
    with gzip.open(FOLDER / f"expected/{name}.jsn.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def differs(name):
    """The first difference of a file from its expectation, or None."""
    found = rows_of(FOLDER / f"{name}.orc")
    names = [column[0] for column in found.description]
    for i, expected in enumerate(expected_rows(name), 1):
        row = found.fetchone()
        if row is None:
            return f"only {i - 1} rows"
        if not isinstance(expected, dict):  # of a file that is no struct
            expected = {names[0]: expected}
        if list(expected) != names:
            return f"row {i}: columns {names}, not {list(expected)}"
        for column, value in zip(names, row):
            if not same(value, expected[column]):
                return f"row {i}, {column}: {value!r}, not {expected[column]!r}"[:1000]
    return "more rows" if found.fetchone() else None


def pruned(path):
    """A query whose rows are others with pushdown than without, or None."""
    db = connect()
    create(db, "t", path)
    create(db, "off", path, ", pushdown=off, threads=1")
    if db.execute("SELECT count(*) FROM t").fetchone()[0] > MOST_ROWS:
        return None
    for column in [row[1] for row in db.execute("PRAGMA table_info(t)")]:
        name = '"' + column.replace('"', '""') + '"'
        values = db.execute(f"SELECT DISTINCT {name} FROM off ORDER BY 1").fetchall()
        for (value,) in values[::max(1, len(values) // 10)] + values[-1:]:
            for condition in ("= ?", "<= ?", "> ?", "IS NOT ?", "IN (?, 7)"):
                sql = f"SELECT count(*), sum(rowid) FROM {{}} WHERE {name} {condition}"
                with_it, without = (db.execute(sql.format(t), (value,)).fetchone()
                                    for t in ("t", "off"))
                if with_it != without:
                    return f"{sql} with {value!r}: {with_it}, not {without}"
    return None


def readable():
    """All files that are neither damaged nor encrypted."""
    for path in sorted(FOLDER.glob("*.orc")):
        name = path.stem
        if name == "zero":
            continue
        try:
            if name in ROWS:
                n = sum(1 for _ in rows_of(path))
                report(name, None if n == ROWS[name] else f"{n} rows, not {ROWS[name]}")
            else:
                report(name, differs(name))
            report(f"conditions on {name}", pruned(path))
        except sqlite3.Error as error:
            told = str(error)
            is_lzo = name.endswith("Lzo") and "unsupported: " in told
            report(f"{name} is unsupported" if is_lzo else name, None if is_lzo else told)


def equal():
    """Files with the same rows."""
    for a, b in (("demo-11-zlib", "demo-12-zlib"),
                 ("TestVectorOrcFile.testLz4", "TestVectorOrcFile.testZstd.0.12")):
        left, right = rows_of(FOLDER / f"{a}.orc"), rows_of(FOLDER / f"{b}.orc")
        n, fault = 0, None
        for n, (x, y) in enumerate(zip(left, right), 1):
            if x != y:
                fault = f"row {n}: {x} and {y}"
                break
        if not fault and (n != ROWS[b] or left.fetchone() or right.fetchone()):
            fault = f"{n} rows are in both"
        report(f"{a} = {b}", fault)


# ---- Errors -------------------------------------------------------------------------------


def error_of(path, columns="*"):
    """The error of reading the columns, or None."""
    try:
        db = connect()
        create(db, "t", path)
        db.execute(f"SELECT {columns} FROM t").fetchall()
    except sqlite3.Error as error:
        return str(error)
    return None


def damaged():
    for path in sorted((FOLDER / "corrupt").glob("*.orc")) + [FOLDER / "zero.orc"]:
        told = error_of(path)
        is_right = told and "corrupt: " in told
        report(f"{path.name} gives an error", None if is_right else told or "none")


def encrypted():
    for path in sorted((FOLDER / "encrypted").glob("*.orc")):
        db = connect()
        create(db, "t", path)
        columns = [row[1] for row in db.execute("PRAGMA table_info(t)")]
        refused = []
        for column in columns:
            told = error_of(path, f'"{column}"')
            if told:
                refused.append(column)
                is_clear = f'column "{column}"' in told and "encrypted" in told
                report(f"{path.name}: {column} is encrypted", None if is_clear else told)
        some = 0 < len(refused) < len(columns)
        report(f"{path.name}: only some columns are", None if some else f"{refused}")


# ---- The option timezone ------------------------------------------------------------------


def time_of(text):
    return datetime.datetime.fromisoformat(text[:19]), text[19:]


def zones():
    """A file of version 0.11 does not state its writer's time zone."""
    path = FOLDER / "orc-file-11-format.orc"
    for name in "America/Los_Angeles", "Europe/Amsterdam", "Asia/Kolkata":
        zone, db = zoneinfo.ZoneInfo(name), connect()
        create(db, "utc", path)
        create(db, "zoned", path, f", timezone='{name}'")
        base = BASE.replace(tzinfo=zone).astimezone(datetime.timezone.utc)
        fault = None
        pairs = db.execute("SELECT DISTINCT utc.ts, zoned.ts FROM utc JOIN zoned "
                           "ON utc.rowid = zoned.rowid WHERE utc.ts > '1902'").fetchall()
        for plain, shown in pairs:
            at, fraction = time_of(plain)
            instant = base + (at - BASE)
            expected = instant.astimezone(zone).replace(tzinfo=None).isoformat(" ") + fraction
            if shown != expected:
                fault = f"{plain} is shown as {shown}, not {expected}"
                break
        report(f"timezone={name}", fault if pairs else "no timestamps")


readable()
equal()
damaged()
encrypted()
zones()
