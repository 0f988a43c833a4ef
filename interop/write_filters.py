# SPDX-License-Identifier: MIT
"""Other readers that prune by a file's metadata: with a filter they must find the rows that
they find without.
"""
import random

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

import write_readers

COLUMNS = 4
VALUES = 3
KINDS = ("INT", "INT32", "INT64", "DOUBLE", "FLOAT", "STRING", "DATE", "BYTE_ARRAY")
OPERATORS = {"=": "equal", "<": "less", ">=": "greater_equal", ">": "greater"}


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def operands(rng, column):
    """Values that occur and some that do not, as Python values."""
    present = column.drop_null()
    chosen = [present[rng.randrange(len(present))].as_py() for _ in range(VALUES)]
    for value in list(chosen):
        if isinstance(value, int) and abs(value) < 2**31 - 1:
            chosen.append(value + 1 if value < 100 else value - 1)
        if isinstance(value, (str, bytes)):
            chosen.append(value + value[:1])
    return chosen


def count_pyarrow(dataset, table, name, function, value):
    wanted = pa.scalar(value, table.column(name).type)
    mask = getattr(pc, function)(table.column(name), wanted)
    condition = getattr(pc, function)(pc.field(name), wanted)
    return dataset.count_rows(filter=condition), pc.sum(mask).as_py() or 0


def count_polars(path, frame, name, function, value):
    python = {"equal": "__eq__", "less": "__lt__", "greater_equal": "__ge__",
              "greater": "__gt__"}[function]
    if frame is None:
        return 0, 0
    condition = getattr(pl.col(name), python)(value)
    lazily = pl.scan_parquet(path, glob=False).filter(condition).select(pl.len())
    return lazily.collect().item(), frame.filter(condition).height


def count_duckdb(db, path, name, operator, value):
    answers = []
    if db is None:
        return 0, 0
    for table in f"read_parquet('{path}')", "whole":
        found = db.execute(f"SELECT count(*) FROM {table} WHERE {quoted(name)} {operator} ?", [value])
        answers.append(found.fetchone()[0])
    return tuple(answers)


def check_blooms(db, path, name, values):
    """DuckDB must not find that a filter excludes a value that occurs."""
    for value in values if db else []:
        found = db.execute("SELECT min(bloom_filter_excludes::INT) FROM parquet_bloom_probe(?, ?, ?)",
                           [str(path), name, value]).fetchone()[0]
        if found:
            yield f"DuckDB's parquet_bloom_probe: {name!r} has no {value!r}"


def check(written):
    """Lines for a Written."""
    if not written.source.rows:
        return
    rng = random.Random(str(written.path))
    path, table = written.path, written.arrow
    chosen = [i for i, leaf in enumerate(written.types)
              if write_readers.kind_of(leaf) in KINDS and table.column(i).null_count < len(table)]
    chosen = rng.sample(chosen, min(COLUMNS, len(chosen)))
    kinds = {write_readers.kind_of(leaf) for leaf in written.types}
    dataset, frame = ds.dataset(path, format="parquet"), None
    if "INTERVAL" not in kinds:
        frame = pl.read_parquet(path, columns=[written.names[i] for i in chosen], glob=False)
    with duckdb.connect() as db:
        db.execute("SET threads=1; SET TimeZone='UTC'")
        if "BSON" in kinds:  # then it opens no column
            db = None
        elif chosen:
            listed = ", ".join(quoted(written.names[i]) for i in chosen)
            db.execute(f"CREATE TABLE whole AS SELECT {listed} FROM read_parquet(?)", [str(path)])
        for i in chosen:
            name = written.names[i]
            values = operands(rng, table.column(i))
            yield from check_blooms(db, path, name, values[:VALUES])
            for value in values:
                operator = rng.choice(["=", *OPERATORS])
                function = OPERATORS[operator]
                for reader, (found, expected) in {
                    "pyarrow": count_pyarrow(dataset, table, name, function, value),
                    "Polars": count_polars(path, frame, name, function, value),
                    "DuckDB": count_duckdb(db, path, name, operator, value),
                }.items():
                    if found != expected:
                        yield (f"{reader}: {name!r} {operator} {value!r:.80}: {found} rows, "
                               f"{expected} without leaving out any")
