# SPDX-License-Identifier: MIT
"""The files of testdata/writers/: correct data, with the wrong metadata of the writer that
each names (src/parquet/format/writer_faults.c).

    python3 testdata/make/writer_files.py [FOLDER]

Without a FOLDER it also writes sql-tests/writers/wrong-metadata.sql: queries whose answers the
wrong metadata would change.  The right answers are listed here with each file.
"""
import pathlib
import struct
import sys
from typing import NamedTuple

from parquet_bytes import (
    DOUBLE, INT32, PLAIN, RLE, RLE_DICTIONARY, STRING, Chunk, Type, binary, data_page,
    data_page_v2, dictionary_page, element, fixed, indices, levels, parquet_file, plain,
    plain_chunk, present, record, statistics, v1_body, v2_levels)
from parquet_footer import BINARY, I32, I64, LIST, STRUCT, TRUE, File, List, Struct, of

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OPTIONAL = 1
DAY = Type("INT32", ("DATE",))
HANDMADE = "handmade version 1.0.0 (build 0)"
POLARS = "Polars (python) version "
PARQUET_GO = "github.com/segmentio/parquet-go version 0.0.0(build 5337127538e5)"


# Base64 of Arrow's schemas of a column c: a dictionary of strings, and a string.
DICTIONARY_SCHEMA = (
    "/////5AAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAEAAAAvP///wQAAAABAAAAFAAAABAAGAAIAAYABwAMABAA"
    "FAAQAAAAAAABBRQAAABAAAAAHAAAAAQAAAAAAAAAAQAAAGMAAAAIAAgAAAAEAAgAAAAMAAAACAAMAAgABwAIAAAA"
    "AAAAASAAAAAEAAQABAAAAAAAAAA=")
PLAIN_SCHEMA = (
    "/////3AAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAEAAAAUAAAAEAAUAAgA"
    "BgAHAAwAAAAQABAAAAAAAAEFEAAAABgAAAAEAAAAAAAAAAEAAABjAAAABAAEAAQAAAAAAAAA")


class Case(NamedTuple):
    created_by: str
    wrong: str        # what is wrong, and the issue that reports it
    data: bytes
    answers: dict     # of conditions on column c: the row ids


CASES = {}


def one_column(name, created_by, wrong, type, chunk, answers, **options):
    data = parquet_file([element("c", type, OPTIONAL)], [(chunk.n, [chunk])],
                        created_by=created_by, **options)
    CASES[name] = Case(created_by, wrong, data, answers)


def column(name, created_by, wrong, type, values, claims, answers, per_page=None, **options):
    chunk = plain_chunk("c", type, values, per_page=per_page, statistics=statistics(**claims))
    one_column(name, created_by, wrong, type, chunk, answers, **options)


