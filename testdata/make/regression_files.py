# SPDX-License-Identifier: MIT
"""The files of testdata/regressions/: each once revealed a fault.

    python3 testdata/make/regression_files.py [FOLDER]

README.md there describes the faults.  sql-tests/damage/regressions.sql reads the files.
"""
import pathlib
import struct
import sys

from contract import Type
from parquet_bytes import (
    DOUBLE, FLOAT, INT32, INT64, INT96, LZ4, OPTIONAL, PLAIN, REPEATED, REQUIRED, RLE,
    RLE_DICTIONARY, STOP, Chunk, binary, data_page, data_page_v2, dictionary_page, element,
    fixed, hybrid, i32, i64, indices, levels, many, parquet_file, plain, plain_chunk, record,
    statistics, sub, v1_body, zigzag)


def impossible_decimal(precision, scale, physical="INT32"):
    """DECIMAL annotation out of range, with bounds that metadata functions show."""
    kind = Type(physical, ("DECIMAL", precision, scale))
    values = [1, 2] if physical == "INT32" else [b"\1", b"\2"]
    bounds = [struct.pack("<i", v) if physical == "INT32" else v for v in values]
    chunk = plain_chunk("d", kind, values, statistics=statistics(*bounds))
    return parquet_file([element("d", kind, OPTIONAL)], [(2, [chunk])])


def long_bound():
    kind = Type("BYTE_ARRAY", ("DECIMAL", 5, 2))
    chunk = plain_chunk("d", kind, [b"\1", b"\2"],
                        statistics=statistics(b"\1" * 1025, b"\2"))
    return parquet_file([element("d", kind, OPTIONAL)], [(2, [chunk])])


def swapped_chunks():
    fields = [element("a", INT64, REQUIRED), element("b", INT64, REQUIRED)]

    def chunk(name, values):
        return plain_chunk(name, INT64, values, REQUIRED)

    return parquet_file(fields, [(2, [chunk("a", [1, 2]), chunk("b", [100, 200])]),
                                 (2, [chunk("b", [300, 400]), chunk("a", [3, 4])])])


def rows_behind():
    chunk = plain_chunk("a", INT64, list(range(200)), REQUIRED, per_page=100)
    return parquet_file([element("a", INT64, REQUIRED)], [(100, [chunk])], rows=200)


def v2_rows():
    """num_rows is too low, too high, and right, as parquet-mr 1.9.0 counts them."""
    pages = [data_page_v2(plain(INT64, [i, i + 1]), 2, rows=rows, nulls=77 * (rows == 999))
             for i, rows in ((1, 1), (3, 3), (5, 999), (7, 2))]
    return parquet_file([element("a", INT64, REQUIRED)], [(8, [Chunk("a", INT64, pages, 8)])])


def v2_rows_of_lists():
    """Lists of one value.  The second and the fourth page are damaged, and num_rows of all
    pages adds up, but differs in the second and in those of `differ` in the first, too."""
    def pages(claims):
        starts, ones = hybrid([0, 0], 1), hybrid([1, 1], 1)
        return [data_page_v2(plain(INT32, [i * 2 + 1, i * 2 + 2]), 2, rows=rows,
                             definition=starts + ones, level_bytes=len(ones),
                             repetition=len(starts), crc=i in (1, 3))
                for i, rows in enumerate(claims)]
    fields = [element(name, INT32, REPEATED) for name in ("agree", "differ")]
    return parquet_file(fields, [(10, [
        Chunk("agree", INT32, pages([2, 2, 2, 2, 2]), 10),
        Chunk("differ", INT32, pages([1, 3, 2, 1, 2]), 10)])])


def values_below_all():
    """num_values is the least of all numbers."""
    pages = [data_page(plain(INT32, [value]), 1) for value in (1, 2)]
    return parquet_file([element("a", INT32, REQUIRED)],
                        [(2, [Chunk("a", INT32, pages, -2**63)])])


def odd_names():
    names = ["", "column_1", "column_3", "a\0b", "a_b"]
    fields = [element(n, INT32, REQUIRED) for n in names]
    chunks = [plain_chunk(n, INT32, [i], REQUIRED) for i, n in enumerate(names)]
    return parquet_file(fields, [(1, chunks)])


