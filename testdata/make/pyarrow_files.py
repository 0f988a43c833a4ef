# SPDX-License-Identifier: MIT
"""The files of testdata/ that pyarrow writes, and trips.parquet.

    python3 testdata/make/pyarrow_files.py [FOLDER]
"""
import datetime
import decimal
import math
import pathlib
import random
import sys
import uuid

import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve()

decimal.getcontext().prec = 100


def write(name, table, row_group_size=None, **options):
    """Writes a table with few extras; each file turns on what it covers."""
    options = {"compression": "none", "store_schema": False} | options
    pq.write_table(table, FOLDER / f"{name}.parquet", row_group_size, **options)


def column(name, type, values, nullable=True):
    return pa.field(name, type, nullable), pa.array(values, type)


def table(*columns):
    return pa.table([c[1] for c in columns], pa.schema([c[0] for c in columns]))


def required(source):
    fields = [f.with_nullable(False) for f in source.schema]
    return pa.table(source.columns, pa.schema(fields))


def dec(unscaled, scale):
    return None if unscaled is None else decimal.Decimal(unscaled).scaleb(-scale)


# --- types ------------------------------------------------------------------------------

TEXTS = ["", "a", "it's", "back\\slash", "line\nfeed\r", "naïve", "日本語", "😀 emoji",
         "NUL\0inside", "\0", "%_*?[", '"quoted"']


