# SPDX-License-Identifier: MIT
"""Files of the corpus with what the format gained since 2025, encrypted ones, and files whose
writers had faults.

    python3 sql-tests/corpus_files.py LIBRARY CORPUS

Prints a line for each check, `ok ...` or what is wrong.  corpus.sh calls it.
"""
import pathlib
import sqlite3
import sys
import tempfile

LIBRARY, CORPUS = sys.argv[1], pathlib.Path(sys.argv[2])
KEYS_128 = {"kf": b"0123456789012345", "kc1": b"1234567890123450", "kc2": b"1234567890123451"}
KEYS_256 = {"kf": b"01234567890123456789012345678901",
            **{f"kc{i}": b"1234567890123456789012345678901" + str(i + 1).encode()
               for i in range(1, 9)}}
OTHERS = {"others": b"0123456789112345", "column": b"1234567890123450"}
MOST_VALUES = 12  # of a column that are compared


def connect(keys):
    db = sqlite3.connect(":memory:")
    db.enable_load_extension(True)
    db.load_extension(LIBRARY)
    for name, key in keys.items():
        db.execute("SELECT parquet_add_key(?, ?)", (name, key))
    return db


def create(db, table, path, options=""):
    text = str(path).replace("'", "''")
    db.execute(f"CREATE VIRTUAL TABLE temp.{table} USING parquet('{text}'{options})")


def report(what, fault):
    print(f"{what}: {fault}" if fault else f"ok {what}")


# ---- New parts of the format --------------------------------------------------------------


