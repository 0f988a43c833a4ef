# SPDX-License-Identifier: MIT
"""Writes folders of random files whose columns have changed from file to file.

A folder has 1 to 20 files, sometimes 70, perhaps in partitions.  Each column has a row of
types that a table unites (docs/datasets.md); each file has some of the columns, in any order,
each with one of its types, REQUIRED or OPTIONAL.  pyarrow, Polars and DuckDB write them; some
have field ids and other names.
"""
import datetime
import decimal
import string

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

KEYS = [
    ("year", ["2023", "2024", "2025"]),
    ("day", ["2024-02-29", "2024-03-01", "__HIVE_DEFAULT_PARTITION__"]),
    ("code", ["007", "1.5", "", "a%20b", "%C3%BC"]),
    ("n", ["1", "-5", "__HIVE_DEFAULT_PARTITION__"]),
]
EPOCH = datetime.datetime(1970, 1, 1)


def integers(bits, signed=True):
    low = -(1 << (bits - 1)) if signed else 0
    high = (1 << (bits - 1 if signed else bits)) - 1

    def draw(rng):
        return rng.choice([low, high, rng.randint(low, high), rng.randint(0, min(9, high))])
    return draw


def reals(rng):
    return rng.choice([0.5, -1.25, 7.0, 1e10, float("nan"), rng.uniform(-9, 9)])


def decimals(precision, scale):
    def draw(rng):
        unscaled = rng.randint(-(10 ** precision) + 1, 10 ** precision - 1)
        return decimal.Decimal(rng.choice([unscaled, unscaled % 100])).scaleb(-scale)
    return draw


def days(rng):
    return EPOCH.date() + datetime.timedelta(days=rng.randint(-9, 20000))


def times(rng):
    return datetime.time(rng.randint(0, 23), rng.choice([0, 59]), rng.choice([0, 30]),
                         rng.choice([0, 500000]))


def instants(rng):
    return EPOCH + datetime.timedelta(seconds=rng.randint(-9, 10 ** 9),
                                      milliseconds=rng.choice([0, 1, 999]))


def texts(rng):
    return rng.choice(["", "a", "b c", "ü", "12", "1.5", "NULL",
                       "".join(rng.choices(string.ascii_letters, k=rng.randint(1, 30)))])


def blobs(rng):
    return texts(rng).encode()


# The types that columns may have in the files of a folder.
CHAINS = [
    [(pa.int8(), integers(8)), (pa.int32(), integers(32)), (pa.int64(), integers(64)),
     (pa.uint16(), integers(16, False))],
    [(pa.bool_(), lambda rng: rng.random() < 0.5), (pa.int16(), integers(16))],
    [(pa.int64(), integers(64)), (pa.uint64(), integers(64, False))],
    [(pa.int32(), integers(32)), (pa.decimal128(9, 2), decimals(9, 2)),
     (pa.decimal128(20, 5), decimals(20, 5))],
    [(pa.float32(), reals), (pa.float64(), reals), (pa.int32(), integers(32))],
    [(pa.date32(), days), (pa.timestamp("ms"), instants), (pa.timestamp("us"), instants)],
    [(pa.timestamp("ms", "UTC"), instants), (pa.timestamp("ns", "UTC"), instants)],
    [(pa.time32("ms"), times), (pa.time64("us"), times)],
    [(pa.string(), texts), (pa.int32(), integers(32)), (pa.float64(), reals)],
    [(pa.binary(), blobs), (pa.string(), texts)],
    [(pa.date32(), days), (pa.string(), texts)],
    [(pa.string(), texts)],
    [(pa.int64(), integers(64))],
]


def column(rng, type_, draw, rows):
    share = rng.choice([0, 0, 0.1, 0.5, 1])
    few = [draw(rng) for _ in range(rng.choice([1, 3, 1000]))]
    values = [None if rng.random() < share else rng.choice(few) for _ in range(rows)]
    if rng.random() < 0.3 and not any(v is None or v != v for v in values):
        values.sort()
    return pa.array(values, pa.null() if share == 1 and rng.random() < 0.3 else type_)


def by_pyarrow(rng, path, made):
    pq.write_table(made, path, row_group_size=rng.choice([7, 50, 1000]),
                   data_page_size=rng.choice([1, 1000, 1 << 20]), write_batch_size=16,
                   use_dictionary=rng.random() < 0.7, write_page_index=rng.random() < 0.5,
                   use_deprecated_int96_timestamps=rng.random() < 0.15,
                   compression=rng.choice(["none", "snappy", "zstd"]))


def by_polars(rng, path, made):
    pl.from_arrow(made).write_parquet(
        path, row_group_size=rng.choice([7, 50, 1000]), statistics=rng.choice(["full", True]),
        data_page_size=rng.choice([1, 1000, 1 << 20]),
        compression=rng.choice(["uncompressed", "snappy", "zstd"]))


def by_duckdb(rng, path, made):
    db = duckdb.connect()
    db.execute("SET threads=1; SET TimeZone='UTC'")
    db.register("made", made)
    db.execute(f"COPY made TO '{path}' (format parquet, compression "
               f"{rng.choice(['uncompressed', 'snappy', 'zstd'])}, "
               f"parquet_version {rng.choice(['v1', 'v2'])})")
    db.close()


def has_case_twins(made):
    folded = [name.lower() for name in made.column_names]
    return len(set(folded)) < len(folded)


def write_file(rng, path, columns, has_ids):
    rows = rng.choice([0, 1, 30, 200])
    fields, arrays = [], []
    for i, (name, chain) in enumerate(columns):
        if rng.random() < 0.85:
            type_, draw = rng.choice(chain)
            shown = name.upper() if rng.random() < 0.05 else name
            if has_ids and rng.random() < 0.1:
                shown = f"{name}_renamed"
            array = column(rng, type_, draw, rows)
            required = array.null_count == 0 and array.type != pa.null() and rng.random() < 0.3
            ids = {"PARQUET:field_id": str(i + 1)} if has_ids else None
            fields.append(pa.field(shown, array.type, not required, ids))
            arrays.append(array)
    if not fields:
        fields, arrays = [pa.field("only", pa.int64())], [pa.array([1] * rows, pa.int64())]
    order = list(range(len(fields)))
    if rng.random() < 0.5:
        rng.shuffle(order)
    made = pa.table([arrays[i] for i in order], pa.schema([fields[i] for i in order]))
    others = [by_pyarrow] if has_ids or pa.null() in made.schema.types or has_case_twins(made) else [
        by_pyarrow, by_pyarrow, by_pyarrow, by_polars, by_duckdb]
    rng.choice(others)(rng, path, made)


def write(rng, folder):
    """Writes the files below a folder; returns what was written."""
    columns = [(f"c{i}", rng.choice(CHAINS)) for i in range(rng.randint(1, 7))]
    keys = rng.sample(KEYS, rng.choice([0, 0, 1, 2]))
    if keys and rng.random() < 0.2:
        columns.append((keys[0][0], CHAINS[-1]))  # a column that a key replaces
    has_ids = rng.random() < 0.25
    n = 70 if rng.random() < 0.05 else rng.randint(1, 20)
    for i in range(n):
        path = folder
        for key, values in keys:
            path = path / f"{key}={rng.choice(values)}"
        path.mkdir(parents=True, exist_ok=True)
        write_file(rng, path / f"{i:02}.parquet", columns, has_ids)
    return f"{n} files, keys {[key for key, _ in keys]}, ids {has_ids}"