def type_columns():
    """Twelve rows of every type that Arrow maps to Parquet, NULL in every third."""
    def third(values):
        return [None if i % 3 == 2 else v for i, v in enumerate(values)]

    def spread(low, high):
        return third([low, high, 0, 1, low + 1, 7, high - 1, 2, 3, 42, high // 3, 9])

    floats = [0.0, 1.5, 9, -2.25, 3.0e38, 9, -1.0e-3, 0.1, 9, 7.0, -7.0, 9]
    halves = [0.0, 1.5, 9, -2.25, 65504.0, 9, 0.5, 6.103515625e-05, 9, 7.0, -7.0, 9]
    blobs = [t.encode() for t in TEXTS]
    return [
        column("bool", pa.bool_(), third([i % 2 == 0 for i in range(12)])),
        column("int8", pa.int8(), spread(-128, 127)),
        column("int16", pa.int16(), spread(-32768, 32767)),
        column("int32", pa.int32(), spread(-2**31, 2**31 - 1)),
        column("int64", pa.int64(), spread(-2**63, 2**63 - 1)),
        column("uint8", pa.uint8(), spread(0, 255)),
        column("uint16", pa.uint16(), spread(0, 65535)),
        column("uint32", pa.uint32(), spread(0, 2**32 - 1)),
        column("uint64", pa.uint64(), spread(0, 2**64 - 1)),
        column("float16", pa.float16(), third(halves)),
        column("float", pa.float32(), third(floats)),
        column("double", pa.float64(), third(floats)),
        column("string", pa.string(), third(TEXTS)),
        column("large_string", pa.large_string(), third(TEXTS)),
        column("binary", pa.binary(), third(blobs)),
        column("fixed3", pa.binary(3), third([bytes([i, 255 - i, 0]) for i in range(12)])),
        column("null", pa.null(), [None] * 12),
    ]


def types():
    columns = type_columns()
    write("pyarrow_types", table(*columns))
    write("pyarrow_types_arrow_schema", table(*columns), store_schema=True,
          compression="zstd", data_page_version="2.0")
    filled = []
    for field, values in columns:
        if field.name != "null":
            some = [v for v in values if v.is_valid]
            filled.append((field, pa.array((some * 2)[:12], field.type)))
    write("pyarrow_types_required", required(table(*filled)))
    write("pyarrow_types_required_plain_v2", required(table(*filled)), use_dictionary=False,
          data_page_version="2.0", compression="snappy", write_page_checksum=True)


DAYS = [0, 1, -1, 19_000, -719_162, -719_163, -719_528, -719_529, -735_600, 2_932_896,
        2_932_897, 3_652_059, 2**31 - 1, -2**31, None, 59, -25_509]


def dates():
    """Days around 1970, 0001, 0000, -0044, 9999 and the ends of the type."""
    write("pyarrow_dates", table(
        column("day", pa.int32(), DAYS),
        (pa.field("date", pa.date32()), pa.array(DAYS, pa.int32()).view(pa.date32())),
    ), write_page_index=True)


def times():
    second = [0, 1, 59, 3600, 86399, None, 43200, 12 * 3600 + 34 * 60 + 56]
    ms = [None if s is None else s * 1000 for s in second] + [1, 999, 86_399_999, 500]
    us = [None if m is None else m * 1000 for m in ms] + [1, 86_399_999_999]
    ns = [None if u is None else u * 1000 for u in us] + [1, 86_399_999_999_999, 1_500_000]
    n = len(ns)
    ms, us = ms + [None] * (n - len(ms)), us + [None] * (n - len(us))
    for utc in False, True:
        write("pyarrow_times_utc" if utc else "pyarrow_times", table(
            column("ms", pa.time32("ms"), ms),
            column("us", pa.time64("us"), us),
            column("ns", pa.time64("ns"), ns),
        ), write_time_adjusted_to_utc=utc)


def timestamps():
    """Instants around 1970, before it, around year 0 and 9999 and at the ends of INT64."""
    day = 86_400
    seconds = [0, 1, -1, 1_700_000_000, -2_208_988_800, -day * 719_162, -day * 719_528,
               -day * 719_528 - 1, day * 2_932_897 - 1, day * 2_932_897, None]
    columns = [column("row", pa.int32(), range(len(seconds) + 7))]
    for unit, ticks in ("ms", 10**3), ("us", 10**6), ("ns", 10**9):
        values = [None if s is None else s * ticks for s in seconds]
        values = [v for v in values if v is None or -2**63 <= v < 2**63]
        values += [1, -1, ticks // 2, -ticks // 2, 2**63 - 1, -2**63, 1_234_567_890_123_456]
        values += [None] * (len(columns[0][1]) - len(values))
        for zone in None, "UTC":
            name = f"{unit}_utc" if zone else unit
            columns.append(column(name, pa.timestamp(unit, zone), values))
    write("pyarrow_timestamps", table(*columns), version="2.6")
    write("pyarrow_timestamps_v2_delta", table(*columns), version="2.6",
          use_dictionary=False, data_page_version="2.0", compression="zstd",
          column_encoding={c[0].name: "DELTA_BINARY_PACKED" for c in columns})
    old = [c for c in columns if "ns" not in c[0].name]
    write("pyarrow_timestamps_v1", table(*old), version="1.0")


def int96():
    """INT96 over the whole range of 64-bit nanoseconds, before and after 1970."""
    ns = [0, 1, -1, 10**9, -10**9, 1_700_000_000_123_456_789, -1_700_000_000_123_456_789,
          None, 86_400 * 10**9, -86_400 * 10**9, -86_400 * 10**9 - 1, 2**63 - 1,
          -9_223_286_400_000_000_000, 500_000_000, -500_000, None]
    write("pyarrow_int96", table(
        column("ns", pa.int64(), ns),
        column("at", pa.timestamp("ns"), ns),
    ), use_deprecated_int96_timestamps=True)


def decimals():
    """Every width of FIXED_LEN_BYTE_ARRAY from 1 to 20 bytes, and wider, by precision."""
    columns = []
    for precision in [*range(1, 19), 20, 21, 23, 26, 28, 31, 33, 35, 38, 40, 43, 45, 48, 76]:
        scale = [0, precision // 2, precision][precision % 3]
        top = 10**precision - 1
        values = [top, -top, 0, 1, -1, None, top // 3, -(top // 7), top // 2 + 1, 5]
        kind = pa.decimal128 if precision <= 38 else pa.decimal256
        columns.append(column(f"d{precision}_{scale}", kind(precision, scale),
                              [dec(v, scale) for v in values]))
    write("pyarrow_decimals", table(*columns), compression="zstd")
    small = [c for c in columns if c[0].type.precision <= 18]
    write("pyarrow_decimals_int", table(*small), store_decimal_as_integer=True)


def floats():
    nan, inf = math.nan, math.inf
    values = [nan, -nan, inf, -inf, 0.0, -0.0, None, 1.0, -1.0, 0.5]
    halves = values + [65504.0, 6.0e-08, 6.1035e-05, 0.333251953125]
    singles = values + [3.4028234663852886e38, 1.401298464324817e-45, 0.1, 16777217.0]
    doubles = values + [1.7976931348623157e308, 5e-324, 0.1, 9007199254740993.0]
    columns = [
        column("half", pa.float16(), halves),
        column("single", pa.float32(), singles),
        column("double", pa.float64(), doubles),
        column("all_nan", pa.float64(), [nan] * 14),
        column("nan_or_null", pa.float32(), [nan, None] * 7),
    ]
    write("pyarrow_floats", table(*columns), write_page_index=True)
    split = {c[0].name: "BYTE_STREAM_SPLIT" for c in columns}
    write("pyarrow_floats_split", table(*columns), use_dictionary=False,
          column_encoding=split)
    filled = [column("f", pa.float32(), [1.0, nan, -0.0]),
              column("d", pa.float64(), [inf, 2.0, nan])]
    write("pyarrow_floats_required", required(table(*filled)))


def strings():
    """NUL bytes, empty, non-ASCII and long (20 KB) values, as text and as bytes."""
    texts = TEXTS + [None, "x" * 20_000, "é" * 10_000, "end"]
    write("pyarrow_strings", table(
        column("t", pa.string(), texts),
        column("b", pa.binary(), [None if t is None else t.encode() for t in texts]),
    ), compression="zstd", write_page_index=True)


def extension_types():
    """UUID and JSON as logical types."""
    ids = [uuid.UUID(int=i * 0x0123456789abcdef0123456789abcdef % 2**128).bytes
           for i in range(4)]
    ids = [ids[0], ids[1], None, ids[3], b"\xff" * 16]
    texts = ['{"a": 1}', "null", None, "[1, 2]", '"x"']
    pq.write_table(pa.table({
        "u": pa.array(ids, pa.uuid()),
        "j": pa.ExtensionArray.from_storage(pa.json_(), pa.array(texts)),
    }), FOLDER / "pyarrow_uuid_json.parquet", compression="none", store_schema=False)


# --- encodings, codecs, pages -----------------------------------------------------------

def encoding_columns(n):
    """n rows whose values suit each encoding, one NULL in seven."""
    rng = random.Random(1)

    def gaps(values):
        return [None if i % 7 == 3 else v for i, v in enumerate(values)]

    words = [f"prefix-{i // 10:04}-{i % 10}" for i in range(n)]
    extreme = [(-1)**i * (2**31 - 1 - i) for i in range(n)]
    extreme[0] = -2**31
    return [
        column("i32", pa.int32(), gaps([i * i - 1000 for i in range(n)])),
        column("i32_extreme", pa.int32(), gaps(extreme)),
        column("i64", pa.int64(), gaps([10**15 + i * 1000 + i % 3 for i in range(n)])),
        column("i64_extreme", pa.int64(),
               gaps([2**63 - 1 - i if i % 2 else -2**63 + i for i in range(n)])),
        column("i64_random", pa.int64(), gaps([rng.getrandbits(40) for _ in range(n)])),
        column("f32", pa.float32(), gaps([i / 4 for i in range(n)])),
        column("f64", pa.float64(), gaps([i / 8 - 10 for i in range(n)])),
        column("f16", pa.float16(), gaps([i / 2 for i in range(n)])),
        column("s", pa.string(), gaps(words)),
        column("b", pa.binary(), gaps([bytes([i % 256]) * (i % 5) for i in range(n)])),
        column("fixed5", pa.binary(5), gaps([b"%05d" % (i * 7) for i in range(n)])),
        column("flag", pa.bool_(), gaps([i // 20 % 2 == 0 for i in range(n)])),
    ]


def encodings():
    columns = encoding_columns(400)
    source = table(*columns)
    ints = ["i32", "i32_extreme", "i64", "i64_extreme", "i64_random"]
    bytes_ = ["s", "b"]
    choices = {
        "plain": {c: "PLAIN" for c in source.column_names},
        "delta": {c: "DELTA_BINARY_PACKED" for c in ints}
        | {"s": "DELTA_BYTE_ARRAY", "b": "DELTA_BYTE_ARRAY", "fixed5": "DELTA_BYTE_ARRAY"}
        | {"flag": "RLE"},
        "delta_length": {c: "DELTA_LENGTH_BYTE_ARRAY" for c in bytes_},
        "split": {c: "BYTE_STREAM_SPLIT"
                  for c in [*ints, "f32", "f64", "f16", "fixed5"]},
    }
    for name, encoding in choices.items():
        chosen = source.select(list(encoding))
        for page in 1, 2:
            write(f"pyarrow_encoding_{name}_v{page}", chosen, use_dictionary=False,
                  column_encoding=encoding, data_page_version=f"{page}.0",
                  compression="none" if page == 1 else "zstd", write_statistics=page == 1)
    few = encoding_columns(40)
    repeated = pa.concat_tables([table(*few)] * 8).combine_chunks()
    write("pyarrow_encoding_dictionary_v1", repeated, version="1.0",
          write_page_checksum=True)
    write("pyarrow_encoding_dictionary_v2", repeated, data_page_version="2.0",
          compression="snappy", write_page_index=True)
    full = [(f, pa.array([v if v.is_valid else values[0] for v in values], f.type))
            for f, values in columns]
    write("pyarrow_encoding_delta_required", required(table(*full)).select(
        list(choices["delta"])), use_dictionary=False, column_encoding=choices["delta"],
        compression="zstd")


def mixed(n):
    """The table that the files about codecs, pages and row groups share."""
    return table(
        column("id", pa.int64(), range(n), nullable=False),
        column("n", pa.int32(), [None if i % 5 == 4 else i * 37 % 101 for i in range(n)]),
        column("s", pa.string(),
               [None if i % 11 == 5 else f"row {i} " + "ab" * (i % 4) for i in range(n)]),
        column("d", pa.float64(), [None if i % 6 == 1 else i / 4 for i in range(n)]),
        column("flag", pa.bool_(), [None if i % 9 == 8 else i % 3 == 0 for i in range(n)]),
        column("at", pa.timestamp("us"), [i * 1_000_003 for i in range(n)]),
    )


def codecs():
    source = mixed(500)
    for codec in "snappy", "gzip", "zstd", "brotli", "lz4":
        for page in 1, 2:
            write(f"pyarrow_codec_{codec}_v{page}", source, compression=codec,
                  data_page_version=f"{page}.0", write_statistics=False,
                  use_dictionary=["n"])
    write("pyarrow_codec_mixed", source, compression={
        "id": "zstd", "n": "gzip", "s": "brotli", "d": "snappy", "flag": "none", "at": "lz4"})


def pages():
    source = mixed(600)
    for page in 1, 2:
        write(f"pyarrow_tiny_pages_v{page}", source, max_rows_per_page=25,
              write_batch_size=25, data_page_size=100, data_page_version=f"{page}.0",
              write_page_index=True, write_page_checksum=True, compression="snappy",
              write_statistics=page == 1, row_group_size=350)
    write("pyarrow_uneven_pages", source, data_page_size=300, write_batch_size=7,
          write_page_index=True, use_dictionary=["n"], compression="zstd")
    write("pyarrow_no_statistics", source, write_statistics=False, compression="zstd")
    write("pyarrow_checksums", source, write_page_checksum=True, compression="zstd")
    write("pyarrow_row_groups", source, row_group_size=83, compression="zstd",
          sorting_columns=[pq.SortingColumn(0)])
    write("pyarrow_bloom", source, row_group_size=300, compression="zstd",
          bloom_filter_options={c: {"ndv": 300, "fpp": 0.05} for c in ("id", "s", "d", "n")})


def pruning():
    """Files that a query of few rows should read little of."""
    n = 164 * 16
    ids = [i * 1_625_431 % 2_630_003 for i in range(n)]
    write("pyarrow_lookup", table(
        column("id", pa.int64(), ids, False),
        column("name", pa.string(), [f"name {i}" for i in ids]),
    ), row_group_size=16, compression="zstd", use_dictionary=False,
        bloom_filter_options={c: {"ndv": 16, "fpp": 0.01} for c in ("id", "name")})
    # Hours from 2023-01-01 on, a day on a page, 7 weeks in a row group.
    n = 196 * 24
    moments = [1_672_531_200 + i * 3600 for i in range(n)]
    write("pyarrow_sorted", table(
        column("at", pa.timestamp("s"), moments, False),
        column("n", pa.int32(), range(n)),
        column("code", pa.string(), [f"d{i // 24:03} {'abcdefghijklmnopqrstuvwx'[i % 24]}"
                                     for i in range(n)]),
        column("kind", pa.string(), [("ant", "cat", "eel")[i * i % 3] for i in range(n)]),
        column("gaps", pa.int32(), [None if i // 24 in range(98, 105) else i % 5 for i in range(n)]),
        column("mixed", pa.int32(), [i * 7919 % 9973 for i in range(n)]),
    ), row_group_size=49 * 24, max_rows_per_page=24, write_batch_size=24,
        write_page_index=True, compression="zstd", use_dictionary=["kind", "gaps"],
        column_encoding={"at": "DELTA_BINARY_PACKED", "n": "DELTA_BINARY_PACKED",
                         "code": "DELTA_BYTE_ARRAY"})


def dictionaries():
    n = 6000
    write("pyarrow_large_dictionary", table(
        column("i", pa.int32(), [i * 7919 % 5003 * 3 for i in range(n)]),
        column("s", pa.string(), [f"k{i * 7919 % 5003}" for i in range(n)]),
    ), compression="zstd", write_statistics=False)
    write("pyarrow_dictionary_fallback", table(
        column("s", pa.string(), [f"value {i % 40 if i < 300 else i}" for i in range(1000)]),
        column("n", pa.int64(), [i % 30 if i < 300 else i for i in range(1000)]),
    ), compression="zstd", dictionary_pagesize_limit=512, write_batch_size=50,
        data_page_size=200, write_page_index=True)
    n = 100
    write("pyarrow_constant", table(
        column("i", pa.int32(), [7] * n), column("l", pa.int64(), [-7] * n),
        column("f", pa.float32(), [0.5] * n), column("d", pa.float64(), [0.25] * n),
        column("s", pa.string(), ["same"] * n), column("e", pa.string(), [""] * n),
        column("b", pa.binary(2), [b"\0\1"] * n), column("flag", pa.bool_(), [True] * n),
        column("two", pa.string(), ["a", "b"] * 50),
        column("one_or_null", pa.string(), ["a", None] * 50),
    ))


# --- shapes -----------------------------------------------------------------------------

def empty():
    source = mixed(3)
    write("pyarrow_zero_rows", source.slice(0, 0))
    with pq.ParquetWriter(FOLDER / "pyarrow_empty_row_groups.parquet", source.schema,
                          compression="none", store_schema=False) as writer:
        for part in source.slice(0, 0), source.slice(0, 2), source.slice(0, 0), source.slice(2):
            writer.write_table(part)
    with pq.ParquetWriter(FOLDER / "pyarrow_no_row_groups.parquet", source.schema,
                          compression="none", store_schema=False):
        pass
    write("pyarrow_zero_columns", pa.table({}))
    kinds = [pa.bool_(), pa.int32(), pa.int64(), pa.float32(), pa.float64(), pa.string(),
             pa.binary(4), pa.decimal128(9, 2), pa.timestamp("us"), pa.null()]
    nulls = table(*[column(f"c{i}", k, [None] * 5) for i, k in enumerate(kinds)])
    write("pyarrow_all_null", nulls, write_page_index=True)
    write("pyarrow_all_null_plain_v2", nulls, use_dictionary=False, data_page_version="2.0",
          compression="snappy")
    values = list(range(30)) + [None] * 90 + list(range(30))
    write("pyarrow_null_pages", table(
        column("n", pa.int32(), values),
        column("s", pa.string(), [None if v is None else f"s{v}" for v in values]),
    ), max_rows_per_page=30, write_batch_size=30, write_page_index=True)


def structs():
    """Groups in groups: optional in required, required in optional, three deep."""
    point = pa.struct([pa.field("x", pa.int32(), False), pa.field("y", pa.float64())])
    deep = pa.struct([pa.field("level", pa.struct([
        pa.field("inner", pa.struct([pa.field("v", pa.string()),
                                     pa.field("w", pa.int64(), False)])),
        pa.field("k", pa.bool_(), False)]), False)])
    money = pa.struct([pa.field("amount", pa.decimal128(9, 2)), pa.field("on", pa.date32()),
                       pa.field("raw", pa.binary())])
    day = datetime.date(2024, 2, 29)
    write("pyarrow_structs", table(
        column("id", pa.int32(), [1, 2, 3, 4, 5], nullable=False),
        column("must", point, [{"x": 1, "y": 0.5}, {"x": -2, "y": None}, {"x": 3, "y": 1.25},
                               {"x": 4, "y": math.nan}, {"x": 5, "y": -0.75}], nullable=False),
        column("may", point, [{"x": 1, "y": 0.5}, None, {"x": 3, "y": None}, None,
                              {"x": 5, "y": 2.5}]),
        column("deep", deep, [
            {"level": {"inner": {"v": "a", "w": 1}, "k": True}}, None,
            {"level": {"inner": None, "k": False}},
            {"level": {"inner": {"v": None, "w": 2**62}, "k": True}},
            {"level": {"inner": {"v": 'q"\\\n', "w": -1}, "k": False}}]),
        column("money", money, [
            {"amount": dec(1250, 2), "on": day, "raw": b"\x00\xff"},
            {"amount": dec(-5, 2), "on": None, "raw": b""}, None,
            {"amount": None, "on": day, "raw": None},
            {"amount": dec(0, 2), "on": day, "raw": b"a"}]),
    ))
    big = 500
    write("pyarrow_structs_pages", table(
        column("id", pa.int64(), range(big)),
        column("g", pa.struct([("a", pa.int32()), ("b", pa.string())]),
               [None if i % 10 == 3 else {"a": None if i % 4 == 1 else i, "b": f"b{i % 50}"}
                for i in range(big)]),
    ), compression="zstd", max_rows_per_page=64, write_batch_size=16, write_page_index=True,
        row_group_size=300)


def out_of_scope():
    """Flat columns, a list, a map, and a list in a group."""
    write("pyarrow_list_beside", table(
        column("id", pa.int32(), [1, 2, 3]),
        column("items", pa.list_(pa.int32()), [[1, 2], None, []]),
        column("name", pa.string(), ["a", None, "c"]),
        column("tags", pa.map_(pa.string(), pa.int32()), [[("k", 1)], [], None]),
        column("g", pa.struct([("a", pa.int32()), ("l", pa.list_(pa.string()))]),
               [{"a": 1, "l": ["x"]}, {"a": None, "l": None}, None]),
        column("last", pa.float64(), [0.5, 1.5, None]),
    ))


def names():
    """Names that need quoting, that collide, or that the extension uses itself."""
    plain = ["a.b", "a b", 'say "hi"', "it's", "select", "order", "Größe", "日本", "a;b",
             "[x]", "`y`", "%", "tab\there", "123", "a,b", "-- c", "NULL", "x=y", "parquet"]
    write("pyarrow_names", table(*[column(n, pa.int32(), [i]) for i, n in enumerate(plain)]))
    same = ["a", "A", "a", "a_1", "b", "B_1", "B", "É", "é"]
    write("pyarrow_names_collide",
          table(*[column(n, pa.int32(), [i]) for i, n in enumerate(same)]))
    taken = ["_file", "_row_group", "rowid", "oid", "_FILE_ROW_NUMBER"]
    write("pyarrow_names_hidden",
          table(*[column(n, pa.int32(), [i, 10 + i]) for i, n in enumerate(taken)]))
    in_plans = "scan_id", "scan", "rowidx", "rowid_", "limit ?", "a and b", "x#1"
    write("pyarrow_names_plan",
          table(*[column(n, pa.int32(), [i, i + 10]) for i, n in enumerate(in_plans)]))
    write("pyarrow_names_empty", table(column("", pa.int32(), [1]), column("x", pa.int32(), [2])))
    write("pyarrow_names_path", table(
        column("g.a", pa.int32(), [1]),
        column("g", pa.struct([("a", pa.int32()), ("b.c", pa.int32()), ("A", pa.int32())]),
               [{"a": 2, "b.c": 3, "A": 4}])))


def trips():
    """A file for the README and the demo: 2,000 taxi rides."""
    rng = random.Random(2024)
    n = 2000
    start = datetime.datetime(2024, 1, 1)
    zones = ["Airport", "Centre", "Harbour", "Old Town", "University"]
    rides = []
    for i in range(n):
        start += datetime.timedelta(seconds=rng.randrange(20, 600))
        distance = round(rng.lognormvariate(0.8, 0.8), 2)
        rides.append({
            "trip_id": 100_000 + i,
            "vendor": rng.choice(["Blue Cab", "City Taxi", "Metro Ride"]),
            "pickup_at": start,
            "passengers": None if rng.random() < 0.04 else rng.choice((1, 1, 1, 1, 2, 2, 3, 4, 5)),
            "distance_km": distance,
            "fare": decimal.Decimal(int(350 + distance * 185 + rng.randrange(0, 400, 5))) / 100,
            "payment": rng.choice(["card", "card", "card", "cash", "app", "voucher"]),
            "tipped": None if rng.random() < 0.1 else rng.random() < 0.6,
            "dropoff": {"zone": rng.choice(zones),
                        "lat": round(52.3 + rng.random() / 5, 3),
                        "lon": round(4.8 + rng.random() / 5, 3)},
        })
    schema = pa.schema([
        pa.field("trip_id", pa.int64(), False), pa.field("vendor", pa.string(), False),
        pa.field("pickup_at", pa.timestamp("ms"), False), ("passengers", pa.int8()),
        ("distance_km", pa.float64()), ("fare", pa.decimal128(8, 2)), ("payment", pa.string()),
        ("tipped", pa.bool_()),
        ("dropoff", pa.struct([("zone", pa.string()), ("lat", pa.float64()),
                               ("lon", pa.float64())])),
    ])
    write("trips", pa.Table.from_pylist(rides, schema), compression="zstd",
          row_group_size=500, max_rows_per_page=100, write_batch_size=100,
          write_page_index=True, write_page_checksum=True, compression_level=9,
          use_dictionary=["vendor", "passengers", "payment", "dropoff.zone"],
          column_encoding={"trip_id": "DELTA_BINARY_PACKED", "pickup_at": "DELTA_BINARY_PACKED"},
          store_decimal_as_integer=True, sorting_columns=[pq.SortingColumn(0)])


def julian():
    """Dates and timestamps as a writer with the hybrid calendar stores them, from the year 1 on:
    in order, and the leap days that only that calendar has."""
    leap_days = [-682946, -646421, -609896, -536846, -500321, -463796, -390746, -354221, -317696,
                 -244646, -208121, -171596, -141428]
    days = sorted({*range(-719164, 200000, 2777), *leap_days, *(d + 1 for d in leap_days),
                   *(d - 1 for d in leap_days)})
    n = len(days)
    seconds = [d * 86400 + i * 997 % 86400 for i, d in enumerate(days)]
    shuffled = [days[i * 7 % n] for i in range(n)]
    spark = {"org.apache.spark.version": "2.4.8", "org.apache.spark.timeZone": "UTC"}
    plain = table(column("id", pa.int32(), range(n)), column("d", pa.date32(), days),
                  column("ms", pa.timestamp("ms", "UTC"), [s * 1000 for s in seconds]),
                  column("us", pa.timestamp("us", "UTC"), [s * 10**6 + 1 for s in seconds]),
                  column("ns", pa.timestamp("ns", "UTC"), [s * 1000 for s in seconds]),
                  column("local", pa.timestamp("us"), [s * 10**6 for s in seconds]),
                  column("any", pa.date32(), [None if i % 9 == 0 else d
                                              for i, d in enumerate(shuffled)]),
                  column("again", pa.date32(), [leap_days[i % 13] + i // 13 % 2
                                                for i in range(n)]),
                  column("g", pa.struct([("d", pa.date32()), ("l", pa.list_(pa.date32()))]),
                         [{"d": d, "l": [d, None]} for d in days]))
    write("pyarrow_julian", plain.replace_schema_metadata(spark), row_group_size=200,
          max_rows_per_page=20, write_batch_size=20, write_page_index=True, compression="zstd",
          use_dictionary=["again"], store_schema=True,
          bloom_filter_options={c: {"ndv": 200, "fpp": 0.05} for c in ("d", "us", "any", "again")})
    old = table(column("id", pa.int32(), range(n)),
                column("at", pa.timestamp("us"), [s * 10**6 for s in seconds]))
    write("pyarrow_julian_int96",
          old.replace_schema_metadata(spark | {"org.apache.spark.version": "3.0.1"}), row_group_size=200,
          use_deprecated_int96_timestamps=True, compression="zstd", store_schema=True)


for make in (types, dates, times, timestamps, int96, decimals, floats, strings,
             extension_types, encodings, codecs, pages, pruning, dictionaries, empty, structs,
             out_of_scope, names, trips, julian):
    make()
