# SPDX-License-Identifier: MIT
"""Random numbers written in ALP, which arrow-rs reads, and in PLAIN, which pyarrow reads."""
import struct

import write_readers

NUMBERS = "testdata/rust_encoding_alp.parquet"


def query(rng):
    """FLOAT and DOUBLE of testdata/, decimals, and any numbers, with nulls."""
    n, first = rng.choice([1, 9, 1023, 1024, 1025, 2400, rng.randint(1, 2400)]), rng.randint(0, 50)
    factor, most, digits = rng.randint(1, 10**6), rng.randint(2, 10**9), rng.randint(0, 12)
    return (f"SELECT f, d, CASE WHEN row % {rng.randint(2, 9)} THEN (row * {factor} % {most} - "
            f"{most // 2}) / {10**digits}.0 END AS decimal, "
            f"row * {rng.random()} * {rng.choice([1, 1, 1e15, 1e-20])} AS any, "
            f"nullif(row % {rng.randint(1, 90)}, 0) * 0.5 AS few "
            f"FROM numbers LIMIT {n} OFFSET {first}")


def bits(values):
    return [None if v is None else struct.pack("<d", v) for v in values]


def check(host, path, rng, program):
    """A line for each difference; program: arrow-rs's reader."""
    host.open()
    host.rows(f"CREATE VIRTUAL TABLE temp.numbers USING parquet('{NUMBERS}')")
    plain = path.with_suffix(".plain.parquet")
    statement = query(rng)
    options = [f"row_group_size={rng.choice([100, 1500, 100000])}",
               f"data_page_row_limit={rng.choice([7, 1000, 1024, 20000])}",
               f"data_page_version={rng.choice([1, 2])}", "types=f=FLOAT",
               f"compression={rng.choice(['none', 'snappy', 'zstd'])}"]
    for target, encoding in (plain, "PLAIN"), (path, "ALP"):
        marks = ", ".join("?" * (3 + len(options)))
        host.rows(f"SELECT parquet_write({marks})", str(target), statement,
                  f"encoding={encoding}", *options)
    names, types, columns, _ = write_readers.contents(plain)
    found = program.read(path, names, types)
    for name, values, expected in zip(names, found, columns):
        if bits(values) != bits(expected):
            yield f"arrow-rs: column {name!r} of {statement}"
    for row in host.rows("SELECT * FROM parquet_check(?)", str(path)):
        yield f"parquet_check: {row}"
    plain.unlink()