def unknown_values():
    """Values of type UNKNOWN, which must have none: in a column, and within a group."""
    kind = Type("INT32", ("NULL",))
    fields = [element("row", INT32, REQUIRED), element("nulls", kind, OPTIONAL),
              element("v", kind, OPTIONAL),
              element("g", repetition=REQUIRED, children=1),
              element("w", kind, OPTIONAL)]
    values = [None, None, 30]
    claims = statistics(struct.pack("<i", 30), struct.pack("<i", 30), nulls=3)
    return parquet_file(fields, [(3, [
        plain_chunk("row", INT32, [1, 2, 3], REQUIRED),
        plain_chunk("nulls", kind, [None] * 3),
        plain_chunk("v", kind, values, per_page=2, statistics=claims),
        plain_chunk(["g", "w"], kind, values)])], schema_count=4)


def claimed_rows(*claims):
    """Row groups of ten rows, in pages of four, that claim other numbers of rows."""
    fields = [element("a", INT32, OPTIONAL), element("b", INT64, REQUIRED)]
    return parquet_file(fields, [(rows, [
        plain_chunk("a", INT32, list(range(10)), per_page=4),
        plain_chunk("b", INT64, list(range(10)), REQUIRED, per_page=4)]) for rows in claims])


def claimed_without_pages():
    fields = [element("a", INT32, OPTIONAL), element("b", INT32, OPTIONAL)]
    return parquet_file(fields, [(2**40, [Chunk("a", INT32, [], 2**40),
                                          Chunk("b", INT32, [], 2**40)])])


def claimed_lists():
    """Ten values in lists cannot be eleven rows, but may be four."""
    fields = [element("a", INT32, REPEATED)]
    body = levels([0, 1, 0, 1, 1, 0, 0, 1, 1, 1]) + levels([1] * 10) + plain(
        INT32, list(range(10)))
    chunk = lambda: Chunk("a", INT32, [data_page(body, 10)], 10)
    return parquet_file(fields, [(4, [chunk()]), (11, [chunk()])])


def claimed_with_damage():
    """The smaller column has no page header, so the other one must show the row count."""
    fields = [element("a", INT32, OPTIONAL), element("b", INT64, REQUIRED)]
    return parquet_file(fields, [(3, [
        Chunk("a", INT32, [b"\xff" * 20], 3),
        plain_chunk("b", INT64, [1, 2, 3], REQUIRED)])])


def relaxed_copies():
    """Values that a copy's nearest type does not hold: NaN in required members of groups,
    lists and maps, which JSON shows as null, and INT96 beyond nanoseconds."""
    nan, day = float("nan"), 2_440_588
    times = [struct.pack("<qi", 1_000_000, day), struct.pack("<qi", 0, 5_373_484)]
    string = Type("BYTE_ARRAY", ("STRING",))
    many = lambda values, kind: levels([0, 1, 0]) + levels([1] * 3) + plain(kind, values)
    fields = [
        element("g", repetition=REQUIRED, children=3),
        element("d", DOUBLE, REQUIRED), element("f", FLOAT, REQUIRED),
        element("at", INT96, OPTIONAL),
        element("l", repetition=REQUIRED, children=1, converted=3),
        element("list", repetition=REPEATED, children=1), element("element", DOUBLE, REQUIRED),
        element("m", repetition=REQUIRED, children=1, converted=1),
        element("key_value", repetition=REPEATED, children=2),
        element("key", string, REQUIRED), element("value", DOUBLE, REQUIRED),
        element("at", INT96, OPTIONAL), element("sure", INT96, REQUIRED),
        element("fine", INT96, OPTIONAL), element("finest", INT96, OPTIONAL)]
    page = lambda values, kind: [data_page(many(values, kind), 3)]
    finest = [struct.pack("<qi", 1, day), times[1]]
    return parquet_file(fields, [(2, [
        plain_chunk(["g", "d"], DOUBLE, [1.5, nan], REQUIRED),
        plain_chunk(["g", "f"], FLOAT, [nan, 2.5], REQUIRED),
        plain_chunk(["g", "at"], INT96, times),
        Chunk(["l", "list", "element"], DOUBLE, page([1.0, nan, 2.0], DOUBLE), 3),
        Chunk(["m", "key_value", "key"], string, page([b"a", b"b", b"c"], string), 3),
        Chunk(["m", "key_value", "value"], DOUBLE, page([nan, 1.0, 2.0], DOUBLE), 3),
        plain_chunk("at", INT96, times), plain_chunk("sure", INT96, times, REQUIRED),
        plain_chunk("fine", INT96, [times[0], None]),
        plain_chunk("finest", INT96, finest)])], schema_count=7)