def differs(path):
    """A query whose rows are others with pushdown than without, or None."""
    db = connect({})
    create(db, "t", path)
    create(db, "off", path, ", pushdown=off, threads=1")
    columns = [row[1] for row in db.execute("PRAGMA table_info(t)")]
    for column in columns:
        name = '"' + column.replace('"', '""') + '"'
        values = db.execute(f"SELECT DISTINCT {name} FROM off ORDER BY 1").fetchall()
        step = max(1, len(values) // MOST_VALUES)
        for value, in values[::step] + values[-1:]:
            for condition in ("= ?", "IS ?", "< ?", ">= ?", "BETWEEN ? AND 1e9", "IS NOT ?"):
                sql = f"SELECT rowid, {name} FROM {{}} WHERE {name} {condition}"
                with_it, without = (db.execute(sql.format(t), (value,)).fetchall()
                                    for t in ("t", "off"))
                if with_it != without:
                    return f"{sql} with {value!r}: {len(with_it)} rows, not {len(without)}"
        for aggregate in ("min", "max", "count"):
            sql = f"SELECT {aggregate}({name}) FROM {{}}"
            if len({db.execute(sql.format(t)).fetchone() for t in ("t", "off")}) > 1:
                return sql
    return None


def orders(name, *wanted):
    """Whether the file states these column orders, so that its bounds follow them."""
    db = connect({})
    found = db.execute("SELECT column_orders FROM parquet_file_metadata(?)",
                       (str(CORPUS / "new-format" / name),)).fetchone()[0]
    missing = [order for order in wanted if order not in found]
    report(f"orders of {name}", f"no {missing} in {found}" if missing else None)


def new_format():
    folder = CORPUS / "new-format"
    for path in sorted(folder.glob("*.parquet")):
        report(path.name, differs(path))
    orders("floating_orders_nan_count.parquet", "IEEE_754_TOTAL_ORDER", "TYPE_ORDER")
    orders("rs60_int96.parquet", "INT96_TIMESTAMP_ORDER")
    db = connect({})
    counts = db.execute("SELECT count(stats_nan_count) FROM parquet_metadata(?)",
                        (str(folder / "floating_orders_nan_count.parquet"),)).fetchone()[0]
    report("NaN counts", None if counts > 0 else "none")
    create(db, "plain", folder / "rs60.parquet")
    create(db, "alp", folder / "rs60_alp.parquet")
    same = db.execute("SELECT * FROM plain").fetchall() == db.execute("SELECT * FROM alp").fetchall()
    report("ALP", None if same else "rs60_alp.parquet is not rs60.parquet")


# ---- Encryption ---------------------------------------------------------------------------


def rows_of(db, path, *options):
    marks = "".join(", ?" for _ in options)
    return db.execute(f"SELECT row FROM read_parquet(?{marks})", (str(path), *options)).fetchall()


def check_encrypted(path, keys, options=()):
    """Reads with all keys, and with each of them wrong once, if the file needs it."""
    what = f"{path.parent.name}/{path.name}"
    db = connect(keys)
    rows = rows_of(db, path, *options)
    marks = "".join(", ?" for _ in options)
    errors = db.execute(f"SELECT * FROM parquet_check(?{marks}) WHERE severity = 'error'",
                        (str(path), *options)).fetchall()
    report(what, "no rows" if not rows else f"{errors}" if errors else None)
    used = {row[0] for row in db.execute(
        f"SELECT key_metadata FROM parquet_metadata(?{marks})", (str(path), *options))}
    for name in keys:
        wrong = connect({**keys, name: bytes(reversed(keys[name]))})
        fault = None
        try:
            if rows_of(wrong, path, *options) != rows:
                fault = "other rows"
            elif name in used:
                fault = "it is not noticed"
        except sqlite3.Error as error:
            fault = None if "encrypted: " in str(error) else str(error)
        report(f"{what} with a wrong {name}", fault)


def encryption():
    data = CORPUS / "parquet-testing/data"
    for path in sorted(data.glob("*.encrypted")):
        prefix = ("aad_prefix=tester",) if "disable_aad_storage" in path.name else ()
        check_encrypted(path, KEYS_128, prefix)
    for path in sorted(data.glob("aes256/*.encrypted")):
        prefix = ("aad_prefix=tester",) if "disable_aad_storage" in path.name else ()
        check_encrypted(path, KEYS_256, prefix)
    expected = [(f'{{"i":{i},"s":"s{i}"}}',) for i in range(1000)]
    for path in sorted((CORPUS / "encrypted-by-others").glob("*.parquet")):
        rows = rows_of(connect(OTHERS), path, "footer_key=others", "column_keys=column: s"
                       if path.name in ("pl_c.parquet", "pl_pf.parquet") else "threads=1")
        report(path.name, None if rows == expected else "other rows")


# ---- Writers with faults ------------------------------------------------------------------

FAULTS = [  # file, question, answer
    ("polars-0.19.19-nulls", "count(*) FROM {} WHERE x IS NULL", 1),
    ("polars-1.26.0-prefix", "count(*) FROM {} WHERE x < 'bet'", 1),
    ("polars-1.26.0-prefix", "count(*) FROM {} WHERE x = 'be'", 1),
    ("polars-2.0.0-nan", "count(*) FROM {} WHERE x < -250", 50),
    ("polars-2.0.0-uint32", "count(*) FROM {} WHERE x < 2147483648", 20),
    ("polars-1.35.1-int128", "count(*) FROM {} WHERE x = x'01000000000000000000000000000000'", 1),
    ("supplier_lzo", "sum(s_suppkey) FROM {}", 5050),
    ("parquet-rs-4.0.0-nulls", "count(*) FROM {} WHERE x IS NULL", 5),
    ("parquet-rs-4.0.0-nulls", "count(*) FROM {} WHERE s IS NULL", 5),
    ("uint_types", "group_concat(uint8_field || ' ' || int8_field) FROM {}", "255 -1,255 0"),
    ("parquet-mr-1.9.0-v2-rows", 'count("g.y") FROM {}', 750),
]


def faults():
    folder = CORPUS / "faults"
    if not folder.is_dir():  # an older corpus
        return
    db = connect({})
    has_lzo = not db.execute("SELECT count(*) FROM parquet_check(?) WHERE kind = 'unsupported'",
                             (str(folder / "supplier_lzo.parquet"),)).fetchone()[0]
    checks = [each for each in FAULTS if has_lzo or each[0] != "supplier_lzo"]
    for name in dict.fromkeys(name for name, _, _ in checks):
        report(name, differs(folder / f"{name}.parquet"))
    for name, question, answer in checks:
        db = connect({})
        create(db, "t", folder / f"{name}.parquet")
        create(db, "off", folder / f"{name}.parquet", ", pushdown=off")
        found = [db.execute("SELECT " + question.format(table)).fetchone()[0]
                 for table in ("t", "off")]
        report(f"{name}: {question}", None if found == [answer] * 2 else found)
    name = "map-with-list-keys"  # whose copy is JSON text
    db = connect({})
    create(db, "t", folder / f"{name}.parquet")
    with tempfile.TemporaryDirectory() as made:
        db.execute("SELECT parquet_write(?, 'SELECT * FROM t')", (f"{made}/copy.parquet",))
        create(db, "copy", f"{made}/copy.parquet")
        rows = [db.execute(f"SELECT * FROM {table}").fetchall() for table in ("t", "copy")]
        report(f"a copy of {name}", None if rows[0] == rows[1] else f"{rows}")


new_format()
encryption()
faults()
