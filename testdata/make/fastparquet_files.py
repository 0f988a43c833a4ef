# SPDX-License-Identifier: MIT
"""The files of testdata/ that fastparquet writes.

    python3 testdata/make/fastparquet_files.py [FOLDER]
"""
import datetime
import pathlib
import sys

import fastparquet
import pandas as pd

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve()


def write(name, frame, **options):
    fastparquet.write(str(FOLDER / f"fastparquet_{name}.parquet"), frame,
                      write_index=False, **options)


def frame(n):
    start = datetime.datetime(2020, 2, 28, 23, 59, 59, 123456)
    return pd.DataFrame({
        "i64": pd.array(range(n), "int64"),
        "i32": pd.array([i * 7919 % 1000 - 500 for i in range(n)], "int32"),
        "i8": pd.array([i % 256 - 128 for i in range(n)], "int8"),
        "u16": pd.array([i * 997 % 65536 for i in range(n)], "uint16"),
        "u64": pd.array([2**63 + i for i in range(n)], "uint64"),
        "maybe": pd.array([None if i % 4 == 1 else i * i for i in range(n)], "Int64"),
        "f32": pd.array([i / 4 for i in range(n)], "float32"),
        "f64": [float("nan") if i % 5 == 2 else i / 8 for i in range(n)],
        "flag": [i % 3 == 0 for i in range(n)],
        "text": pd.Series([None if i % 7 == 3 else f"row {i} é" for i in range(n)],
                          dtype="object"),
        "raw": pd.Series([bytes([i % 256, 0]) for i in range(n)], dtype="object"),
        "kind": pd.Categorical([["red", "green", "blue"][i % 3] for i in range(n)]),
        "at": pd.Series([start + datetime.timedelta(days=i, microseconds=i) for i in range(n)],
                        dtype="datetime64[ns]"),
        "took": pd.Series([datetime.timedelta(seconds=i, microseconds=i) for i in range(n)],
                          dtype="timedelta64[ns]"),
    })


KINDS = {"text": "utf8", "raw": "bytes"}

write("types", frame(20), object_encoding=KINDS)
write("types_int96", frame(20), object_encoding=KINDS, times="int96")
write("required", frame(20)[["i64", "i32", "f64", "flag", "kind"]], has_nulls=False)
write("fixed_text", pd.DataFrame({"code": pd.Series([b"abc", b"de", b""], dtype="object")}),
      object_encoding="bytes", fixed_text={"code": 3}, has_nulls=False)
write("row_groups", frame(200), object_encoding=KINDS, row_group_offsets=[0, 50, 51, 120],
      compression={"i64": "SNAPPY", "text": "GZIP", "f64": "ZSTD", "raw": "BROTLI",
                   "maybe": "LZ4", "_default": "SNAPPY"}, stats=True)
write("json", pd.DataFrame({"j": pd.Series([{"a": 1}, [1, 2], None], dtype="object")}),
      object_encoding="json")
write("zero_rows", frame(3)[:0], object_encoding=KINDS)