def accepted_elsewhere():
    """What other readers accept: v2 pages of 0 rows, LZ4's own frames under codec 5, and
    23 bytes after the last page."""
    def frame(body):
        header = b"\x04\x22\x4d\x18\x60\x40\x82"
        return header + struct.pack("<I", len(body) | 2**31) + body + bytes(4)

    names = ["rows0", "framed", "stray"]
    values = list(range(1, 11))
    halves = [values[:5], values[5:]]
    stray = bytes(range(0xe9, 0x100))
    return parquet_file([element(n, INT32, REQUIRED) for n in names], [(10, [
        Chunk("rows0", INT32, [data_page_v2(plain(INT32, h), 5, rows=0) for h in halves], 10),
        Chunk("framed", INT32, [data_page(plain(INT32, h), 5, compress=frame)
                                for h in halves], 10, codec=LZ4),
        Chunk("stray", INT32, [*(data_page(plain(INT32, h), 5) for h in halves), stray],
              10)])])


def zero_checksums(created_by):
    """Parquet.jl stores 0 in place of each checksum."""
    page = data_page(v1_body(INT32, [1, None, 3]), 3, extra=[i32(4, 0)])
    return parquet_file([element("a", INT32, OPTIONAL)], [(3, [Chunk("a", INT32, [page], 3)])],
                        created_by=created_by)


def pages_of_lists():
    """Data pages v1 and v2 of a repeated leaf and of a flat one with a dictionary; bounds in
    a page's header."""
    fields = [element("v1", INT32, REPEATED), element("v2", INT32, REPEATED),
              element("d", INT64, OPTIONAL)]
    ones = lambda n: hybrid([1] * n, 1)
    starts = hybrid([0, 1, 0, 1], 1)
    body = lambda values: levels([0, 1, 0, 1]) + levels([1] * 4) + plain(INT32, values)

    def v2(values):
        return data_page_v2(plain(INT32, values), 4, rows=2, definition=starts + ones(4),
                            level_bytes=len(ones(4)), inner=[], repetition=len(starts))

    bounds = statistics(struct.pack("<q", 5), struct.pack("<q", 7), nulls=1)
    return parquet_file(fields, [(4, [
        Chunk("v1", INT32, [data_page(body([1, 2, 3, 4]), 4), data_page(body([5, 6, 7, 8]), 4)],
              8),
        Chunk("v2", INT32, [v2([1, 2, 3, 4]), v2([5, 6, 7, 8])], 8),
        Chunk("d", INT64, [
            dictionary_page(plain(INT64, [5, 7]), 2),
            data_page(levels([1, 0]) + indices([0]), 2, RLE_DICTIONARY, statistics=bounds),
            data_page(levels([1, 1]) + indices([1, 0]), 2, RLE_DICTIONARY)],
            4, dictionary=True, encodings=[PLAIN, RLE, RLE_DICTIONARY])])])


def stray_bytes_of_lists():
    """23 bytes after the last page: "whole" has all values that the chunk claims; the last list
    of "cut" may continue."""
    stray = bytes(range(0xe9, 0x100))
    pages = [data_page(levels(starts) + levels([1] * len(starts)) + plain(INT32, values),
                       len(starts))
             for starts, values in (([0, 1, 0], [1, 2, 3]), ([1, 0, 1], [4, 5, 6]))]
    fields = [element(name, INT32, REPEATED) for name in ("whole", "cut")]
    return parquet_file(fields, [(3, [Chunk("whole", INT32, [*pages, stray], 6),
                                      Chunk("cut", INT32, [*pages, stray], 7)])])


