# SPDX-License-Identifier: MIT
"""The files of testdata/ that Polars writes.

    python3 testdata/make/polars_files.py [FOLDER]
"""
import datetime
import decimal
import pathlib
import sys

import polars as pl

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve()


def frame(n):
    day = datetime.date(2020, 2, 29)
    return pl.DataFrame({
        "i8": pl.Series([i % 256 - 128 for i in range(n)], dtype=pl.Int8),
        "u64": pl.Series([2**64 - 1 - i for i in range(n)], dtype=pl.UInt64),
        "n": pl.Series([None if i % 4 == 1 else i * 37 for i in range(n)], dtype=pl.Int32),
        "f": pl.Series([None if i % 5 == 2 else i / 4 for i in range(n)], dtype=pl.Float32),
        "text": [None if i % 7 == 3 else f"row {i} é" for i in range(n)],
        "raw": [bytes([i % 256, 0]) for i in range(n)],
        "flag": [None if i % 6 == 5 else i % 2 == 0 for i in range(n)],
        "day": [day + datetime.timedelta(days=i) for i in range(n)],
        "time": [datetime.time(i % 24, 0, 0, i) for i in range(n)],
        "at": pl.Series([datetime.datetime(1969, 12, 31, 23, 59, 59, i) for i in range(n)],
                        dtype=pl.Datetime("us")),
        "at_utc": pl.Series([datetime.datetime(2024, 1, 1, 0, 0, i % 60) for i in range(n)],
                            dtype=pl.Datetime("ms", "UTC")),
        "took": pl.Series([datetime.timedelta(milliseconds=i) for i in range(n)],
                          dtype=pl.Duration("ms")),
        "cost": pl.Series([decimal.Decimal(i * 125) / 100 for i in range(n)],
                          dtype=pl.Decimal(20, 2)),
        "kind": pl.Series([["red", "green", "blue"][i % 3] for i in range(n)],
                          dtype=pl.Categorical),
        "nothing": pl.Series([None] * n, dtype=pl.Null),
        "g": [{"a": i, "b": {"c": None if i % 3 == 1 else f"c{i}"}} for i in range(n)],
    })


frame(12).write_parquet(FOLDER / "polars_types.parquet", compression="uncompressed")
frame(150).write_parquet(FOLDER / "polars_row_groups.parquet", compression="zstd",
                         row_group_size=64, data_page_size=512)
frame(0).write_parquet(FOLDER / "polars_zero_rows.parquet")
