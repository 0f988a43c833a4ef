# SPDX-License-Identifier: MIT
"""Random Parquet files with much to prune, and much to get wrong.

Many small row groups and pages, values in order, in clusters and at random, the edges of
every type, and every combination of statistics, page index, Bloom filters, dictionaries,
encodings and codecs.  writers.py makes some of them, with more varied schemas.
"""
import math
import struct

import pyarrow as pa
import pyarrow.parquet as pq

import nested_tables
import random_tables
import writers
from random_tables import KINDS, Kind, decimal_kind, fixed_binary
from writers import Written

random_tables.CELLS = 8_000  # of the files from writers.py
PREFIX = "the same beginning of every value, longer than bounds that are cut short are "


def among(pool, share, otherwise):
    """Draws from the pool, or at times otherwise."""
    return lambda rng: rng.choice(pool) if rng.random() < share else otherwise(rng)


def near(*centers, within=3):
    return [c + d for c in centers for d in range(-within, within + 1)]


NUMBERS_AS_TEXT = ["5", " 5", "5 ", "05", "5.0", "5e0", "1e3", "1000", "0x5", "-0", "0", "-5", "+5",
                   "12abc", "9e999", "-9e999", "nan", "inf", "9007199254740993", ".5", "5.",
                   "9223372036854775807", "9223372036854775808", "", ":", "/", "٥", "1_000"]
CASES = ["abc", "ABC", "aBc", "abc ", "abc  ", "ab", "abcd", "abc\0", "abc\0d", "a", "A", "b", "[",
         "_", "`", "z", "Z", "{", "é", "É", "e", "K", "k", "\u212a", "ß", "%", "a%", "a_c", ""]
AT_ENDS = ["\x7f", "\x80", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000",
           "\U0010ffff", "\U0010ffff" * 20, "\U0010ffff" * 20 + "a", "", "\0", "\0\0",
           "a\U0010ffff"]


def long_text(rng):
    end = rng.choice(["", "a", "b", "\U0010ffff", str(rng.randint(0, 30))])
    return PREFIX[:rng.choice([15, 16, 17, 63, 64, 65, 77])] + end


def long_blob(rng):
    head = rng.choice([b"\xff", b"\0", b"p"]) * rng.choice([1, 15, 16, 63, 64, 65, 80])
    return head + rng.choice([b"", b"\0", b"\xff", b"a", b"\x7f"])


def half(value):
    return struct.unpack("<e", struct.pack("<e", value))[0]


ZEROS = [0.0, -0.0, math.nan, -math.nan, 5e-324, -5e-324, 1.0]
INTEGRAL = [float(n) for n in near(0, 2**53, -2**53)] + [2.0**63, -2.0**63, 2.0**63 - 1024, 1e18]
DAYS = near(0, -719_528, -719_529, 2_932_896, 2_932_897, -141_428, 11_016, -1_000_000, 3_000_000)
SECONDS = [86_400 * d for d in (0, 1, -719_528, -719_529, 2_932_896, 2_932_897, 18_262)]