def small_dictionaries():
    """Dictionaries of one entry and of none, with PLAIN pages before and after them."""
    def chunk(name, kind, entries, values, is_first):
        full = [v for v in values if v is not None]
        coded = data_page(levels([int(v is not None) for v in values])
                          + indices([0] * len(full), 1), len(values), RLE_DICTIONARY)
        plain_page = data_page(v1_body(kind, other[kind]), len(other[kind]))
        pages = [coded, plain_page] if is_first else [plain_page, coded]
        return Chunk(name, kind, [dictionary_page(plain(kind, entries), len(entries)), *pages],
                     len(values) + len(other[kind]), dictionary=True,
                     encodings=[PLAIN, RLE, RLE_DICTIONARY])

    string = Type("BYTE_ARRAY", ("STRING",))
    other = {INT64: [7, None, 9], string: [b"seven", None, b"nine"]}
    one = {INT64: 5, string: b"five"}
    fields, chunks = [], []
    for kind, letter in ((INT64, "n"), (string, "s")):
        for is_first in (True, False):
            for n in (1, 0):
                name = f"{letter}{n}_{'first' if is_first else 'last'}"
                values = [one[kind], None, one[kind]] if n else [None] * 3
                fields.append(element(name, kind, OPTIONAL))
                chunks.append(chunk(name, kind, [one[kind]] * n, values, is_first))
    return parquet_file(fields, [(6, chunks)])


def decimals_of_any_width():
    """1.50, 2.25 and null as DECIMAL(9,2), each in as many bytes as it needs."""
    kind = Type("BYTE_ARRAY", ("DECIMAL", 9, 2))
    fields = [element("id", INT64, REQUIRED), element("d", kind, OPTIONAL)]
    return parquet_file(fields, [(3, [
        plain_chunk("id", INT64, [1, 2, 3], REQUIRED),
        plain_chunk("d", kind, [b"\x00\x96", b"\x00\xe1", None])])])


def signed_footer():
    """A plaintext footer with the key metadata of its signature, which is all zeros."""
    file = parquet_file([element("a", INT32, REQUIRED)],
                        [(2, [plain_chunk("a", INT32, [1, 2], REQUIRED)])],
                        extra=[sub(8, record(sub(1, STOP))), binary(9, b"\1key\xff")])
    length, = struct.unpack("<I", file[-8:-4])
    return file[:-8] + bytes(28) + struct.pack("<I", length + 28) + b"PAR1"


def geometry_types():
    """Existing types, and codes without a type."""
    kind = Type("BYTE_ARRAY", ("GEOMETRY",))
    codes = [1, 1003, 2007, 3017, 0, 8, 999, 3018, 4000, 4001, 2**31 - 1, -1, -999]
    point = struct.pack("<BI2d", 1, 1, 5, 6)
    chunk = plain_chunk("geom", kind, [point, None], extra=[
        sub(17, record(many(2, [zigzag(code) for code in codes], wire=5)))])
    return parquet_file([element("geom", kind, OPTIONAL, logical="logical")], [(2, [chunk])])


def halves_not_in_bloom():
    """FLOAT16: 1.5, 0, null, NaN and -2, with an empty Bloom filter."""
    half = fixed(2, "FLOAT16")
    values = [b"\0\x3e", b"\0\0", None, b"\0\x7e", b"\0\xc0"]
    page = data_page(v1_body(half, values), 5)
    of_kind = record(sub(1, STOP))
    bloom = record(i32(1, 32), sub(2, of_kind), sub(3, of_kind), sub(4, of_kind)) + bytes(32)
    chunk = Chunk("h", half, [page, bloom], 5, compressed=len(page), uncompressed=len(page),
                  extra=[i64(14, 4 + len(page)), i32(15, len(bloom))])
    return parquet_file([element("h", half, OPTIONAL, logical="logical")], [(5, [chunk])],
                        total_sizes=[len(page)])


