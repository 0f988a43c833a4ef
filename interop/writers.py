# SPDX-License-Identifier: MIT
"""Random Parquet files: random tables, written by each writer with random options."""
import decimal
import io
from typing import NamedTuple

import duckdb
import fastparquet
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

import nested_tables
import random_tables
from random_tables import KINDS, Kind, decimal_kind, fixed_binary, holes, spread

LEVELS = {"gzip": (1, 9), "brotli": (0, 9), "zstd": (-5, 15)}


class Written(NamedTuple):
    path: str
    by: str            # the writer and its options
    int96: str = "ns"  # the unit to read INT96 in
    table: pa.Table = None  # its expected contents, if known


def some(rng, share, options):
    """Each of the options with the probability; a callable returns the value."""
    return {k: v() if callable(v) else v for k, v in options.items() if rng.random() < share}


def key_values(rng):
    pairs = {"k": "v", "": "empty key", "empty": "", "é": "日本", "nul": "a\0b",
             "long": "x" * 5000}
    return {k: pairs[k] for k in rng.sample(sorted(pairs), rng.randint(1, 3))}


# --- pyarrow ----------------------------------------------------------------------------

# Not views, which pyarrow cannot always split into pages.
PYARROW_KINDS = sorted(set(KINDS) - {"string_view", "binary_view"})
IN_GROUPS = sorted(set(PYARROW_KINDS) - {"not_utf8"})


def pyarrow_kind(rng, among, int96=None):
    how = rng.random()
    if how < 0.1:
        return decimal_kind(rng, rng.choice([9, 18, 38, 76]))
    if how < 0.15:
        return fixed_binary(rng)
    if int96 and how < 0.3:
        # What INT96 can hold and the reader can return.
        if int96 == "ns":
            return random_tables.timestamp("ns", rng.choice([None, "UTC"]))
        return random_tables.timestamp("us", None, -9 * 10**15, 9 * 10**17)
    name = rng.choice(among)
    while int96 and name.startswith("timestamp"):
        name = rng.choice(among)
    return KINDS[name]


ENCODINGS = {
    "BOOLEAN": ["PLAIN", "RLE"],
    "INT32": ["PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"],
    "INT64": ["PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"],
    "INT96": ["PLAIN"],
    "FLOAT": ["PLAIN", "BYTE_STREAM_SPLIT"],
    "DOUBLE": ["PLAIN", "BYTE_STREAM_SPLIT"],
    "BYTE_ARRAY": ["PLAIN", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"],
    "FIXED_LEN_BYTE_ARRAY": ["PLAIN", "DELTA_BYTE_ARRAY", "BYTE_STREAM_SPLIT"],
}


def encoding_options(rng, table, basic):
    """A dictionary or an encoding for each leaf; {} leaves all to the writer."""
    if rng.random() < 0.35:
        return rng.choice([{}, {"use_dictionary": False}])
    empty = io.BytesIO()
    pq.write_table(table.slice(0, 0), empty, **basic)
    schema = pq.ParquetFile(empty).schema
    dictionary, encodings = [], {}
    for i in range(len(schema)):
        leaf = schema.column(i)
        if rng.random() < 0.4 and leaf.physical_type != "BOOLEAN":
            dictionary.append(leaf.path)
        else:
            encodings[leaf.path] = rng.choice(ENCODINGS[leaf.physical_type])
    encodings = {path: e for path, e in encodings.items() if path not in dictionary}
    return {"use_dictionary": dictionary, "column_encoding": encodings}


def codec_options(rng, table):
    codecs = ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]
    nested = any(pa.types.is_nested(f.type) for f in table.schema)
    if rng.random() < 0.2 and not nested:
        return {"compression": {n: rng.choice(codecs) for n in table.column_names}}
    codec = rng.choice(codecs)
    options = {"compression": codec}
    if codec in LEVELS and rng.random() < 0.5:
        options["compression_level"] = rng.randint(*LEVELS[codec])
    return options