def edge_times(unit):
    """Timestamps whose text changes its form from one to the next."""
    ticks = random_tables.TICKS[unit]
    pool = [s * ticks + d for s in SECONDS for d in (-1, 0, 1, ticks // 2, ticks)]
    return [t for t in pool if abs(t) < 2**63 // (1000 if unit == "s" else 1)]


def special_kinds():
    text, blob = random_tables.text, random_tables.blob
    kinds = {
        "number_text": Kind(pa.string(), among(NUMBERS_AS_TEXT, 0.9, text)),
        "cases": Kind(pa.string(), among(CASES, 0.9, text)),
        "ends": Kind(pa.string(), among(AT_ENDS, 0.9, text)),
        "long_text": Kind(pa.string(), long_text),
        "long_blob": Kind(pa.binary(), long_blob),
        "short_blob": Kind(pa.binary(), lambda rng: rng.randbytes(rng.randint(0, 2))),
        "zeros": Kind(pa.float64(), lambda rng: rng.choice(ZEROS)),
        "zeros_float": Kind(pa.float32(), lambda rng: rng.choice([0.0, -0.0, math.nan, 1e-45])),
        "zeros_half": Kind(pa.float16(), lambda rng: rng.choice([0.0, -0.0, math.nan, half(6e-8)])),
        "integral": Kind(pa.float64(), among(INTEGRAL, 0.8, KINDS["double"].draw)),
        "plain_double": Kind(pa.float64(), lambda rng: rng.randint(-999, 999) / 10),
        "near_2_53": Kind(pa.int64(), lambda rng: rng.choice(near(2**53, -2**53, 0))),
        "near_2_63": Kind(pa.int64(), lambda rng: rng.choice(
            [n for n in near(2**63 - 1, -2**63, 0) if -2**63 <= n < 2**63])),
        "uint_2_63": Kind(pa.uint64(), lambda rng: rng.choice(
            [n for n in near(2**63, 2**64 - 1, 5, 10**18) if n < 2**64])),
        "uint_2_31": Kind(pa.uint32(), lambda rng: rng.choice(
            [n for n in near(2**31, 2**32 - 1, 3) if n < 2**32])),
        "uint_128": Kind(pa.uint8(), lambda rng: rng.randint(100, 150)),
        "small": Kind(pa.int32(), lambda rng: rng.randint(-20, 20)),
        "counter": Kind(pa.int64(), lambda rng: rng.randint(0, 5000)),
        "edge_date": Kind(pa.date32(), lambda rng: rng.choice(DAYS), pa.int32()),
        "our_date": Kind(pa.date32(), lambda rng: rng.randint(18_000, 20_000), pa.int32()),
    }
    for unit in random_tables.TICKS:
        for zone in None, "UTC":
            kinds[f"edge_{unit}_{zone}"] = Kind(
                pa.timestamp(unit, zone),
                lambda rng, pool=edge_times(unit): rng.choice(pool), pa.int64())
    for precision, scale in (1, 1), (9, 2), (18, 6), (18, 0), (19, 0), (38, 10), (38, 38):
        top = 10**precision - 1
        pool = [n for n in near(0, top, -top, 2**53, 500, within=2) if abs(n) <= top]
        made = random_tables.decimals(precision, scale)
        scaled = [random_tables.decimal.Decimal(n).scaleb(-scale) for n in pool]
        kinds[f"decimal_{precision}_{scale}"] = Kind(
            pa.decimal128(precision, scale), among(scaled, 0.6, made))
    return kinds


SPECIAL = special_kinds()
ORDINARY = sorted(set(writers.PYARROW_KINDS) - {"null", "json", "category_int"})
IN_GROUPS = ["cases", "zeros", "near_2_53", "small", "edge_date", "decimal_9_2", "plain_double",
             "uint_2_63", "edge_us_None", "number_text"]


def pick_kind(rng):
    how = rng.random()
    if how < 0.65:
        return SPECIAL[rng.choice(sorted(SPECIAL))]
    if how < 0.92:
        return KINDS[rng.choice(ORDINARY)]
    return decimal_kind(rng) if how < 0.97 else fixed_binary(rng)


# --- columns ----------------------------------------------------------------------------

def sort_key(value):
    return (1, 0) if isinstance(value, float) and math.isnan(value) else (0, value)


def arranged(rng, values):
    """The values sorted, nearly so, in clusters, in runs, or as they are."""
    how = rng.choice(["sorted", "sorted", "reversed", "clusters", "nearly", "blocks", "random"])
    if how == "random":
        return values
    values = sorted(values, key=sort_key, reverse=how == "reversed")
    if how == "nearly":
        for _ in range(len(values) // 20 + 1):
            i, j = rng.randrange(len(values)), rng.randrange(len(values))
            values[i], values[j] = values[j], values[i]
    elif how in ("clusters", "blocks"):
        size = rng.choice([3, 17, 60, 300])
        parts = [values[i:i + size] for i in range(0, len(values), size)]
        rng.shuffle(parts)
        if how == "clusters":
            for part in parts:
                rng.shuffle(part)
        values = [v for part in parts for v in part]
    return values


def with_nulls(rng, values):
    """Nulls here and there, in runs that fill pages, at an end, or none."""
    how = rng.choice(["none", "none", "some", "few", "runs", "head", "tail", "most", "all"])
    n = len(values)
    if how == "runs":
        holes = random_tables.holes(rng, n)
    elif how in ("head", "tail"):
        cut = rng.randint(0, n)
        holes = [(i < cut) == (how == "head") for i in range(n)]
    else:
        share = {"none": 0, "some": 0.3, "few": 0.01, "most": 0.95, "all": 1}[how]
        holes = [rng.random() < share for _ in range(n)]
    return [None if hole else v for v, hole in zip(values, holes)]


def drawn(rng, kind, n):
    if rng.random() < 0.4:
        pool = [kind.draw(rng) for _ in range(rng.choice([1, 2, 5, 30, 200]))]
        values = rng.choices(pool, k=n)
    else:
        values = [kind.draw(rng) for _ in range(n)]
    return arranged(rng, values)


def column(rng, kind, n, nullable):
    values = drawn(rng, kind, n)
    return kind.array(with_nulls(rng, values) if nullable else values)


def leaf_kind(rng):
    return SPECIAL[rng.choice(IN_GROUPS)]


def group(rng, n, nullable):
    """A struct, perhaps in a struct or with a list, whose leaves are hidden columns."""
    fields, arrays = [], []
    for name in rng.sample(["a", "b", "c", "d.e"], rng.randint(1, 3)):
        how = rng.random()
        if how < 0.2:
            array, inner = group(rng, n, True), True
        elif how < 0.3:
            # The other leaves are still columns, with other numbers of entries.
            array, inner = nested_tables.column(rng, nested_tables.Shapes(leaf_kind), n, True), True
        else:
            inner = rng.random() < 0.7
            array = column(rng, SPECIAL[rng.choice(IN_GROUPS)], n, inner)
        fields.append(pa.field(name, array.type, inner))
        arrays.append(array)
    mask = pa.array([v is None for v in with_nulls(rng, [0] * n)], pa.bool_())
    return pa.StructArray.from_arrays(arrays, fields=fields, mask=mask if nullable else None)


def table(rng, rows, pick, structs=True):
    fields, arrays = [], []
    for i in range(rng.randint(2, 8)):
        nullable = rng.random() < 0.75
        how = rng.random() if structs else 1
        if how < 0.1:
            array = group(rng, rows, nullable)
        elif how < 0.2:
            array = nested_tables.column(rng, nested_tables.Shapes(leaf_kind), rows, nullable)
        else:
            array = column(rng, pick(rng), rows, nullable)
        fields.append(pa.field(f"c{i}", array.type, nullable))
        arrays.append(array)
    return pa.table(arrays, pa.schema(fields))


# --- writers ----------------------------------------------------------------------------

def small_pages(rng, rows):
    """Up to about sixty pages in a column chunk."""
    least = max(1, rows // 60)
    return writers.some(rng, 0.6, {
        "data_page_size": lambda: rng.choice([1, 64, 500, 4000]),
        "write_batch_size": lambda: max(least, rng.choice([1, 7, 16, 50, 200])),
        "max_rows_per_page": lambda: max(least, rng.choice([1, 10, 33, 100])),
        "dictionary_pagesize_limit": lambda: rng.choice([1, 20, 200, 3000])})


def bloom_filters(rng, table):
    return {f.name: {"ndv": rng.choice([1, 20, 500]), "fpp": rng.choice([0.5, 0.1, 0.01])}
            for f in table.schema
            if not pa.types.is_nested(f.type) and not pa.types.is_boolean(f.type)
            and rng.random() < 0.7}


def write_pyarrow(rng, path):
    rows = rng.choice([rng.randint(50, 300), rng.randint(50, 800), rng.randint(300, 2000)])
    made = table(rng, rows, pick_kind)
    basic = writers.some(rng, 0.3, {"store_schema": False, "store_decimal_as_integer": True})
    options = basic | writers.encoding_options(rng, made, basic) | writers.codec_options(rng, made)
    if "column_encoding" in options:
        options["store_schema"] = False
    options |= small_pages(rng, rows)
    options |= {"write_page_index": rng.random() < 0.75, "write_statistics": rng.random() < 0.9,
                "data_page_version": rng.choice(["1.0", "2.0"])}
    options |= writers.some(rng, 0.15, {
        "write_page_checksum": True,
        "sorting_columns": lambda: [pq.SortingColumn(0, descending=rng.random() < 0.5)],
        "bloom_filter_options": lambda: bloom_filters(rng, made)})
    size = rng.choice([None, max(rows // 40 + 1, rng.choice([5, 50, 100, 500]))])
    with pq.ParquetWriter(path, made.schema, **options) as writer:
        writer.write_table(made, size)
    return Written(path, f"pyarrow row_group_size={size} {options}")


def write_bloom(rng, path):
    """By pyarrow, with Bloom filters for everything and values at random."""
    rows = rng.randint(100, 1500)
    made = table(rng, rows, pick_kind, structs=False)
    options = {"bloom_filter_options": bloom_filters(rng, made), "compression": "zstd",
               "write_statistics": rng.random() < 0.3, "use_dictionary": rng.random() < 0.5}
    size = rng.choice([7, 50, 300])
    size = max(size, rows // 40 + 1)
    pq.write_table(made, path, row_group_size=size, **options)
    return Written(path, f"pyarrow row_group_size={size} {options}")


def write_duckdb(rng, path):
    types = []

    def pick(rng):
        type, kind = rng.choice(writers.DUCKDB_KINDS)
        simple = {k: SPECIAL[k] for k in (
            "number_text", "cases", "ends", "long_text", "long_blob", "zeros", "zeros_float",
            "integral", "near_2_53", "near_2_63", "uint_2_63", "uint_2_31", "small", "counter",
            "our_date", "decimal_9_2", "decimal_18_0", "decimal_38_10")}
        if rng.random() < 0.7:
            type, kind = None, simple[rng.choice(sorted(simple))]
        types.append(type)
        return kind

    made = table(rng, rng.randint(2049, 3500), pick, structs=False)
    codec = rng.choice(["snappy", "zstd", "uncompressed"])
    options = {"row_group_size": 2048, "compression": codec}
    options |= writers.some(rng, 0.5, {
        "parquet_version": lambda: rng.choice(["v1", "v2"]),
        "dictionary_size_limit": lambda: rng.choice([0, 10, 1000]),
        "write_bloom_filter": lambda: rng.choice(["true", "false"]),
        "bloom_filter_false_positive_ratio": lambda: rng.choice([0.01, 0.3])})
    return writers.copy_by_duckdb(made, types, path, options)


def write_polars(rng, path):
    """Small row groups and pages, whose statistics are Polars' own."""
    rows = rng.choice([rng.randint(50, 300), rng.randint(300, 2000)])
    kinds = {name: kind for name, kind in SPECIAL.items()
             if not (name.startswith("edge_s_") or name == "zeros_half")}

    def pick(rng):
        return kinds[rng.choice(sorted(kinds))] if rng.random() < 0.7 else writers.polars_kind(rng)

    made = table(rng, rows, pick, structs=False)
    options = {"row_group_size": max(rows // 40 + 1, rng.choice([5, 50, 300, 5000])),
               "compression": rng.choice(["uncompressed", "snappy", "zstd", "lz4"]),
               "statistics": rng.choice(["full", "full", True, False, {
                   "min": True, "max": True, "null_count": rng.random() < 0.5}])}
    options |= writers.some(rng, 0.7, {"data_page_size": lambda: rng.choice([1, 64, 500, 4000])})
    writers.pl.from_arrow(made).write_parquet(path, **options)
    return Written(path, f"polars {options}")


WRITERS = {write_pyarrow: 52, write_bloom: 10, write_duckdb: 10, write_polars: 12,
           writers.write: 16}


def write(rng, path):
    """Writes a random file."""
    writer = rng.choices(list(WRITERS), list(WRITERS.values()))[0]
    return writer(rng, path if writer is writers.write else str(path))