def bounds_in_headers(claimed):
    """Pages of 3, 1 and 2 values; claimed: the last page's number of values in its header."""
    pages = []
    for values, n in ([1, 2, 3], 3), ([10], 1), ([20, 21], claimed):
        bounds = [struct.pack("<i", v) for v in (min(values), max(values))]
        pages.append(data_page(v1_body(INT32, values, REQUIRED), n,
                               statistics=statistics(*bounds)))
    return parquet_file([element("a", INT32, REQUIRED)], [(6, [Chunk("a", INT32, pages, 6)])])


def many_damaged_geometries():
    """In the first row group every other geometry of the first 140 is truncated."""
    kind = Type("BYTE_ARRAY", ("GEOMETRY",))
    point = struct.pack("<BI2d", 1, 1, 5, 6)
    groups = [[b"\1\1" if i % 2 and i < 140 else point for i in range(150)], [point] * 5]
    return parquet_file(
        [element("g", kind, OPTIONAL, logical="logical")],
        [(len(values), [plain_chunk("g", kind, values)]) for values in groups])


def beyond_width():
    """A dictionary of INT_8 in which three entries are -1."""
    kind = Type("INT32", ("INT", 8, True))
    entries, rows = [255, -1, 3, 511], [0, 1, 2, 3, 2, 0]
    chunk = Chunk("a", kind, [
        dictionary_page(plain(INT32, entries), len(entries)),
        data_page(levels([1] * 6) + indices(rows), 6, RLE_DICTIONARY)],
        6, dictionary=True, encodings=[PLAIN, RLE, RLE_DICTIONARY])
    return parquet_file([element("a", kind, OPTIONAL)], [(6, [chunk])])


FILES = {
    "decimal_scale_1000": lambda: impossible_decimal(5, 1000),
    "decimal_scale_negative": lambda: impossible_decimal(5, -1),
    "decimal_scale_negative_binary": lambda: impossible_decimal(5, -1, "BYTE_ARRAY"),
    "decimal_scale_huge_binary": lambda: impossible_decimal(5, 2**31 - 1, "BYTE_ARRAY"),
    "decimal_long_bound": long_bound,
    "decimal_of_any_width": decimals_of_any_width,
    "no_columns_but_rows": lambda: parquet_file([], [(5, [])]),
    "rows_behind_the_last": rows_behind,
    "v2_rows_differ": v2_rows,
    "v2_rows_of_lists": v2_rows_of_lists,
    "values_below_all": values_below_all,
    "chunks_swapped": swapped_chunks,
    "names_made_up": odd_names,
    "unknown_values": unknown_values,
    "relaxed_copies": relaxed_copies,
    "accepted_elsewhere": accepted_elsewhere,
    "zero_checksums": lambda: zero_checksums("Parquet.jl 0.6.1"),
    "zero_checksums_of_others": lambda: zero_checksums("Parquet.jla 0.6.1"),
    "pages_of_lists": pages_of_lists,
    "stray_bytes_of_lists": stray_bytes_of_lists,
    "small_dictionaries": small_dictionaries,
    "rows_claimed": lambda: claimed_rows(10, 10),
    "rows_claimed_too_many": lambda: claimed_rows(10, 12),
    "rows_claimed_too_few": lambda: claimed_rows(10, 8, 10),
    "rows_claimed_none": lambda: claimed_rows(0, 10, 0),
    "rows_claimed_without_pages": claimed_without_pages,
    "rows_claimed_of_lists": claimed_lists,
    "rows_claimed_beside_damage": claimed_with_damage,
    "signed_footer": signed_footer,
    "geometry_types": geometry_types,
    "halves_not_in_bloom": halves_not_in_bloom,
    "bounds_in_headers": lambda: bounds_in_headers(2),
    "many_damaged_geometries": many_damaged_geometries,
    "integers_beyond_width": beyond_width,
    "bounds_in_headers_of_too_many": lambda: bounds_in_headers(1000),
}


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "testdata/regressions")
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        (folder / f"{name}.parquet").write_bytes(make())


if __name__ == "__main__":
    main()