def page_options(rng, rows):
    """Small pages, but not too many."""
    least = max(1, rows // 300)
    return some(rng, 0.4, {
        "data_page_size": lambda: rng.choice([64, 500, 4000, 50_000]),
        "write_batch_size": lambda: max(least, rng.choice([1, 7, 64, 100, 1000])),
        "max_rows_per_page": lambda: max(least, rng.choice([1, 8, 50, 1000])),
        "dictionary_pagesize_limit": lambda: rng.choice([1, 20, 300, 5000]),
    })


def row_group_size(rng, rows, least=1):
    """Usually one row group, sometimes up to about forty."""
    if rng.random() < 0.5 or rows == 0:
        return None
    return max(least, rows // 40 + 1, rng.choice([1, 7, 8, 100, 1000, 1024, rows // 2, rows - 1]))


def write_pyarrow(rng, path, nested=False):
    int96 = rng.choice(["ns", "us"]) if rng.random() < 0.15 else None
    structs = nested or rng.random() < 0.85
    among = IN_GROUPS if structs else PYARROW_KINDS
    basic = some(rng, 0.3, {
        "store_schema": False, "version": lambda: rng.choice(["1.0", "2.4", "2.6"]),
        "store_decimal_as_integer": True, "write_time_adjusted_to_utc": True,
        "use_compliant_nested_type": False})
    if int96:
        basic["use_deprecated_int96_timestamps"] = True
    elif basic.get("version", "2.6") != "2.6" or rng.random() < 0.05:
        basic |= {"coerce_timestamps": "us", "allow_truncated_timestamps": True}
        overflow = ("timestamp_s", "timestamp_ms")
        among = [name for name in among if not name.startswith(overflow)]
    def pick(rng):
        return pyarrow_kind(rng, among, int96)

    if structs and nested:
        keys = [k for k in nested_tables.KEY_KINDS if not int96 or not k.startswith("timestamp")]
        table = nested_tables.table(rng, nested_tables.Shapes(pick, keys=keys))
    else:
        table = random_tables.table(rng, pick, structs)
    if rng.random() < 0.2:
        table = table.replace_schema_metadata(key_values(rng))
    if rng.random() < 0.03 and not nested:
        table = with_twin(rng, table)
        options = dict(basic)
    else:
        options = basic | encoding_options(rng, table, basic) | codec_options(rng, table)
    if "column_encoding" in options:
        options["store_schema"] = False  # pyarrow cannot read categories in some encodings
    options |= page_options(rng, table.num_rows)
    options |= some(rng, 0.4, {
        "data_page_version": "2.0", "write_statistics": False, "write_page_index": True,
        "write_page_checksum": True})
    options |= some(rng, 0.1, {
        "sorting_columns": lambda: [pq.SortingColumn(0, descending=rng.random() < 0.5)],
        "use_content_defined_chunking": True,
        "bloom_filter_options": lambda: bloom_filters(table)})
    size = row_group_size(rng, table.num_rows)
    with pq.ParquetWriter(path, table.schema, **options) as writer:
        for part in slices(rng, table) if rng.random() < 0.2 else [table]:
            writer.write_table(part, size)
    known = table if "coerce_timestamps" not in options and not int96 else None
    return Written(path, f"pyarrow row_group_size={size} {options}", int96 or "ns", known)


def bloom_filters(table):
    return {f.name: {"ndv": 100, "fpp": 0.1} for f in table.schema
            if f.type in (pa.int32(), pa.int64(), pa.string()) and "." not in f.name}


def slices(rng, table):
    """The table in a few parts, some of them empty."""
    cuts = sorted(rng.randint(0, table.num_rows) for _ in range(rng.randint(0, 5)))
    ends = [0, *cuts, *cuts[:1], table.num_rows]
    ends.sort()
    return [table.slice(a, b - a) for a, b in zip(ends, ends[1:])]


def with_twin(rng, table):
    """The table with two columns of exactly the same name."""
    names = table.column_names
    names[rng.randrange(len(names))] = names[0]
    return table.rename_columns(names)


# --- DuckDB -----------------------------------------------------------------------------

def duckdb_kinds():
    """(SQL type, or None for DuckDB's choice, and kind)."""
    as_they_come = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
                    "uint64", "float", "double", "string", "binary", "uuid", "category", "time_us"]
    kinds = [(None, KINDS[name]) for name in as_they_come]
    year = 365 * 86_400
    for unit in "s", "ms", "us", "ns":  # a few values are infinite to DuckDB
        wide = (200 if unit == "ns" else 9000) * year * random_tables.TICKS[unit]
        kinds.append((None, random_tables.timestamp(unit, None, -wide, wide)))
    wide = 9000 * year * 10**6
    number = Kind(pa.int32(), lambda rng: rng.randint(0, 10**6))
    small = Kind(pa.int32(), lambda rng: rng.choice([0, 1, 1234]))
    return kinds + [
        (None, random_tables.timestamp("us", "UTC", -wide, wide)),
        (None, Kind(pa.date32(), random_tables.days(-700_000, 2_900_000), pa.int32())),
        ("JSON", Kind(pa.string(), random_tables.json_text)),
        ("TIMETZ", KINDS["time_us"]),
        ("HUGEINT", Kind(pa.decimal128(38, 0), random_tables.decimals(38, 0))),
        ("TIME_NS", KINDS["time_us"]),
        ("to_months", small), ("to_days", number), ("to_milliseconds", number),
    ]


DUCKDB_KINDS = duckdb_kinds()


def duckdb_expression(name, type):
    quoted = '"' + name.replace('"', '""') + '"'
    if type is None:
        return quoted
    if type.startswith("to_"):
        return f"{type}({quoted}) AS {quoted}"
    return f"{quoted}::{type} AS {quoted}"


def copy_by_duckdb(table, types, path, options):
    """Writes the table with its columns converted to the types (None: as they are)."""
    listed = ", ".join(map(duckdb_expression, table.column_names, types))
    told = ", ".join(f"{k} {v}" for k, v in options.items())
    db = duckdb.connect()
    db.execute("SET threads=1; SET TimeZone='UTC'")
    db.register("source", table)
    db.execute(f"COPY (SELECT {listed} FROM source) TO '{path}' (format parquet, {told})")
    db.close()
    return Written(path, f"duckdb {told}")


def write_duckdb(rng, path, nested=False):
    types = []

    def pick(rng):
        if rng.random() < 0.1:
            chosen = None, decimal_kind(rng, make=pa.decimal128)
        else:
            chosen = rng.choice(DUCKDB_KINDS)
        types.append(chosen[0])
        return chosen[1]

    def pick_plain(rng):
        return rng.choice([kind for type, kind in DUCKDB_KINDS if type is None])

    structs = rng.random() < 0.3  # there, only types that need no expression are used
    if nested:
        table = nested_tables.table(rng, nested_tables.Shapes(
            pick_plain, unique_keys=True, keys=["string", "int64", "date", "uint64"]))
    else:
        table = random_tables.table(rng, pick_plain if structs else pick, structs,
                                    may_collide=False)
    codec = rng.choice(["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw"])
    size = row_group_size(rng, table.num_rows, 2048)
    options = {"compression": codec} | some(rng, 0.4, {
        "parquet_version": lambda: rng.choice(["v1", "v2", "v2"]),
        "dictionary_size_limit": lambda: rng.choice([0, 1, 10, 1000]),
        "string_dictionary_page_size_limit": lambda: rng.choice([100, 5000]),
        "write_bloom_filter": lambda: rng.choice(["true", "false"]),
        "field_ids": "'auto'", "kv_metadata": "{a: 'x', \"b c\": 'é'}"})
    if codec == "zstd" and rng.random() < 0.5:
        options["compression_level"] = rng.randint(1, 15)
    if size:
        options["row_group_size"] = size
    return copy_by_duckdb(table, types or [None] * table.num_columns, path, options)


# --- Polars -----------------------------------------------------------------------------

POLARS_KINDS = sorted(set(KINDS) - {"not_utf8", "json", "uuid", "bool8", "category_int", "time_s",
                                    "time_ms", "time_us", "timestamp_s", "timestamp_s_utc",
                                    "duration_s", "date64"})


def polars_kind(rng):
    if rng.random() < 0.1:
        return decimal_kind(rng, make=pa.decimal128)
    return KINDS[rng.choice(POLARS_KINDS)]


def write_polars(rng, path, nested=False):
    if nested:
        table = nested_tables.table(rng, nested_tables.Shapes(polars_kind, maps=False))
    else:
        table = random_tables.table(rng, polars_kind)
    codec = rng.choice(["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4"])
    options = {"compression": codec} | some(rng, 0.4, {
        "statistics": lambda: rng.choice([False, "full"]),
        "row_group_size": lambda: row_group_size(rng, table.num_rows),
        "data_page_size": lambda: rng.choice([64, 500, 20_000])})
    if codec in LEVELS and rng.random() < 0.4:
        low, high = LEVELS[codec]
        options["compression_level"] = rng.randint(max(low, 1), high)
    if rng.random() < 0.2:
        options["metadata"] = {k: v for k, v in key_values(rng).items()}
    pl.from_arrow(table).write_parquet(path, **options)
    return Written(path, f"polars {options}")


# --- fastparquet ------------------------------------------------------------------------

def fastparquet_series(rng, rows):
    """A random column and how fastparquet must write its objects."""
    kind = rng.choice(["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
                       "Int64", "Int32", "UInt8", "boolean", "float32", "float64", "bool",
                       "utf8", "bytes", "datetime", "datetime_utc", "timedelta", "category"])
    def values(name):
        return spread(rng, KINDS[name].draw, rows)

    def with_holes(values):
        return [None if hole else v for v, hole in zip(values, holes(rng, rows))]

    if kind in ("Int64", "Int32", "UInt8"):
        return pd.Series(pd.array(with_holes(values(kind.lower())), kind)), None
    if kind == "boolean":
        return pd.Series(pd.array(with_holes(values("bool")), "boolean")), None
    if kind in ("float32", "float64"):
        name = "float" if kind == "float32" else "double"
        return pd.Series(values(name), dtype=kind), None
    if kind in ("utf8", "bytes"):
        name = "string" if kind == "utf8" else "binary"
        return pd.Series(with_holes(values(name)), dtype="object"), kind
    if kind in ("datetime", "datetime_utc", "timedelta"):
        # A timedelta becomes a TIME, which should be within the day.
        unit = "us" if kind == "timedelta" else rng.choice(["ms", "us", "ns"])
        seconds = (0, 86_399) if kind == "timedelta" else (-2 * 10**9, 4 * 10**9)
        ticks = random_tables.TICKS[unit]
        numbers = [rng.randint(*seconds) * ticks + rng.randint(0, 999) for _ in range(rows)]
        dtype = f"timedelta64[{unit}]" if kind == "timedelta" else f"datetime64[{unit}]"
        series = pd.Series(numbers, dtype="int64").astype(dtype)
        return series.dt.tz_localize("UTC") if kind == "datetime_utc" else series, None
    if kind == "category":
        return pd.Series(with_holes(values("string")), dtype="object").astype("category"), None
    return pd.Series(values(kind), dtype=kind), None


def write_fastparquet(rng, path):
    n_columns = random_tables.column_count(rng)
    rows = random_tables.row_count(rng, n_columns)
    columns, encoding = {}, {}
    for name in random_tables.names(rng, n_columns, may_be_odd=False):
        columns[name], objects = fastparquet_series(rng, rows)
        if objects:
            encoding[name] = objects
    nullable = {"Int64", "Int32", "UInt8", "boolean", "category"}
    is_nullable = bool(encoding) or any(str(c.dtype) in nullable for c in columns.values())
    size = row_group_size(rng, rows)
    codecs = [None, "SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4_RAW"]
    options = {
        "compression": rng.choice(codecs), "object_encoding": encoding or "infer",
        # With nulls or without, "has_nulls" off is an error for pandas' nullable types.
        "has_nulls": is_nullable or rng.choice([True, False]),
        "stats": rng.choice([True, False, "auto"])}
    if rng.random() < 0.2:
        options["times"] = "int96"
    if size:
        options["row_group_offsets"] = list(range(0, rows, size))
    fastparquet.write(path, pd.DataFrame(columns), write_index=False, **options)
    return Written(path, f"fastparquet {options}")


# --- all --------------------------------------------------------------------------------

def write_nested(rng, path):
    """Lists, maps and structs in each other."""
    writer = rng.choices([write_pyarrow, write_duckdb, write_polars], [7, 2, 1])[0]
    return writer(rng, path, nested=True)


WRITERS = {write_pyarrow: 10, write_duckdb: 5, write_polars: 3, write_fastparquet: 2,
           write_nested: 12}

ERRORS = (Exception, pl.exceptions.PanicException)

decimal.getcontext().prec = 120


def write(rng, path):
    """Writes a random file."""
    writer = rng.choices(list(WRITERS), list(WRITERS.values()))[0]
    return writer(rng, str(path))
