# SPDX-License-Identifier: MIT
"""Writes the Parquet files of the SQL tests into this folder.

    python3 sql-tests/data/make.py        needs pyarrow

fruits_a   3 rows: id, name, price, ripe, picked; metadata key "maker"
fruits_b   5 rows with the schema of fruits_a
fruits_c   2 rows with another schema: id, name, weight
numbers    1,000 rows in 4 row groups of many pages: n counts from 1, the other columns
           depend on n
names      column names that collide, that SQL must quote, or that SQLite uses itself
payments   timestamps, decimals and un-annotated binary, for the options about them
nested     groups in groups, a list, a map, a list of groups
"""
import datetime
import decimal
import math
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = pathlib.Path(__file__).parent

FRUITS = pa.schema(
    [
        pa.field("id", pa.int64(), nullable=False),
        pa.field("name", pa.string()),
        pa.field("price", pa.float64()),
        pa.field("ripe", pa.bool_()),
        pa.field("picked", pa.date32()),
    ]
)


def write(name, table, row_group_size=None, metadata=None, **options):
    options = {
        "compression": "snappy",
        "store_schema": False,
        "write_page_index": True,
        "write_page_checksum": True,
    } | options
    with pq.ParquetWriter(FOLDER / f"{name}.parquet", table.schema, **options) as writer:
        writer.write_table(table, row_group_size)
        writer.add_key_value_metadata(metadata or {})


def fruits(rows):
    columns = list(zip(*rows))
    return pa.table([pa.array(c, f.type) for c, f in zip(columns, FRUITS)], FRUITS)


def number_row(n):
    return {
        "n": n,
        "t": None if n % 10 == 0 else f"{'Row' if n % 2 else 'row'} {n:04}",
        "r": None if n % 7 == 0 else math.nan if n % 11 == 0 else n / 4,
        "small": n % 100 - 50,
        "big": (1 << 53) + n if n % 2 else -(1 << 53) - n,
        "b": None if n % 5 == 0 else bytes([n % 256, 0, n // 256]),
    }


def main():
    day = datetime.date
    write(
        "fruits_a",
        fruits(
            [
                (1, "apple", 0.5, True, day(2024, 9, 1)),
                (2, "banana", 0.25, False, day(2024, 2, 29)),
                (3, None, None, None, None),
            ]
        ),
        metadata={"maker": "sql-tests", "empty": ""},
    )
    write(
        "fruits_b",
        fruits(
            [
                (10, "cherry", 8.0, True, day(2023, 6, 30)),
                (11, "date", 12.5, True, day(1969, 12, 31)),
                (12, "elderberry", 3.75, False, None),
                (13, "fig", None, True, day(2023, 8, 15)),
                (14, "apple", 0.625, False, day(2025, 1, 1)),
            ]
        ),
    )
    write(
        "fruits_c",
        pa.table(
            {
                "id": pa.array([1, 2], pa.int64()),
                "name": pa.array(["grape", "honeydew"]),
                "weight": pa.array([5, 1500], pa.int32()),
            }
        ),
    )
    write(
        "numbers",
        pa.Table.from_pylist(
            [number_row(n) for n in range(1, 1001)],
            pa.schema(
                [
                    pa.field("n", pa.int64(), nullable=False),
                    pa.field("t", pa.string()),
                    pa.field("r", pa.float64()),
                    pa.field("small", pa.int8()),
                    pa.field("big", pa.int64()),
                    pa.field("b", pa.binary()),
                ]
            ),
        ),
        row_group_size=250,
        data_page_size=256,
        write_batch_size=32,
    )
    pair = pa.struct([pa.field("y", pa.int32()), pa.field("z", pa.int32())])
    names = [
        ("a", [1, 2]),
        ("A", [3, 4]),
        ("a_1", [5, 6]),
        ("", [7, 8]),
        ("b c", [9, 10]),
        ("select", [11, 12]),
        ('say "hi"', [13, 14]),
        ("it's", [15, 16]),
        ("rowid", [17, 18]),
        ("_file", [19, 20]),
        ("x.y", [21, 22]),
        ("\u00fcber", [25, 26]),
    ]
    fields = [pa.field(n, pa.int32()) for n, _ in names] + [pa.field("x", pair)]
    arrays = [pa.array(v, pa.int32()) for _, v in names]
    arrays.append(pa.array([{"y": 27, "z": 28}, {"y": 29, "z": None}], pair))
    write("names", pa.Table.from_arrays(arrays, schema=pa.schema(fields)))
    money = decimal.Decimal
    write(
        "payments",
        pa.table(
            {
                "at": pa.array([0, 1700000000123456, None], pa.timestamp("us")),
                "utc": pa.array([-1, 1700000000123, None], pa.timestamp("ms", "UTC")),
                "cost": pa.array([money("0.10"), money("-1234567.89"), None], pa.decimal128(9, 2)),
                "exact": pa.array(
                    [money("12345678901234567890.0123456789"), money("0.5"), None],
                    pa.decimal128(30, 10),
                ),
                "whole": pa.array([money(1), money(-(10**17)), None], pa.decimal128(18, 0)),
                "raw": pa.array([b"abc", b"", None], pa.binary()),
            }
        ),
    )
    write(
        "nested",
        pa.Table.from_pylist(
            [
                {
                    "id": 1,
                    "address": {
                        "city": "Aix",
                        "zip": "13100",
                        "place": {"lat": 43.5, "lon": 5.5},
                    },
                    "tags": ["red", "blue"],
                    "counts": [("x", 1), ("y", None)],
                    "points": [{"x": 1, "y": 2}, None],
                },
                {
                    "id": 2,
                    "address": {"city": "Bonn", "zip": None, "place": None},
                    "tags": [],
                    "counts": [],
                    "points": [],
                },
                {"id": 3, "address": None, "tags": None, "counts": None, "points": None},
            ],
            pa.schema(
                [
                    pa.field("id", pa.int32(), nullable=False),
                    pa.field(
                        "address",
                        pa.struct(
                            [
                                pa.field("city", pa.string()),
                                pa.field("zip", pa.string()),
                                pa.field(
                                    "place",
                                    pa.struct(
                                        [
                                            pa.field("lat", pa.float64()),
                                            pa.field("lon", pa.float64()),
                                        ]
                                    ),
                                ),
                            ]
                        ),
                    ),
                    pa.field("tags", pa.list_(pa.string())),
                    pa.field("counts", pa.map_(pa.string(), pa.int32())),
                    pa.field(
                        "points",
                        pa.list_(
                            pa.struct([pa.field("x", pa.int8()), pa.field("y", pa.int8())])
                        ),
                    ),
                ]
            ),
        ),
    )


if __name__ == "__main__":
    main()
