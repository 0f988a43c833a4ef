# SPDX-License-Identifier: MIT
"""The files of testdata/pushdown/: small pages, statistics, indexes and Bloom filters of
every kind, which hosts/questions/differential.py and hosts/faults/poison.py query.

    python3 testdata/make/pruning_files.py [FOLDER]

Values, their layouts and the kinds of columns come from interop/pushdown_files.py.
"""
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "interop"))

import duckdb  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

import pushdown_files  # noqa: E402
from pushdown_files import SPECIAL  # noqa: E402
from random_tables import KINDS, Kind, fixed  # noqa: E402
from writers import duckdb_expression  # noqa: E402

FOLDER = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "testdata/pushdown"
BLOOM = {"ndv": 60, "fpp": 0.05}

FIXED = {"fixed": Kind(pa.binary(5), fixed(5)), "flag": KINDS["bool"], "half": KINDS["half"],
         "uuid": KINDS["uuid"], "text": KINDS["string"], "time": KINDS["time_us"],
         "time_ns": KINDS["time_ns"], "time_ms": KINDS["time_ms"], "byte": KINDS["int8"]}
NUMBERS = ["small", "counter", "near_2_53", "near_2_63", "uint_2_63", "uint_2_31", "uint_128",
           "byte", "integral", "plain_double", "zeros", "zeros_float", "zeros_half", "half", "flag"]
TEXTS = ["number_text", "cases", "ends", "long_text", "text", "uuid", "long_blob", "short_blob",
         "fixed"]
TIMES = ["edge_date", "our_date", "edge_ms_None", "edge_us_UTC", "edge_ns_None", "time", "time_ms",
         "time_ns"]
DECIMALS = [name for name in SPECIAL if name.startswith("decimal")]
MIXED = ["counter", "uint_2_31", "cases", "ends", "zeros", "decimal_18_6", "edge_us_UTC",
         "our_date", "fixed", "uint_2_63", "uuid"]


def kind(name):
    return FIXED.get(name) or SPECIAL[name]


def arranged(rng, names, rows, arrange, nullable=True, floor=None):
    """A table with a column of each kind.  arrange: sorts or shuffles its values."""
    fields, arrays = [], []
    for name in names:
        values = arrange(rng, [kind(name).draw(rng) for _ in range(rows)])
        if nullable:
            values = floor(rng, values) if floor else holes(rng, values)
        array = kind(name).array(values)
        fields.append(pa.field(name, array.type, nullable))
        arrays.append(array)
    return pa.table(arrays, pa.schema(fields))


def holes(rng, values):
    """Scattered nulls, and a run of nulls."""
    start = rng.randrange(len(values))
    return [None if start <= i < start + 25 or rng.random() < 0.05 else v
            for i, v in enumerate(values)]


def in_order(rng, values):
    return sorted(values, key=pushdown_files.sort_key)


def in_reverse(rng, values):
    return sorted(values, key=pushdown_files.sort_key, reverse=True)


def in_clusters(rng, values):
    values = in_order(rng, values)
    parts = [values[i:i + 17] for i in range(0, len(values), 17)]
    rng.shuffle(parts)
    return [v for part in parts for v in part]


def at_random(rng, values):
    return values


def write(name, table, row_group_size, rows_per_page=None, **options):
    options = {"compression": "none", "store_schema": False, "write_page_index": True} | options
    if rows_per_page:
        options |= {"write_batch_size": rows_per_page, "max_rows_per_page": rows_per_page}
    pq.write_table(table, FOLDER / f"{name}.parquet", row_group_size, **options)


def blooms(table):
    return {f.name: BLOOM for f in table.schema if not pa.types.is_boolean(f.type)}


def structs(rng, rows):
    inner = arranged(rng, ["small", "cases", "plain_double"], rows, in_order)
    outer = arranged(rng, ["our_date", "uint_2_63"], rows, in_clusters)
    mask = pa.array([rng.random() < 0.2 for _ in range(rows)])
    deep = pa.StructArray.from_arrays([c.combine_chunks() for c in inner.columns],
                                      fields=list(inner.schema), mask=mask)
    arrays = [c.combine_chunks() for c in outer.columns] + [deep]
    fields = [*outer.schema, pa.field("deep.er", deep.type)]
    s = pa.StructArray.from_arrays(arrays, fields=fields)
    return pa.table({"id": pa.array(range(rows), pa.int32()), "s": s})


def pyarrow_files(rng):
    write("numbers_sorted", arranged(rng, NUMBERS, 240, in_order), 120, 10)
    write("numbers_clusters_v2", arranged(rng, NUMBERS, 240, in_clusters), 80, 8,
          data_page_version="2.0", compression="zstd", use_dictionary=False)
    write("texts_sorted", arranged(rng, TEXTS, 200, in_order), 100, 10, compression="snappy")
    write("texts_reversed", arranged(rng, TEXTS, 200, in_reverse), 100, 10, compression="zstd",
          use_dictionary=False)
    write("times_sorted", arranged(rng, TIMES, 240, in_order), 120, 10, compression="zstd")
    write("times_random", arranged(rng, TIMES, 240, at_random), 60, 20, compression="zstd")
    write("decimals_clusters", arranged(rng, DECIMALS, 240, in_clusters), 120, 10)
    write("decimals_integers", arranged(rng, DECIMALS, 240, in_order), 120, 10,
          store_decimal_as_integer=True, compression="zstd")
    write("required_sorted", arranged(rng, MIXED, 240, in_order, nullable=False), 120, 10)
    write("no_statistics", arranged(rng, MIXED, 240, in_clusters), 40, 10,
          write_statistics=False, write_page_index=False, compression="zstd")
    write("no_index", arranged(rng, MIXED, 300, in_order), 30, write_page_index=False,
          compression="zstd")
    for name, arrange in ("bloom_random", at_random), ("bloom_sorted", in_order):
        table = arranged(rng, MIXED, 240, arrange)
        write(name, table, 60, 15, bloom_filter_options=blooms(table), compression="zstd")
    write("fallback", arranged(rng, ["counter", "text", "near_2_53", "long_text"], 400, at_random),
          200, 20, dictionary_pagesize_limit=60)
    write("structs", structs(rng, 240), 120, 10, compression="zstd")
    table = arranged(rng, ["counter", "edge_us_None"], 200, in_order)
    write("int96", table.slice(0, 200).cast(pa.schema([
        ("counter", pa.int64()), ("edge_us_None", pa.timestamp("us"))])), 50, 10,
        use_deprecated_int96_timestamps=True)
    write("lopsided", arranged(rng, MIXED, 120, in_clusters, floor=lambda rng, values: [
        None if i < 60 else v for i, v in enumerate(values)]), 50, 7)


def duckdb_file(rng):
    names = ["counter", "uint_2_63", "cases", "number_text", "zeros", "decimal_38_10", "our_date"]
    table = arranged(rng, names, 4500, in_order)
    hashed = arranged(rng, ["small", "cases"], 4500, at_random).rename_columns(["r1", "r2"])
    for name, column in zip(hashed.column_names, hashed.columns):
        table = table.append_column(name, column)
    listed = ", ".join(duckdb_expression(name, None) for name in table.column_names)
    db = duckdb.connect()
    db.execute("SET threads=1; SET TimeZone='UTC'")
    db.register("source", table)
    db.execute(f"COPY (SELECT {listed} FROM source) TO '{FOLDER}/duckdb.parquet' "
               "(format parquet, row_group_size 2048, compression zstd)")
    db.close()


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    pyarrow_files(random.Random("pushdown"))
    duckdb_file(random.Random("duckdb"))


main()
