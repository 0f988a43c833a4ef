"""The files of testdata/regressions/: each once brought out a fault.

    python3 testdata/make/regression_files.py [FOLDER]

README.md there says which.  sql-tests/80-regressions.sql reads them.
"""
import pathlib
import struct
import sys

from contract import Type
from parquet_bytes import (
    INT32, INT64, OPTIONAL, REQUIRED, Chunk, data_page_v2, element,
    parquet_file, plain, plain_chunk, statistics)


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
    page = data_page_v2(plain(INT64, [1, 2, 3]), 3, rows=999, nulls=77)
    return parquet_file([element("a", INT64, REQUIRED)],
                        [(3, [Chunk("a", INT64, [page], 3)])])


def odd_names():
    names = ["", "column_1", "column_3", "a\0b", "a_b"]
    fields = [element(n, INT32, REQUIRED) for n in names]
    chunks = [plain_chunk(n, INT32, [i], REQUIRED) for i, n in enumerate(names)]
    return parquet_file(fields, [(1, chunks)])


FILES = {
    "decimal_scale_1000": lambda: impossible_decimal(5, 1000),
    "decimal_scale_negative": lambda: impossible_decimal(5, -1),
    "decimal_scale_negative_binary": lambda: impossible_decimal(5, -1, "BYTE_ARRAY"),
    "decimal_scale_huge_binary": lambda: impossible_decimal(5, 2**31 - 1, "BYTE_ARRAY"),
    "decimal_long_bound": long_bound,
    "no_columns_but_rows": lambda: parquet_file([], [(5, [])]),
    "rows_behind_the_last": rows_behind,
    "v2_rows_differ": v2_rows,
    "chunks_swapped": swapped_chunks,
    "names_made_up": odd_names,
}


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "testdata/regressions")
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        (folder / f"{name}.parquet").write_bytes(make())


if __name__ == "__main__":
    main()