def dictionary_chunk(values, per_page, claims=None, page_claims=None):
    """A chunk of text with a dictionary.  claims: of the chunk; page_claims: of each page."""
    entries = sorted(set(present(values)))
    pages = [dictionary_page(plain(STRING, entries), len(entries))]
    for i in range(0, len(values), per_page):
        some = values[i:i + per_page]
        body = levels([int(v is not None) for v in some])
        body += indices([entries.index(v) for v in present(some)])
        told = page_claims and statistics(**page_claims[i // per_page])
        pages.append(data_page(body, len(some), RLE_DICTIONARY, statistics=told))
    return Chunk("c", STRING, pages, len(values), dictionary=True,
                 encodings=(PLAIN, RLE, RLE_DICTIONARY),
                 statistics=claims and statistics(**claims))


def byte_arrays():
    """Text with bounds from reused buffers, or whose bytes were compared as signed."""
    values = [b"aa", b"ba", "b\u00e9".encode(), b"bb"]
    reused = {"old_min": b"bb", "old_max": b"bb", "nulls": 0}
    signed = {"min": b"aa", "max": b"bb", "nulls": 0}
    for name, writer, source in (
            ("reused_buffer", "parquet-mr version 1.7.0 (build 1)", "PARQUET-251"),
            ("reused_buffer_unnamed", None, "PARQUET-297")):
        column(name, writer, f"min and max come from a reused buffer ({source})", STRING, values,
               reused, {"c = 'aa'": [1], "c < 'bb'": [1, 2], "c > 'bb'": [3]}, orders=False)
    for name, writer in (("signed_bytes_mr", "parquet-mr version 1.9.0 (build 1)"),
                         ("signed_bytes_cpp", "parquet-cpp version 1.2.0")):
        column(name, writer, "bytes compared as signed (PARQUET-686)", STRING, values, signed,
               {"c = 'b\u00e9'": [3], "c > 'bb'": [3]})
    towns = [b"andover", b"reading", b"bedford", b"tewsbury", b"lexington", b"lawrence"]
    column("shorter_first", "parquet-rs version 5.1.0", "shorter text came first (arrow-rs#641)",
           STRING, towns, {"min": b"andover", "max": b"lexington", "nulls": 0},
           {"c = 'tewsbury'": [4], "c > 'm'": [2, 4]})


def floats():
    nan = float("nan")
    values = [1.0, 2.0, nan, -50.0, 100.0, 3.0]
    real = lambda v: struct.pack("<d", v)
    for name, writer, source in (
            ("nan_cpp", "parquet-cpp version 1.3.1", "PARQUET-1225"),
            ("nan_rs", "parquet-rs version 4.0.0", "arrow-rs#255"),
            ("nan_segment", PARQUET_GO, "parquet-go/parquet-go#459"),
            ("nan_go", "github.com/parquet-go/parquet-go version 0.32.0(build )",
             "parquet-go/parquet-go#459")):
        column(name, writer, f"NaN hid other numbers ({source})", DOUBLE, values,
               {"min": real(1.0), "max": real(3.0), "nulls": 0},
               {"c = 100": [5], "c < 0": [4]}, per_page=3)
    column("nan_nameless", "", "NaN hid other numbers (interop/old_writers)", DOUBLE, values,
           {"old_min": real(1.0), "old_max": real(3.0), "nulls": 0},
           {"c = 100": [5], "c < 0": [4]}, per_page=3, orders=False)
    column("rounded_zeros", "parquet-cpp version 1.5.1-SNAPSHOT",
           "bounds of numbers near zero are 0 (ARROW-5562)", DOUBLE, [-1e-30, 1e-20, None],
           {"min": real(0.0), "max": real(0.0), "nulls": 1},
           {"c < 0": [1], "c = 1e-20": [2], "c IS NOT NULL": [1, 2]})


def times():
    days = [18628, 18629, 18630, None]
    day = lambda v: struct.pack("<i", v)
    column("local_days", "Parquet.Net version 4.25.0 (build 687fbb4)",
           "days of local times that were first shifted to UTC", DAY, days,
           {"old_min": day(18627), "old_max": day(18629), "nulls": 1},
           {"c = '2021-01-03'": [3]}, orders=False)
    at = Type("INT64", ("TIMESTAMP", "us", True))
    moments = [1209506400_000000, 1209506401_000000]
    for name, writer, unit, source in (
            ("seconds_nanoparquet", "https://github.com/gaborcsardi/nanoparquet", 10**6,
             "bounds of microseconds written in seconds (nanoparquet#169)"),
            ("milliseconds_net", "Parquet.Net version 6.0.3 (build 1)", 10**3,
             "bounds of microseconds written in milliseconds (parquet-dotnet#769)")):
        low, high = (struct.pack("<q", v // unit) for v in moments)
        column(name, writer, source, at, moments,
               {"min": low, "max": high, "old_min": low, "old_max": high, "nulls": 0},
               {"c = '2008-04-29 22:00:00'": [1], "c > '2008'": [1, 2]}, orders=False)


def decimals():
    number = lambda size: lambda v: v.to_bytes(size, "big", signed=True)
    two, kind = number(2), fixed(2, "DECIMAL", 4, 2)
    # 456 is 01 c8, whose second byte is negative.
    column("decimal_bytes_cpp", "parquet-cpp version 1.5.1-SNAPSHOT",
           "bytes of decimals compared as signed (PARQUET-2003)", kind,
           [two(v) for v in (1, 256, 456)], {"min": two(1), "max": two(256), "nulls": 0},
           {"c = 4.56": [3], "c > 3": [3]})
    column("decimal_pages_polars", POLARS + "2.1.0",
           "page bounds merged by unsigned comparison (polars#29347)", kind,
           [two(v) for v in (-5, 1000, 100, 300)], {"min": two(100), "max": two(1000), "nulls": 0},
           {"c = -0.05": [1], "c < 1": [1]}, per_page=2)
    column("decimal_sizes", "parquet-rs version 56.0.0",
           "decimals of several sizes compared as text (arrow-rs#11073)",
           Type("BYTE_ARRAY", ("DECIMAL", 8, 0)), [b"\0", b"\5", b"\1\0"],
           {"min": b"\0", "max": b"\5", "nulls": 0}, {"c = 256": [3], "c > 5": [3]})
    single = struct.pack("<f", 0.001)
    column("decimal_int32", "hyparquet", "bounds written as floats (hyparquet-writer#38)",
           Type("INT32", ("DECIMAL", 9, 3)), [1, 1], {"min": single, "max": single, "nulls": 0},
           {"c = 0.001": [1, 2]})


def cut_maxima():
    values = [b"a long beginning, then 1", b"a long beginning, then 2",
              b"b long beginning, then 3", b"b long beginning, then 4"]
    cut = lambda v: v[:16]
    answers = {f"c = '{values[1].decode()}'": [2], f"c >= '{values[3].decode()}'": [4]}
    column("cut_maximum", "hyparquet", "a maximum truncated to 16 bytes (hyparquet-writer#31)", STRING,
           values, {"min": cut(values[0]), "max": cut(values[3]), "nulls": 0}, answers)
    column("cut_page_maxima", PARQUET_GO,
           "page maxima truncated to 16 bytes (segmentio/parquet-go#495)", STRING, values,
           {"nulls": 0}, answers, per_page=2)
    put_index("cut_page_maxima", [cut(v) for v in values[::2]], [cut(v) for v in values[1::2]],
              [0, 0])
    column("cut_page_maxima_shown", HANDMADE, "the same, revealed by the chunk's maximum", STRING,
           values, {"min": values[0], "max": values[3], "nulls": 0}, answers, per_page=2)
    put_index("cut_page_maxima_shown", [cut(v) for v in values[::2]],
              [cut(v) for v in values[1::2]], [0, 0])


def put_index(name, minima, maxima, nulls, null_pages=None):
    """Adds a page index to a file of one column whose pages are all of two rows."""
    file = File(CASES[name].data)
    _, chunk, metadata = next(iter(file.chunks(file.leaves[0])))
    first, n = metadata.get(9), len(minima)
    size = metadata.get(7) // n
    file.put_column_index(chunk, of(
        (1, LIST, List(TRUE, null_pages or [False] * n)), (2, LIST, List(BINARY, minima)),
        (3, LIST, List(BINARY, maxima)), (4, I32, 1),
        (5, LIST, nulls and List(I64, nulls))))
    file.put_offset_index(chunk, of((1, LIST, List(STRUCT, [
        of((1, I64, first + i * size), (2, I32, size), (3, I64, 2 * i)) for i in range(n)]))))
    CASES[name] = CASES[name]._replace(data=file.bytes())


def contradictions():
    """Faults that the rest of the metadata shows, whoever wrote it."""
    number = lambda v: struct.pack("<i", v)
    values = [1, 2, 3, 9, 5, 6]
    column("pages_below_chunk", HANDMADE, "no page reaches the chunk's maximum", INT32, values,
           {"min": number(1), "max": number(9), "nulls": 0}, {"c = 9": [4], "c > 6": [4]},
           per_page=2)
    put_index("pages_below_chunk", [number(v) for v in (1, 3, 5)],
              [number(v) for v in (2, 3, 6)], [0, 0, 0])
    column("pages_above_chunk", HANDMADE, "no page reaches the chunk's minimum", INT32,
           [7, 8, 3, 9, 5, 6], {"min": number(3), "max": number(9), "nulls": 0},
           {"c = 3": [3], "c < 5": [3]}, per_page=2)
    put_index("pages_above_chunk", [number(v) for v in (7, 9, 5)],
              [number(v) for v in (8, 9, 6)], [0, 0, 0])
    column("nulls_of_pages", HANDMADE, "the chunk counts a null, its pages none", INT32,
           [1, None, 3, None, 5, None], {"nulls": 3}, {"c IS NULL": [2, 4, 6]}, per_page=2)
    put_index("nulls_of_pages", [number(v) for v in (1, 3, 5)],
              [number(v) for v in (1, 3, 5)], [0, 0, 0])
    pages = [data_page_v2(plain(INT32, present(some)), 2, some.count(None), v2_levels(some))
             for some in ([1, None], [None, 3], [5, None])]
    one_column("nulls_of_headers", HANDMADE, "headers count nulls, the page index none", INT32,
               Chunk("c", INT32, pages, 6), {"c IS NULL": [2, 3, 6]})
    put_index("nulls_of_headers", [number(v) for v in (1, 3, 5)],
              [number(v) for v in (1, 3, 5)], [0, 0, 0])


def dictionaries():
    values = [b"rusty", None, b"sean", b"aa", b"zzz", None, b"0"]
    for name, writer, nulls, low, high, source in (
            ("first_batch", "parquet-cpp-arrow version 10.0.1", 1, b"aa", b"sean",
             "statistics cover only the first batch (arrow#15042)"),
            ("dictionary_nulls_arrow", "parquet-cpp-arrow version 4.0.1", 0, b"0", b"zzz",
             "nulls of dictionaries are not counted (ARROW-12513)"),
            ("dictionary_nulls_cpp", "parquet-cpp version 1.5.1-SNAPSHOT", 0, b"0", b"zzz",
             "nulls of dictionaries are not counted (ARROW-12513)")):
        chunk = dictionary_chunk(values, 4, {"min": low, "max": high, "nulls": nulls})
        one_column(name, writer, source, STRING, chunk,
                   {"c = 'zzz'": [5], "c < 'a'": [7], "c IS NULL": [2, 6]})
    claims = [{"min": b"aa", "max": b"sean", "nulls": 0}] * 2
    one_column("first_batch_pages", "parquet-cpp-arrow version 11.0.0",
               "statistics in page headers belong to another page (arrow#34106)", STRING,
               dictionary_chunk(values, 4, page_claims=claims),
               {"c = 'zzz'": [5], "c < 'a'": [7], "c IS NULL": [2, 6]})


def arrow_schemas():
    """ARROW:schema shows whether arrays were dictionaries."""
    values = [b"rusty", b"aa", b"zzz", b"0"]
    true = [{"min": b"aa", "max": b"rusty", "nulls": 0}, {"min": b"0", "max": b"zzz", "nulls": 0}]
    false = [{"min": b"aa", "max": b"rusty", "nulls": 0}] * 2
    for name, what, schema, told in (
            ("first_batch_schema", "statistics cover only the first batch (arrow#15042); ARROW:schema has "
             "a dictionary", DICTIONARY_SCHEMA, false),
            ("no_arrow_dictionaries", "nothing is wrong: ARROW:schema has no dictionary", PLAIN_SCHEMA,
             true)):
        chunks = [dictionary_chunk(values[i:i + 2], 2, told[i // 2]) for i in (0, 2)]
        by = "parquet-cpp-arrow version 10.0.1"
        CASES[name] = Case(by, what, parquet_file(
            [element("c", STRING, OPTIONAL)], [(2, [c]) for c in chunks], created_by=by,
            key_values=[record(binary(1, "ARROW:schema"), binary(2, schema))]),
            {"c = 'zzz'": [3], "c > 's'": [3], "c IS NULL": []})


def null_counts():
    some = [b"x", None, b"y", None]
    column("null_count_go", "parquet-go", "wrong null counts (fraugster/parquet-go#69)", STRING,
           some, {"nulls": 0}, {"c IS NULL": [2, 4]}, orders=False)
    column("null_count_arrow2", "Arrow2 - Native Rust implementation of Arrow",
           "the null count is the dictionary's (arrow2#1414)", STRING, some, {"nulls": 0},
           {"c IS NULL": [2, 4]}, orders=False)
    column("null_count_php", "flow-php parquet version 1.0.0+no-version-set",
           "wrong null counts (flow-php/flow#2349)", STRING, some, {"nulls": 0},
           {"c IS NULL": [2, 4]})
    column("null_count_cudf", "cudf version 21.10.00", "values were not counted (cudf#9221)", INT32,
           [None, None, None], {"nulls": 0}, {"c IS NULL": [1, 2, 3]})
    column("null_count_rs", "parquet-rs version 4.0.0", "nulls of an all-null chunk are not counted "
           "(arrow-rs#306)", STRING, [None, None], {"nulls": 0}, {"c IS NULL": [1, 2]})
    column("null_count_nameless", "", "nulls are missing from the count (xitongsys/parquet-go#523)",
           STRING, some, {"nulls": 0, "old_min": b"x", "old_max": b"y"}, {"c IS NULL": [2, 4]},
           orders=False)
    column("null_count_duckdb", "DuckDB",
           "the nulls of the row groups before are added (interop/old_writers)", INT32,
           [None, 7], {"nulls": 2}, {"c IS NOT NULL": [2], "c = 7": [2]}, orders=False)
    column("null_count_polars", POLARS + "2.1.0", "nulls counted once for each page (polars#29321)", STRING,
           [None, b"x"], {"nulls": 2}, {"c IS NOT NULL": [2], "c = 'x'": [2]}, per_page=1)


def polars():
    """Before 2.1.0 all statistics may be wrong."""
    values = [b"be", b"beta", b"bet", None]
    column("statistics_polars", "Polars",
           "nulls are not counted, and the least text is that of the last page", STRING, values,
           {"min": b"bet", "max": b"beta", "nulls": 0},
           {"c < 'bet'": [1], "c = 'be'": [1], "c IS NULL": [4]}, per_page=2)
    put_index("statistics_polars", [b"beta", b"bet"], [b"beta", b"bet"], [0, 0])
    real = lambda v: struct.pack("<d", v)
    column("null_page_polars", POLARS + "2.0.0 (build 7)",
           "a page with NaN is marked as a null page and drops out of the bounds", DOUBLE,
           [float("nan"), -300.0, 1.0, 2.0], {"min": real(1.0), "max": real(2.0), "nulls": 0},
           {"c < 0": [2], "c = -300": [2], "c IS NOT NULL": [2, 3, 4], "c IS NULL": [1]},
           per_page=2)
    put_index("null_page_polars", [b"", real(1.0)], [b"", real(2.0)], [0, 0],
              null_pages=[True, False])


def bloom_gaps():
    column("bloom_gaps", "parquet-go version 18.4.0",
           "values are missing from the filter (arrow-go#1164)", STRING, [b"a", b"b", None],
           {"nulls": 1}, {"c = 'b'": [2]})
    put_empty_bloom("bloom_gaps")


def narrow_integers():
    """Integers beyond their declared width, whose highest bits do not count.  A value can be
    stored in many ways, so bounds and Bloom filters of the stored numbers do not show it."""
    number = lambda v: struct.pack("<i", v)
    answers = {"c = -1": [1, 2], "c < 0": [1, 2, 5, 6], "c = 44": [4], "c > 44": [],
               "c = 255": [], "c = -56": [5, 6]}
    for name, bits, signed, values, told in (
            ("narrow_signed", 8, True, [255, -1, 3, 300, 200, 200], answers),
            ("narrow_unsigned", 16, False, [65535, -1, 3, 65580, 200, -1],
             {"c = 65535": [1, 2, 6], "c > 200": [1, 2, 6], "c = 44": [4], "c < 100": [3, 4]})):
        kind = Type("INT32", ("INT", bits, signed))
        key = lambda v: v if signed else v % 2**32
        low, high = (number(choose(values, key=key)) for choose in (min, max))
        column(name, HANDMADE, "nothing is wrong: integers beyond their declared width", kind,
               values, {"min": low, "max": high, "nulls": 0}, told, per_page=2)
        pairs = [sorted(values[i:i + 2], key=key) for i in (0, 2, 4)]
        put_index(name, [number(v[0]) for v in pairs], [number(v[1]) for v in pairs], [0, 0, 0])
        put_empty_bloom(name)


def put_empty_bloom(name):
    """Adds a Bloom filter that has no value."""
    file = File(CASES[name].data)
    _, _, metadata = next(iter(file.chunks(file.leaves[0])))
    one = lambda: of((1, STRUCT, Struct()))
    header = of((1, I32, 32), (2, STRUCT, one()), (3, STRUCT, one()), (4, STRUCT, one()))
    file.put_bloom(metadata, header, bytes(32))
    CASES[name] = CASES[name]._replace(data=file.bytes())


def deprecated_bounds():
    """Only min and max, no column orders: trusted for types in signed order."""
    at = Type("INT64", ("TIMESTAMP", "ms", True))
    moment = lambda v: struct.pack("<q", v)
    halves = [[-5000, -4000], [1000, 2000]]
    bounds = [statistics(old_min=moment(v[0]), old_max=moment(v[1])) for v in halves]
    what = "nothing is wrong: min and max in signed order, no column orders"
    chunks = [plain_chunk("c", at, v, statistics=told) for v, told in zip(halves, bounds)]
    answers = {"c < '1970-01-01'": [1, 2], "c = '1970-01-01 00:00:02'": [4]}
    CASES["deprecated_times"] = Case(HANDMADE, what, parquet_file(
        [element("c", at, OPTIONAL)], [(2, [c]) for c in chunks], orders=False), answers)
    pages = [data_page(v1_body(at, v), 2, statistics=told) for v, told in zip(halves, bounds)]
    one_column("deprecated_times_pages", HANDMADE, what + ", in page headers", at,
               Chunk("c", at, pages, 4), answers, orders=False)
    texts = [[b"aa", b"b\xc3\xa9"], [b"ba", b"bb"]]
    pages = [data_page(v1_body(STRING, v), 2, statistics=statistics(
        old_min=v[0], old_max=v[0][:1])) for v in texts]
    one_column("deprecated_texts_pages", HANDMADE,
               "min and max of text, which were never in text order, in page headers",
               STRING, Chunk("c", STRING, pages, 4), {"c = 'b\u00e9'": [2], "c > 'b'": [2, 3, 4]},
               orders=False)


def make_all():
    for make in (byte_arrays, floats, times, decimals, cut_maxima, dictionaries, arrow_schemas,
                 null_counts, polars, bloom_gaps, narrow_integers,
                 contradictions, deprecated_bounds):
        make()


def write_sql():
    base = ROOT / "sql-tests/writers/wrong-metadata"
    statements = ["-- Files with wrong metadata, each as a known writer gets it wrong.",
                  "-- Written by testdata/make/writer_files.py.", ""]
    expected = []

    def say(statement, rows=()):
        statements.append(statement)
        expected.append("> " + statement)
        expected.extend(rows)

    for name, case in CASES.items():
        statements.append(f"-- {case.created_by or 'no created_by'}: {case.wrong}")
        say(f"CREATE VIRTUAL TABLE temp.t USING parquet('testdata/writers/{name}.parquet');")
        for condition, rows in case.answers.items():
            say(f"SELECT rowid FROM t WHERE {condition};", [str(row) for row in rows])
        say("DROP TABLE t;")
    base.with_suffix(".sql").write_text("\n".join(statements) + "\n", encoding="utf-8")
    base.with_suffix(".expected").write_text("\n".join(expected) + "\n", encoding="utf-8")


def write_readme(folder):
    lines = ["# Files with the wrong metadata of known writers", "",
             "Made by `testdata/make/writer_files.py`: the data are correct. The rules for these files are in",
             "`src/parquet/format/writer_faults.c`; `sql-tests/writers/wrong-metadata.sql` runs queries that",
             "would go wrong without them. Two more are `handmade_old_sizes` and",
             "`handmade_v2_parquet_cpp_1` in `testdata/`.", "", "| file | writer | what is wrong |",
             "|---|---|---|"]
    for name, case in CASES.items():
        lines.append(f"| `{name}` | {case.created_by or '(none)'} | {case.wrong} |")
    (folder / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "testdata/writers")
    folder.mkdir(parents=True, exist_ok=True)
    make_all()
    for name, case in CASES.items():
        (folder / f"{name}.parquet").write_bytes(case.data)
    if len(sys.argv) == 1:
        write_sql()
        write_readme(folder)


if __name__ == "__main__":
    main()
